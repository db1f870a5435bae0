//! Costs in words.

use super::capital;
use super::effect::clause;
use super::who::{counters, num, who};
use crate::cardtext::ability::Cost;
use crate::cardtext::who::{Num, Who};
use crate::game::CounterKind;

/// Costs, the first with a capital.
pub(super) fn costs(list: &[Cost]) -> String {
    capital(&list.iter().map(cost).collect::<Vec<_>>().join(", ")).replace(", pay ", ", Pay ")
}

fn cost(c: &Cost) -> String {
    match c {
        Cost::Force(Num::AtMost(n, most)) => format!("pay {} Force, up to {}", num(n), num(most)),
        Cost::Force(n) => format!("pay {} Force", num(n)),
        Cost::BuildPoints(n) => format!(
            "pay {} build point{}",
            num(n),
            if *n == Num::Const(1) { "" } else { "s" }
        ),
        Cost::Tap(Who::This) => "[tap]".to_owned(),
        Cost::Tap(w) => format!("tap {}", who(w)),
        Cost::Untap(w) => format!("untap {}", who(w)),
        Cost::Discard(w) => format!("discard {}", who(w)),
        Cost::Retreat(w) => format!("retreat {}", who(w)),
        Cost::Return(w) => format!("return {} to its owner's hand", who(w)),
        Cost::ToSupply(w) => format!("return {} to the supply", who(w)),
        Cost::RemoveFromGame(w) => format!("remove {} from the game", who(w)),
        Cost::DiscardCards {
            count,
            from_deck: false,
            of,
        } => format!("discard {} from your hand", cards_of(count, of.as_deref())),
        Cost::DiscardCards {
            count,
            from_deck: true,
            ..
        } => format!("discard {} from the top of your deck", cards(count)),
        Cost::RemoveDiscarded { count, of } => format!(
            "remove {} from your discard pile from the game",
            cards_of(count, of.as_deref())
        ),
        Cost::PutCounters {
            kind: CounterKind::Resource,
            count,
            on: Who::This,
        } => format!("add {}", bare_counters(count)),
        Cost::PutCounters { kind, count, on } => {
            format!("put {} on {}", counters(count, *kind), who(on))
        }
        Cost::RemoveCounters {
            kind: CounterKind::Resource,
            count,
            from: Who::This,
        } => {
            format!("remove {}", bare_counters(count))
        }
        Cost::RemoveCounters { kind, count, from } => {
            format!("remove {} from {}", counters(count, *kind), who(from))
        }
        Cost::Do(e) => clause(e),
    }
}

/// "1 Battle card", "2 cards".
fn cards_of(n: &Num, of: Option<&str>) -> String {
    of.map_or_else(|| cards(n), |words| format!("{} {words}", num(n)))
}

fn cards(n: &Num) -> String {
    format!(
        "{} card{}",
        num(n),
        if *n == Num::Const(1) { "" } else { "s" }
    )
}

/// Counters of a Resource.
fn bare_counters(n: &Num) -> String {
    format!(
        "{} counter{}",
        num(n),
        if *n == Num::Const(1) { "" } else { "s" }
    )
}
