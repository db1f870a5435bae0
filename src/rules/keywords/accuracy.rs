//! Accuracy X: added to each of the unit's attack dice when hits are counted.

use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::Shown;

/// Accuracy. Natural faces stay what they are (accuracy.2).
pub const ACCURACY: KeywordDef = KeywordDef {
    too_late: Some(clause!("accuracy.4")),
    die_bonus: Some(|value| (value, clause!("accuracy.1"))),
    grounds: Grounds {
        natural_stays: Some(clause!("accuracy.2")),
        against_need: Some(clause!("accuracy.3")),
        ..Grounds::NONE
    },
    shown: Shown {
        attack_dice: Some(clause!("accuracy.1")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("accuracy"))
};
