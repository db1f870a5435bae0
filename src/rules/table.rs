//! The state of a game while a ruling is worked out: cards on the table, pools, lasting effects,
//! running attacks and pending damage. Keyword hooks read it; only the runner changes it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::cardtext::{Ability, Ban, Duration, Effect, Event, Grant, Scope};
use crate::clause;
use crate::game::{Arena, CardSide, CardType, CounterKind, Side, Zone};
use crate::rulebook::{ClauseId, Edition, Keyword};

use super::damage::Instance;
use super::derive::{Copy, UnitView};
use super::situation::Handle;
use super::trace::Cite;

/// A unit (or other card) of the table. Only made for units of one table, which never removes any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitIx(pub(super) usize);

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

/// Something a unit has for a while.
#[derive(Clone, Debug)]
pub struct Lasting {
    /// Which unit.
    pub on: UnitIx,
    /// What; numbers are fixed.
    pub grants: Vec<Grant>,
    /// How long.
    pub until: Duration,
    /// In whose name it was given.
    pub look: super::look::Look,
    /// Whose effect it is: the unit that gave it, and its line.
    pub by: Option<UnitIx>,
    /// As printed.
    pub printed: Rc<str>,
    /// What it rests on.
    pub cites: Vec<Cite>,
    /// Number of the attack it belongs to, for [`Duration::Attack`]; for [`Duration::NextAttack`]
    /// the attack during which it was given.
    pub attack: u32,
    /// Order of arrival.
    pub serial: u32,
}

/// An effect that waits for an event.
#[derive(Clone, Debug)]
pub struct Delayed {
    /// The event.
    pub event: Event,
    /// The effect.
    pub effect: Effect,
    /// Each time, or once.
    pub each_time: bool,
    /// Until when it waits.
    pub until: Duration,
    /// In whose name.
    pub controller: Side,
    /// The unit that set it up.
    pub this: Option<UnitIx>,
    /// The units chosen when it was set up.
    pub that: Vec<UnitIx>,
    /// The arena chosen when it was set up.
    pub arena: Option<Arena>,
    /// As printed.
    pub printed: Rc<str>,
    /// What it rests on.
    pub cites: Vec<Cite>,
}

/// Something an earned Bounty will bring (8.2).
#[derive(Clone, Debug)]
pub struct DueBounty {
    /// Who gets it.
    pub side: Side,
    /// The unit that earned it.
    pub unit: UnitIx,
    /// The keyword that earned it.
    pub keyword: Keyword,
    /// What.
    pub effect: Effect,
    /// As printed.
    pub printed: Rc<str>,
    /// The line.
    pub cite: Cite,
}

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
    /// Whether the attacker tapped for it.
    pub tapped: bool,
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
    /// Hits sent on by Overkill or a divide effect.
    pub split: i32,
    /// Pending damage on the final defender before prevention.
    pub pending: Option<i32>,
    /// Keyword values at the moment of the roll: what is gained afterwards is too late.
    pub at_roll: BTreeMap<(UnitIx, Keyword), i32>,
    /// Its damage instance on the defender.
    pub instance: Option<usize>,
    /// What waits for its end, in the order in which it was set up.
    pub at_end: Vec<AtEnd>,
    /// Predictions of Foresight and Forewarning: unit, copy, number.
    pub predictions: Vec<(UnitIx, CopyId, i32)>,
    /// Damage placed on the final defender by the attack's own instance.
    pub placed: i32,
    /// An effect ended it, or a side of it left (3.2.4).
    pub ended: bool,
    /// The window it is in, as an index into the list.
    pub at: usize,
    /// The position of its roll in the list of rolls.
    pub roll_record: Option<usize>,
    /// Prevention was bought before hidden dice were shown (Cunning).
    pub blind: bool,
    /// The keyword that sends them there.
    pub split_by: Option<Keyword>,
    /// Rerolls of its dice by anything but Lucky.
    pub rerolled: Rerolled,
    /// A second unit to which hits are sent, and how many.
    pub second: Option<(UnitIx, i32)>,
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

    /// How often the face stands in the initial dice that were not added by Fury.
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

