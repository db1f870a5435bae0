//! Pilot: a Character that can be put onto units of a subtype, to which it then gives something.

use crate::cardtext::{Ability, KeywordValue};
use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Expansion, KeywordDef};
use crate::rules::look::{self, Look};
use crate::rules::table::{Table, UnitIx};

/// Pilot. While it pilots, only this part of its text is read (pilot.2).
pub const PILOT: KeywordDef = KeywordDef {
    while_piloting: true,
    expand: Some(expand),
    grounds: Grounds {
        lends: Some(|_, _, _| Some(clause!("pilot.2"))),
        carried: &[clause!("pilot.5"), clause!("pilot.2")],
        ..Grounds::NONE
    },
    ..KeywordDef::plain(keyword!("pilot"))
};

/// What the piloted unit gets; nothing for the Pilot's own card (pilot.5).
fn expand(table: &Table, unit: UnitIx, value: &KeywordValue) -> Expansion {
    let KeywordValue::Pilot { of, gets } = value else {
        return Expansion::default();
    };
    let look = Look::from(table, unit);
    let meant = of.is_empty() || of.iter().any(|f| look::fits(table, &look, f, unit));
    if !meant || !is_piloted_by(table, unit, value) {
        return Expansion::default();
    }
    Expansion {
        grants: gets.clone(),
        through: Some(clause!("pilot.5")),
        ..Expansion::default()
    }
}

/// Whether a Pilot on the unit has this text.
fn is_piloted_by(table: &Table, unit: UnitIx, value: &KeywordValue) -> bool {
    table
        .unit(unit)
        .pilots
        .iter()
        .flat_map(|p| &p.lines)
        .flat_map(|l| &l.abilities)
        .any(|a| matches!(&**a, Ability::Keyword(k) if k.value == *value))
}
