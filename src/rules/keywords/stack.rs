//! Stack: listed cards may be put under the unit as part of its stack.

use crate::cardtext::{Filter, KeywordValue, Kind, Place, is_misprint};
use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::battle::base_name;
use crate::rules::grounds::{Grounds, Listed};
use crate::rules::keyword::KeywordDef;
use crate::rules::look::{self, Look};
use crate::rules::shown::{Need, Shown};
use crate::rules::table::{SubCard, Table, UnitIx};

/// Stack. It is read when cards are stacked, wherever the stack lies.
pub const STACK: KeywordDef = KeywordDef {
    stacks: Some(stacks),
    grounds: Grounds {
        listed: Some(Listed {
            under: clause!("stack.1"),
            apart: clause!("stack.3"),
            others: clause!("stack.4"),
            once: clause!("stack.5"),
            common: clause!("stack.6"),
            limit: clause!("stack.7"),
            lost: clause!("stack.8"),
            holds,
        }),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Stack: Padawan",
        need: Need::Complete,
        stacks: true,
        covers: Some(clause!("1.5.6")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("stack"))
};

/// Whether a card that lies under the unit is one of those listed.
fn holds(value: &KeywordValue, card: &SubCard) -> bool {
    let KeywordValue::List(list) = value else {
        return false;
    };
    let alone = std::slice::from_ref(card);
    list.iter()
        .any(|f| !look::carried(alone, &f.kinds).is_empty())
        || misprinted(list, &card.name)
}

/// Whether the list names the card with a slip of the pen.
fn misprinted(list: &[Filter], name: &str) -> bool {
    let named = |f: &Filter| {
        f.kinds
            .iter()
            .any(|all| matches!(all.as_slice(), [Kind::Name(n)] if is_misprint(n, base_name(name))))
    };
    list.iter().any(named)
}

/// Whether the card is one of those listed, wherever it lies.
fn stacks(table: &Table, top: UnitIx, value: &KeywordValue, card: UnitIx) -> Option<ClauseId> {
    let KeywordValue::List(list) = value else {
        return None;
    };
    let look = Look::from(table, top);
    let anywhere = |f: &Filter| Filter {
        places: vec![Place::Anywhere, Place::Hand, Place::Partly],
        ..f.clone()
    };
    let listed = list
        .iter()
        .any(|f| look::fits(table, &look, &anywhere(f), card))
        || misprinted(list, table.name(card));
    listed.then_some(clause!("stack.2"))
}
