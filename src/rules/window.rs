//! The windows of the game as data: the lists the runner walks and the pages show (RULES 2, 3, 6, 8).

use serde::{Deserialize, Serialize};

use crate::clause;
use crate::rulebook::ClauseId;

/// What happens in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WindowKind {
    /// A choice that the rules ask of a player.
    Choose,
    /// Triggered abilities resolve, Dark Side's first (4.5.3).
    Triggers,
    /// A play-or-pass chance (4.1).
    PlayOrPass,
    /// Dice are rolled.
    Roll,
    /// Dice are counted, damage is added up.
    Count,
    /// Counters are placed.
    Place,
    /// Units are discarded.
    Discard,
}

/// Who acts first in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The Dark Side (1.1.4, 4.1.1).
    DarkSide,
    /// The controller of the acting unit.
    Controller,
    /// Nobody chooses.
    Nobody,
}

/// One window of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Window {
    /// Its id.
    pub id: WindowId,
    /// Its heading.
    pub name: &'static str,
    /// The clause that makes it part of the sequence.
    pub clause: ClauseId,
    /// Who acts first.
    pub first: First,
    /// What happens.
    pub kind: WindowKind,
}

macro_rules! windows {
    ($($variant:ident = $id:literal, $doc:literal;)*) => {
        /// Every window of the game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum WindowId {
            $(#[doc = $doc] #[serde(rename = $id)] $variant,)*
        }

        impl WindowId {
            /// Every window, in the order of play.
            pub const ALL: &'static [WindowId] = &[$(WindowId::$variant),*];

            /// The stable name, such as `attack.prevention`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(WindowId::$variant => $id,)* }
            }

            /// The heading.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(WindowId::$variant => $doc,)* }
            }
        }
    };
}

windows! {
    Table = "table", "On the table";
    Ready = "ready", "Ready phase";
    BuildStart = "build.start", "Start of the build step";
    BuildStep = "build.step", "Build step";
    Retreat = "retreat", "Retreat step";
    BattleStart = "battle.start", "Battle phase starts";
    BattleStartPop = "battle.start-pop", "Chance before the first battle step";
    StepStart = "battle-step.start", "Battle step starts";
    General = "battle-step.pop", "General chance";
    WouldAttack = "battle-step.would-attack", "The fastest unit's turn";
    Declare = "attack.declare", "Declare";
    AttackTriggers = "attack.triggers", "Attack triggers";
    AttackPop = "attack.pop", "Attack chance";
    Roll = "attack.roll", "Initial roll";
    InitialRoll = "attack.initial-roll", "Initial-roll triggers";
    RerollTriggers = "attack.reroll-triggers", "Triggered rerolls";
    Reroll = "attack.reroll", "Reroll chance";
    Hits = "attack.hits", "Count hits";
    Pending = "attack.pending", "Pending damage";
    Prevention = "attack.prevention", "Damage prevention";
    Placement = "attack.placement", "Damage placement";
    Discard = "attack.discard", "Unit discard";
    AttackEnd = "attack.end", "Attack ends";
    AttackAfter = "attack.after", "After the attack";
    StepEnd = "battle-step.end", "Battle step ends";
    BattleEnd = "battle.end", "Battle phase ends";
    TurnEnd = "turn.end", "End of the turn";
    Control = "turn.control", "Control is checked";
    Disrupt = "disrupt", "Chance to disrupt";
    Arrival = "arrival", "Chance after an arrival";
    Contest = "contest", "Contested units";
}

const fn window(id: WindowId, clause: ClauseId, first: First, kind: WindowKind) -> Window {
    Window {
        id,
        name: id.name(),
        clause,
        first,
        kind,
    }
}

