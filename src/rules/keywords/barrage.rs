//! Barrage X: the unit may attack into the Character arena with X as its base power.

use crate::clause;
use crate::game::Arena;
use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Barrage.
pub const BARRAGE: KeywordDef = KeywordDef {
    reaches: Some((Arena::Character, clause!("barrage.1"))),
    ..KeywordDef::plain(keyword!("barrage"))
};
