//! A board and what was played on it: the case format as values (design: case format).
//!
//! Everything here is resolved: cards named in a document have been looked up, defaults filled
//! in. The reader of documents is `rules::document`; the engine takes a [`Situation`] as it is
//! and converts it into a board that the rules can act on.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::{Arena, CardSide, CardType, CounterKind, Side, Zone};
use crate::rulebook::{ClauseId, Edition, Keyword};

/// The name of a unit inside one document: `a-z`, `0-9` and `-`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handle(String);

impl Handle {
    /// The longest handle a document may use.
    pub const MAX: usize = 64;

    /// The handle, if the text is one.
    #[must_use]
    pub fn new(text: &str) -> Option<Handle> {
        let fits = !text.is_empty()
            && text.len() <= Handle::MAX
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        fits.then(|| Handle(text.to_owned()))
    }

    /// A handle made of a name: what does not fit is left out, nothing left gives `supply`.
    #[must_use]
    pub fn from_name(name: &str) -> Handle {
        let slug: String = super::setup::slug(name).chars().take(Handle::MAX).collect();
        Handle::new(&slug).unwrap_or_else(|| Handle("supply".to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The handle of the `n`th unit made by this one during a run: `<maker>-n`.
    #[must_use]
    pub fn made(&self, n: u32) -> Handle {
        Handle(format!("{}-{n}", self.0))
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A board and the plays made on it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Situation {
    /// Title, question and the like; never read by the engine.
    pub about: About,
    /// The edition of the rules.
    pub edition: Edition,
    /// Open questions read otherwise: clause of section 11 and name of the reading.
    pub readings: BTreeMap<ClauseId, String>,
    /// Dice that are not given are rolled from this seed.
    pub seed: Option<u64>,
    /// The Dark Side player.
    pub dark: Pool,
    /// The Light Side player.
    pub light: Pool,
    /// The units and other cards, in the order of the document.
    pub units: Vec<UnitSpec>,
    /// What was played, in order.
    pub plays: Vec<Play>,
}

impl Situation {
    /// The pool of a player.
    #[must_use]
    pub const fn pool(&self, side: Side) -> &Pool {
        match side {
            Side::Dark => &self.dark,
            Side::Light => &self.light,
        }
    }
}

/// What a document says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// A short title.
    pub title: String,
    /// The question as it was asked.
    pub question: String,
    /// The short answer, Markdown.
    pub ruling: String,
    /// Where the ruling comes from.
    pub source: String,
    /// How much it binds.
    pub status: Status,
}

/// How much a ruling binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// By those who make the rules.
    Official,
    /// By the community.
    Community,
    /// Ours, from the clauses.
    #[default]
    Derived,
}

/// What a player has beside units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Pool {
    /// Force, never negative (1.7.3).
    pub force: i32,
    /// Build points of this turn.
    pub build_points: i32,
    /// Cards in hand; `None`: unknown, which is never a reason to refuse.
    pub hand: Option<i32>,
    /// Cards in the deck; `None`: unknown.
    pub deck: Option<i32>,
    /// Cards in the discard pile; `None`: unknown.
    pub discard: Option<i32>,
}

/// A card on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnitSpec {
    /// Its name inside the document.
    pub id: Handle,
    /// Who controls it.
    pub side: Side,
    /// The catalogue card it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The facts.
    #[serde(flatten)]
    pub facts: Facts,
    /// Where it lies.
    pub zone: Zone,
    /// Tapped.
    #[serde(default)]
    pub tapped: bool,
    /// Damage counters on it.
    #[serde(default)]
    pub damage: i32,
    /// Other counters on it.
    #[serde(default)]
    pub counters: BTreeMap<CounterKind, i32>,
    /// Effects already at work on it, in card notation.
    #[serde(default)]
    pub modifiers: Vec<String>,
    /// Cards under it, top to bottom.
    #[serde(default)]
    pub under: Vec<CardSpec>,
    /// Equipment on it.
    #[serde(default)]
    pub attached: Vec<CardSpec>,
    /// Pilots on it.
    #[serde(default)]
    pub pilot: Vec<CardSpec>,
}

impl UnitSpec {
    /// A unit with nothing on it and nothing at work on it, from no catalogue.
    #[must_use]
    pub const fn plain(id: Handle, side: Side, facts: Facts, zone: Zone) -> UnitSpec {
        UnitSpec {
            id,
            side,
            card: None,
            facts,
            zone,
            tapped: false,
            damage: 0,
            counters: BTreeMap::new(),
            modifiers: Vec::new(),
            under: Vec::new(),
            attached: Vec::new(),
            pilot: Vec::new(),
        }
    }
}

/// What a card is, resolved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Facts {
    /// Full name.
    pub name: String,
    /// Types.
    pub types: Vec<CardType>,
    /// Subtype phrases.
    #[serde(default)]
    pub subtypes: Vec<String>,
    /// Printed side, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_side: Option<CardSide>,
    /// Unique (1.5.1).
    #[serde(default)]
    pub unique: bool,
    /// Build cost, or Force cost of a Battle card.
    #[serde(default)]
    pub cost: i32,
    /// Speed.
    #[serde(default)]
    pub speed: i32,
    /// Power.
    #[serde(default)]
    pub power: i32,
    /// Health.
    #[serde(default)]
    pub health: i32,
    /// Ability lines as printed.
    #[serde(default)]
    pub text: Vec<String>,
}

