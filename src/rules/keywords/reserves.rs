//! Reserves: an ability that works while, and only while, its unit is in the build zone.

use crate::cardtext::KeywordValue;
use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Expansion, KeywordDef};
use crate::rules::shown::{Need, Shown, Start};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::Reason;

/// Reserves.
pub const RESERVES: KeywordDef = KeywordDef {
    in_build_zone: true,
    lent_there: true,
    expand: Some(expand),
    grounds: Grounds {
        lent_kind: Some(clause!("reserves.2")),
        lends: Some(|table, unit, _| table.unit(unit).is_retreated().then_some(clause!("1.2.3"))),
        ..Grounds::NONE
    },
    shown: Shown {
        need: Need::Lends,
        lends_by: &[clause!("reserves.1")],
        start: Start::Retreated,
        speaks_of: &[
            (keyword!("hidden-cost"), clause!("reserves.i1")),
            (keyword!("bounty"), clause!("reserves.1")),
            (keyword!("damage-control"), clause!("reserves.1")),
            (keyword!("upkeep"), clause!("reserves.1")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("reserves"))
};

fn expand(table: &Table, unit: UnitIx, value: &KeywordValue) -> Expansion {
    let KeywordValue::Abilities(abilities) = value else {
        return Expansion::default();
    };
    let unit = table.unit(unit);
    let off = if unit.arena().is_some() {
        let text = format!("{} is not in the build zone", unit.name);
        Some(Reason::by(clause!("reserves.1"), text))
    } else if unit.is_face_down() {
        let text = format!("{} is only partly built", unit.name);
        Some(Reason::by(clause!("reserves.i1"), text))
    } else {
        None
    };
    Expansion {
        abilities: abilities.clone(),
        off,
        through: Some(clause!("reserves.1")),
        awake: true,
        ..Expansion::default()
    }
}
