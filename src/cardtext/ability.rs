//! The parsed form of an ability line (RULES 5): what the reader produces and the engine acts on.
//!
//! Parsing never fails: what is not understood is [`Ability::Unknown`] and keeps its words.
//! There is no second mechanism for card text: a keyword, an activated ability, a trigger and a
//! static bonus all end in the same grants and effects.

use serde::{Deserialize, Serialize};

use crate::game::{Arena, CounterKind};
use crate::rulebook::Keyword;

use super::effect::{Effect, Grant};
use super::who::{Cond, Filter, Kind, Num, Place, Player, Who};

/// One ability of a line. A printed line may hold several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::large_enum_variant,
    reason = "abilities are few and live long; a box would burden every match"
)]
pub enum Ability {
    /// A keyword without an activation cost: `Parry 2`, `Stealth`, `Bounty: ...`.
    Keyword(KeywordAbility),
    /// Cost, arrow, effect (5.1).
    Activated(Activated),
    /// When, whenever, at (5.1).
    Triggered(Triggered),
    /// On or off by the state of the game (5.1).
    Static(Static),
    /// Not understood: the judge rules it by hand.
    Unknown(Unknown),
}

/// A keyword with what is written behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeywordAbility {
    /// Which keyword.
    pub keyword: Keyword,
    /// Its number, effect, costs ...
    pub value: KeywordValue,
}

/// What stands behind a keyword's name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeywordValue {
    /// Nothing: `Armor`, `Intercept`.
    Bare,
    /// A number, possibly negative or counted: `Parry 2`, `Retaliate X, where X is ...`.
    Number(Num),
    /// An effect: Bounty, Foresight, Forewarning, Last Stand, Deploy.
    Effect(Box<Effect>),
    /// Abilities: INSERT, Reserves.
    Abilities(Vec<Ability>),
    /// The alternatives of Upkeep; every cost of the chosen alternative is paid.
    Costs(Vec<Vec<Cost>>),
    /// The texts between the slashes of Adapt and Switch, in printed order.
    Texts(Vec<Vec<Grant>>),
    /// Who may be piloted, and what it gets.
    Pilot {
        /// Subtypes or names that may carry this Pilot.
        of: Vec<Filter>,
        /// What the piloted unit gets.
        gets: Vec<Grant>,
    },
    /// Enhance: an additional cost for an additional effect.
    Enhance {
        /// The additional cost.
        costs: Vec<Cost>,
        /// The additional effect.
        effect: Box<Effect>,
        /// Whether it replaces the basic effect.
        instead: bool,
    },
    /// Reduced Cost X: If condition.
    Conditional {
        /// The cost if the condition holds.
        number: Num,
        /// The condition.
        condition: Box<Cond>,
    },
    /// The cards that may be stacked under the unit.
    List(Vec<Filter>),
}

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

/// A triggered ability (4.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Triggered {
    /// What sets it off.
    pub event: Event,
    /// Its "if" and "as long as" parts, checked when it triggers (4.5.1).
    pub condition: Option<Cond>,
    /// What happens; a "may" inside is decided on resolution (4.5.4).
    pub effect: Effect,
    /// So often only.
    pub limit: Option<(u8, Scope)>,
    /// "Treat this ability as an isolated effect": a second copy on the unit does nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub isolated: bool,
}