/// The identity of one copy of an ability (4.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CopyId(pub u64);

/// Which span a use counted for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct UseKey {
    /// The copy.
    pub copy: CopyId,
    /// The kind of span.
    pub scope: Scope,
    /// Its number: instance, attack, battle step, turn or build step.
    pub span: u32,
}

/// A player's pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PoolNow {
    /// Force.
    pub force: i32,
    /// Build points.
    pub build_points: i32,
    /// Cards in hand; counted from 0 if unknown.
    pub hand: i32,
    /// Whether the hand was given.
    pub hand_known: bool,
    /// Deck.
    pub deck: i32,
    /// Whether the deck was given.
    pub deck_known: bool,
    /// Discard pile.
    pub discard: i32,
    /// Whether the discard pile was given.
    pub discard_known: bool,
    /// Build points that arrive with the next build step, and where they come from.
    pub build_points_due: i32,
}

/// Where in the turn the game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// Not said.
    #[default]
    Open,
    /// That player's build step.
    Build(Side),
    /// The battle phase, before or between battle steps.
    Battle,
    /// That arena's battle step.
    Step(Arena),
}

/// A unit that has just been discarded (6.2.4).
#[derive(Clone, Debug)]
pub struct Fallen {
    /// The unit.
    pub unit: UnitIx,
    /// Where it was.
    pub from: Zone,
    /// The sources whose damage discarded it; empty if damage did not (11.42).
    pub by: Vec<UnitIx>,
    /// The attacker, if damage of its attack was among it.
    pub attacker: Option<UnitIx>,
    /// Who controlled it.
    pub controller: Side,
}

/// Control of a unit that somebody has for a while.
#[derive(Clone, Debug)]
pub struct Lent {
    /// The unit.
    pub unit: UnitIx,
    /// Who had it.
    pub from: Side,
    /// How long.
    pub until: Duration,
    /// By what.
    pub cite: Cite,
}

/// The state of the game.
#[derive(Clone, Debug)]
pub struct Table {
    /// The edition of the rules.
    pub edition: Edition,
    /// Other readings of open questions.
    pub readings: BTreeMap<ClauseId, String>,
    /// The cards.
    pub units: Vec<Unit>,
    /// What each unit has at the moment.
    pub views: Vec<UnitView>,
    /// Pools: Dark Side, Light Side.
    pub pools: [PoolNow; 2],
    /// Lasting effects.
    pub lasting: Vec<Lasting>,
    /// Effects that wait for an event.
    pub delayed: Vec<Delayed>,
    /// Units whose control is lent.
    pub lent: Vec<Lent>,
    /// Static rules effects have set up.
    pub standing: Vec<super::standing::SetUp>,
    /// Earned Bounties.
    pub bounties: Vec<DueBounty>,
    /// Running attacks, the innermost last.
    pub attacks: Vec<Attack>,
    /// Units discarded in the present discard step.
    pub fallen: Vec<Fallen>,
    /// What worked on each unit when it last left an arena for good: what happens to it after that
    /// looks back.
    pub had: BTreeMap<UnitIx, Vec<Copy>>,
    /// Units that have just arrived in an arena.
    pub arrived: Vec<UnitIx>,
    /// Number of arrivals so far.
    pub arrivals: u32,
    /// All instances of damage of the run.
    pub instances: Vec<Instance>,
    /// Instances that share the present prevention chance.
    pub open: Vec<usize>,
    /// What has happened this turn, as far as conditions ask for it.
    pub(super) past: Vec<super::triggers::Happened>,
    /// Uses so far.
    pub uses: BTreeMap<UseKey, u8>,
    /// Where in the turn the game is.
    pub phase: Phase,
    /// Whether speed order is enforced (a `begin` was played).
    pub ordered: bool,
    /// Number of the turn.
    pub turn: u32,
    /// Number of the battle step.
    pub battle_step: u32,
    /// Number of attacks so far.
    pub attack_count: u32,
    /// Build steps started this turn, by side.
    pub build_steps: [u32; 2],
    /// Number of build steps so far.
    pub build_step: u32,
    /// Arenas in which there were attacks, in a battle step that has not ended yet.
    pub arenas_attacked: BTreeSet<Arena>,
    /// The battle phase of this turn is over.
    pub battle_over: bool,
    /// Units that may not be discarded yet because counters are being placed.
    pub holding: bool,
    /// Serial numbers for lasting effects and cards.
    pub serial: u32,
    /// The winner, once there is one.
    pub winner: Option<Side>,
}

