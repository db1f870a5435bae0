//! Hidden Cost X: a partly built card with X build counters may be completed for Force at almost any time.

use crate::cardtext::KeywordValue;
use crate::clause;
use crate::keyword;
use crate::rules::keyword::{Completion, KeywordDef};
use crate::rules::look::{self, Look};
use crate::rules::table::{Table, UnitIx};

/// Hidden Cost: the one ability of a partly built card that works (1.2.2).
pub const HIDDEN_COST: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_partly_built: true,
    not_in_reserved: Some(clause!("hidden-cost.6")),
    completes: Some(completes),
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