/// What can set off a trigger. `Who::This` is the unit with the ability; the unit that acts is
/// the event's *actor*, the one acted on its *patient* ([`Who::Actor`], [`Who::Patient`]).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A unit attacks (actor), a unit is attacked (patient): `attack.triggers`.
    Attacks {
        /// The attacker.
        who: Who,
        /// The attacked unit.
        target: Option<Who>,
    },
    /// A unit would attack: before an attack, in its place in the order.
    WouldAttack(Who),
    /// Attack dice were rolled (natural, before rerolls unless `natural` is `None` and the effect rerolls).
    Rolls {
        /// The attacking unit.
        who: Who,
        /// The attacked unit.
        target: Option<Who>,
        /// At least one such natural face.
        natural: Option<u8>,
    },
    /// The attack ends.
    AttackEnds {
        /// The attacker.
        who: Who,
        /// The attacked unit.
        target: Option<Who>,
    },
    /// At least one counter was placed as a result of damage (6.1).
    Damages {
        /// The source.
        who: Who,
        /// The damaged unit.
        target: Who,
        /// Only in an attack.
        attacking: bool,
        /// Only if Critical Hit added to it, and the like.
        using: Option<Keyword>,
    },
    /// A unit would be damaged: acts at the end of the prevention chance (6.3.3).
    WouldBeDamaged {
        /// The unit to be damaged.
        who: Who,
        /// By which source.
        by: Option<Who>,
        /// Only when attacked.
        attacked: bool,
    },
    /// Damage was prevented: `who` prevents.
    Prevents {
        /// The unit whose ability prevents.
        who: Who,
        /// With which keyword.
        using: Option<Keyword>,
        /// Damage to which unit (patient).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Who>,
    },
    /// A unit is discarded (patient), caused by a source (actor).
    Discarded {
        /// The discarded unit.
        who: Who,
        /// From where; empty for anywhere.
        from: Vec<Place>,
        /// By damage of which unit.
        by: Option<Who>,
        /// That unit may have caused it in any other way as well.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        caused: bool,
    },
    /// A unit is deployed (not merely put) into an arena.
    Deployed {
        /// The unit.
        who: Who,
        /// Where; empty for anywhere.
        into: Vec<Place>,
    },
    /// A unit comes into an arena in any way.
    Arrives {
        /// The unit.
        who: Who,
        /// Where.
        into: Vec<Place>,
    },
    /// A unit is returned to a hand.
    Returned {
        /// The unit.
        who: Who,
        /// From where; empty for anywhere.
        from: Vec<Place>,
    },
    /// A unit is retreated.
    Retreats(Who),
    /// A unit becomes tapped.
    Tapped(Who),
    /// A unit becomes untapped.
    Untapped(Who),
    /// Counters are put on a unit.
    CountersPut(Who, CounterKind),
    /// A player plays a Battle card.
    PlaysBattleCard(Player),
    /// A player draws a card.
    Draws(Player),
    /// A player completes a card of that description.
    Completes(Player, Filter),
    /// A unit uses a keyword.
    Uses(Who, Keyword),
    /// The ready phase, untap, or build-point roll.
    ReadyPhase(Player),
    /// A build step starts.
    BuildStepStarts(Player),
    /// A build step ends.
    BuildStepEnds(Player),
    /// The battle phase starts.
    BattleStarts,
    /// An arena's battle step starts; `None`: the one of the unit's arena, or each.
    BattleStepStarts(Option<Arena>),
    /// An arena's battle step ends.
    BattleStepEnds(Option<Arena>),
    /// The battle phase ends.
    BattleEnds,
    /// The turn ends.
    TurnEnds,
}

/// A static ability.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Static {
    /// "As long as ..." (`None`: always, while its unit is in an arena, 1.2.3).
    pub condition: Option<Cond>,
    /// What holds.
    pub rule: StaticRule,
}

