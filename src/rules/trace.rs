//! A ruling: the verdict, the steps with the clause each rests on, refusals, and the final board.
//!
//! A citation is a value no step can do without: [`Cited`] is the only way to hand an effect to
//! the runner, and it cannot be built without one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{Arena, CounterKind, Side, Zone};
use crate::rulebook::{ClauseId, Edition};

use super::situation::{Handle, Play};
use super::window::WindowId;

/// What a step rests on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Cite {
    /// A numbered clause.
    Clause(ClauseId),
    /// An ability line: `card:nom-anor-b/3` or `unit:vader/2`, counted from 1.
    Line(String),
    /// A ruling by hand.
    Hand,
}

impl From<Cite> for String {
    fn from(cite: Cite) -> String {
        match cite {
            Cite::Clause(id) => id.as_str().to_owned(),
            Cite::Line(line) => line,
            Cite::Hand => "hand".to_owned(),
        }
    }
}

impl TryFrom<String> for Cite {
    type Error = String;

    fn try_from(text: String) -> Result<Cite, String> {
        match ClauseId::parse(&text) {
            Some(id) => Ok(Cite::Clause(id)),
            None if text == "hand" => Ok(Cite::Hand),
            None if text.starts_with("card:") || text.starts_with("unit:") => Ok(Cite::Line(text)),
            None => Err(format!(
                "`{text}` is no clause, card line or ruling by hand"
            )),
        }
    }
}

impl From<ClauseId> for Cite {
    fn from(id: ClauseId) -> Cite {
        Cite::Clause(id)
    }
}

/// Something with the ground it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cited<T> {
    what: T,
    first: Cite,
    more: Vec<Cite>,
}

impl<T> Cited<T> {
    /// The thing, resting on that ground.
    pub fn new(what: T, ground: impl Into<Cite>) -> Cited<T> {
        Cited {
            what,
            first: ground.into(),
            more: Vec::new(),
        }
    }

    /// The same, resting on further ground too.
    #[must_use]
    pub fn and(mut self, ground: impl Into<Cite>) -> Cited<T> {
        let ground = ground.into();
        if ground != self.first && !self.more.contains(&ground) {
            self.more.push(ground);
        }
        self
    }

    /// The same, resting on further ground too if it does not rest on enough already.
    #[must_use]
    pub fn also(self, ground: impl Into<Cite>) -> Cited<T> {
        if self.more.len() + 1 < super::grounds::MOST {
            self.and(ground)
        } else {
            self
        }
    }

    /// The same for several grounds.
    #[must_use]
    pub fn also_all(self, more: impl IntoIterator<Item = ClauseId>) -> Cited<T> {
        more.into_iter().fold(self, Cited::also)
    }

    /// The thing itself.
    pub const fn what(&self) -> &T {
        &self.what
    }

    /// The thing and everything it rests on, the first ground first.
    pub fn into_parts(self) -> (T, Vec<Cite>) {
        let mut cites = vec![self.first];
        cites.extend(self.more);
        (self.what, cites)
    }
}

/// A finished (or waiting) ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// The edition it was made in.
    pub edition: Edition,
    /// The engine's version.
    pub engine: String,
    /// The verdict and its sentence.
    pub verdict: Verdict,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// What was refused, with all reasons.
    pub refused: Vec<Refusal>,
    /// Keywords on the table that did nothing, and why.
    pub not_applied: Vec<NotApplied>,
    /// Lines that are not modelled.
    pub unmodelled: Vec<Unmodelled>,
    /// What the run waits for.
    pub request: Option<Request>,
    /// Plays that do not fit what happened; such a run is not finished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<PlayProblem>,
    /// Every roll, with its three rows.
    pub rolls: Vec<RollRecord>,
    /// Hits of the last attack roll; `None` if none was counted.
    #[serde(default)]
    pub hits: Option<i32>,
    /// Pending damage on the final defender of the last attack, after the Overkill split and
    /// Critical Hit and before prevention (3.2); `None` if no attack came that far.
    #[serde(default)]
    pub pending: Option<i32>,
    /// The board before the first play.
    pub before: Board,
    /// The board at the end.
    #[serde(rename = "final")]
    pub after: Board,
    /// Open questions the ruling rests on, with the other reading's outcome where it differs.
    pub readings: Vec<ReadingNote>,
}

/// The verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Which of the three.
    pub kind: VerdictKind,
    /// One or two sentences made from the trace.
    pub summary: String,
}

/// The three verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// Finished.
    Ruled,
    /// One more fact would settle it, and it is named.
    Depends,
    /// No such fact would.
    Cannot,
}

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

/// A reason against a play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// The clause; `None` for "no such ability".
    pub clause: Option<ClauseId>,
    /// The sentence with the actual numbers.
    pub text: String,
}

/// A refused play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// The step that records it.
    pub n: u32,
    /// The verb, such as `use`.
    pub verb: String,
    /// What was tried, as written.
    pub play: String,
    /// Its place in the list of plays, from 0.
    pub index: usize,
    /// All reasons.
    pub reasons: Vec<Reason>,
    /// The play in words, with the names the units had then, where they may have other names now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

