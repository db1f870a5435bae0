//! What a case expects (case format, section 4).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{Arena, CounterKind, Side, Zone};
use crate::rulebook::ClauseId;
use crate::rules::trace::{RequestKind, VerdictKind};

/// What a case expects (case format, section 4). Only what is written is compared.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Expect {
    /// The verdict; default ruled.
    pub verdict: Option<VerdictKind>,
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
    pub request: Option<RequestKind>,
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
