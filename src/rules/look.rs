//! Reading the table for an ability: which units it speaks of, what its numbers are, whether its
//! conditions hold. Nothing here changes anything.

mod condition;
mod fit;
mod kind;
mod number;

pub use condition::{current_step, holds, would_be_discarded};
pub use fit::{fits, fits_but_place, fits_unless_elsewhere, in_place};
pub use kind::{carried, contains_words, kinds_fit};
pub use number::{cmp_words, counters_on, needs_x, printed_stat, stat_of, value};

use crate::cardtext::{Filter, Player, Selector, Who};
use crate::game::{Arena, Side};

use self::fit::fits_anywhere;
use super::table::{Table, UnitIx};

/// In whose name an ability looks at the table, and what it has chosen so far.
#[derive(Clone, Debug)]
pub struct Look {
    /// The player who controls the ability.
    pub you: Side,
    /// The unit that has it.
    pub this: Option<UnitIx>,
    /// Units chosen or spoken of last.
    pub that: Vec<UnitIx>,
    /// Units that paid the cost.
    pub paid: Vec<UnitIx>,
    /// Where units spoken of lay when they were, for those that have left their arena since.
    pub was_in: Vec<(UnitIx, Arena)>,
    /// Discarded units that the ability speaks of as such: those whose discard set it off, which it
    /// discarded itself, or which were chosen in the discard pile. It moves no others out of it.
    pub fallen: Vec<UnitIx>,
    /// The unit that acts in the triggering event.
    pub actor: Option<UnitIx>,
    /// The unit acted on in it.
    pub patient: Option<UnitIx>,
    /// The chosen arena.
    pub arena: Option<Arena>,
    /// The arenas among which it was chosen, as printed.
    pub open: Vec<Arena>,
    /// The arena that a unit left as a cost.
    pub left: Option<Arena>,
    /// The X paid or chosen.
    pub x: Option<i32>,
    /// Damage prevented earlier in the ability.
    pub prevented: i32,
    /// Damage done in the triggering event.
    pub damage_done: i32,
}

impl Look {
    /// Looking in the name of a player, from no unit.
    #[must_use]
    pub const fn of(you: Side) -> Look {
        Look {
            you,
            this: None,
            that: Vec::new(),
            paid: Vec::new(),
            was_in: Vec::new(),
            fallen: Vec::new(),
            actor: None,
            patient: None,
            arena: None,
            open: Vec::new(),
            left: None,
            x: None,
            prevented: 0,
            damage_done: 0,
        }
    }

    /// Looking from a unit.
    #[must_use]
    pub fn from(table: &Table, unit: UnitIx) -> Look {
        Look {
            this: Some(unit),
            ..Look::of(table.side(unit))
        }
    }

    /// The units are those spoken of from now on; where they lie is kept, for "the same arena"
    /// still means it once they have left.
    pub fn speak_of(&mut self, table: &Table, units: &[UnitIx]) {
        let places = units
            .iter()
            .filter_map(|u| table.unit(*u).arena().map(|a| (*u, a)));
        self.was_in.extend(places);
        self.that = units.to_vec();
    }

    /// The arena the unit is in, or was in when the ability spoke of it.
    #[must_use]
    pub fn arena_of(&self, table: &Table, unit: UnitIx) -> Option<Arena> {
        let before = || self.was_in.iter().rev().find(|(u, _)| *u == unit);
        table
            .unit(unit)
            .arena()
            .or_else(|| before().map(|(_, arena)| *arena))
    }

    /// The player meant, seen from the ability. `None` for both.
    #[must_use]
    pub fn player(&self, table: &Table, player: Player) -> Option<Side> {
        match player {
            Player::You => Some(self.you),
            Player::Opponent => Some(self.you.opponent()),
            Player::Each => None,
            Player::ActorController => {
                Some(self.actor.map_or(self.you.opponent(), |u| table.side(u)))
            }
            Player::ThatOwner => Some(
                self.that
                    .last()
                    .or(self.patient.as_ref())
                    .map_or(self.you.opponent(), |u| table.unit(*u).owner),
            ),
            Player::ThatController => Some(
                self.that
                    .last()
                    .or(self.patient.as_ref())
                    .map_or(self.you.opponent(), |u| table.side(*u)),
            ),
        }
    }

    /// The sides meant.
    #[must_use]
    pub fn players(&self, table: &Table, player: Player) -> Vec<Side> {
        self.player(table, player)
            .map_or_else(|| Side::BOTH.to_vec(), |s| vec![s])
    }
}

/// The units meant without any choice: all that fit, or the one spoken of.
#[must_use]
pub fn units(table: &Table, look: &Look, who: &Who) -> Vec<UnitIx> {
    match who {
        Who::This => look.this.into_iter().collect(),
        Who::That => look.that.clone(),
        Who::Paid => look.paid.clone(),
        Who::Attacker => table.attack().map(|a| a.attacker).into_iter().collect(),
        Who::Defender => table.attack().map(|a| a.defender).into_iter().collect(),
        Who::Actor => look.actor.into_iter().collect(),
        Who::Patient => look.patient.into_iter().collect(),
        Who::Units(Selector { filter, .. }) => fitting(table, look, filter),
    }
}

/// Every unit that fits, in the order of the document.
#[must_use]
pub fn fitting(table: &Table, look: &Look, filter: &Filter) -> Vec<UnitIx> {
    table
        .all()
        .filter(|ix| fits(table, look, filter, *ix))
        .collect()
}

/// Whether the unit is one of those meant; a quantity means any of them.
#[must_use]
pub fn means(table: &Table, look: &Look, who: &Who, ix: UnitIx) -> bool {
    match who {
        Who::Units(selector) => fits(table, look, &selector.filter, ix),
        other => units(table, look, other).contains(&ix),
    }
}

/// Whether the unit is one of those meant, wherever it is and whatever places are named.
#[must_use]
pub fn means_anywhere(table: &Table, look: &Look, who: &Who, ix: UnitIx) -> bool {
    match who {
        Who::Units(selector) => fits_anywhere(table, look, &selector.filter, ix),
        other => means(table, look, other, ix),
    }
}

/// Whether the unit is one of those meant, wherever it is unless a place is named.
#[must_use]
pub fn means_unless_elsewhere(table: &Table, look: &Look, who: &Who, ix: UnitIx) -> bool {
    match who {
        Who::Units(selector) => fits_unless_elsewhere(table, look, &selector.filter, ix),
        other => means(table, look, other, ix),
    }
}
