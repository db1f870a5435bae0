//! Ferocity: damage from the unit cannot be prevented.

use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::Shown;

/// Ferocity. Damage that was set up before its unit was discarded has it too (3.5.5).
pub const FEROCITY: KeywordDef = KeywordDef {
    from_discard: true,
    unpreventable: Some(clause!("ferocity.1")),
    grounds: Grounds {
        every_damage: Some(clause!("ferocity.2")),
        leave: &[clause!("ferocity.3")],
        ..Grounds::NONE
    },
    shown: Shown {
        foil: Some(keyword!("evade")),
        speaks_of: &[
            (keyword!("overkill"), clause!("ferocity.2")),
            (keyword!("critical-hit"), clause!("ferocity.1")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("ferocity"))
};
