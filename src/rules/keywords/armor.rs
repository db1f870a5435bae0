//! Armor: only a result of 5 or more hits the unit.

use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;

/// The least result that hits.
const NEEDED: i32 = 5;

/// Armor.
pub const ARMOR: KeywordDef = KeywordDef {
    hit_by: Some((NEEDED, clause!("armor.1"))),
    hit_by_damage_dice: Some(clause!("armor.2")),
    grounds: Grounds {
        fixed_damage: Some(clause!("armor.r1")),
        need_not_die: Some(need_not_die),
        ..Grounds::NONE
    },
    ..KeywordDef::plain(keyword!("armor"))
};

/// It asks for a higher result; an additional 1 lets a 4 reach it.
fn need_not_die(added: i32) -> Vec<ClauseId> {
    let example = (added == 1).then_some(clause!("armor.4"));
    [clause!("armor.3")].into_iter().chain(example).collect()
}
