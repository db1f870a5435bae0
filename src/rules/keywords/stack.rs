//! Stack: listed cards may be put under the unit as part of its stack.

use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Stack. It is read when cards are stacked, wherever the stack lies.
pub const STACK: KeywordDef = KeywordDef {
    in_build_zone: true,
    ..KeywordDef::plain(keyword!("stack"))
};
