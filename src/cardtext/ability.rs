//! The parsed form of an ability line (RULES 5): what the reader produces and the engine acts on.
//!
//! Parsing never fails: what is not understood is [`Ability::Unknown`] and keeps its words.
//! There is no second mechanism for card text: a keyword, an activated ability, a trigger and a
//! static bonus all end in the same grants and effects.

mod activated;
mod fixed;
mod triggered;
mod unknown;

pub(super) use fixed::is_zero;

pub use activated::{Activated, Cost, Limit, Scope};
pub use fixed::{Amount, OffBoard, PlayerBan, Static, StaticRule};
pub use triggered::{Event, Triggered};
pub use unknown::{Shape, Unknown};

use serde::{Deserialize, Serialize};

use crate::rulebook::Keyword;

use super::effect::{Effect, Grant};
use super::who::{Cond, Filter, Num};

/// One ability of a line. A printed line may hold several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::large_enum_variant,
    reason = "abilities are few and live long; a box would burden every match"
)]
pub enum Ability {
    /// A keyword without an activation cost: `Parry 2`, `Stealth`, `Bounty: ...`.
    Keyword(KeywordAbility),
    /// Cost, arrow, effect (5.1).
    Activated(Activated),
    /// When, whenever, at (5.1).
    Triggered(Triggered),
    /// On or off by the state of the game (5.1).
    Static(Static),
    /// Not understood: the judge rules it by hand.
    Unknown(Unknown),
}

/// A keyword with what is written behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeywordAbility {
    /// Which keyword.
    pub keyword: Keyword,
    /// Its number, effect, costs ...
    pub value: KeywordValue,
}

/// What stands behind a keyword's name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeywordValue {
    /// Nothing: `Armor`, `Intercept`.
    Bare,
    /// A number, possibly negative or counted: `Parry 2`, `Retaliate X, where X is ...`.
    Number(Num),
    /// An effect: Bounty, Foresight, Forewarning, Last Stand, Deploy.
    Effect(Box<Effect>),
    /// Abilities: INSERT, Reserves.
    Abilities(Vec<Ability>),
    /// The alternatives of Upkeep; every cost of the chosen alternative is paid.
    Costs(Vec<Vec<Cost>>),
    /// The texts between the slashes of Adapt and Switch, in printed order.
    Texts(Vec<Vec<Grant>>),
    /// Who may be piloted, and what it gets.
    Pilot {
        /// Subtypes or names that may carry this Pilot.
        of: Vec<Filter>,
        /// What the piloted unit gets.
        gets: Vec<Grant>,
    },
    /// Enhance: an additional cost for an additional effect.
    Enhance {
        /// The additional cost.
        costs: Vec<Cost>,
        /// The additional effect.
        effect: Box<Effect>,
        /// Whether it replaces the basic effect.
        instead: bool,
    },
    /// Reduced Cost X: If condition.
    Conditional {
        /// The cost if the condition holds.
        number: Num,
        /// The condition.
        condition: Box<Cond>,
    },
    /// The cards that may be stacked under the unit.
    List(Vec<Filter>),
}
