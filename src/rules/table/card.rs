//! The cards on the table: a unit with what lies under, on and in it.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::cardtext::Ability;
use crate::game::{Arena, CardSide, CardType, CounterKind, Side, Zone};
use crate::rulebook::ClauseId;
use crate::rules::situation::Handle;
use crate::rules::trace::Cite;

use super::UnitIx;

/// One printed line, read.
#[derive(Clone, Debug)]
pub struct Line {
    /// As printed.
    pub printed: Rc<str>,
    /// What a step cites for it.
    pub cite: Cite,
    /// What it means.
    pub abilities: Vec<Rc<Ability>>,
}

/// A card under, on or piloting a unit.
#[derive(Clone, Debug)]
pub struct SubCard {
    /// Its name.
    pub name: Rc<str>,
    /// Its subtype phrases.
    pub subtypes: Vec<String>,
    /// Its types.
    pub types: Vec<CardType>,
    /// Its printed side, if known.
    pub card_side: Option<CardSide>,
    /// Unique.
    pub unique: bool,
    /// Its build cost.
    pub cost: i32,
    /// Its own numbers, for when it is a unit again (a Pilot, a stack).
    pub speed: i32,
    /// Power.
    pub power: i32,
    /// Health.
    pub health: i32,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Stays the same when it moves to another bearer, so that limits follow the card.
    pub serial: u32,
    /// The build step in which it last went onto or off a unit as a Pilot (pilot.1).
    pub rode: Option<u32>,
}

/// A card on the table.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its handle.
    pub id: Handle,
    /// Who controls it.
    pub side: Side,
    /// Whose card it is.
    pub owner: Side,
    /// Full name.
    pub name: Rc<str>,
    /// Types.
    pub types: Vec<CardType>,
    /// Subtype phrases.
    pub subtypes: Vec<String>,
    /// Printed side.
    pub card_side: Option<CardSide>,
    /// Unique.
    pub unique: bool,
    /// Build cost.
    pub cost: i32,
    /// Printed speed.
    pub speed: i32,
    /// Printed power.
    pub power: i32,
    /// Printed health.
    pub health: i32,
    /// Its own lines.
    pub lines: Vec<Line>,
    /// Cards under it, top to bottom (1.5.5).
    pub under: Vec<SubCard>,
    /// Equipment on it.
    pub attached: Vec<SubCard>,
    /// Pilots on it.
    pub pilots: Vec<SubCard>,
    /// Cards put face down beneath it, which are no part of its stack (1.5.12).
    pub beneath: i32,
    /// Where it lies.
    pub zone: Zone,
    /// Tapped.
    pub tapped: bool,
    /// Damage counters.
    pub damage: i32,
    /// Other counters.
    pub counters: BTreeMap<CounterKind, i32>,
    /// Made during the run (a Subordinate).
    pub made: bool,
    /// Attacks it made this turn.
    pub attacks: u32,
    /// Those of them for which it tapped.
    pub tapping: u32,
    /// The next untap step passes it by.
    pub stays_tapped: bool,
    /// The build step in which it last went onto or off a unit as a Pilot (pilot.1).
    pub rode: Option<u32>,
    /// The unit that carries the card: it lies on or under it and is no unit of its own.
    pub carried_by: Option<UnitIx>,
    /// It leaves the game instead of being discarded, by this clause.
    pub leaves_by: Option<ClauseId>,
}

impl Unit {
    /// Whether the card fights: it has a unit type.
    #[must_use]
    pub fn is_unit(&self) -> bool {
        self.types
            .iter()
            .any(|t| t.arena().is_some() || *t == CardType::Subordinate)
    }

    /// An Event at work: it lies face up all game, and a board has no zone of its own for it (1.3).
    #[must_use]
    pub fn is_event(&self) -> bool {
        let there = matches!(self.zone, Zone::Supply | Zone::Build);
        there && self.types.contains(&CardType::Event)
    }

    /// A card that is in play without being a unit: its lines work where it lies.
    #[must_use]
    pub fn works_as_a_card(&self) -> bool {
        let there = self.zone.on_table() && !self.is_face_down();
        self.is_event() || there && !self.is_unit()
    }

    /// A face-down, partly built card (1.2.1).
    #[must_use]
    pub fn is_face_down(&self) -> bool {
        self.zone == Zone::Build
            && self
                .counters
                .get(&CounterKind::Build)
                .is_some_and(|n| *n > 0)
    }

    /// The arena it is in.
    #[must_use]
    pub const fn arena(&self) -> Option<Arena> {
        self.zone.arena()
    }

    /// A unit in an arena.
    #[must_use]
    pub fn in_battle(&self) -> bool {
        self.arena().is_some() && self.is_unit()
    }

    /// A retreated unit: face up in the build zone (1.2.3).
    #[must_use]
    pub fn is_retreated(&self) -> bool {
        self.zone == Zone::Build && self.is_unit() && !self.is_face_down()
    }
}
