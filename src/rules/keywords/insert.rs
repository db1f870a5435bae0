//! INSERT: an ability for the top card of the stack in which its card lies, wherever it lies.

use crate::cardtext::{Ability, KeywordValue};
use crate::clause;
use crate::game::Zone;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::derive::Carrier;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Expansion, KeywordDef};
use crate::rules::shown::{Bearer, Need, Shown};
use crate::rules::table::{Table, UnitIx};

/// INSERT. It lends its abilities in the build zone too; each of them works there only if it would
/// do so anyway (insert.3, insert.5).
pub const INSERT: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_covered: Some(always),
    expand: Some(expand),
    grounds: Grounds {
        lends: Some(lends),
        lent_kind: Some(clause!("insert.4")),
        lent_place: Some(clause!("insert.5")),
        ..Grounds::NONE
    },
    shown: Shown {
        need: Need::Lends,
        lends_by: &[clause!("insert.1")],
        bearer: Bearer::Under,
        speaks_of: &[
            (keyword!("adapt"), clause!("insert.1")),
            (keyword!("switch"), clause!("insert.1")),
            (keyword!("stack"), clause!("insert.1")),
            (keyword!("reserves"), clause!("insert.5")),
        ],
        ..Shown::IN_ATTACK
    },
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

/// The clause of the place in the stack from which it works, or of the place of the stack.
fn lends(table: &Table, unit: UnitIx, carrier: Carrier) -> Option<ClauseId> {
    let stack = table.unit(unit);
    let copies = stack
        .under
        .iter()
        .flat_map(|c| &c.lines)
        .chain(&stack.lines)
        .flat_map(|l| &l.abilities)
        .filter(|a| matches!(&***a, Ability::Keyword(k) if k.keyword == keyword!("insert")))
        .count();
    match carrier {
        _ if stack.zone == Zone::Build => Some(clause!("insert.3")),
        _ if copies > 1 => Some(clause!("insert.6")),
        Carrier::Under => Some(clause!("insert.2")),
        Carrier::Own if stack.under.is_empty() => Some(clause!("insert.i1")),
        _ => None,
    }
}
