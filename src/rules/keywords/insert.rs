//! INSERT: an ability for the top card of the stack in which its card lies, wherever it lies.

use crate::cardtext::KeywordValue;
use crate::clause;
use crate::keyword;
use crate::rules::keyword::{Expansion, KeywordDef};
use crate::rules::table::{Table, UnitIx};

/// INSERT. It lends its abilities in the build zone too; each of them works there only if it would
/// do so anyway (insert.3, insert.5).
pub const INSERT: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_covered: Some(always),
    expand: Some(expand),
    ..KeywordDef::plain(keyword!("insert"))
};

const fn always(_: &Table) -> bool {
    true
}

fn expand(_: &Table, _: UnitIx, value: &KeywordValue) -> Expansion {
    match value {
        KeywordValue::Abilities(abilities) => Expansion {
            abilities: abilities.clone(),
            through: Some(clause!("insert.1")),
            ..Expansion::default()
        },
        _ => Expansion::default(),
    }
}
