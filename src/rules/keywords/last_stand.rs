//! Last Stand: when the unit is discarded from an arena, its controller gets the listed effect.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::shown::Shown;
use crate::rules::table::Table;
use crate::rules::trace::Cited;
use crate::rules::window::WindowId;

/// Last Stand. It acts when its unit lies in the discard pile already.
pub const LAST_STAND: KeywordDef = KeywordDef {
    from_discard: true,
    hooks: &[Hook {
        window: WindowId::Discard,
        order: 40,
        run: last_stand,
    }],
    shown: Shown {
        line: "Last Stand: Draw a card",
        falls: true,
        own_discard: Some(clause!("last-stand.1")),
        speaks_of: &[
            (keyword!("inspiration"), clause!("6.2.5")),
            (keyword!("intimidation"), clause!("6.2.5")),
            (keyword!("reserves"), clause!("last-stand.i1")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("last-stand"))
};

fn last_stand(table: &Table, held: &Held) -> Proposal {
    let Some(fallen) = table.fallen.iter().find(|f| f.unit == held.unit) else {
        return Proposal::Silent;
    };
    if fallen.from.arena().is_none() {
        return Proposal::skip(
            clause!("last-stand.i1"),
            "it was discarded from the build zone, not from an arena",
        );
    }
    let Some(deed) = held.listed_effect() else {
        return Proposal::Silent;
    };
    Proposal::one(Cited::new(deed, clause!("last-stand.1")))
}
