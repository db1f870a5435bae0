//! One attack while it runs.

use std::collections::BTreeMap;

use crate::game::Side;
use crate::rulebook::Keyword;
use crate::rules::trace::Cite;

use super::{CopyId, UnitIx};

/// Something that waits for the end of an attack (3.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtEnd {
    /// The side that controls it.
    pub side: Side,
    /// The unit that does the damage.
    pub source: UnitIx,
    /// The unit to be damaged.
    pub target: UnitIx,
    /// How much, or how many dice.
    pub amount: i32,
    /// Dice of damage.
    pub dice: bool,
    /// Which keyword set it up.
    pub keyword: Keyword,
    /// What its resolution rests on.
    pub cites: Vec<Cite>,
}

/// How an attack came about (3.2.7, double-strike.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackKind {
    /// In the unit's turn, by tapping.
    Ordinary,
    /// Granted by a keyword after an attack.
    Extra(Keyword),
    /// Granted by an effect, without tapping.
    Granted,
}

/// One attack while it runs.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Its number in the run, from 1.
    pub number: u32,
    /// How it came about.
    pub kind: AttackKind,
    /// The attacker.
    pub attacker: UnitIx,
    /// The present defender.
    pub defender: UnitIx,
    /// Every unit that was the defender at some moment (7.1.3), in order.
    pub defenders: Vec<UnitIx>,
    /// The keyword used to attack into another arena.
    pub with: Option<Keyword>,
    /// Which attack of its unit in this turn it is, from 1.
    pub of_unit: u32,
    /// Initial attack dice, additional ones behind.
    pub first: Vec<u8>,
    /// How many of them are additional dice.
    pub added: usize,
    /// The dice after rerolls.
    pub dice: Vec<u8>,
    /// Whether the dice were rolled.
    pub rolled: bool,
    /// The number of its dice did not come from power (3.2.6).
    pub fixed_dice: bool,
    /// Hits, once counted.
    pub hits: Option<i32>,
    /// Pending damage on the final defender before prevention.
    pub pending: Option<i32>,
    /// Keyword values at the moment of the roll: what is gained afterwards is too late.
    pub at_roll: BTreeMap<(UnitIx, Keyword), i32>,
    /// Its damage instance on the defender.
    pub instance: Option<usize>,
    /// What waits for its end, in the order in which it was set up.
    pub at_end: Vec<AtEnd>,
    /// Predictions of its hits: unit, copy, number.
    pub predictions: Vec<(UnitIx, CopyId, i32)>,
    /// Damage placed on the final defender by the attack's own instance.
    pub placed: i32,
    /// An effect ended it, or a side of it left (3.2.4).
    pub ended: bool,
    /// The window it is in, as an index into the list.
    pub at: usize,
    /// The position of its roll in the list of rolls.
    pub roll_record: Option<usize>,
    /// Prevention was bought before hidden dice were shown.
    pub blind: bool,
    /// Rerolls of its dice by triggered abilities and by what is played for it.
    pub rerolled: Rerolled,
    /// Hits that are sent on to a second unit.
    pub sent_on: Option<SentOn>,
}

/// Hits of an attack that go to a second unit in place of the defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SentOn {
    /// The second unit.
    pub to: UnitIx,
    /// How many.
    pub hits: i32,
    /// The keyword that sends them there.
    pub by: Option<Keyword>,
}

/// Which rerolls of attack dice there were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rerolled {
    /// By triggered abilities.
    pub by_triggers: bool,
    /// By cards and abilities in the chance for it.
    pub in_the_chance: bool,
}

impl Attack {
    /// How many hits are sent on to a second unit.
    #[must_use]
    pub fn hits_sent_on(&self) -> i32 {
        self.sent_on.map_or(0, |s| s.hits)
    }

    /// Whether the unit was attacked in it.
    #[must_use]
    pub fn was_defender(&self, unit: UnitIx) -> bool {
        self.defenders.contains(&unit)
    }

    /// Whether the natural face is in the final roll.
    #[must_use]
    pub fn shows(&self, face: u8) -> bool {
        self.dice.contains(&face)
    }

    /// Whether the natural face was in the roll before any reroll.
    #[must_use]
    pub fn first_shows(&self, face: u8) -> bool {
        self.first.contains(&face)
    }

    /// How often the face stands in the initial dice, additional ones apart.
    #[must_use]
    pub fn initial_count(&self, face: u8) -> usize {
        let plain = self.first.len().saturating_sub(self.added);
        self.first
            .iter()
            .take(plain)
            .filter(|f| **f == face)
            .count()
    }
}
