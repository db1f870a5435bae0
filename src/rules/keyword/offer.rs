//! The plays that keywords offer, and what has to be named for them.

use crate::cardtext::Scope;
use crate::rulebook::ClauseId;
use crate::rules::deed::Deed;
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

use super::Held;

/// What a play does, or what has to be known first.
pub type PlayFn = fn(&Table, &Held, &Aimed) -> Result<Vec<Cited<Deed>>, Ask>;

/// What a play does whose player declines to name a unit.
pub type DeclineFn = fn(&Table, &Held, &Aimed) -> Option<Cited<Deed>>;

/// All reasons against doing less than possible.
pub type LessFn = fn(&Table, &Held, i32) -> Vec<Reason>;

/// The aims of a play, with units looked up.
#[derive(Clone, Debug, Default)]
pub struct Aimed {
    /// How much of "up to X".
    pub amount: Option<i32>,
    /// Units, in the order in which they are asked for.
    pub on: Vec<UnitIx>,
    /// The pending instance of damage it is played against.
    pub instance: Option<usize>,
    /// Dice, from 1.
    pub dice: Vec<u8>,
    /// Their new faces.
    pub faces: Option<Vec<u8>>,
}

/// What a play needs to be told before it can go on.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The question.
    pub asks: String,
    /// What is chosen among.
    pub among: Among,
}

/// What a player has to name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Among {
    /// One of these units.
    Units(Vec<UnitIx>),
    /// Dice of the attack roll, counted from 1.
    Dice,
    /// Any number, 0 included.
    Numbers,
}

impl FromIterator<UnitIx> for Among {
    fn from_iter<I: IntoIterator<Item = UnitIx>>(units: I) -> Among {
        Among::Units(units.into_iter().collect())
    }
}

impl From<Vec<UnitIx>> for Among {
    fn from(units: Vec<UnitIx>) -> Among {
        Among::Units(units)
    }
}

/// A play a keyword offers in a play-or-pass chance or another window.
#[derive(Clone, Copy)]
pub struct Offer {
    /// The windows it can be played in.
    pub windows: &'static [WindowId],
    /// The span in which each copy can be used once.
    pub scope: Scope,
    /// The clauses that say so.
    pub limit: &'static [ClauseId],
    /// The clauses that forbid it at any other time.
    pub timing: &'static [ClauseId],
    /// All reasons against it now, costs and limits apart.
    pub against: fn(&Table, &Held, &Aimed) -> Vec<Reason>,
    /// What it does, or what has to be known first.
    pub play: PlayFn,
}

/// How a keyword plays a Battle card out of the discard pile.
#[derive(Clone, Copy, Debug)]
pub struct FromPile {
    /// The clause that lets it be played only as the card itself could be played.
    pub when: ClauseId,
    /// The clauses that put the keyword's cost in the place of the printed one.
    pub instead: [ClauseId; 2],
    /// The clause by which the card then leaves the game.
    pub leaves_by: ClauseId,
}
