//! The units of a board: three on each, and one more where something has to do with it.

use crate::game::Side;
use crate::rules::situation::Handle;

/// What a unit of the board is in the attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// It attacks, for the Dark Side.
    Attacker,
    /// It is attacked.
    Defender,
    /// It stands beside the attacked unit.
    Friend,
    /// It stands beside the attacker, or is what a unit of the other side reaches.
    Partner,
}

impl Role {
    /// The roles that every board has.
    pub const ALL: [Role; 3] = [Role::Attacker, Role::Defender, Role::Friend];

    /// Its handle.
    #[must_use]
    pub fn handle(self) -> Handle {
        Handle::from_name(self.name())
    }

    /// Its name on the board.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Attacker => "Attacker",
            Role::Defender => "Defender",
            Role::Friend => "Friend",
            Role::Partner => "Partner",
        }
    }

    /// What it is, where there is no board to name it on.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Role::Attacker => "the attacker",
            Role::Defender => "the attacked unit",
            Role::Friend => "the unit beside it",
            Role::Partner => "the unit beside the attacker",
        }
    }

    pub(super) const fn side(self) -> Side {
        match self {
            Role::Attacker | Role::Partner => Side::Dark,
            Role::Defender | Role::Friend => Side::Light,
        }
    }
}