/// What a static ability does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StaticRule {
    /// Units have something: bonuses, keywords, quoted abilities, bans.
    Give {
        /// Which units.
        who: Who,
        /// What they have.
        grants: Vec<Grant>,
    },
    /// Standing prevention, at the end of the prevention chance (6.3.3, 6.3.7).
    Prevent {
        /// Damage to which units.
        to: Who,
        /// Damage from which sources.
        from: Option<Who>,
        /// How much.
        amount: Amount,
        /// Only damage of an attack.
        attack_only: bool,
    },
    /// Activated abilities cost more (4.3.5).
    Tax {
        /// Whose abilities.
        of: Player,
        /// Abilities of which units; `None` for all.
        units: Option<Filter>,
        /// Only abilities of that keyword.
        keyword: Option<Keyword>,
        /// Only abilities that cost 0 or more Force.
        force_only: bool,
        /// Battle cards instead of abilities.
        battle_cards: bool,
        /// How much more Force; negative for less.
        more: Num,
        /// What costs so much or more is not reduced below it; 0 for no such floor.
        #[serde(default, skip_serializing_if = "is_zero")]
        least: u8,
    },
    /// Damage done by such units is multiplied before prevention.
    MultiplyDamage {
        /// The sources.
        by: Who,
        /// By how much, such as 2.
        times: u8,
    },
    /// Damage done by such units is so much more before prevention.
    MoreDamage {
        /// The sources.
        by: Who,
        /// How much more, for each instance.
        more: Num,
    },
    /// Each damage counter put brings further ones (6.5.4).
    ExtraCounters {
        /// On which units.
        on: Who,
        /// How many for each.
        each: u8,
    },
    /// Something happens instead of a discard (6.3.8).
    InsteadOfDiscard {
        /// The unit that would be discarded.
        who: Who,
        /// From where; empty for anywhere.
        from: Vec<Place>,
        /// What happens instead.
        effect: Box<Effect>,
        /// Whether its controller may decline.
        may: bool,
        /// Only if damage causes it; then it prevents that damage.
        by_damage: bool,
    },
    /// Attacks must be paid for ("can't attack it unless he or she pays 2 Force").
    AttackCost {
        /// Which attackers.
        who: Who,
        /// When they attack which units; `None` for all.
        target: Option<Who>,
        /// What their controller pays for each attack.
        costs: Vec<Cost>,
    },
    /// Cards need more build counters, or fewer, to be deployed or completed (1.4).
    BuildCost {
        /// Which cards, wherever they are built.
        who: Who,
        /// How many more; negative for fewer.
        more: Num,
    },
    /// Units carry more than one Pilot (pilot.3).
    Pilots {
        /// Which units.
        of: Who,
        /// How many in all, or how many further ones.
        most: u8,
        /// They come on top of those it may have anyway.
        further: bool,
        /// Not for Pilots of these kinds.
        but: Vec<Vec<Kind>>,
    },
    /// A player may not do something.
    PlayerCannot {
        /// Who may not.
        player: Player,
        /// What.
        what: PlayerBan,
        /// Only during that arena's battle step.
        during: Option<Arena>,
    },
    /// A player plays differently in a way the board does not show (open hand, extra pilots, deck rules).
    Note(OffBoard),
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde calls it in"
)]
const fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// What a player may be forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerBan {
    /// Playing Battle cards.
    BattleCards,
    /// Playing activated abilities.
    Abilities,
    /// Disrupting.
    Disrupt,
    /// Retreating units.
    Retreat,
    /// Losing the game.
    Lose,
    /// Winning the game.
    Win,
    /// Completing cards.
    Complete,
    /// Gaining Force.
    GainForce,
    /// Losing Force.
    LoseForce,
}

/// How much is prevented.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amount {
    /// All of it.
    All,
    /// That much, the most possible.
    Exactly(Num),
    /// From 0 to that much, chosen (6.3.2).
    UpTo(Num),
    /// Everything over that much.
    AllBut(Num),
    /// Half, rounded down or up.
    Half {
        /// Rounded up.
        up: bool,
    },
}

/// Things that happen outside what a board holds: they change nothing a ruling shows and are noted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OffBoard {
    /// Looking at a hand or playing with it open.
    HandSeen,
    /// Searching, looking at or arranging a deck.
    Deck,
    /// Searching or taking from a discard pile.
    DiscardPile,
    /// Cards change their places between hands, decks and piles in a way that is not counted.
    Uncounted,
    /// Deck construction and stacking permissions.
    Construction,
    /// Which Pilots a unit takes.
    Pilots,
    /// What completing or attaching asks for besides build counters.
    BuildCosts,
    /// What completing this very card asks for besides.
    Completing,
}

/// A line the reader did not understand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unknown {
    /// The words as printed.
    pub words: String,
    /// What kind of ability it is, as far as the sentence shows.
    pub shape: Shape,
    /// Keywords it names.
    pub keywords: Vec<Keyword>,
}

/// What an unread line looks like; decides whether it can matter on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// It has an arrow: it matters only when it is played.
    Activated,
    /// It waits for one of these events, although its effect was not understood.
    Triggered {
        /// What could set it off.
        events: Vec<Event>,
        /// Whether the words say which units the events are about; otherwise only their sort counts.
        exact: bool,
    },
    /// It has a trigger that was not understood.
    TriggeredUnknown,
    /// It speaks of the unit that carries its card, as Equipment and Pilots do.
    Carried,
    /// It speaks of the top card of the stack, from wherever its card lies (INSERT).
    Insert(Box<Shape>),
    /// It works only while its card lies under another.
    Covered,
    /// It works only in the build zone (Reserves).
    Reserves,
    /// It is about building, deploying and the phases before battle.
    BuildOnly,
    /// It is about Battle cards that are played.
    BattleCards,
    /// Several abilities, any of which could matter.
    AnyOf(Vec<Shape>),
    /// It says something about the units of this description.
    About(Box<Filter>),
    /// It says something as long as this holds.
    While(Box<Cond>),
    /// Anything else.
    Static,
}