/// One attack, in order (3.2).
pub const ATTACK: &[Window] = &[
    window(
        WindowId::Declare,
        clause!("attack.declare"),
        First::Controller,
        WindowKind::Choose,
    ),
    window(
        WindowId::AttackTriggers,
        clause!("attack.triggers"),
        First::DarkSide,
        WindowKind::Triggers,
    ),
    window(
        WindowId::AttackPop,
        clause!("attack.pop"),
        First::DarkSide,
        WindowKind::PlayOrPass,
    ),
    window(
        WindowId::Roll,
        clause!("attack.roll"),
        First::Controller,
        WindowKind::Roll,
    ),
    window(
        WindowId::InitialRoll,
        clause!("attack.initial-roll"),
        First::DarkSide,
        WindowKind::Triggers,
    ),
    window(
        WindowId::RerollTriggers,
        clause!("attack.reroll-triggers"),
        First::DarkSide,
        WindowKind::Triggers,
    ),
    window(
        WindowId::Reroll,
        clause!("attack.reroll"),
        First::DarkSide,
        WindowKind::PlayOrPass,
    ),
    window(
        WindowId::Hits,
        clause!("attack.hits"),
        First::Nobody,
        WindowKind::Count,
    ),
    window(
        WindowId::Pending,
        clause!("attack.pending"),
        First::Controller,
        WindowKind::Count,
    ),
    window(
        WindowId::Prevention,
        clause!("attack.prevention"),
        First::DarkSide,
        WindowKind::PlayOrPass,
    ),
    window(
        WindowId::Placement,
        clause!("attack.placement"),
        First::DarkSide,
        WindowKind::Place,
    ),
    window(
        WindowId::Discard,
        clause!("attack.discard"),
        First::DarkSide,
        WindowKind::Discard,
    ),
    window(
        WindowId::AttackEnd,
        clause!("attack.end"),
        First::DarkSide,
        WindowKind::Triggers,
    ),
    window(
        WindowId::AttackAfter,
        clause!("attack.after"),
        First::DarkSide,
        WindowKind::PlayOrPass,
    ),
];

/// The life of instances of damage outside the attack's own dice (6.2): the same prevention,
/// placement and discard windows as in an attack.
pub const DAMAGE: &[Window] = &[
    window(
        WindowId::Prevention,
        clause!("6.2"),
        First::DarkSide,
        WindowKind::PlayOrPass,
    ),
    window(
        WindowId::Placement,
        clause!("6.2"),
        First::DarkSide,
        WindowKind::Place,
    ),
    window(
        WindowId::Discard,
        clause!("6.2"),
        First::DarkSide,
        WindowKind::Discard,
    ),
];

/// Counters put without being damage (6.5.2).
pub const PUT_COUNTERS: &[Window] = &[
    window(
        WindowId::Placement,
        clause!("6.5.2"),
        First::DarkSide,
        WindowKind::Place,
    ),
    window(
        WindowId::Discard,
        clause!("6.5.2"),
        First::DarkSide,
        WindowKind::Discard,
    ),
];

/// The battle step of one arena (3.1.3).
pub const BATTLE_STEP: &[Window] = &[
    window(
        WindowId::StepStart,
        clause!("3.1.3.1"),
        First::DarkSide,
        WindowKind::Triggers,
    ),
    window(
        WindowId::General,
        clause!("3.1.3.2"),
        First::DarkSide,
        WindowKind::PlayOrPass,
    ),
    window(
        WindowId::WouldAttack,
        clause!("3.1.3.4"),
        First::Controller,
        WindowKind::Choose,
    ),
    window(
        WindowId::General,
        clause!("3.1.3.6"),
        First::DarkSide,
        WindowKind::PlayOrPass,
    ),
    window(
        WindowId::StepEnd,
        clause!("3.1.3.8"),
        First::DarkSide,
        WindowKind::Triggers,
    ),
];

/// The battle phase around its battle steps (3.1).
pub const BATTLE: &[Window] = &[
    window(
        WindowId::BattleStart,
        clause!("3.1.1"),
        First::DarkSide,
        WindowKind::Triggers,
    ),
    window(
        WindowId::BattleStartPop,
        clause!("3.1.2"),
        First::DarkSide,
        WindowKind::PlayOrPass,
    ),
    window(
        WindowId::BattleEnd,
        clause!("3.1.4"),
        First::DarkSide,
        WindowKind::Triggers,
    ),
];

/// One player's build step (8.1, 2.3).
pub const BUILD: &[Window] = &[
    window(
        WindowId::BuildStart,
        clause!("8.1"),
        First::Controller,
        WindowKind::Triggers,
    ),
    window(
        WindowId::BuildStep,
        clause!("2.3"),
        First::Controller,
        WindowKind::PlayOrPass,
    ),
];

/// The end of a turn (2.2).
pub const TURN_END: &[Window] = &[
    window(
        WindowId::TurnEnd,
        clause!("2.2.E1"),
        First::DarkSide,
        WindowKind::Triggers,
    ),
    window(
        WindowId::Control,
        clause!("2.2.E2"),
        First::Nobody,
        WindowKind::Count,
    ),
];
