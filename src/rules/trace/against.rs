//! What was refused, did nothing, is not modelled or does not fit, and why.

use serde::{Deserialize, Serialize};

use crate::rulebook::ClauseId;
use crate::rules::situation::{Handle, Play};

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
