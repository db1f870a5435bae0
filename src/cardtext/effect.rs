//! What an ability does: effects (once) and grants (something a unit has for a while).

mod grant;

pub use grant::{Ban, Grant};

use serde::{Deserialize, Serialize};

use crate::game::{Arena, CounterKind};
use crate::rulebook::Keyword;

use super::ability::{Ability, Amount, Cost, Event, KeywordAbility, OffBoard};
use super::who::{Cond, Filter, Kind, Num, Place, Player, Selector, Who};

/// Something that is done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// One after another, in printed order (4.3.1).
    Seq(Vec<Effect>),
    /// "Choose one: ... Or: ..."; each with its printed words, by which a play names it.
    ChooseOne(Vec<Effect>),
    /// One of several texts of a card, with a cost and limits of its own.
    Way(Box<super::ability::Activated>),
    /// The same, chosen by that player ("your opponent chooses: ... Or: ...").
    ChooseOneBy(Player, Vec<Effect>),
    /// "You may ..."; decided on resolution (4.5.4).
    May(Player, Box<Effect>),
    /// The first, and if it was done, the second; otherwise the third ("If you do, ...").
    IfDone(Box<Effect>, Box<Effect>, Option<Box<Effect>>),
    /// A player pays in full; a player who cannot has not done it ("may pay 1 Force. If you do ...").
    Pay(Player, Vec<Cost>),
    /// The effect happens unless the player pays.
    Unless(Player, Vec<Cost>, Box<Effect>),
    /// If the condition holds, the first, otherwise the second.
    If(Cond, Box<Effect>, Option<Box<Effect>>),
    /// Choose units; they are [`Who::That`] from here on.
    Choose(Selector),
    /// Choose an arena; it is [`Place::ChosenArena`] from here on.
    ChooseArena {
        /// One of these; empty for any.
        among: Vec<Arena>,
        /// Only one for which this holds while it is the chosen one.
        condition: Option<Cond>,
    },
    /// Units get something for a while.
    Give {
        /// Which units.
        who: Who,
        /// What.
        grants: Vec<Grant>,
        /// How long.
        until: Duration,
    },
    /// An activated keyword: Evade, Deflect, Intercept, Retaliate, Equip ...
    Keyword(KeywordAbility),
    /// Damage (6.1).
    Damage {
        /// The source.
        source: Who,
        /// The damaged units.
        target: Who,
        /// How much, or how many dice.
        amount: Num,
        /// Dice of damage instead of a number.
        dice: bool,
        /// Whether it can be prevented.
        preventable: bool,
        /// By what it cannot be prevented, if not by everything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        barred: Option<Box<Barred>>,
    },
    /// Damage divided among units as its player chooses, at least 1 to each.
    Divide {
        /// The source.
        source: Who,
        /// Among which units.
        among: Who,
        /// How much altogether.
        amount: Num,
    },
    /// Prevention of pending damage (6.3).
    Prevent {
        /// Damage to which units.
        target: Who,
        /// How much.
        amount: Amount,
        /// Only damage from such a source.
        from: Option<Who>,
    },
    /// Put counters on units.
    PutCounters {
        /// The kind.
        kind: CounterKind,
        /// How many.
        count: Num,
        /// On which.
        on: Who,
    },
    /// Remove counters from units.
    RemoveCounters {
        /// The kind.
        kind: CounterKind,
        /// How many; `None` for all.
        count: Option<Num>,
        /// Whether fewer may be removed.
        up_to: bool,
        /// From which.
        from: Who,
    },
    /// Remove damage counters until the unit has so much remaining health.
    HealTo {
        /// Which.
        who: Who,
        /// The remaining health.
        remaining: Num,
        /// Damage counters are put instead of removed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        put: bool,
    },
    /// Move counters.
    MoveCounters {
        /// The kind.
        kind: CounterKind,
        /// How many at most.
        count: Num,
        /// Whether fewer may be moved.
        up_to: bool,
        /// From which.
        from: Who,
        /// To which.
        to: Who,
    },
    /// Tap units.
    Tap(Who),
    /// Untap units.
    Untap(Who),
    /// Discard units (not by damage).
    Discard(Who),
    /// Discard a card attached to a unit.
    DiscardAttached {
        /// The unit that carries it.
        from: Who,
        /// What the card is: one of these descriptions; empty for any Equipment.
        of: Vec<Vec<Kind>>,
    },
    /// Retreat units: to the build zone, without tapping (2.4.2).
    Retreat(Who),
    /// Return units to their owners' hands.
    Return(Who),
    /// Remove units from the game.
    RemoveFromGame(Who),
    /// Remove units from the game, and with each of them the cards of its stack, also if they have
    /// left the table together.
    RemoveStack(Who),
    /// Return units to the supply.
    ToSupply(Who),
    /// Put or move units to a place; putting is not deploying.
    Put(Who, Place),
    /// A player gains (or, negative, loses) Force.
    Force(Player, Num),
    /// A player gains or loses build points.
    BuildPoints(Player, Num, When),
    /// A player draws cards.
    Draw(Player, Num),
    /// A player discards cards from hand.
    DiscardHand(Player, Num),
    /// The same, picked at random.
    DiscardRandom(Player, Num),
    /// A player discards cards from the top of the deck.
    DiscardDeck(Player, Num),
    /// Discards the card of the player's deck that lies so deep, counted from the top.
    DiscardNth(Player, u8),
    /// Reroll attack dice of the present attack.
    Reroll {
        /// How many at most; `None` for any number.
        up_to: Option<Num>,
        /// Whether all of the dice must be rerolled.
        all: bool,
        /// Dice showing one of these faces only.
        faces: Vec<u8>,
        /// Whose dice: those of the player whose unit attacks.
        #[serde(default)]
        of: super::who::Owner,
    },
    /// Disrupt the play being made (4.3.c).
    Disrupt(DisruptWhat),
    /// Create units from the supply (1.3 Subordinate).
    Create(Box<Created>),
    /// A unit attacks at once, without tapping unless stated (3.2.7).
    Attack {
        /// The attacker.
        who: Who,
        /// The target; `None`: chosen as usual.
        target: Option<Who>,
        /// What the attacker has for that attack.
        grants: Vec<Grant>,
        /// Whether it may decline.
        optional: bool,
    },
    /// The attacker attacks that unit instead (7.1).
    NewDefender(Who),
    /// The attack ends.
    EndAttack,
    /// This play can't be disrupted.
    Steady,
    /// The ability that this disrupts can't be activated again this turn.
    NotAgain,
    /// A unit gets abilities of other cards for a while.
    Borrow {
        /// Who gets them.
        who: Who,
        /// Whose they are.
        from: Lender,
        /// Which may be chosen.
        sort: Sort,
        /// How many are chosen at most; `None` for all of them.
        count: Option<Num>,
        /// How long.
        until: Duration,
    },
    /// Later: when the event happens, the effect.
    Later {
        /// The moment.
        when: Box<Event>,
        /// Each time, or the first time only.
        each_time: bool,
        /// Until when it waits.
        until: Duration,
        /// The effect.
        effect: Box<Effect>,
    },
    /// A static rule holds for a while ("until end of turn, for each damage counter put on ...").
    Stand {
        /// The rule.
        rule: Box<super::ability::StaticRule>,
        /// How long.
        until: Duration,
    },
    /// Roll one die, and what its face brings.
    RollDie(Vec<(Vec<u8>, Effect)>),
    /// The same, rolled by that player.
    RollDieBy(Player, Vec<(Vec<u8>, Effect)>),
    /// A player takes control of units.
    Control(Player, Who, Duration),
    /// Move Equipment, or attach it at no cost.
    Attach(Who),
    /// Cards that are found go from one of the player's piles to another one.
    Fetch(Fetch),
    /// Something that happens outside the board; noted only.
    Note(OffBoard),
}

