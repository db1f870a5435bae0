//! Switch: the unit has the text that belongs to the arena it is in.

use crate::cardtext::KeywordValue;
use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Expansion, Held, KeywordDef, Proposal};
use crate::rules::shown::{Need, Shown};
use crate::rules::table::{Table, UnitIx};

/// Switch.
pub const SWITCH: KeywordDef = KeywordDef {
    expand: Some(expand),
    idle: Some(idle),
    grounds: Grounds {
        lends: Some(|table, unit, _| {
            let unit = table.unit(unit);
            let first = unit.types.iter().find_map(|t| t.arena());
            (first != unit.arena()).then_some(clause!("switch.3"))
        }),
        stays_in_arena: Some(clause!("switch.4")),
        ..Grounds::NONE
    },
    shown: Shown {
        need: Need::Lends,
        lends_by: &[clause!("switch.1")],
        lends_how: " in one of the arenas of its type line",
        lending: Some(|ability| format!("Switch: {ability}/None")),
        two_arenas: true,
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("switch"))
};

/// The texts correspond in number to the arenas of the type line (switch.1, switch.3).
fn expand(table: &Table, unit: UnitIx, value: &KeywordValue) -> Expansion {
    let KeywordValue::Texts(texts) = value else {
        return Expansion::default();
    };
    let unit = table.unit(unit);
    let here = unit.arena();
    let grants = unit
        .types
        .iter()
        .filter_map(|t| t.arena())
        .zip(texts)
        .find(|(arena, _)| Some(*arena) == here)
        .map(|(_, text)| text.clone());
    Expansion {
        grants: grants.unwrap_or_default(),
        through: Some(clause!("switch.1")),
        ..Expansion::default()
    }
}

fn idle(table: &Table, held: &Held) -> Proposal {
    let value = held.copies.first().and_then(|c| c.keyword_value());
    match value.map(|v| expand(table, held.unit, v)) {
        Some(now) if now.grants.is_empty() => Proposal::skip(
            clause!("switch.2"),
            "it has no text for the arena the unit is in",
        ),
        _ => Proposal::Silent,
    }
}
