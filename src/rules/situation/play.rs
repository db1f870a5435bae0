//! What can be played on a board (case format, section 3).

use serde::{Deserialize, Serialize};

use crate::game::{Arena, CardType, Side, Zone};
use crate::rulebook::Keyword;

use super::Handle;

/// One play (case format, section 3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Play {
    /// A unit attacks.
    Attack {
        /// The attacker.
        unit: Handle,
        /// The defender; asked if missing.
        on: Option<Handle>,
        /// The keyword for an attack into another arena.
        with: Option<Keyword>,
    },
    /// A player uses an ability of a unit.
    Use(Use),
    /// A Battle card (or Mission, Trap) is played.
    Card {
        /// Its name.
        name: String,
        /// Who plays it.
        by: Side,
        /// Its text, given ad hoc or from the catalogue.
        text: Vec<String>,
        /// The printed cost where the catalogue gives one and the text has none.
        cost: Option<i32>,
        /// What sort of card it is, if it is neither a Battle card nor a Mission.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        types: Vec<CardType>,
        /// Aims and amounts.
        aim: Aim,
    },
    /// Faces of the next roll.
    Roll {
        /// The faces, 1 to 6, in order.
        faces: Vec<u8>,
        /// Whose roll.
        of: Option<String>,
    },
    /// Answers the next choice.
    Choose {
        /// The answer.
        answer: Answer,
        /// Whose choice.
        of: Option<String>,
    },
    /// A player passes.
    Pass(Side),
    /// A player's build step starts.
    BuildStep(Side),
    /// Damage from outside the model, ruled by hand.
    Damage {
        /// How much, or how many dice.
        amount: i32,
        /// The damaged unit.
        to: Handle,
        /// The source.
        from: Option<Handle>,
        /// Dice of damage.
        dice: bool,
        /// Whether it can be prevented.
        preventable: bool,
    },
    /// Damage counters put (or, negative, removed) by hand.
    Counters {
        /// How many.
        amount: i32,
        /// On which unit.
        to: Handle,
    },
    /// A battle step or the battle phase starts; from here on the speed order is enforced.
    Begin(Begin),
    /// A bid for contested units.
    Bid {
        /// Force.
        amount: i32,
        /// Who bids.
        side: Side,
    },
    /// Build points onto a card.
    Build {
        /// The card.
        unit: Handle,
        /// How many; default what it lacks.
        points: Option<i32>,
    },
    /// Completes a card.
    Deploy {
        /// The card.
        unit: Handle,
        /// Into that zone.
        to: Option<Zone>,
        /// Onto that unit (stack, Equipment).
        on: Option<Handle>,
        /// Above or below.
        place: Option<StackPlace>,
    },
    /// A unit retreats, or moves back into an arena.
    Retreat {
        /// The unit.
        unit: Handle,
        /// Where to; default the build zone.
        to: Option<Zone>,
    },
    /// A new turn's ready phase.
    Ready,
    /// A change ruled by hand.
    Set(Set),
    /// A change of Force ruled by hand.
    Force {
        /// Signed.
        delta: i32,
        /// Whose.
        side: Side,
    },
    /// Moves on to that end.
    End(Span),
}

/// The use of an ability.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Use {
    /// Whose ability; `None` for `draw`.
    pub unit: Option<Handle>,
    /// The keyword, with or without its number, or the whole line; `draw` for the draw.
    pub ability: String,
    /// Which of several equal ones, from 1.
    pub nth: Option<u8>,
    /// Aims and amounts.
    pub aim: Aim,
}

/// Aims and amounts of a play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Aim {
    /// How much of "up to X".
    pub amount: Option<i32>,
    /// The units it is aimed at, in the order in which they are asked for.
    pub on: Vec<Handle>,
    /// Which damage, where several instances are pending: its target, and its source if given as `b>d`.
    pub against: Option<Against>,
    /// Which of several listed costs, or the units that pay it: words or handles.
    pub pay: Vec<String>,
    /// Which dice are rerolled, from 1.
    pub dice: Vec<u8>,
    /// Their new faces.
    pub roll: Option<Vec<u8>>,
}

/// One pending instance of damage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Against {
    /// The source, if it is named.
    pub source: Option<Handle>,
    /// The unit to be damaged.
    pub target: Handle,
}

/// The answer to a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(i64),
    /// A unit, an arena, the first words of a text.
    Text(String),
    /// Several.
    List(Vec<Answer>),
}

/// What begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Begin {
    /// An arena's battle step.
    Step(Arena),
    /// The battle phase.
    Battle,
}

/// Where a card goes in a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StackPlace {
    /// On top.
    Above,
    /// Under the top card.
    Below,
}

/// What ends, or until when something lasts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Span {
    /// The attack.
    Attack,
    /// The arena's battle step.
    BattleStep,
    /// The battle phase.
    Battle,
    /// The turn.
    Turn,
}

impl Span {
    /// The word of the case format.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Span::Attack => "attack",
            Span::BattleStep => "battle step",
            Span::Battle => "battle",
            Span::Turn => "turn",
        }
    }
}

/// A change of a unit ruled by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Set {
    /// The unit.
    pub unit: Handle,
    /// Power.
    pub power: Option<SetNumber>,
    /// Speed.
    pub speed: Option<SetNumber>,
    /// Health.
    pub health: Option<SetNumber>,
    /// Tapped or untapped.
    pub tapped: Option<bool>,
    /// Moved there.
    pub zone: Option<Zone>,
    /// Ability lines it gets.
    pub text: Vec<String>,
    /// Until when numbers and lines last; default the turn.
    pub until: Option<Span>,
}

/// A number ruled by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SetNumber {
    /// Changed by that much (`"+2"`).
    By(i32),
    /// Becomes that (`2`).
    To(i32),
}