impl Refusal {
    /// The play in words, where what was tried is no more than a handle or a number: `X-Wing
    /// attacks Grand Inquisitor (E)`. `plays` are those of the situation; `name` names a unit.
    #[must_use]
    pub fn in_words(&self, plays: &[Play], name: &dyn Fn(&Handle) -> String) -> Option<String> {
        if self.said.is_some() {
            return self.said.clone();
        }
        let then = |word: &str, on: &Option<Handle>| {
            let on = on.as_ref().map(name);
            on.map_or_else(String::new, |on| format!(" {word}{on}"))
        };
        Some(match (self.verb.as_str(), plays.get(self.index)?) {
            ("attack", Play::Attack { unit, on, .. }) => {
                format!("{} attacks{}", name(unit), then("", on))
            }
            ("deploy", Play::Deploy { unit, on, .. }) => {
                format!("deploying {}{}", name(unit), then("onto ", on))
            }
            ("retreat", Play::Retreat { unit, .. }) => format!("{} retreats", name(unit)),
            ("build", Play::Build { unit, .. }) => format!("build points onto {}", name(unit)),
            ("bid", Play::Bid { amount, side }) => format!("{} bids {amount}", side.name()),
            _ => return None,
        })
    }
}

/// A keyword that did nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NotApplied {
    /// The unit.
    pub unit: Handle,
    /// The ability, as printed.
    pub ability: String,
    /// Why.
    pub because: Vec<Reason>,
}

/// A line that is not modelled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unmodelled {
    /// The unit.
    pub unit: Handle,
    /// The words.
    pub line: String,
    /// Whether it could have mattered here.
    pub matters: bool,
    /// Why, or why not.
    pub why: String,
}

/// A play that does not fit what happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayProblem {
    /// Its place in the list of plays, from 0.
    pub index: usize,
    /// What is wrong.
    pub text: String,
}

/// What a run waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RequestKind {
    /// Dice.
    Roll,
    /// A choice.
    Choice,
    /// A play or pass.
    Pop,
}

/// An open question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// What kind.
    pub kind: RequestKind,
    /// Who is asked.
    pub side: Side,
    /// In which window.
    pub window: WindowId,
    /// The question.
    pub asks: String,
    /// Number of dice asked for.
    pub dice: Option<usize>,
    /// Every option, legal or not.
    pub options: Vec<Choice>,
}

/// One option of a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// What it says.
    pub label: String,
    /// The play that takes it, ready to be appended.
    pub play: Option<Play>,
    /// Whether it may be taken.
    pub legal: bool,
    /// All reasons against it.
    pub reasons: Vec<Reason>,
    /// The outcome if it is taken, where it was worked out.
    pub outcome: Option<String>,
}

/// One roll of dice with its rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RollRecord {
    /// The step that rolled.
    pub n: u32,
    /// What was rolled.
    pub kind: RollKind,
    /// The unit that rolls.
    pub unit: Option<Handle>,
    /// First roll (Fury dice behind the others).
    pub first: Vec<u8>,
    /// How many of `first` were rolled by themselves as additional dice (Fury).
    pub added: usize,
    /// After rerolls.
    pub last: Vec<u8>,
    /// Counted results, after Accuracy; empty before they are counted.
    pub counted: Vec<i32>,
    /// The least result that hits.
    pub needs: i32,
    /// Hits; `None` before they are counted.
    pub hits: Option<i32>,
    /// Natural faces a keyword read: face and keyword name, and from which row.
    pub read: Vec<FaceRead>,
}

/// A keyword that looked at a natural face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaceRead {
    /// The face.
    pub face: u8,
    /// The keyword's name.
    pub keyword: String,
    /// Whether it read the first roll rather than the one after rerolls.
    pub first: bool,
}

/// What dice were rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RollKind {
    /// Attack dice (6.1).
    Attack,
    /// Additional attack dice of the roll before; its row shows them too.
    Additional,
    /// Dice of damage (6.1).
    Damage,
    /// The build-point roll (2.2.R3) or a die of a card.
    Other,
}

/// An open question (section 11) the ruling rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReadingNote {
    /// The clause of section 11.
    pub clause: ClauseId,
    /// The reading used: `adopted` or the name of the alternative.
    pub used: String,
    /// Other readings and what they would give.
    pub others: Vec<OtherReading>,
}

/// What another reading or edition would give.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OtherReading {
    /// Its name.
    pub name: String,
    /// The verdict sentence under it.
    pub summary: String,
    /// Whether the final board differs.
    pub differs: bool,
}

/// A board as values.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Board {
    /// The units, by handle.
    pub units: BTreeMap<Handle, UnitState>,
    /// The Dark Side player.
    pub dark: PoolState,
    /// The Light Side player.
    pub light: PoolState,
    /// Who controls each arena (9.2.1).
    pub control: BTreeMap<Arena, Option<Side>>,
    /// Who has won (9.2.2).
    pub winner: Option<Side>,
}

/// A unit as values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnitState {
    /// Full name.
    pub name: String,
    /// Who controls it.
    pub side: Side,
    /// Where it lies.
    pub zone: Zone,
    /// The unit that carries the card, which then is no unit of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried_by: Option<Handle>,
    /// Damage counters.
    pub damage: i32,
    /// Power as it stands, never shown below the true sum (11.31).
    pub power: i32,
    /// Speed as it stands.
    pub speed: i32,
    /// Health as it stands.
    pub health: i32,
    /// Tapped.
    pub tapped: bool,
    /// Other counters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counters: BTreeMap<CounterKind, i32>,
    /// Bounties its controller has coming from it.
    #[serde(default)]
    pub bounty: i32,
}

/// A player's pool as values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PoolState {
    /// Force.
    pub force: i32,
    /// Build points.
    pub build_points: i32,
    /// Cards in hand; counted from 0 where unknown.
    pub hand: i32,
    /// Cards in the deck; counted from 0 where unknown.
    pub deck: i32,
    /// Cards in the discard pile; counted from 0 where unknown.
    pub discard: i32,
}
