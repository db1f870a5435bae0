//! When a keyword acts.

use super::ClauseId;
use crate::clause;
use serde::{Deserialize, Serialize};

/// A moment of the game at which a keyword acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Moment {
    /// The attacker and its target are named.
    #[serde(rename = "attack.declare")]
    AttackDeclare,
    /// Abilities that trigger on the attack.
    #[serde(rename = "attack.triggers")]
    AttackTriggers,
    /// The attack's play-or-pass chance.
    #[serde(rename = "attack.pop")]
    AttackPop,
    /// The attack dice are rolled.
    #[serde(rename = "attack.roll")]
    AttackRoll,
    /// Natural faces of the initial roll.
    #[serde(rename = "attack.initial-roll")]
    AttackInitialRoll,
    /// Triggered rerolls.
    #[serde(rename = "attack.reroll-triggers")]
    AttackRerollTriggers,
    /// The reroll chance.
    #[serde(rename = "attack.reroll")]
    AttackReroll,
    /// Hits are counted.
    #[serde(rename = "attack.hits")]
    AttackHits,
    /// Hits become pending damage.
    #[serde(rename = "attack.pending")]
    AttackPending,
    /// The damage prevention chance, of an attack or of any other damage.
    #[serde(rename = "attack.prevention")]
    AttackPrevention,
    /// Damage counters are placed.
    #[serde(rename = "attack.placement")]
    AttackPlacement,
    /// Units with enough counters are discarded.
    #[serde(rename = "attack.discard")]
    AttackDiscard,
    /// The attack ends.
    #[serde(rename = "attack.end")]
    AttackEnd,
    /// The chance after the attack's end.
    #[serde(rename = "attack.after")]
    AttackAfter,
    /// The battle step of an arena starts.
    #[serde(rename = "battle-step.start")]
    BattleStepStart,
    /// A build step starts.
    #[serde(rename = "build.start")]
    BuildStart,
    /// During your own build step.
    #[serde(rename = "build.step")]
    BuildStep,
    /// Any chance that is not kept for rerolls, prevention or disrupting.
    #[serde(rename = "chance")]
    Chance,
    /// An opponent's unit comes into the arena.
    #[serde(rename = "arrival")]
    Arrival,
    /// The unit is deployed.
    #[serde(rename = "deploy")]
    Deploy,
    /// The card is played.
    #[serde(rename = "play")]
    Play,
    /// The card's cost is paid.
    #[serde(rename = "pay")]
    Pay,
    /// A card in the build zone is completed.
    #[serde(rename = "complete")]
    Complete,
    /// Cards are put into a stack.
    #[serde(rename = "stacking")]
    Stacking,
    /// While the card lies in the discard pile.
    #[serde(rename = "discard-pile")]
    DiscardPile,
    /// At all times, by the state of the game.
    #[serde(rename = "always")]
    Always,
}

impl Moment {
    /// The moment in words, such as "in damage prevention".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::AttackDeclare => "when an attack is declared",
            Self::AttackTriggers => "on attack triggers",
            Self::AttackPop => "in the attack chance",
            Self::AttackRoll => "in the initial roll",
            Self::AttackInitialRoll => "on the initial roll",
            Self::AttackRerollTriggers => "in triggered rerolls",
            Self::AttackReroll => "in the reroll chance",
            Self::AttackHits => "when hits are counted",
            Self::AttackPending => "when damage becomes pending",
            Self::AttackPrevention => "in damage prevention",
            Self::AttackPlacement => "when counters are placed",
            Self::AttackDiscard => "when units are discarded",
            Self::AttackEnd => "when the attack ends",
            Self::AttackAfter => "after the attack",
            Self::BattleStepStart => "when a battle step starts",
            Self::BuildStart => "at the start of the build step",
            Self::BuildStep => "in the build step",
            Self::Chance => "in any open chance",
            Self::Arrival => "when an opponent’s unit arrives",
            Self::Deploy => "when the unit is deployed",
            Self::Play => "when the card is played",
            Self::Pay => "when its cost is paid",
            Self::Complete => "when a card in the build zone is completed",
            Self::Stacking => "when cards are stacked",
            Self::DiscardPile => "in the discard pile",
            Self::Always => "at all times",
        }
    }

    /// The clause that describes the moment, where one does.
    pub const fn clause(self) -> Option<ClauseId> {
        Some(match self {
            Self::AttackDeclare => clause!("attack.declare"),
            Self::AttackTriggers => clause!("attack.triggers"),
            Self::AttackPop => clause!("attack.pop"),
            Self::AttackRoll => clause!("attack.roll"),
            Self::AttackInitialRoll => clause!("attack.initial-roll"),
            Self::AttackRerollTriggers => clause!("attack.reroll-triggers"),
            Self::AttackReroll => clause!("attack.reroll"),
            Self::AttackHits => clause!("attack.hits"),
            Self::AttackPending => clause!("attack.pending"),
            Self::AttackPrevention => clause!("attack.prevention"),
            Self::AttackPlacement => clause!("attack.placement"),
            Self::AttackDiscard => clause!("attack.discard"),
            Self::AttackEnd => clause!("attack.end"),
            Self::AttackAfter => clause!("attack.after"),
            Self::BattleStepStart => clause!("3.1.3.1"),
            Self::BuildStart => clause!("8.1"),
            Self::BuildStep | Self::Complete => clause!("2.3"),
            Self::Chance => clause!("4.2.general"),
            Self::Play | Self::Pay => clause!("4.3"),
            Self::Stacking => clause!("1.5.8"),
            Self::Arrival | Self::Deploy | Self::DiscardPile | Self::Always => return None,
        })
    }
}