/// A card under, on or piloting a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardSpec {
    /// The catalogue card it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The facts.
    #[serde(flatten)]
    pub facts: Facts,
}

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

/// What a case expects (case format, section 4). Only what is written is compared.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Expect {
    /// The verdict; default ruled.
    pub verdict: Option<super::trace::VerdictKind>,
    /// Force of a player.
    pub force: BTreeMap<Side, i32>,
    /// Build points of a player.
    pub build_points: BTreeMap<Side, i32>,
    /// Hand of a player.
    pub hand: BTreeMap<Side, i32>,
    /// Deck of a player.
    pub deck: BTreeMap<Side, i32>,
    /// Discard pile of a player.
    pub discard: BTreeMap<Side, i32>,
    /// Number of dice of each roll.
    pub rolls: Option<Vec<usize>>,
    /// Hits of the last attack roll.
    pub hits: Option<i32>,
    /// Pending damage on the final defender of the last attack, before prevention.
    pub pending: Option<i32>,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
    /// Clauses not cited.
    pub never: Vec<ClauseId>,
    /// Refused plays, in order; `None`: not written.
    pub refused: Option<Vec<ExpectRefusal>>,
    /// What a run with verdict depends waits for.
    pub request: Option<super::trace::RequestKind>,
    /// Keywords that did nothing.
    pub not_applied: Vec<ExpectNotApplied>,
    /// Lines that are not modelled, as `unit: words`.
    pub unmodelled: Vec<String>,
    /// Who controls an arena; `None` for nobody.
    pub control: BTreeMap<Arena, Option<Side>>,
    /// Units.
    pub units: BTreeMap<String, ExpectUnit>,
}

/// A refused play a case expects.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExpectRefusal {
    /// The verb, such as `use`.
    pub verb: String,
    /// What was tried, as written in the play.
    pub what: String,
    /// At least one of these is among the reasons; empty: none is asked for.
    pub because: Vec<ClauseId>,
}

/// A keyword that did nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExpectNotApplied {
    /// `unit: ability`.
    pub ability: String,
    /// At least one of these is among the reasons.
    pub because: Vec<ClauseId>,
}

/// What a unit has at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ExpectUnit {
    /// Damage counters.
    pub damage: Option<i32>,
    /// Where it lies.
    pub zone: Option<Zone>,
    /// Power.
    pub power: Option<i32>,
    /// Speed.
    pub speed: Option<i32>,
    /// Health.
    pub health: Option<i32>,
    /// Tapped.
    pub tapped: Option<bool>,
    /// Bounties its controller has coming from it.
    pub bounty: Option<i32>,
    /// Its controller.
    pub side: Option<Side>,
    /// Other counters.
    pub counters: BTreeMap<CounterKind, i32>,
}

/// A situation with the ruling it must get.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Case {
    /// The situation.
    pub situation: Situation,
    /// What is expected; `None` for a mere situation.
    pub expect: Option<Expect>,
}
