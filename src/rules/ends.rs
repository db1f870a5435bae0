//! The ends of spans of time: of an attack, a battle step, the battle phase, the turn (RULES 2.2,
//! 3.1). Whoever moves on to a later end passes the earlier ones on the way, in their order.

use std::collections::BTreeSet;

use crate::cardtext::Duration;
use crate::clause;
use crate::game::{Arena, Side};
use crate::rulebook::Keyword;

use super::effects::Cx;
use super::grounds;
use super::look::{self, Look};
use super::run::{NewStep, Run, Stop, reason};
use super::situation::Span;
use super::table::{Phase, UnitIx};
use super::trace::{Reason, StepKind};
use super::triggers::Happened;
use super::window::WindowId;

impl Run<'_> {
    /// Moves on to an end.
    pub(super) fn play_end(&mut self, span: Span) -> Result<(), Stop> {
        let reasons = self.end_reasons(span);
        if !reasons.is_empty() {
            return self.refuse("end", span.word().to_owned(), reasons);
        }
        self.take();
        match span {
            Span::Attack => Ok(()),
            Span::BattleStep => self.end_battle_step(),
            Span::Battle => self.end_battle(),
            Span::Turn => self.end_turn(),
        }
    }

    /// Why it cannot end now: it is not going on, or a unit still has to attack in it (3.1.3.4).
    fn end_reasons(&self, span: Span) -> Vec<Reason> {
        let phase = self.table.phase;
        let over = self.table.battle_over;
        if span == Span::Battle && over {
            return vec![self.over_reason()];
        }
        let between = matches!(phase, Phase::Battle | Phase::Build(_)) || over;
        if span == Span::BattleStep && between {
            return vec![reason(clause!("3.1.3"), "no battle step is running")];
        }
        let whole = span != Span::BattleStep;
        // The battle phase is still to come, and the end passes all of it.
        let ahead = whole && self.commanded && self.table.attack_count == self.turn_attacks;
        if span == Span::Attack || over || !(self.table.ordered || ahead) {
            return Vec::new();
        }
        let ahead = self.steps_ahead().into_iter().filter(|_| whole);
        self.duties_left(ahead)
    }

    /// That units still have to attack in the running battle step, or in these.
    pub(super) fn duties_left(&self, passed: impl Iterator<Item = Arena>) -> Vec<Reason> {
        let running = look::current_step(&self.table).into_iter();
        running
            .chain(passed)
            .flat_map(|a| self.idle_in(a))
            .flat_map(|u| self.must_attack_reasons(u))
            .collect()
    }

    /// That the battle phase of this turn is over.
    pub(super) fn over_reason(&self) -> Reason {
        reason(
            clause!("3.1.4"),
            "the battle phase of this turn is over already",
        )
    }

    /// The battle steps that are under way: the running one, or, as long as nobody has said which
    /// one runs, those of the arenas in which there were attacks.
    pub(super) fn steps_under_way(&self) -> Vec<Arena> {
        match self.table.phase {
            Phase::Step(arena) => vec![arena],
            _ => self.table.arenas_attacked.iter().copied().collect(),
        }
    }

    /// The battle steps of this battle phase that are still to come.
    pub(super) fn steps_ahead(&self) -> Vec<Arena> {
        let attacked = self.table.arenas_attacked.iter();
        let last = self.fought.iter().chain(attacked).max().copied();
        let ahead = |a: &Arena| last.is_none_or(|l| *a > l) && !self.fought.contains(a);
        Arena::ALL.into_iter().filter(ahead).collect()
    }

    /// The untapped units in the arena, in the order of their turns.
    fn idle_in(&self, arena: Arena) -> Vec<UnitIx> {
        let here = |u: &UnitIx| {
            let unit = self.table.unit(*u);
            unit.in_battle() && unit.arena() == Some(arena) && !unit.tapped
        };
        let mut idle: Vec<UnitIx> = self.table.all().filter(here).collect();
        let seat = |u: UnitIx| self.table.seat(u, self.table.side(u));
        let place = |u: &UnitIx| (-self.table.view(*u).speed, seat(*u));
        idle.sort_by_key(place);
        idle
    }

    /// Every unit that has not had its turn in the step does nothing in it, and is tapped (3.1.3.4).
    fn idle_rest(&mut self, arena: Arena) -> Result<(), Stop> {
        // Tapping one may move, tap or untap others, and bring new ones: each is looked for anew.
        let mut stays = Vec::new();
        loop {
            let mut idle = self.idle_in(arena).into_iter();
            let Some(unit) = idle.find(|u| !stays.contains(u)) else {
                return Ok(());
            };
            self.does_nothing(unit)?;
            if !self.table.unit(unit).tapped {
                stays.push(unit);
            }
        }
    }

    /// A unit does nothing in its turn.
    pub(super) fn does_nothing(&mut self, unit: UnitIx) -> Result<(), Stop> {
        let text = format!("{} does nothing in its turn.", self.table.name(unit));
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
        self.step(step.on(clause!("3.1.3.4")))?;
        self.hear(&Happened::DidNotAttack(unit));
        let look = Look::from(&self.table, unit);
        let mut cx = Cx::of(look, "its turn".into(), clause!("3.1.3.4").into());
        self.set_tapped(unit, true, &mut cx)?;
        self.settle_triggers()
    }

    pub(super) fn end_battle_step(&mut self) -> Result<(), Stop> {
        let under_way = self.steps_under_way();
        if under_way.is_empty() {
            // Nobody has said which step it is: it is the one that effects wait for.
            self.over(|d| matches!(d, Duration::ArenaStep(_)))?;
        }
        for arena in under_way {
            if self.table.ordered {
                self.idle_rest(arena)?;
            }
            self.window = WindowId::StepEnd;
            let text = format!("The {} battle step ends.", arena.name());
            self.step(NewStep::of(StepKind::Note, text).on(clause!("3.1.3.8")))?;
            self.fire(Happened::StepEnds(arena))?;
            self.settle_triggers()?;
            self.over(|d| d == Duration::ArenaStep(arena))?;
        }
        self.table.arenas_attacked.clear();
        self.over(|d| d == Duration::BattleStep)?;
        self.table.battle_step += 1;
        self.table.phase = if self.table.ordered {
            Phase::Battle
        } else {
            Phase::Open
        };
        Ok(())
    }

    /// Battle steps that nobody plays are passed: nobody attacks in them, and what waits for their
    /// start or their end happens.
    pub(super) fn pass_steps(&mut self, arenas: Vec<Arena>) -> Result<(), Stop> {
        for arena in arenas {
            let idle = self.table.ordered && !self.idle_in(arena).is_empty();
            let mut ends = [Happened::StepStarts(arena), Happened::StepEnds(arena)].into_iter();
            if idle || ends.any(|h| self.is_awaited(&h)) {
                self.enter_step(arena)?;
                self.end_battle_step()?;
            } else {
                self.fought.push(arena);
                self.over(|d| d == Duration::ArenaStep(arena))?;
            }
        }
        Ok(())
    }

    /// Everything that lasts so long ends.
    fn over(&mut self, ends: impl Fn(Duration) -> bool + Copy) -> Result<(), Stop> {
        self.end_lasting(|l| ends(l.until))?;
        self.give_back(ends)?;
        self.table.standing.retain(|s| !ends(s.until));
        self.table.delayed.retain(|d| !ends(d.until));
        Ok(())
    }

    /// Says when the effects of keywords end whose length the sources are not of one mind about.
    fn note_ends(&mut self, at: Duration) -> Result<(), Stop> {
        let keywords: BTreeSet<Keyword> = self
            .table
            .lasting
            .iter()
            .filter(|l| l.until == at)
            .filter_map(|l| grounds::behind(&l.cites))
            .collect();
        for keyword in keywords {
            if let Some(clause) = grounds::of(keyword).ends {
                let text = format!("What {} has done ends with the battle.", keyword.name());
                self.step(NewStep::of(StepKind::Note, text).on(clause))?;
            }
        }
        Ok(())
    }

    /// The battle phase ends, and what is left of it passes before.
    pub(super) fn end_battle(&mut self) -> Result<(), Stop> {
        self.leave_build_step()?;
        let ahead = self.steps_ahead();
        if !self.steps_under_way().is_empty() {
            self.end_battle_step()?;
        }
        if self.battle_known() {
            self.pass_steps(ahead)?;
        }
        self.window = WindowId::BattleEnd;
        self.step(NewStep::of(StepKind::Note, "The battle phase ends.").on(clause!("3.1.4")))?;
        self.fire(Happened::BattleEnds)?;
        self.settle_triggers()?;
        self.note_ends(Duration::Battle)?;
        self.over(|d| {
            matches!(
                d,
                Duration::BattleStep | Duration::ArenaStep(_) | Duration::Battle
            )
        })?;
        self.table.phase = Phase::Open;
        self.table.ordered = false;
        self.table.battle_over = true;
        self.fought.clear();
        Ok(())
    }

    /// Whether the document shows where in the battle phase it stands: without a `begin` and
    /// without an attack it may be at its end already.
    fn battle_known(&self) -> bool {
        let begun = matches!(self.table.phase, Phase::Battle | Phase::Step(_));
        begun || self.commanded || self.table.attack_count > self.turn_attacks
    }

    /// Whether something of the turn has been played already, so that a ready phase is the next one's.
    pub(super) fn turn_is_under_way(&self) -> bool {
        self.played
            || self.battle_known()
            || self.table.battle_over
            || matches!(self.table.phase, Phase::Build(_))
    }

    /// The battle phase that lies between what was played and the end of the turn passes.
    fn pass_battle(&mut self) -> Result<(), Stop> {
        if self.table.battle_over || !self.battle_known() {
            return Ok(());
        }
        let begun = self.table.ordered || self.table.attack_count > self.turn_attacks;
        if !begun {
            self.enter_battle()?;
        }
        self.end_battle()
    }

    pub(super) fn end_turn(&mut self) -> Result<(), Stop> {
        self.leave_build_step()?;
        self.pass_battle()?;
        self.window = WindowId::TurnEnd;
        self.step(NewStep::of(StepKind::Note, "The turn ends.").on(clause!("2.2.E1")))?;
        self.fire(Happened::TurnEnds)?;
        let so_far = self.steps.len();
        self.settle_triggers()?;
        if self.steps.len() > so_far {
            let text = "What happens at the end of the turn comes before control is checked.";
            self.step(NewStep::of(StepKind::Note, text).on(clause!("9.2.3")))?;
        }
        self.lapse_build_points()?;
        // What says so for this turn means the end of the game in it too.
        let barred = self.barred_ends();
        self.end_of_turn_effects()?;
        self.check_control(&barred)?;
        self.table.turn += 1;
        self.table.past.clear();
        self.table.attacked_from.clear();
        self.table.build_steps = [0, 0];
        self.ready_done = false;
        for unit in self.table.all().collect::<Vec<_>>() {
            self.table.unit_mut(unit).attacks = 0;
            self.table.unit_mut(unit).tapping = 0;
        }
        for side in Side::BOTH {
            let pool = self.table.pool_mut(side);
            pool.build_points = 0;
            pool.build_points_due += std::mem::take(&mut pool.build_points_next_turn);
        }
        self.new_turn();
        self.refresh();
        Ok(())
    }

    /// Nothing of a turn has happened yet.
    pub(super) fn new_turn(&mut self) {
        self.table.arenas_attacked.clear();
        self.table.battle_over = false;
        self.table.phase = Phase::Open;
        self.table.ordered = false;
        self.turn_attacks = self.table.attack_count;
        self.commanded = false;
        self.played = false;
        self.fought.clear();
    }

    /// What lasted until the end of the turn ends; what waits for an attack may wait on (11.30).
    fn end_of_turn_effects(&mut self) -> Result<(), Stop> {
        let unused = self.table.reading(clause!("11.30")) == Some("end-of-turn");
        let waits = |l: &super::table::Lasting| l.until == Duration::NextAttack;
        if let Some(on) = self.table.lasting.iter().find(|l| waits(l)).map(|l| l.on) {
            let what = if unused { "ends" } else { "waits on" };
            let name = self.table.name(on);
            let text = format!("What {name} has for its next attack {what}.");
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, on);
            self.step(step.on(clause!("11.30")))?;
        }
        self.end_lasting(|l| unused && waits(l))?;
        self.over(|d| {
            matches!(
                d,
                Duration::Attack
                    | Duration::BattleStep
                    | Duration::ArenaStep(_)
                    | Duration::Battle
                    | Duration::Turn
            )
        })
    }

    /// Build points are for one turn.
    fn lapse_build_points(&mut self) -> Result<(), Stop> {
        for side in Side::BOTH {
            let left = self.table.pool(side).build_points;
            if left > 0 {
                let changes = self.change_build_points(side, -left);
                let text = format!(
                    "{left} unused build points of the {} are lost.",
                    side.name()
                );
                let step = NewStep::of(StepKind::Note, text).by(side).changes(changes);
                self.step(step.on(clause!("1.7.4")))?;
            }
        }
        Ok(())
    }
}
