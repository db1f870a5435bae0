//! Last Stand: when the unit is discarded from an arena, its controller gets the listed effect.

use crate::cardtext::KeywordValue;
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
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
    let Some(copy) = held.copies.first() else {
        return Proposal::Silent;
    };
    let Some(KeywordValue::Effect(effect)) = copy.keyword_value() else {
        return Proposal::Silent;
    };
    let deed = Deed::Text {
        by: held.unit,
        effect: (**effect).clone(),
        printed: copy.printed.to_string(),
    };
    Proposal::one(Cited::new(deed, clause!("last-stand.1")))
}
