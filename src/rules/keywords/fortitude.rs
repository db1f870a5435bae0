//! Fortitude: the unit can prevent even unpreventable damage to itself.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Fortitude.
pub const FORTITUDE: KeywordDef = KeywordDef {
    prevents_all: Some(clause!("fortitude.1")),
    ..KeywordDef::plain(keyword!("fortitude"))
};
