//! Shields X: the attacking unit has X less power against this unit.

use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::Shown;

/// Shields.
pub const SHIELDS: KeywordDef = KeywordDef {
    too_late: Some(clause!("shields.3")),
    against_attacker: Some(|value| (value.saturating_neg(), clause!("shields.1"))),
    grounds: Grounds {
        attack_dice_only: Some(clause!("shields.2")),
        ..Grounds::NONE
    },
    shown: Shown {
        attacks_only: Some(clause!("shields.2")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("shields"))
};
