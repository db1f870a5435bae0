//! Armor: only a result of 5 or more hits the unit.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// The least result that hits.
const NEEDED: i32 = 5;

/// Armor.
pub const ARMOR: KeywordDef = KeywordDef {
    hit_by: Some((NEEDED, clause!("armor.1"))),
    hit_by_damage_dice: Some(clause!("armor.2")),
    ..KeywordDef::plain(keyword!("armor"))
};
