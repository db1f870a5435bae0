//! Fortitude: the unit can prevent even unpreventable damage to itself.

use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Held, KeywordDef, Proposal};
use crate::rules::prevention;
use crate::rules::shown::Shown;
use crate::rules::table::Table;

/// Fortitude.
pub const FORTITUDE: KeywordDef = KeywordDef {
    idle: Some(idle),
    prevents_all: Some(clause!("fortitude.1")),
    grounds: Grounds {
        leave: &[clause!("fortitude.3")],
        own_only: Some(clause!("fortitude.4")),
        put_counters: Some(clause!("fortitude.5")),
        ..Grounds::NONE
    },
    shown: Shown {
        companion: Some(keyword!("evade")),
        foil: Some(keyword!("ferocity")),
        speaks_of: &[
            (keyword!("protect"), clause!("fortitude.4")),
            (keyword!("double-damage"), clause!("fortitude.5")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("fortitude"))
};

/// It prevents nothing by itself.
fn idle(table: &Table, held: &Held) -> Proposal {
    let hurt = table.instances.iter().any(|i| {
        i.target == held.unit && i.placed > 0 && prevention::unpreventable(table, i).is_some()
    });
    if hurt {
        return Proposal::skip(
            clause!("fortitude.2"),
            "it needs an ability that prevents damage",
        );
    }
    Proposal::Silent
}
