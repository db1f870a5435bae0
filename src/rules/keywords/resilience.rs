//! Resilience X: with as many damage counters as the size of X, the unit's power changes by X.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::{Held, KeywordDef, Numbers, Proposal};
use crate::rules::table::{Table, UnitIx};

/// Resilience. The copies are added first; the size of the sum is both threshold and change
/// (resilience.2).
pub const RESILIENCE: KeywordDef = KeywordDef {
    numbers: Some(numbers),
    bonus_by: Some(clause!("resilience.1")),
    idle: Some(idle),
    ..KeywordDef::plain(keyword!("resilience"))
};

fn numbers(table: &Table, unit: UnitIx, sum: i32) -> Numbers {
    let reached = table.unit(unit).damage >= sum.saturating_abs();
    Numbers {
        power: if reached { sum } else { 0 },
        ..Numbers::default()
    }
}

fn idle(table: &Table, held: &Held) -> Proposal {
    let (counters, needed) = (table.unit(held.unit).damage, held.value.saturating_abs());
    if counters >= needed {
        return Proposal::Silent;
    }
    Proposal::skip(
        clause!("resilience.1"),
        format!("it has {counters} damage counters, not {needed}"),
    )
}
