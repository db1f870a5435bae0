//! Exact odds of an attack (design: odds): the distribution of hits, damage, discards and keyword
//! triggers over all dice, by counting faces with multinomial weights, not by trials.

mod best;
mod count;
mod profile;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::situation::Situation;

pub use best::best_reroll;
pub use profile::{Profile, profile};

/// The most attack dice that are counted.
pub const MOST_DICE: usize = 60;

/// How optional uses are decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Nothing optional is used.
    #[default]
    None,
    /// Everything is used that helps its player at once: Lucky on misses or on hits.
    All,
    /// Best play for each side, by the expected damage on the defender.
    Best,
}

/// Why odds are not worked out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OddsError {
    /// The situation does not come to an attack roll.
    #[error("the situation does not come to an attack roll: {0}")]
    NoRoll(String),
    /// Too many dice.
    #[error("{0} attack dice are too many to count; {MOST_DICE} is the most")]
    TooManyDice(usize),
    /// Too many optional abilities.
    #[error(
        "{0} optional abilities could be used in this attack; more than four at once are not counted"
    )]
    TooManyOptions(usize),
    /// Something the count would get wrong.
    #[error("{0}")]
    NotCounted(String),
}

/// One thing that may happen, as the count sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Outcome {
    /// Hits of the attack roll.
    pub hits: u16,
    /// Pending damage before prevention.
    pub pending: u16,
    /// Damage placed on the defender.
    pub damage: u16,
    /// A natural 6 in the final roll.
    pub six: bool,
    /// A natural 1 in the final roll.
    pub one: bool,
    /// A natural 2 in the final roll.
    pub two: bool,
    /// A natural 4 in the initial roll.
    pub four: bool,
    /// A natural 5 in the initial roll.
    pub five: bool,
    /// A natural 3 in the initial roll.
    pub three: bool,
}

/// Exact odds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Odds {
    /// How optional uses were decided.
    pub policy: Policy,
    /// Attack dice of the initial roll.
    pub dice: usize,
    /// Hits and their probability.
    pub hits: BTreeMap<u16, f64>,
    /// Pending damage on the defender.
    pub pending: BTreeMap<u16, f64>,
    /// Damage placed on the defender.
    pub defender: BTreeMap<u16, f64>,
    /// Damage done to the attacker when the attack ends, before any prevention of its own.
    pub attacker: BTreeMap<u16, f64>,
    /// The chance that the defender is discarded.
    pub defender_discarded: f64,
    /// The chance that the attacker is discarded by what comes back.
    pub attacker_discarded: f64,
    /// Chances of keywords, by name.
    pub keywords: BTreeMap<String, f64>,
    /// Expected hits, pending damage, damage on the defender, damage on the attacker.
    pub expected: Expected,
    /// Best play in words, if the policy asked for it.
    pub advice: Vec<String>,
    /// What the count leaves out.
    pub left_out: Vec<String>,
}

/// Expected values.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Expected {
    /// Hits.
    pub hits: f64,
    /// Pending damage.
    pub pending: f64,
    /// Damage on the defender.
    pub defender: f64,
    /// Damage on the attacker.
    pub attacker: f64,
}

/// The exact odds of the last attack of a situation, from its roll on.
///
/// # Errors
/// If it does not come to a roll, or has too many dice or options to count.
pub fn odds(situation: &Situation, policy: Policy) -> Result<Odds, OddsError> {
    let profile = profile(situation)?;
    if profile.dice > MOST_DICE {
        return Err(OddsError::TooManyDice(profile.dice));
    }
    if policy != Policy::None && profile.options > 4 {
        return Err(OddsError::TooManyOptions(profile.options));
    }
    let counted = count::count(&profile, policy);
    Ok(gather(&profile, policy, &counted))
}

fn gather(profile: &Profile, policy: Policy, counted: &BTreeMap<Outcome, f64>) -> Odds {
    let mut odds = Odds {
        policy,
        dice: profile.dice,
        hits: BTreeMap::new(),
        pending: BTreeMap::new(),
        defender: BTreeMap::new(),
        attacker: BTreeMap::new(),
        defender_discarded: 0.0,
        attacker_discarded: 0.0,
        keywords: BTreeMap::new(),
        expected: Expected::default(),
        advice: Vec::new(),
        left_out: profile.left_out.clone(),
    };
    for (outcome, p) in counted {
        *odds.hits.entry(outcome.hits).or_default() += p;
        *odds.pending.entry(outcome.pending).or_default() += p;
        *odds.defender.entry(outcome.damage).or_default() += p;
        if i32::from(outcome.damage) >= profile.defender_health {
            odds.defender_discarded += p;
        }
        for (name, acts) in profile.triggers(outcome) {
            *odds.keywords.entry(name).or_default() += if acts { *p } else { 0.0 };
        }
        for (back, q) in profile.comes_back(outcome) {
            *odds.attacker.entry(back).or_default() += p * q;
            if i32::from(back) >= profile.attacker_health {
                odds.attacker_discarded += p * q;
            }
        }
    }
    let mean = |d: &BTreeMap<u16, f64>| d.iter().map(|(n, p)| f64::from(*n) * p).sum();
    odds.expected = Expected {
        hits: mean(&odds.hits),
        pending: mean(&odds.pending),
        defender: mean(&odds.defender),
        attacker: mean(&odds.attacker),
    };
    if policy == Policy::Best {
        odds.advice = best::advice(profile);
    }
    odds
}

/// The chance of so much or more.
#[must_use]
pub fn at_least(distribution: &BTreeMap<u16, f64>, n: u16) -> f64 {
    distribution.range(n..).map(|(_, p)| p).sum()
}

/// The chance of so much or less.
#[must_use]
pub fn at_most(distribution: &BTreeMap<u16, f64>, n: u16) -> f64 {
    distribution.range(..=n).map(|(_, p)| p).sum()
}
