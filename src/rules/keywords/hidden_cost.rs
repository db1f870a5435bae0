//! Hidden Cost X: a partly built card with X build counters may be completed for Force at almost any time.

use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Hidden Cost: the one ability of a partly built card that works (1.2.2).
pub const HIDDEN_COST: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_partly_built: true,
    ..KeywordDef::plain(keyword!("hidden-cost"))
};
