//! Inspiration: each other unit of its controller in the unit's arena gets +10 speed, +1 power, +1 health.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::{Held, KeywordDef, Numbers, Proposal};
use crate::rules::shown::{Beside, Shown};
use crate::rules::table::{Table, UnitIx};

/// Inspiration.
pub const INSPIRATION: KeywordDef = KeywordDef {
    aura: Some(aura),
    bonus_by: Some(clause!("inspiration.1")),
    idle: Some(idle),
    shown: Shown {
        unique: Some(clause!("inspiration.2")),
        beside: Beside::On,
        several: &[clause!("inspiration.1"), clause!("5.2.1")],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("inspiration"))
};

fn aura(table: &Table, holder: UnitIx, other: UnitIx) -> Numbers {
    let (own, unit) = (table.unit(holder), table.unit(other));
    let inspired = own.unique
        && own.in_battle()
        && holder != other
        && own.side == unit.side
        && unit.in_battle()
        && own.arena() == unit.arena();
    Numbers::steps(i32::from(inspired))
}

/// A unit that is not unique cannot have it.
fn idle(table: &Table, held: &Held) -> Proposal {
    if table.unit(held.unit).unique {
        return Proposal::Silent;
    }
    let text = format!("{} is not unique and cannot have it", table.name(held.unit));
    Proposal::skip(clause!("inspiration.2"), text)
}
