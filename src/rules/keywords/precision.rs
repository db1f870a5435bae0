//! Precision: when the unit attacks, the defender cannot be changed. Its old name is Elude.

use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;

/// Precision.
pub const PRECISION: KeywordDef = KeywordDef {
    locks_defender: Some(clause!("precision.1")),
    grounds: Grounds {
        locks: Some(clause!("precision.2")),
        ..Grounds::NONE
    },
    ..KeywordDef::plain(keyword!("precision"))
};
