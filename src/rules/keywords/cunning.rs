//! Cunning: the unit's attack dice are hidden until damage prevention is over.

use crate::clause;
use crate::keyword;
use crate::rules::grounds::{Blind, Grounds};
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::Shown;

/// Cunning.
pub const CUNNING: KeywordDef = KeywordDef {
    hides_dice: Some(clause!("cunning.1")),
    grounds: Grounds {
        blind: Some(Blind {
            before: clause!("cunning.3"),
            shown: clause!("cunning.2"),
            always: clause!("cunning.4"),
            fixed: clause!("cunning.r1"),
        }),
        ..Grounds::NONE
    },
    shown: Shown {
        foil: Some(keyword!("evade")),
        speaks_of: &[
            (keyword!("critical-hit"), clause!("cunning.1")),
            (keyword!("critical-hit"), clause!("cunning.2")),
            (keyword!("overkill"), clause!("cunning.1")),
            (keyword!("overkill"), clause!("cunning.2")),
            (keyword!("backfire"), clause!("cunning.r1")),
            (keyword!("focus"), clause!("cunning.r1")),
            (keyword!("lucky"), clause!("cunning.r1")),
            (keyword!("parry"), clause!("cunning.r1")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("cunning"))
};
