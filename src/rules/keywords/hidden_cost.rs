//! Hidden Cost X: a partly built card with X build counters may be completed for Force at almost any time.

use crate::cardtext::{KeywordValue, StaticRule};
use crate::clause;
use crate::game::CounterKind;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Completion, KeywordDef};
use crate::rules::look::{self, Look};
use crate::rules::price;
use crate::rules::shown::{Need, Shown, Start};
use crate::rules::table::{Phase, Table, UnitIx};

/// Hidden Cost: the one ability of a partly built card that works (1.2.2).
pub const HIDDEN_COST: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_partly_built: true,
    not_in_reserved: Some(clause!("hidden-cost.6")),
    completes: Some(completes),
    grounds: Grounds {
        completed: Some(completed),
        partly_built: Some(clause!("hidden-cost.3")),
        not_aboard: Some(clause!("hidden-cost.7")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Hidden Cost 2",
        second: "Hidden Cost 1",
        speaks_of: &[
            (keyword!("absorb"), clause!("hidden-cost.6")),
            (keyword!("deflect"), clause!("hidden-cost.6")),
            (keyword!("evade"), clause!("hidden-cost.6")),
            (keyword!("lucky"), clause!("hidden-cost.6")),
            (keyword!("parry"), clause!("hidden-cost.6")),
            (keyword!("persuade"), clause!("hidden-cost.6")),
            (keyword!("protect"), clause!("hidden-cost.6")),
            (keyword!("stack"), clause!("hidden-cost.4")),
            (keyword!("reduced-cost"), clause!("hidden-cost.4")),
        ],
        need: Need::Complete,
        start: Start::Partly(2),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("hidden-cost"))
};

/// With X build counters, or as many as the card costs if that is less, Force pays for the rest.
fn completes(table: &Table, card: UnitIx, value: &KeywordValue) -> Completion {
    let KeywordValue::Number(number) = value else {
        return Completion::Nothing;
    };
    let x = look::value(table, &Look::from(table, card), number);
    Completion::ForceForRest(x, [clause!("hidden-cost.1"), clause!("hidden-cost.2")])
}

/// Nothing may be left to pay; it works in the build step and after the last unit of an arena, and
/// what taxes activated abilities misses it.
fn completed(table: &Table, card: UnitIx, force: i32) -> Vec<ClauseId> {
    let mut clauses = Vec::new();
    let unit = table.unit(card);
    let have = look::counters_on(unit, CounterKind::Build);
    if have > unit.cost.max(price::build_cost(table, card)) {
        clauses.push(clause!("hidden-cost.r2"));
    } else if have + force < unit.cost {
        clauses.push(clause!("hidden-cost.4"));
    }
    if force == 0 {
        clauses.push(clause!("hidden-cost.5"));
    }
    let taxed = table
        .rules()
        .iter()
        .any(|r| matches!(r.rule, StaticRule::Tax { .. }));
    if taxed {
        clauses.push(clause!("hidden-cost.r3"));
    }
    match table.phase {
        Phase::Build(side) if side == table.side(card) => clauses.push(clause!("hidden-cost.r1")),
        Phase::Step(arena) => {
            let mut there = table
                .all()
                .map(|u| table.unit(u))
                .filter(|u| u.in_battle() && u.arena() == Some(arena));
            if there.all(|u| u.tapped) {
                clauses.push(clause!("hidden-cost.r4"));
            }
        }
        _ => {}
    }
    clauses
}
