//! Alternative Cost: the card may be completed by paying this cost instead of its build cost.

use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Alternative Cost. It is read while the card is paid for, wherever that card lies.
pub const ALTERNATIVE_COST: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_partly_built: true,
    ..KeywordDef::plain(keyword!("alternative-cost"))
};
