//! Double Damage: each damage the unit does to the defender brings one additional counter.

use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::Shown;

/// Double Damage. The number is the damage that was not prevented (double-damage.1).
pub const DOUBLE_DAMAGE: KeywordDef = KeywordDef {
    extra_counters: Some(|damage| (damage, clause!("double-damage.1"))),
    grounds: Grounds {
        extra_only: Some(clause!("double-damage.i1")),
        on_top: Some(clause!("double-damage.2")),
        ..Grounds::NONE
    },
    shown: Shown {
        attacks_only: Some(clause!("double-damage.i1")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("double-damage"))
};
