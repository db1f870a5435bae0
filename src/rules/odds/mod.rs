//! Exact odds of an attack (design: odds): the distribution of hits, of damage, of discards and of
//! keywords over all dice, by counting faces with multinomial weights, not by trials.
//!
//! The dice are counted here; what a roll comes to is asked of the engine itself, once for each
//! class of rolls that are the same to everything that looks at them. So no rule is written down
//! a second time.
//!
//! | file | what it does |
//! | --- | --- |
//! | `reading` | follows the plays to the attack roll and reads off what its dice mean |
//! | `dice` | counts how dice fall, in states whose number grows with the number of dice |
//! | `rerolls` | the reroll chance: who rerolls what |
//! | `outcome` | runs the engine for each class of final rolls |
//! | `rolled` | faces that stand for such a class |
//! | `count` | puts these together |
//! | `words` | best play in words |

mod count;
#[expect(
    clippy::indexing_slicing,
    reason = "kinds, faces and players index arrays of their number; states index lists of their layout's size"
)]
mod dice;
mod outcome;
mod reading;
#[expect(
    clippy::indexing_slicing,
    reason = "kinds, faces and players index arrays of their number; states index lists of their layout's size"
)]
mod rerolls;
mod rolled;
#[cfg(test)]
mod tests;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::game::Side;

use self::outcome::{Class, Engine};
use self::reading::{Reading, read};
use super::situation::{Handle, Situation};

pub use words::{Advice, advice};

/// The most dice of one roll that are counted.
pub const MOST_DICE: usize = 60;

/// The most optional abilities behind the roll that are counted.
pub const MOST_OPTIONS: usize = 4;

/// How optional uses behind the roll are decided. What was used before it, is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Nothing optional is used.
    #[default]
    None,
    /// Everything is used that helps its player at once: Lucky on misses or on hits, every
    /// prevention as long as damage is pending.
    All,
    /// Best play for each side by the expected damage on the defender: Lucky and, for the
    /// defender's side, prevention.
    Best,
    /// What the document uses behind the roll is used again; who rerolls in it with Lucky plays
    /// Lucky at its best.
    Played,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 4] = [Policy::None, Policy::All, Policy::Best, Policy::Played];

    /// Its name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Policy::None => "none",
            Policy::All => "all",
            Policy::Best => "best",
            Policy::Played => "played",
        }
    }

    /// What it means, for people.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Policy::None => "nothing optional is used after the roll",
            Policy::All => {
                "everything is used after the roll: Lucky on misses or on hits, prevention while damage is pending"
            }
            Policy::Best => "each side plays as well as it can after the roll",
            Policy::Played => "what was used after the roll is used again",
        }
    }
}

/// How much may be spent on one question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Effort {
    /// Runs of the engine.
    pub runs: usize,
    /// Steps of all runs together, each as often as there are cards on the table: that is what makes
    /// one run take longer than another.
    pub steps: usize,
    /// States, rerolls and results of dice that are weighed.
    pub states: u64,
}

impl Effort {
    /// For a question of its own: a second or two.
    pub const FULL: Effort = Effort {
        runs: 30_000,
        steps: 500_000,
        states: 300_000_000,
    };
    /// For something shown beside: at most some hundredths of a second.
    pub const QUICK: Effort = Effort {
        runs: 500,
        steps: 20_000,
        states: 3_000_000,
    };
}

/// Why odds are not worked out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OddsError {
    /// The situation does not come to an attack roll.
    #[error("the situation does not come to an attack roll: {0}")]
    NoRoll(String),
    /// Too many dice.
    #[error("power above {MOST_DICE} is not counted: {0} attack dice are too many")]
    TooManyDice(usize),
    /// Too many optional abilities.
    #[error(
        "more than {MOST_OPTIONS} optional abilities at once are not counted: {count} could be used after this roll ({names})"
    )]
    TooManyOptions {
        /// How many.
        count: usize,
        /// Which ones.
        names: String,
    },
    /// More work than was allowed.
    #[error(
        "so many dice with so much that may be rerolled or rolled after them are too much to count"
    )]
    TooMuchWork,
    /// Something the count would get wrong.
    #[error("the odds of this attack are not counted: {0}")]
    NotCounted(String),
}

impl OddsError {
    /// A stable word for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            OddsError::NoRoll(_) => "no-attack-roll",
            OddsError::TooManyDice(_) => "too-many-dice",
            OddsError::TooManyOptions { .. } => "too-many-options",
            OddsError::TooMuchWork => "too-much-work",
            OddsError::NotCounted(_) => "not-counted",
        }
    }
}

