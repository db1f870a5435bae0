//! What the runner can do to the table. Keyword hooks and card texts propose deeds; one function
//! applies them, each becomes a step, and none can be proposed without the clause it rests on.

use crate::cardtext::{Cost, Duration, Effect, Grant};
use crate::game::{CounterKind, Side, Zone};
use crate::rulebook::{ClauseId, Keyword};

use super::table::{AtEnd, CopyId, UnitIx};

/// What the payment of an owed cost rests on, by what becomes of it (8.3).
#[derive(Clone, Copy, Debug)]
pub struct OweGrounds {
    /// It can be paid in one way only, so it is paid in that way.
    pub only: ClauseId,
    /// One of several ways is chosen.
    pub chosen: ClauseId,
    /// A tapped unit cannot pay by being tapped.
    pub tapped: ClauseId,
    /// It cannot be paid.
    pub none: ClauseId,
    /// Nothing follows from that.
    pub no_penalty: ClauseId,
    /// It could have been paid in another order.
    pub by_order: ClauseId,
}

/// Something the runner does.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Take damage off a pending instance.
    Prevent {
        /// The instance.
        instance: usize,
        /// How much.
        amount: i32,
        /// The unit whose ability prevents.
        by: UnitIx,
        /// With which keyword.
        with: Option<Keyword>,
    },
    /// Take damage off a pending instance and do it to another unit (6.4).
    Deflect {
        /// The instance.
        instance: usize,
        /// How much.
        amount: i32,
        /// The deflecting unit.
        by: UnitIx,
        /// The unit it is passed on to; `None`: the damage is not passed on.
        to: Option<UnitIx>,
        /// The clause by which it is new damage.
        what: ClauseId,
    },
    /// Roll additional attack dice.
    ExtraDice(i32),
    /// Reroll dice of the present attack.
    Reroll {
        /// Which, from 1.
        dice: Vec<u8>,
        /// Their new faces, if given with the play.
        faces: Option<Vec<u8>>,
    },
    /// Add damage to the attack's instance that is no hit.
    AddDamage(i32),
    /// Send hits to a second unit.
    Split {
        /// The second unit.
        to: UnitIx,
        /// How many hits, at least 1.
        hits: i32,
    },
    /// Wait for the end of the attack.
    Wait(AtEnd),
    /// Change the defender of the attack.
    NewDefender(UnitIx),
    /// Give a unit something for a while.
    Give {
        /// Which unit.
        on: UnitIx,
        /// What.
        grants: Vec<Grant>,
        /// How long.
        until: Duration,
        /// Whose effect it is.
        by: UnitIx,
    },
    /// Put (or, negative, remove) counters; not damage (6.5).
    Counters {
        /// On which unit.
        on: UnitIx,
        /// Which.
        kind: CounterKind,
        /// How many.
        by: i32,
    },
    /// Do damage at once.
    Damage {
        /// The source.
        source: UnitIx,
        /// The unit to be damaged.
        target: UnitIx,
        /// How much, or how many dice.
        amount: i32,
        /// Dice of damage.
        dice: bool,
    },
    /// Earn a Bounty.
    EarnBounty {
        /// The unit that earns it.
        by: UnitIx,
        /// The discarded unit it is earned with.
        fallen: UnitIx,
        /// What it brings.
        effect: Effect,
        /// The words.
        printed: String,
    },
    /// Make a further attack (Double Strike, Tenacity).
    ExtraAttack {
        /// The attacker.
        attacker: UnitIx,
        /// The target.
        target: UnitIx,
        /// Which keyword grants it.
        with: Keyword,
    },
    /// Note a prediction of hits.
    Predict {
        /// Whose.
        by: UnitIx,
        /// Of which copy.
        copy: CopyId,
        /// The number.
        hits: i32,
    },
    /// Put the top card of a discarded unit face down beneath a unit.
    Consume {
        /// The unit that keeps it.
        by: UnitIx,
        /// The discarded unit.
        card: UnitIx,
    },
    /// Attach Equipment of one unit to another.
    Attach {
        /// The bearer until now, or the unattached Equipment itself.
        from: UnitIx,
        /// The Equipment's serial number on the bearer; `None` for an unattached card.
        serial: Option<u32>,
        /// The new bearer.
        to: UnitIx,
    },
    /// Put a Pilot onto a unit.
    Board {
        /// The Pilot.
        pilot: UnitIx,
        /// The unit it pilots from now on.
        to: UnitIx,
    },
    /// Take a Pilot off a unit.
    Alight {
        /// The piloted unit.
        from: UnitIx,
        /// The Pilot's serial number on it.
        serial: u32,
    },
    /// Play a card from the discard pile; it leaves the game instead of being discarded again.
    FromDiscard {
        /// The card.
        card: UnitIx,
        /// The clause by which it leaves the game.
        leaves_by: ClauseId,
    },
    /// Move a unit.
    Move {
        /// Which.
        unit: UnitIx,
        /// Where to.
        to: Zone,
    },
    /// Tap or untap a unit.
    Tap {
        /// Which.
        unit: UnitIx,
        /// Tap rather than untap.
        tap: bool,
    },
    /// A player's Force changes.
    Force {
        /// Whose.
        side: Side,
        /// By how much.
        by: i32,
    },
    /// Carry out a card text in the name of a unit.
    Text {
        /// The unit.
        by: UnitIx,
        /// The text.
        effect: Effect,
        /// The words.
        printed: String,
    },
    /// Pay one of several costs that are owed, if one can be paid (8.3).
    Owe {
        /// Whose ability.
        by: UnitIx,
        /// The alternatives; every cost of the chosen one is paid.
        alternatives: Vec<Vec<Cost>>,
        /// The words.
        printed: String,
        /// What the payment rests on.
        grounds: OweGrounds,
    },
    /// Choose one of several texts that the unit then has (Adapt).
    ChooseText {
        /// The unit.
        on: UnitIx,
        /// The texts.
        texts: Vec<Vec<Grant>>,
        /// How long it has the chosen one.
        until: Duration,
        /// The words.
        printed: String,
    },
    /// Say something.
    Note(String),
}
