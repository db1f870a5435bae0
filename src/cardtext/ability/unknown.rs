//! Lines that were not understood, and what they look like.

use serde::{Deserialize, Serialize};

use crate::cardtext::who::{Cond, Filter};
use crate::rulebook::Keyword;

use super::Event;

/// A line the reader did not understand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unknown {
    /// The words as printed.
    pub words: String,
    /// What kind of ability it is, as far as the sentence shows.
    pub shape: Shape,
    /// Keywords it names.
    pub keywords: Vec<Keyword>,
}

/// What an unread line looks like; decides whether it can matter on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// It has an arrow: it matters only when it is played.
    Activated,
    /// It waits for one of these events, although its effect was not understood.
    Triggered {
        /// What could set it off.
        events: Vec<Event>,
        /// Whether the words say which units the events are about; otherwise only their sort counts.
        exact: bool,
    },
    /// It has a trigger that was not understood.
    TriggeredUnknown,
    /// It speaks of the unit that carries its card, as Equipment and Pilots do.
    Carried,
    /// It speaks of the top card of the stack, from wherever its card lies (INSERT).
    Insert(Box<Shape>),
    /// It works only while its card lies under another.
    Covered,
    /// It works only in the build zone (Reserves).
    Reserves,
    /// It is about building, deploying and the phases before battle.
    BuildOnly,
    /// It is about Battle cards that are played.
    BattleCards,
    /// Several abilities, any of which could matter.
    AnyOf(Vec<Shape>),
    /// It says something about the units of this description.
    About(Box<Filter>),
    /// It says something as long as this holds.
    While(Box<Cond>),
    /// Anything else.
    Static,
}
