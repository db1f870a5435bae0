//! Precision: when the unit attacks, the defender cannot be changed. Its old name is Elude.

use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::derive::Copy;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::Shown;

/// Precision.
pub const PRECISION: KeywordDef = KeywordDef {
    locks_defender: Some(clause!("precision.1")),
    grounds: Grounds {
        locks: Some(named),
        ..Grounds::NONE
    },
    shown: Shown {
        foil: Some(keyword!("intercept")),
        speaks_of: &[
            (keyword!("double-strike"), clause!("precision.1")),
            (keyword!("tenacity"), clause!("precision.1")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("precision"))
};

/// Elude is its former name.
fn named(copy: &Copy) -> ClauseId {
    if copy.printed.to_lowercase().contains("elude") {
        clause!("elude.1")
    } else {
        clause!("precision.2")
    }
}
