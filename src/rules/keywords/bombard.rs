//! Bombard X: the unit may attack into the Ground arena with X as its base power.

use crate::clause;
use crate::game::Arena;
use crate::keyword;
use crate::rules::grounds::{Grounds, Reach};
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::{Need, Shown};

/// Bombard.
pub const BOMBARD: KeywordDef = KeywordDef {
    reaches: Some((Arena::Ground, clause!("bombard.1"))),
    grounds: Grounds {
        reach: Some(Reach {
            choice: clause!("bombard.2"),
            only: clause!("bombard.3"),
            power: clause!("bombard.4"),
        }),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Bombard 6",
        need: Need::Reach(Arena::Ground),
        speaks_of: &[(keyword!("stack"), clause!("bombard.4"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("bombard"))
};
