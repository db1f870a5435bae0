//! Bombard X: the unit may attack into the Ground arena with X as its base power.

use crate::clause;
use crate::game::Arena;
use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Bombard.
pub const BOMBARD: KeywordDef = KeywordDef {
    reaches: Some((Arena::Ground, clause!("bombard.1"))),
    ..KeywordDef::plain(keyword!("bombard"))
};
