//! Barrage X: the unit may attack into the Character arena with X as its base power.

use crate::clause;
use crate::game::Arena;
use crate::keyword;
use crate::rules::grounds::{Grounds, Reach};
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::{Need, Shown};

/// Barrage.
pub const BARRAGE: KeywordDef = KeywordDef {
    reaches: Some((Arena::Character, clause!("barrage.1"))),
    grounds: Grounds {
        reach: Some(Reach {
            choice: clause!("barrage.2"),
            only: clause!("barrage.3"),
            power: clause!("barrage.4"),
        }),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Barrage 6",
        need: Need::Reach(Arena::Character),
        speaks_of: &[(keyword!("stack"), clause!("barrage.4"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("barrage"))
};
