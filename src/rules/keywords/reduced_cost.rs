//! Reduced Cost X: the card costs X if the condition holds.

use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Reduced Cost. It is read while the card is paid for, wherever that card lies.
pub const REDUCED_COST: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_partly_built: true,
    ..KeywordDef::plain(keyword!("reduced-cost"))
};
