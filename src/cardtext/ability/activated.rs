//! Activated abilities: what they cost, what they do, when they may be played.

use serde::{Deserialize, Serialize};

use crate::cardtext::effect::Effect;
use crate::cardtext::who::{Cond, Filter, Num, Place, Who};
use crate::game::{Arena, CounterKind};

/// An activated ability.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Activated {
    /// Everything before the arrow; all of it is paid.
    pub costs: Vec<Cost>,
    /// Everything behind it. An activated keyword is [`Effect::Keyword`].
    pub effect: Effect,
    /// "Play only ..." sentences.
    pub limits: Vec<Limit>,
}

/// A part of an activation cost, or of an Upkeep alternative.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Pay Force.
    Force(Num),
    /// Pay build points.
    BuildPoints(Num),
    /// Tap units; `This` for the tap sign.
    Tap(Who),
    /// Untap units.
    Untap(Who),
    /// Discard units from the table.
    Discard(Who),
    /// Retreat units.
    Retreat(Who),
    /// Return units to their owners' hands.
    Return(Who),
    /// Remove units from the game.
    RemoveFromGame(Who),
    /// Return units to the supply.
    ToSupply(Who),
    /// Discard cards from your hand, or from the top of your deck.
    DiscardCards {
        /// How many.
        count: Num,
        /// From the deck instead of the hand.
        from_deck: bool,
        /// What sort of cards, in the words of the text; a hand's cards are not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    /// Remove cards in your discard pile from the game.
    RemoveDiscarded {
        /// How many.
        count: Num,
        /// What sort of cards, in the words of the text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    /// Put counters on units; [`Num::Chosen`] for "any number".
    PutCounters {
        /// The kind of counter.
        kind: CounterKind,
        /// How many.
        count: Num,
        /// On which units.
        on: Who,
    },
    /// Remove counters from units.
    RemoveCounters {
        /// The kind of counter.
        kind: CounterKind,
        /// How many.
        count: Num,
        /// From which units.
        from: Who,
    },
    /// Anything else that has to be done in full, such as "each player draws a card".
    Do(Box<Effect>),
}

/// A restriction on when, how often or on what an ability or Battle card is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// Only in your own build step (2.3).
    BuildStep,
    /// Only in your ready phase or at another named moment that lies outside battle.
    OutsideBattle,
    /// Only when no unit is attacking.
    NoAttack,
    /// Only when that unit is attacking; with a filter, attacking such a unit.
    Attacking(Who, Option<Filter>),
    /// Only when that unit is being attacked; with a filter, by such a unit.
    Attacked(Who, Option<Filter>),
    /// Only when that unit would attack (3.1.3.4).
    WouldAttack(Who),
    /// Only before attack dice are rolled.
    BeforeRoll,
    /// Only when dice may be rerolled.
    Reroll,
    /// Only in a damage prevention chance, when that unit would be damaged.
    WouldBeDamaged(Who),
    /// Only when that unit would be discarded, from an arena if named.
    WouldBeDiscarded(Who, Vec<Place>),
    /// Only during that arena's battle step (`None`: any), as a general play.
    BattleStep(Option<Arena>),
    /// Only when a battle step starts, before any unit attacked.
    BattleStepStart(Option<Arena>),
    /// Only before any unit in that arena attacks.
    BeforeAttacks(Arena),
    /// Only when the battle phase starts.
    BattleStart,
    /// Only during the battle phase.
    BattlePhase,
    /// So often in the scope, such as once each turn.
    Times(u8, Scope),
    /// "Any number of times" (4.4.6).
    AnyNumberOfTimes,
    /// Only if the condition holds.
    If(Cond),
    /// Only on such a unit: the chosen target must fit.
    Target(Filter),
}

/// A span of time that limits uses (4.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// One instance of damage.
    Instance,
    /// One attack.
    Attack,
    /// One arena's battle step.
    BattleStep,
    /// One turn.
    Turn,
    /// One build step.
    BuildStep,
    /// The whole game.
    Game,
}
