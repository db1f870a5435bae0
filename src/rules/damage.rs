//! Damage as packets (RULES 6).

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::cardtext::Barred;
use crate::rulebook::Keyword;

use super::look::Look;
use super::table::UnitIx;
use super::trace::Cite;

/// More than any unit can carry: texts that multiply damage or counters stop here.
pub const MOST_DAMAGE: i32 = 999_999;

/// How an instance of damage came about (6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DamageOrigin {
    /// The attack roll against the defender.
    Attack,
    /// Hits sent to a second unit.
    Overkill,
    /// Dice of damage.
    Dice,
    /// A fixed number.
    Fixed,
    /// Passed on by a deflecting unit.
    Deflect,
}

/// By what damage cannot be prevented, seen from the text that does it.
#[derive(Clone, Debug)]
pub struct BarredBy {
    /// By what.
    pub what: Barred,
    /// In whose name.
    pub look: Look,
    /// The line.
    pub cite: Cite,
}

/// One amount from one source to one unit from one event (6.1).
///
/// Always: `amount = prevented + placed + lapsed + pending`, and `pending` is 0 once it is placed.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its number, counted from 0.
    pub id: usize,
    /// The unit said to do the damage; `None` for a card or a ruling by hand without one.
    pub source: Option<UnitIx>,
    /// The unit to be damaged.
    pub target: UnitIx,
    /// How much there was at the beginning.
    pub amount: i32,
    /// How much is still pending.
    pub pending: i32,
    /// How much was prevented, deflected damage included.
    pub prevented: i32,
    /// How much was placed as counters.
    pub placed: i32,
    /// How much lapsed because its target was gone (3.5.6).
    pub lapsed: i32,
    /// How it came about.
    pub origin: DamageOrigin,
    /// The number of the attack whose attack dice did it; `None` for anything else.
    pub attack: Option<u32>,
    /// Whether its own wording lets it be prevented (6.3.4); what its source has comes on top.
    pub preventable: bool,
    /// By what it cannot be prevented, if its own wording says so.
    pub barred: Option<Rc<BarredBy>>,
    /// The keyword that did it, if it was not the attack dice.
    pub with: Option<Keyword>,
    /// The instance it was deflected or split from.
    pub parent: Option<usize>,
    /// The keyword that added to it.
    pub added_by: Option<Keyword>,
}

impl Instance {
    /// So much damage that is about to be pending, preventable and of no attack. It gets its number
    /// with the announcement.
    #[must_use]
    pub const fn new(
        source: Option<UnitIx>,
        target: UnitIx,
        amount: i32,
        origin: DamageOrigin,
    ) -> Instance {
        Instance {
            id: 0,
            source,
            target,
            amount,
            pending: amount,
            prevented: 0,
            placed: 0,
            lapsed: 0,
            origin,
            attack: None,
            preventable: true,
            barred: None,
            with: None,
            parent: None,
            added_by: None,
        }
    }
}
