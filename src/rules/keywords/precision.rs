//! Precision: when the unit attacks, the defender cannot be changed. Its old name is Elude.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Precision.
pub const PRECISION: KeywordDef = KeywordDef {
    locks_defender: Some(clause!("precision.1")),
    ..KeywordDef::plain(keyword!("precision"))
};
