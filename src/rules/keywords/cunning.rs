//! Cunning: the unit's attack dice are hidden until damage prevention is over.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Cunning.
pub const CUNNING: KeywordDef = KeywordDef {
    hides_dice: Some(clause!("cunning.1")),
    ..KeywordDef::plain(keyword!("cunning"))
};
