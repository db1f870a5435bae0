//! Double Damage: each damage the unit does to the defender brings one additional counter.

use crate::clause;
use crate::keyword;
use crate::rules::keyword::KeywordDef;

/// Double Damage. The number is the damage that was not prevented (double-damage.1).
pub const DOUBLE_DAMAGE: KeywordDef = KeywordDef {
    extra_counters: Some(|damage| (damage, clause!("double-damage.1"))),
    ..KeywordDef::plain(keyword!("double-damage"))
};