/// A number that depends on the dice.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Spread {
    /// The chance of exactly so much.
    pub exactly: BTreeMap<u16, f64>,
    /// The chance of so much or more.
    pub at_least: BTreeMap<u16, f64>,
    /// The expected value.
    pub expected: f64,
}

impl Spread {
    fn add(&mut self, n: u16, p: f64) {
        *self.exactly.entry(n).or_default() += p;
    }

    fn finish(&mut self) {
        let mut sum = 0.0;
        for (n, p) in self.exactly.iter().rev() {
            sum += p;
            self.at_least.insert(*n, sum);
            self.expected += f64::from(*n) * p;
        }
    }

    /// The chance of so much or more.
    #[must_use]
    pub fn or_more(&self, n: u16) -> f64 {
        self.exactly.range(n..).map(|(_, p)| p).sum()
    }

    /// The chance of so much or less.
    #[must_use]
    pub fn or_less(&self, n: u16) -> f64 {
        self.exactly.range(..=n).map(|(_, p)| p).sum()
    }
}

/// The part of a unit in an attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// It attacks.
    Attacker,
    /// It is attacked.
    Defender,
    /// It is hit beside.
    Other,
}

/// What may happen to a unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UnitOdds {
    /// Its handle.
    pub unit: Handle,
    /// Its name.
    pub name: String,
    /// Its side; `None` for a unit that comes during the attack.
    pub side: Option<Side>,
    /// Its part.
    pub role: Role,
    /// Damage counters it gets.
    pub damage: Spread,
    /// The chance that it is discarded.
    pub discarded: f64,
}

/// The chance that a keyword does something.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KeywordOdds {
    /// The keyword's name.
    pub keyword: String,
    /// Whose it is.
    pub unit: Handle,
    /// The unit's name.
    pub name: String,
    /// The chance.
    pub chance: f64,
}

/// What did happen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Actual {
    /// Hits.
    pub hits: u16,
    /// Pending damage on the defender.
    pub pending: u16,
    /// Damage on the defender.
    pub damage: u16,
    /// The chance of so much damage on the defender, or more: "this or worse" for it.
    pub this_or_worse: f64,
    /// The chance of so much damage on the defender, or less.
    pub this_or_better: f64,
    /// The chance of so many hits, or more.
    pub hits_or_more: f64,
    /// The chance of so many hits, or fewer.
    pub hits_or_fewer: f64,
}

/// Exact odds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Odds {
    /// How optional uses were decided.
    pub policy: Policy,
    /// Attack dice of the initial roll.
    pub dice: usize,
    /// Additional dice that the initial roll may bring.
    pub additional: usize,
    /// Hits.
    pub hits: Spread,
    /// Pending damage on the defender, before prevention.
    pub pending: Spread,
    /// What may happen to each unit: the defender, the attacker, then any other that may be hit.
    pub units: Vec<UnitOdds>,
    /// The chances of keywords.
    pub keywords: Vec<KeywordOdds>,
    /// What did happen, if the document says so.
    pub actual: Option<Actual>,
    /// Best play with Lucky over all rolls, in words, if the policy asked for it.
    pub advice: Vec<String>,
    /// Best play with Lucky for the dice the document gives.
    pub now: Vec<Advice>,
    /// What the count leaves out.
    pub left_out: Vec<String>,
}

impl Odds {
    /// The defender.
    #[must_use]
    pub fn defender(&self) -> Option<&UnitOdds> {
        self.units.iter().find(|u| u.role == Role::Defender)
    }

    /// The attacker.
    #[must_use]
    pub fn attacker(&self) -> Option<&UnitOdds> {
        self.units.iter().find(|u| u.role == Role::Attacker)
    }
}

/// The exact odds of the last attack of a situation, from its roll on.
///
/// # Errors
/// If it does not come to a roll, or has too many dice or options to count.
pub fn odds(situation: &Situation, policy: Policy) -> Result<Odds, OddsError> {
    odds_within(situation, policy, Effort::FULL)
}

/// The same, for at most so much work.
///
/// # Errors
/// Those of [`odds`], and if it takes more work.
pub fn odds_within(
    situation: &Situation,
    policy: Policy,
    effort: Effort,
) -> Result<Odds, OddsError> {
    let reading = read(situation)?;
    check(&reading)?;
    let mut engine = Engine::new(&reading, policy, effort);
    let (classes, tally) = count::count(&reading, policy, effort, &mut engine)?;
    let mut odds = gather(&reading, policy, &classes, &mut engine)?;
    let players = count::players(&reading, policy);
    if policy == Policy::Best {
        odds.advice = words::habits(&reading, &players, &tally);
    }
    if matches!(policy, Policy::Best | Policy::Played) {
        odds.now = words::of_reading(&reading, effort)?;
    }
    odds.actual = actual(&reading, situation.seed, &odds);
    Ok(odds)
}

