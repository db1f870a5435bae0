//! The state of a game while a ruling is worked out: cards on the table, pools, lasting effects,
//! running attacks and pending damage. Keyword hooks read it; only the runner changes it.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `card` | the cards on the table |
//! | `attack` | one attack while it runs |
//! | `lasting` | lasting and waiting effects, Bounties to come, lent control |
//! | `uses` | how often abilities were used |

mod attack;
mod card;
mod lasting;
mod uses;

pub use attack::{AtEnd, Attack, AttackKind, Rerolled, SentOn};
pub use card::{Line, SubCard, Unit};
pub use lasting::{Delayed, DueBounty, ForAttack, Lasting, Lent};
pub use uses::{CopyId, UseKey};

use std::collections::{BTreeMap, BTreeSet};

use crate::cardtext::Ban;
use crate::clause;
use crate::game::{Arena, Side, Zone};
use crate::rulebook::{ClauseId, Edition};

use super::damage::Instance;
use super::derive::{Copy, UnitView};
use super::situation::Handle;
use super::trace::Cite;

/// A unit (or other card) of the table. Only made for units of one table, which never removes any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitIx(pub(super) usize);

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
    /// Build points that come with the build step of the next turn.
    pub build_points_next_turn: i32,
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
    /// The unit whose ability discarded it, or put the counters that did.
    pub cause: Option<UnitIx>,
    /// Who controlled it.
    pub controller: Side,
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
    /// What worked on each unit when it last left the table out of an arena, its own abilities and
    /// those it had from others: what happens to it after that looks back.
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
    /// Who has attacked this turn, and in which arena each was then; some may have left since.
    pub attacked_from: Vec<(UnitIx, Option<Arena>)>,
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

    /// A card that one unit carried is carried by another one: its handle means it there.
    pub fn goes_over(&mut self, from: UnitIx, name: &str, to: UnitIx) {
        if let Some(shell) = self.shell_on(from, name) {
            self.hand_over(shell, to);
        }
    }

    /// A card that the unit carried is discarded by itself: its handle means it there.
    pub fn falls_off(&mut self, bearer: UnitIx, name: &str) {
        if let Some(shell) = self.shell_on(bearer, name) {
            let unit = self.unit_mut(shell);
            unit.carried_by = None;
            unit.zone = Zone::Discard;
        }
    }

    /// What is left in its own right of a card of that name which the unit carries.
    fn shell_on(&self, bearer: UnitIx, name: &str) -> Option<UnitIx> {
        let here = |u: &UnitIx| {
            let unit = self.unit(*u);
            unit.carried_by == Some(bearer) && &*unit.name == name
        };
        self.all().find(here)
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

    /// Pending damage on a unit in the present chance.
    #[must_use]
    pub fn pending_on(&self, unit: UnitIx) -> i32 {
        let open = self.open_on(unit).map(|i| i.pending);
        open.fold(0, i32::saturating_add)
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
