//! The order of the battle phase: arenas one after the other, units that do nothing in their turn.

use crate::clause;
use crate::game::{Arena, Side};

use super::run::{NewStep, Run, Stop, reason};
use super::situation::Play;
use super::table::{Phase, UnitIx};
use super::trace::{Reason, StepKind};

impl Run<'_> {
    /// Why the battle step of the arena cannot begin: each arena is fought once (3.1.3).
    pub(super) fn step_reasons(&self, arena: Arena) -> Vec<Reason> {
        if self.table.battle_over {
            return vec![self.over_reason()];
        }
        if !self.fought.contains(&arena) {
            let passed = self.steps_between(arena);
            return if self.table.ordered {
                self.duties_left(passed.into_iter())
            } else {
                Vec::new()
            };
        }
        let text = if self.table.phase == Phase::Step(arena) {
            format!("the {} battle step is running already", arena.name())
        } else {
            format!(
                "the {} battle step of this battle phase is over, and each arena is fought once",
                arena.name()
            )
        };
        vec![reason(clause!("3.1.3"), text)]
    }

    /// The battle steps that are passed when this one begins in a battle phase that is known to have
    /// come no further than the document says.
    pub(super) fn steps_between(&self, arena: Arena) -> Vec<Arena> {
        let known = self.table.ordered;
        let mut ahead = self.steps_ahead();
        ahead.retain(|a| known && *a < arena);
        ahead
    }

    /// A battle step begins. The order of the arenas is Space, Ground, Character; what might change
    /// it may have come before the board, so another order is only noted.
    pub(super) fn note_step(&mut self, arena: Arena) -> Result<(), Stop> {
        let place = |a: Arena| Arena::ALL.iter().position(|x| *x == a);
        let later = self
            .fought
            .iter()
            .copied()
            .find(|a| place(*a) > place(arena));
        self.fought.push(arena);
        let Some(later) = later else {
            return Ok(());
        };
        let text = format!(
            "The {} battle step comes before the {} battle step unless an effect changes the order.",
            arena.name(),
            later.name()
        );
        self.step(NewStep::of(StepKind::Note, text).on(clause!("3.1.3")))
            .map(drop)
    }

    /// A player passes between attacks. Right before the attack of a unit whose turn it is not yet,
    /// and not as one of the two passes that close a chance, this says that the player's unit whose
    /// turn it is does nothing (3.1.3.4).
    pub(super) fn pass_between(&mut self, side: Side) -> Result<(), Stop> {
        let Some(idle) = self.unit_passed_over(side) else {
            self.take();
            return Ok(());
        };
        let reasons = self.must_attack_reasons(idle);
        if !reasons.is_empty() {
            return self.refuse("pass", side.word().to_owned(), reasons);
        }
        self.take();
        self.does_nothing(idle)
    }

    fn unit_passed_over(&self, side: Side) -> Option<UnitIx> {
        let Phase::Step(arena) = self.table.phase else {
            return None;
        };
        let plays = &self.situation.plays;
        let of_other = |play: &Play| matches!(play, Play::Pass(s) if *s != side);
        let before = self.cursor.checked_sub(1).and_then(|at| plays.get(at));
        if before.is_some_and(of_other) {
            return None;
        }
        let mut behind = plays.iter().skip(self.cursor);
        let next = behind.find(|p| !matches!(p, Play::Pass(s) if *s == side))?;
        let Play::Attack { unit, .. } = next else {
            return None;
        };
        let attacker = self.table.find(unit)?;
        let waiting = self.next_to_act(arena);
        let idle = waiting.first().copied()?;
        let its = self.table.unit(attacker).arena() == Some(arena)
            && !waiting.contains(&attacker)
            && self.table.seat(idle, self.table.side(idle)) == side;
        its.then_some(idle)
    }

    /// A unit that must attack does nothing else while it can (3.1.3.4).
    pub(super) fn must_attack_reasons(&self, unit: UnitIx) -> Vec<Reason> {
        let duties = &self.table.view(unit).must_attack;
        let must = duties.iter().any(|d| d.target.is_none());
        // "Can't" beats "must" as well (1.1.6).
        let able = super::target::kept_from_attacking(&self.table, unit).is_empty();
        if !must || !able || self.legal_targets(unit).is_empty() {
            return Vec::new();
        }
        let text = format!("{} must attack", self.table.name(unit));
        vec![reason(clause!("3.1.3.4"), text)]
    }
}