/// What is refused, and not attempted.
fn check(reading: &Reading) -> Result<(), OddsError> {
    let additional = reading.most_dice() - reading.dice;
    if additional > MOST_DICE {
        return Err(OddsError::TooManyDice(additional));
    }
    if reading.optional > MOST_OPTIONS {
        return Err(OddsError::TooManyOptions {
            count: reading.optional,
            names: reading.option_names(),
        });
    }
    Ok(())
}

fn gather(
    reading: &Reading,
    policy: Policy,
    classes: &BTreeMap<Class, f64>,
    engine: &mut Engine<'_>,
) -> Result<Odds, OddsError> {
    let mut odds = Odds {
        policy,
        dice: reading.dice,
        additional: reading.all_dice(true) - reading.dice,
        hits: Spread::default(),
        pending: Spread::default(),
        units: Vec::new(),
        keywords: Vec::new(),
        actual: None,
        advice: Vec::new(),
        now: Vec::new(),
        left_out: Vec::new(),
    };
    let mut endings = Vec::new();
    for (class, p) in classes {
        odds.hits.add(class.hits, *p);
        for (ending, q) in engine.endings(*class)?.iter() {
            odds.pending.add(ending.pending, p * q);
            endings.push((ending.clone(), p * q));
        }
    }
    odds.hits.finish();
    odds.pending.finish();
    odds.units = units(reading, &endings);
    odds.keywords = keywords(reading, engine, &endings);
    odds.left_out = engine.left_out.iter().cloned().collect();
    odds.left_out.extend(reading.not_used(policy));
    Ok(odds)
}

fn units(reading: &Reading, endings: &[(outcome::Ending, f64)]) -> Vec<UnitOdds> {
    let (d, a) = (
        reading.handle(reading.defender),
        reading.handle(reading.attacker),
    );
    let mut others: BTreeSet<&Handle> = BTreeSet::new();
    for (ending, _) in endings {
        others.extend(ending.damage.keys());
        others.extend(&ending.discarded);
    }
    others.remove(d);
    others.remove(a);
    let own = [(d, Role::Defender), (a, Role::Attacker)];
    let all = own
        .into_iter()
        .filter(|(u, role)| *role == Role::Defender || *u != d)
        .chain(others.into_iter().map(|u| (u, Role::Other)));
    all.map(|(unit, role)| {
        let known = reading.table.find(unit);
        let mut found = UnitOdds {
            unit: unit.clone(),
            name: known.map_or_else(|| unit.to_string(), |u| reading.name(u).to_owned()),
            side: known.map(|u| reading.table.side(u)),
            role,
            damage: Spread::default(),
            discarded: 0.0,
        };
        for (ending, p) in endings {
            found
                .damage
                .add(ending.damage.get(unit).copied().unwrap_or(0), *p);
            if ending.discarded.contains(unit) {
                found.discarded += p;
            }
        }
        found.damage.finish();
        found
    })
    .collect()
}

fn keywords(
    reading: &Reading,
    engine: &Engine<'_>,
    endings: &[(outcome::Ending, f64)],
) -> Vec<KeywordOdds> {
    let mut chances: BTreeMap<_, f64> = engine.concerned.iter().map(|k| (*k, 0.0)).collect();
    for (ending, p) in endings {
        for key in &ending.acted {
            *chances.entry(*key).or_default() += p;
        }
    }
    chances
        .into_iter()
        .map(|((unit, keyword), chance)| KeywordOdds {
            keyword: keyword.name().to_owned(),
            unit: reading.handle(unit).clone(),
            name: reading.name(unit).to_owned(),
            chance,
        })
        .collect()
}

fn actual(reading: &Reading, seed: Option<u64>, odds: &Odds) -> Option<Actual> {
    let (hits, ending) = outcome::actual(reading, seed)?;
    let defender = odds.defender()?;
    let damage = ending.damage.get(&defender.unit).copied().unwrap_or(0);
    Some(Actual {
        hits,
        pending: ending.pending,
        damage,
        this_or_worse: defender.damage.or_more(damage),
        this_or_better: defender.damage.or_less(damage),
        hits_or_more: odds.hits.or_more(hits),
        hits_or_fewer: odds.hits.or_less(hits),
    })
}
