//! Reduced Cost X: the card costs X if the condition holds.

use crate::cardtext::KeywordValue;
use crate::clause;
use crate::keyword;
use crate::rulebook::Moment;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Completion, KeywordDef};
use crate::rules::look::{self, Look};
use crate::rules::shown::{Need, Shown, Start};
use crate::rules::table::{Table, UnitIx};

/// Reduced Cost. It is read while the card is paid for, wherever that card lies.
pub const REDUCED_COST: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_partly_built: true,
    completes: Some(completes),
    grounds: Grounds {
        lowers_cards: Some(clause!("reduced-cost.2")),
        lowered_further: Some(clause!("reduced-cost.4")),
        completed: Some(|_, _, _| vec![clause!("reduced-cost.3"), clause!("reduced-cost.2")]),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Reduced Cost 4: If your opponent has no Jedi in the Character arena.",
        second: "Reduced Cost 3: If your opponent has no Jedi in the Space arena.",
        on_battle_card: "Reduced Cost 0: If your opponent has no Jedi in the Character arena.",
        need: Need::Complete,
        at: Some(Moment::Complete),
        start: Start::Partly(4),
        speaks_of: &[(keyword!("stack"), clause!("reduced-cost.4"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("reduced-cost"))
};

/// The card costs X if the condition holds while it is paid for.
fn completes(table: &Table, card: UnitIx, value: &KeywordValue) -> Completion {
    let KeywordValue::Conditional { number, condition } = value else {
        return Completion::Nothing;
    };
    let look = Look::from(table, card);
    if look::holds(table, &look, condition) {
        Completion::Costs(look::value(table, &look, number), clause!("reduced-cost.1"))
    } else {
        Completion::Unmet(clause!("reduced-cost.3"))
    }
}