impl Table {
    /// Every unit of the table.
    pub fn all(&self) -> impl Iterator<Item = UnitIx> + use<> {
        (0..self.units.len()).map(UnitIx)
    }

    /// The card.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "a UnitIx is only made for a card of this table, which never removes any"
    )]
    pub fn unit(&self, ix: UnitIx) -> &Unit {
        &self.units[ix.0]
    }

    /// The card, to be changed by the runner.
    #[expect(
        clippy::indexing_slicing,
        reason = "a UnitIx is only made for a card of this table, which never removes any"
    )]
    pub(super) fn unit_mut(&mut self, ix: UnitIx) -> &mut Unit {
        &mut self.units[ix.0]
    }

    /// What the card has at the moment.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "views are remade for every card whenever the table changes"
    )]
    pub fn view(&self, ix: UnitIx) -> &UnitView {
        &self.views[ix.0]
    }

    /// The pool of a player.
    #[must_use]
    pub const fn pool(&self, side: Side) -> &PoolNow {
        match side {
            Side::Dark => &self.pools[0],
            Side::Light => &self.pools[1],
        }
    }

    /// The pool of a player, to be changed by the runner.
    pub(super) const fn pool_mut(&mut self, side: Side) -> &mut PoolNow {
        match side {
            Side::Dark => &mut self.pools[0],
            Side::Light => &mut self.pools[1],
        }
    }

    /// The unit with that handle.
    #[must_use]
    pub fn find(&self, id: &Handle) -> Option<UnitIx> {
        self.units.iter().position(|u| u.id == *id).map(UnitIx)
    }

    /// The unit that carries the card, or the card itself.
    #[must_use]
    pub fn bearer(&self, card: UnitIx) -> UnitIx {
        self.unit(card).carried_by.unwrap_or(card)
    }

    /// What is left of a card in its own right when a unit carries it: its name and its place.
    pub fn hand_over(&mut self, card: UnitIx, to: UnitIx) {
        let zone = self.unit(to).zone;
        let unit = self.unit_mut(card);
        unit.types.clear();
        unit.lines.clear();
        unit.counters.clear();
        unit.zone = zone;
        unit.carried_by = Some(to);
    }

    /// A card that the bearer carried is a unit again, under the handle it had before, if it had one.
    pub fn take_back(&mut self, bearer: UnitIx, unit: Unit) -> UnitIx {
        let known = self.units.iter_mut().enumerate();
        for (n, shell) in known {
            if shell.carried_by == Some(bearer) && shell.name == unit.name {
                let id = shell.id.clone();
                *shell = Unit { id, ..unit };
                return UnitIx(n);
            }
        }
        self.units.push(unit);
        UnitIx(self.units.len() - 1)
    }

    /// The present attack.
    #[must_use]
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks.last()
    }

    /// The controller of a unit.
    #[must_use]
    pub fn side(&self, ix: UnitIx) -> Side {
        self.unit(ix).side
    }

    /// In whose turn a unit of that player acts: its controller's, or in another reading its
    /// owner's (11.38).
    #[must_use]
    pub fn seat(&self, ix: UnitIx, controller: Side) -> Side {
        if self.reading(clause!("11.38")) == Some("owner") {
            self.unit(ix).owner
        } else {
            controller
        }
    }

    /// The name of a unit.
    #[must_use]
    pub fn name(&self, ix: UnitIx) -> &str {
        &self.unit(ix).name
    }

    /// The name of the other reading of an open question, if the situation chose one.
    #[must_use]
    pub fn reading(&self, clause: ClauseId) -> Option<&str> {
        self.readings.get(&clause).map(String::as_str)
    }

    /// The number that identifies the present span of a scope.
    #[must_use]
    pub fn span(&self, scope: Scope, instance: Option<usize>) -> u32 {
        match scope {
            // An arrival is an event of its own like an instance of damage (4.4.5), counted from the
            // other end.
            Scope::Instance => instance.map_or(u32::MAX - self.arrivals, |i| {
                u32::try_from(i).unwrap_or(u32::MAX - 1) + 1
            }),
            Scope::Attack => self.attack().map_or(0, |a| a.number),
            Scope::BattleStep => self.battle_step,
            Scope::Turn => self.turn,
            Scope::BuildStep => self.build_step,
            Scope::Game => 0,
        }
    }

    /// How often the copy was used in the present span.
    #[must_use]
    pub fn used(&self, copy: CopyId, scope: Scope, instance: Option<usize>) -> u8 {
        let key = UseKey {
            copy,
            scope,
            span: self.span(scope, instance),
        };
        self.uses.get(&key).copied().unwrap_or(0)
    }

    /// Uses of a card's abilities stay with the card when it comes to lie on or under another
    /// (4.4): `ids` says what an ability of a line was, and what it is now.
    pub(super) fn uses_follow(
        &mut self,
        lines: &[Line],
        ids: &dyn Fn(usize, usize) -> (CopyId, CopyId),
    ) {
        let places = lines
            .iter()
            .enumerate()
            .flat_map(|(n, line)| (0..line.abilities.len()).map(move |k| (n, k)));
        let moved: BTreeMap<CopyId, CopyId> = places.map(|(n, k)| ids(n, k)).collect();
        self.uses = std::mem::take(&mut self.uses)
            .into_iter()
            .map(|(key, times)| {
                let copy = moved.get(&key.copy).copied().unwrap_or(key.copy);
                (UseKey { copy, ..key }, times)
            })
            .collect();
    }

    /// Pending damage on a unit in the present chance.
    #[must_use]
    pub fn pending_on(&self, unit: UnitIx) -> i32 {
        self.open_on(unit).map(|i| i.pending).sum()
    }

    /// The pending instances on a unit in the present chance.
    pub fn open_on(&self, unit: UnitIx) -> impl Iterator<Item = &Instance> {
        self.open
            .iter()
            .filter_map(|i| self.instances.get(*i))
            .filter(move |i| i.target == unit)
    }

    /// The instance.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "instance numbers are only made when an instance is pushed; none is removed"
    )]
    pub fn instance(&self, ix: usize) -> &Instance {
        &self.instances[ix]
    }

    /// Who controls an arena (9.2.1).
    #[must_use]
    pub fn control(&self, arena: Arena) -> Option<Side> {
        let has = |side| {
            self.all().any(|ix| {
                let u = self.unit(ix);
                u.in_battle()
                    && u.side == side
                    && u.arena() == Some(arena)
                    && self.uncounted(ix).is_none()
            })
        };
        match (has(Side::Dark), has(Side::Light)) {
            (true, false) => Some(Side::Dark),
            (false, true) => Some(Side::Light),
            _ => None,
        }
    }

    /// By what the unit does not count for the control of its arena, if it does not (9.2.1).
    #[must_use]
    pub fn uncounted(&self, ix: UnitIx) -> Option<&Cite> {
        let view = self.views.get(ix.0)?;
        let ban = view.banned(|b| matches!(b.ban, Ban::Control))?;
        Some(&ban.cite)
    }

    /// Total build cost: the top card and 1 for each card under it (1.5.9).
    #[must_use]
    pub fn total_cost(&self, ix: UnitIx) -> i32 {
        let unit = self.unit(ix);
        unit.cost + i32::try_from(unit.under.len()).unwrap_or(0)
    }
}
