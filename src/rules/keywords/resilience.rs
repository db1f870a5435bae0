//! Resilience X: with as many damage counters as the size of X, the unit's power changes by X.

use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Held, KeywordDef, Numbers, Proposal};
use crate::rules::natural;
use crate::rules::shown::Shown;
use crate::rules::table::{Table, UnitIx};

/// Resilience. The copies are added first; the size of the sum is both threshold and change
/// (resilience.2).
pub const RESILIENCE: KeywordDef = KeywordDef {
    numbers: Some(numbers),
    idle: Some(idle),
    grounds: Grounds {
        bonus: Some(bonus),
        ..Grounds::NONE
    },
    shown: Shown {
        wounded: true,
        threshold: Some(clause!("resilience.1")),
        ..Shown::IN_ATTACK
    },
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

/// Its copies are added with their signs first; a number without a sign is a positive one.
fn bonus(table: &Table, held: &Held) -> Vec<ClauseId> {
    if held.is_sum() {
        let mut clauses = vec![clause!("resilience.2")];
        clauses.extend(natural::signs_differ(table, held).then_some(clause!("5.2.3")));
        return clauses;
    }
    let signed = held
        .copies
        .iter()
        .any(|c| c.printed.contains(['+', '-', '\u{2212}']));
    vec![
        clause!("resilience.1"),
        if signed {
            clause!("resilience.3")
        } else {
            clause!("resilience.4")
        },
    ]
}
