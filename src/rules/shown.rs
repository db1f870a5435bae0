//! How a small board shows a keyword at work. The pages about pairs are made of such boards, so
//! that they know nothing of a keyword that its own file does not say.

use crate::game::Arena;
use crate::rulebook::{Keyword, Moment};

use super::window::WindowId;

/// What a keyword needs to have its occasion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// An attack.
    Attack,
    /// The start of the battle step in which the attack is made.
    Step,
    /// An attack into that arena.
    Reach(Arena),
    /// A build step.
    Build,
    /// A partly built card that is completed.
    Complete,
    /// An opponent's unit that arrives.
    Arrival,
    /// A discard pile to be played from.
    DiscardPile,
    /// Another ability to lend.
    Lends,
}

/// At whom a use is aimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AimAt {
    /// Nobody.
    Nobody,
    /// The unit that uses it.
    Itself,
    /// The attacker, or the defender if the attacker uses it.
    Opponent,
    /// The defender's friend, or the defender if the friend uses it.
    Neighbour,
}

/// The play that uses a keyword.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// The window in which it is used.
    pub window: WindowId,
    /// At whom.
    pub aim: AimAt,
    /// It predicts the hits of the attack.
    pub predicts: bool,
}

impl Usage {
    /// A use in that window.
    #[must_use]
    pub const fn of(window: WindowId, aim: AimAt) -> Usage {
        Usage {
            window,
            aim,
            predicts: false,
        }
    }

    /// A prediction of the hits in that window.
    #[must_use]
    pub const fn prediction(window: WindowId) -> Usage {
        Usage {
            window,
            aim: AimAt::Nobody,
            predicts: true,
        }
    }
}

/// A line whose text lends an ability.
pub type Lending = fn(ability: &str) -> String;

/// How a board shows a keyword.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Its line; `""`: its name, with the number 1 if it has one.
    pub line: &'static str,
    /// What it needs.
    pub need: Need,
    /// The play that uses it; `None`: it acts by itself.
    pub usage: Option<Usage>,
    /// The moment at which it has its effect, if that is not the first of its glossary entry.
    pub at: Option<Moment>,
    /// It acts only when a unit falls or could fall.
    pub falls: bool,
    /// It changes the defender.
    pub moves_the_attack: bool,
    /// A keyword its unit has besides, without which it has nothing to do.
    pub companion: Option<Keyword>,
    /// Damage counters have to lie on its unit.
    pub wounded: bool,
    /// Its unit has to be unique.
    pub unique: bool,
    /// Its line when it lends an ability; `None`: its name, a colon, and the ability.
    pub lending: Option<Lending>,
}

impl Shown {
    /// It acts in attacks, by itself, by its name and the number 1.
    pub const IN_ATTACK: Shown = Shown {
        line: "",
        need: Need::Attack,
        usage: None,
        at: None,
        falls: false,
        moves_the_attack: false,
        companion: None,
        wounded: false,
        unique: false,
        lending: None,
    };
}
