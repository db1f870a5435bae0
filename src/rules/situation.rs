//! A board and what was played on it: the case format as values (design: case format).
//!
//! Everything here is resolved: cards named in a document have been looked up, defaults filled
//! in. The reader of documents is `rules::document`; the engine takes a [`Situation`] as it is
//! and converts it into a board that the rules can act on.

mod card;
mod expect;
mod handle;
mod play;

pub use card::{CardSpec, Facts, UnitSpec};
pub use expect::{Expect, ExpectNotApplied, ExpectRefusal, ExpectUnit};
pub use handle::Handle;
pub use play::{Against, Aim, Answer, Begin, Play, Set, SetNumber, Span, StackPlace, Use};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::Side;
use crate::rulebook::{ClauseId, Edition};

/// A board and the plays made on it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Situation {
    /// Title, question and the like; never read by the engine.
    pub about: About,
    /// The edition of the rules.
    pub edition: Edition,
    /// Open questions read otherwise: clause of section 11 and name of the reading.
    pub readings: BTreeMap<ClauseId, String>,
    /// Dice that are not given are rolled from this seed.
    pub seed: Option<u64>,
    /// The Dark Side player.
    pub dark: Pool,
    /// The Light Side player.
    pub light: Pool,
    /// The units and other cards, in the order of the document.
    pub units: Vec<UnitSpec>,
    /// What was played, in order.
    pub plays: Vec<Play>,
}

impl Situation {
    /// The pool of a player.
    #[must_use]
    pub const fn pool(&self, side: Side) -> &Pool {
        match side {
            Side::Dark => &self.dark,
            Side::Light => &self.light,
        }
    }
}

/// What a document says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// A short title.
    pub title: String,
    /// The question as it was asked.
    pub question: String,
    /// The short answer, Markdown.
    pub ruling: String,
    /// Where the ruling comes from.
    pub source: String,
    /// How much it binds.
    pub status: Status,
}

/// How much a ruling binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// By those who make the rules.
    Official,
    /// By the community.
    Community,
    /// Ours, from the clauses.
    #[default]
    Derived,
}

/// What a player has beside units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Pool {
    /// Force, never negative (1.7.3).
    pub force: i32,
    /// Build points of this turn.
    pub build_points: i32,
    /// Cards in hand; `None`: unknown, which is never a reason to refuse.
    pub hand: Option<i32>,
    /// Cards in the deck; `None`: unknown.
    pub deck: Option<i32>,
    /// Cards in the discard pile; `None`: unknown.
    pub discard: Option<i32>,
}

/// A situation with the ruling it must get.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Case {
    /// The situation.
    pub situation: Situation,
    /// What is expected; `None` for a mere situation.
    pub expect: Option<Expect>,
}
