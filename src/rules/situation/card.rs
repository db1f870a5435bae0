//! The cards on the table, resolved.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::{CardSide, CardType, CounterKind, Side, Zone};

use super::Handle;

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
