//! Ion Cannon X: the unit may attack into the Space arena with X as its base power.

use crate::clause;
use crate::game::Arena;
use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Ion Cannon.
pub const ION_CANNON: KeywordDef = KeywordDef {
    reaches: Some((Arena::Space, clause!("ion-cannon.1"))),
    ..KeywordDef::plain(keyword!("ion-cannon"))
};
