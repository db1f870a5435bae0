//! A board as values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{Arena, CounterKind, Side, Zone};
use crate::rules::situation::Handle;

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
