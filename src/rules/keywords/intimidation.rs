//! Intimidation: the unit gets +10 speed, +1 power, +1 health for each opponent's unit in its arena.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::{Held, KeywordDef, Numbers, Proposal};
use crate::rules::shown::Shown;
use crate::rules::table::{Table, UnitIx};

/// Intimidation.
pub const INTIMIDATION: KeywordDef = KeywordDef {
    numbers: Some(numbers),
    bonus_by: Some(clause!("intimidation.1")),
    idle: Some(idle),
    shown: Shown {
        unique: Some(clause!("intimidation.2")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("intimidation"))
};

fn numbers(table: &Table, unit: UnitIx, _: i32) -> Numbers {
    let own = table.unit(unit);
    if !own.unique || !own.in_battle() {
        return Numbers::default();
    }
    let opponents = table
        .units
        .iter()
        .filter(|u| u.side != own.side && u.in_battle() && u.arena() == own.arena())
        .count();
    Numbers::steps(i32::try_from(opponents).unwrap_or(0))
}

/// A unit that is not unique cannot have it.
fn idle(table: &Table, held: &Held) -> Proposal {
    if table.unit(held.unit).unique {
        return Proposal::Silent;
    }
    let text = format!("{} is not unique and cannot have it", table.name(held.unit));
    Proposal::skip(clause!("intimidation.2"), text)
}
