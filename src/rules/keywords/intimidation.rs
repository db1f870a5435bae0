//! Intimidation: the unit gets +10 speed, +1 power, +1 health for each opponent's unit in its arena.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::{KeywordDef, Numbers};
use crate::rules::table::{Table, UnitIx};

/// Intimidation.
pub const INTIMIDATION: KeywordDef = KeywordDef {
    numbers: Some(numbers),
    bonus_by: Some(clause!("intimidation.1")),
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
