//! Enhance: an additional cost for an additional effect.

use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::{Bearer, Need, Shown};

/// Enhance. It is read while the card is paid for, wherever that card lies.
pub const ENHANCE: KeywordDef = KeywordDef {
    grounds: Grounds {
        declared: Some(|instead| {
            let effect = if instead {
                clause!("enhance.2")
            } else {
                clause!("enhance.1")
            };
            [effect, clause!("enhance.3")]
        }),
        before_disrupt: Some(clause!("enhance.4")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Enhance: Pay 1 more Force -> Also draw a card",
        need: Need::Card,
        bearer: Bearer::BattleCard,
        speaks_of: &[
            (keyword!("reduced-cost"), clause!("enhance.1")),
            (keyword!("reduced-cost"), clause!("reduced-cost.2")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("enhance"))
};
