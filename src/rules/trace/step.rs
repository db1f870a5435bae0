//! One step of the trace, and what it changes on the board.

use serde::{Deserialize, Serialize};

use crate::game::{CounterKind, Side, Zone};
use crate::rules::situation::Handle;
use crate::rules::window::WindowId;

use super::Cite;

/// What kind of thing a step is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// An attack is declared.
    Attack,
    /// A trigger goes off.
    Trigger,
    /// An ability or card is used.
    Use,
    /// Both players pass.
    Pass,
    /// Dice are rolled.
    Roll,
    /// Dice are rerolled.
    Reroll,
    /// Hits are counted.
    Hits,
    /// Pending damage.
    Pending,
    /// Damage is prevented.
    Prevent,
    /// Damage goes elsewhere, or the defender changes.
    Redirect,
    /// Counters are placed.
    Place,
    /// A unit is discarded.
    Discard,
    /// A unit gets or loses something.
    Modifier,
    /// A cost is paid.
    Cost,
    /// Cards are drawn or discarded from hand.
    Draw,
    /// A unit moves.
    Move,
    /// A play is refused.
    Refusal,
    /// Something worth saying.
    Note,
}

/// One step of the trace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Counted from 1.
    pub n: u32,
    /// In which window.
    pub window: WindowId,
    /// What kind.
    pub kind: StepKind,
    /// Whose step; `None`: nobody's.
    pub side: Option<Side>,
    /// The unit that acts or is acted on.
    pub unit: Option<Handle>,
    /// The ability at work, as printed.
    pub ability: Option<String>,
    /// One sentence.
    pub text: String,
    /// What it rests on; never empty.
    pub cites: Vec<Cite>,
    /// What changed on the board.
    pub changes: Vec<Change>,
    /// The step this one is part of.
    pub parent: Option<u32>,
}

/// A change on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A unit is tapped.
    Tap {
        /// The unit.
        unit: Handle,
    },
    /// A unit is untapped.
    Untap {
        /// The unit.
        unit: Handle,
    },
    /// Damage counters.
    Damage {
        /// The unit.
        unit: Handle,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// Other counters.
    Counters {
        /// The unit.
        unit: Handle,
        /// The kind.
        kind: CounterKind,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// A unit moves.
    Zone {
        /// The unit.
        unit: Handle,
        /// From.
        from: Zone,
        /// To.
        to: Zone,
    },
    /// A player's Force.
    Force {
        /// Whose.
        side: Side,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// A player's build points.
    BuildPoints {
        /// Whose.
        side: Side,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// A player's hand.
    Hand {
        /// Whose.
        side: Side,
        /// How many more, or fewer.
        by: i32,
    },
    /// Pending damage of one instance.
    Pending {
        /// On which unit.
        unit: Handle,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// A unit has something new.
    Gets {
        /// The unit.
        unit: Handle,
        /// What, in words.
        what: String,
    },
    /// The defender of the attack.
    Defender {
        /// The new defender.
        unit: Handle,
    },
    /// A unit comes from the supply.
    Created {
        /// The unit.
        unit: Handle,
    },
    /// A card is attached to another unit.
    Attached {
        /// The card's name.
        card: String,
        /// To which unit.
        to: Handle,
    },
}
