//! Inspiration: each other unit of its controller in the unit's arena gets +10 speed, +1 power, +1 health.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::{KeywordDef, Numbers};
use crate::rules::table::{Table, UnitIx};

/// Inspiration.
pub const INSPIRATION: KeywordDef = KeywordDef {
    aura: Some(aura),
    bonus_by: Some(clause!("inspiration.1")),
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
