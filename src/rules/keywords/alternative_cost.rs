//! Alternative Cost: the card may be completed by paying this cost instead of its build cost.

use crate::cardtext::KeywordValue;
use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Completion, KeywordDef};
use crate::rules::table::{Table, UnitIx};

/// Alternative Cost. It is read while the card is paid for, wherever that card lies.
pub const ALTERNATIVE_COST: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_partly_built: true,
    completes: Some(completes),
    grounds: Grounds {
        completed: Some(|_, _, _| vec![clause!("alternative-cost.2")]),
        ..Grounds::NONE
    },
    ..KeywordDef::plain(keyword!("alternative-cost"))
};

/// The listed cost replaces the build cost.
fn completes(_: &Table, _: UnitIx, value: &KeywordValue) -> Completion {
    match value {
        KeywordValue::Costs(alternatives) => {
            alternatives.first().map_or(Completion::Nothing, |costs| {
                Completion::Instead(costs.clone(), clause!("alternative-cost.1"))
            })
        }
        _ => Completion::Nothing,
    }
}