/// Cards that change their place without being seen by everybody: how many, not which.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fetch {
    /// Where they come from.
    pub from: Pile,
    /// Where they go.
    pub to: Pile,
    /// How many, or at most how many.
    pub most: u8,
    /// Whether the text leaves it to the player to take fewer ("up to 2 cards").
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub up_to: bool,
    /// Whether they are there for sure; otherwise as many as are found.
    pub sure: bool,
    /// The build counters each comes with.
    #[serde(default, skip_serializing_if = "super::ability::is_zero")]
    pub counters: u8,
}

/// Where a player's cards lie unseen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pile {
    /// The hand.
    Hand,
    /// The deck.
    Deck,
    /// The discard pile.
    Discard,
    /// The deck or the discard pile.
    DeckOrDiscard,
    /// Face down in the build zone.
    BuildZone,
}

/// By what damage cannot be prevented.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Barred {
    /// By these keywords; empty for by nothing at all.
    pub by: Vec<Keyword>,
    /// Abilities of such units may prevent it all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<Filter>,
}

/// Whose abilities are borrowed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lender {
    /// Those of the other cards in the stack of the unit that gets them.
    Stack,
    /// Those of units.
    Units(Who),
}

/// Which abilities may be borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// Any.
    Any,
    /// Activated ones.
    Activated,
    /// Activated ones that cost Force.
    ForceActivated,
    /// Those of that keyword.
    Of(Keyword),
}

/// When build points arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// At once.
    Now,
    /// When the next build step starts.
    NextBuildStep,
    /// In the next turn.
    NextTurn,
}

/// What is disrupted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisruptWhat {
    /// An activated ability, of such a unit if named.
    Ability(Option<Filter>),
    /// A Battle card.
    BattleCard,
    /// Either.
    Either,
    /// A Mission, Trap or other card outside battle.
    Other,
    /// A Battle card, or one outside battle.
    Card,
    /// A play that disrupts (11.19).
    Disruption,
    /// An attack, of such a unit if named: it ends.
    Attack(Option<Filter>),
}

/// A unit taken from the supply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Created {
    /// How many.
    pub count: Num,
    /// Its name, such as `Nikto Bounty Hunter`.
    pub name: String,
    /// Speed.
    pub speed: i32,
    /// Power.
    pub power: i32,
    /// Health.
    pub health: i32,
    /// Its abilities.
    pub abilities: Vec<Ability>,
    /// Where it is put.
    pub place: Place,
    /// Put tapped.
    pub tapped: bool,
}

/// How long something lasts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duration {
    /// Until the attack ends (3.2.2).
    Attack,
    /// For that unit's next attack, whenever that is (11.30).
    NextAttack,
    /// Until the battle step ends.
    BattleStep,
    /// Until the battle step of that arena ends.
    ArenaStep(Arena),
    /// Until the battle phase ends (11.10).
    Battle,
    /// Until the turn ends.
    Turn,
    /// Until the controller's next turn or build step starts.
    NextTurn,
    /// Until the unit is discarded or leaves the table.
    Discarded,
    /// For the rest of the game.
    Game,
    /// As long as the unit whose ability it is remains tapped.
    Tapped,
    /// Until the next Battle card was played by its controller.
    NextCard,
}
