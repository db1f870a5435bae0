//! Ion Cannon X: the unit may attack into the Space arena with X as its base power.

use crate::clause;
use crate::game::Arena;
use crate::keyword;
use crate::rules::grounds::{Grounds, Reach};
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::{Need, Shown};

/// Ion Cannon.
pub const ION_CANNON: KeywordDef = KeywordDef {
    reaches: Some((Arena::Space, clause!("ion-cannon.1"))),
    grounds: Grounds {
        reach: Some(Reach {
            choice: clause!("ion-cannon.2"),
            only: clause!("ion-cannon.3"),
            power: clause!("ion-cannon.4"),
        }),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Ion Cannon 6",
        need: Need::Reach(Arena::Space),
        speaks_of: &[(keyword!("stack"), clause!("ion-cannon.4"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("ion-cannon"))
};
