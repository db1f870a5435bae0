//! Alternative Cost: the card may be completed by paying this cost instead of its build cost.

use crate::cardtext::{KeywordAbility, KeywordValue};
use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Completion, KeywordDef, def};
use crate::rules::shown::{Need, Shown, Start};
use crate::rules::table::{Table, UnitIx};

/// Alternative Cost. It is read while the card is paid for, wherever that card lies.
pub const ALTERNATIVE_COST: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_partly_built: true,
    completes: Some(completes),
    grounds: Grounds {
        completed: Some(|table, card, _| completed(table, card)),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Alternative Cost: Pay 3 Force",
        second: "Alternative Cost: Pay 2 Force",
        speaks_of: &[(keyword!("reduced-cost"), clause!("alternative-cost.4"))],
        need: Need::Complete,
        start: Start::Partly(1),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("alternative-cost"))
};

/// The listed cost replaces the build cost.
fn completes(_: &Table, _: UnitIx, value: &KeywordValue) -> Completion {
    match value {
        KeywordValue::Costs(alternatives) => {
            alternatives.first().map_or(Completion::Nothing, |costs| {
                let clauses = [clause!("alternative-cost.1"), clause!("alternative-cost.2")];
                Completion::Instead(costs.clone(), clauses)
            })
        }
        _ => Completion::Nothing,
    }
}

/// All its parts are paid, in their order; what lowers the build cost leaves it alone.
fn completed(table: &Table, card: UnitIx) -> Vec<ClauseId> {
    let mut clauses = Vec::new();
    let lowered = table.view(card).copies.iter().filter(|c| c.off.is_none());
    let lowers = |k: &KeywordAbility| {
        def(k.keyword)
            .and_then(|d| d.completes)
            .is_some_and(|f| matches!(f(table, card, &k.value), Completion::Costs(..)))
    };
    if lowered.filter_map(|c| c.keyword()).any(lowers) {
        clauses.push(clause!("alternative-cost.4"));
    }
    let several = |v: &KeywordValue| matches!(v, KeywordValue::Costs(all) if all.first().is_some_and(|costs| costs.len() > 1));
    let own = table.view(card).copies_of(keyword!("alternative-cost"));
    if own.filter_map(|c| c.keyword_value()).any(several) {
        clauses.push(clause!("alternative-cost.3"));
    }
    clauses.push(clause!("alternative-cost.2"));
    clauses
}
