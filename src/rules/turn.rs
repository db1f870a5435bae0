//! The plays from first to last, rulings by hand, and the ends of spans of time.

use crate::cardtext::{Duration, Grant, Num, Stat};
use crate::clause;
use crate::game::{Arena, CounterKind, Zone};

use super::chance::Fate;
use super::effects::Cx;
use super::life::NewDamage;
use super::look::Look;
use super::run::{NewStep, Run, Stop, reason};
use super::situation::{Begin, Play, Set, SetNumber, Span};
use super::table::{Phase, UnitIx};
use super::trace::{Cite, Reason, StepKind};
use super::triggers::Happened;
use super::window::WindowId;

impl Run<'_> {
    /// Every play in order.
    pub(super) fn play_all(&mut self) -> Result<(), Stop> {
        self.refresh();
        self.note_unasked()?;
        self.open_board()?;
        loop {
            self.window = self.resting_window();
            self.bring_home();
            self.check_lists()?;
            self.hand_plays()?;
            let Some(play) = self.peek() else { break };
            self.one_play(play)?;
        }
        Ok(())
    }

    fn one_play(&mut self, play: &Play) -> Result<(), Stop> {
        match play {
            Play::Attack { unit, on, with } => {
                self.leave_build_step()?;
                self.play_attack(unit, on.as_ref(), *with)
            }
            Play::Use(_) | Play::Card { .. } => self.play_between(),
            Play::BuildStep(side) => {
                self.take();
                self.start_build_step(*side)
            }
            Play::Pass(side) => self.pass_between(*side),
            Play::Begin(what) => self.begin(*what),
            Play::End(span) => self.play_end(*span),
            Play::Ready => {
                self.take();
                // A ready phase is that of a new turn: the one that was going on is over first.
                if self.turn_is_under_way() {
                    self.end_turn()?;
                }
                self.ready_phase()
            }
            Play::Retreat { unit, to } => self.play_retreat(unit, *to),
            Play::Build { unit, points } => self.play_build(unit, *points),
            Play::Deploy {
                unit,
                to,
                on,
                place,
            } => self.play_deploy(unit, *to, on.as_ref(), *place),
            Play::Roll { .. } => self.misfit("no dice are rolled here"),
            Play::Choose { .. } => self.unasked("no choice is open here"),
            Play::Bid { .. } => self.misfit("no unit is contested here"),
            Play::Damage { .. } | Play::Counters { .. } | Play::Set(_) | Play::Force { .. } => {
                self.hand_plays()
            }
        }
    }

    /// The window in which things stand between plays.
    fn resting_window(&self) -> WindowId {
        match self.table.phase {
            Phase::Open if self.table.battle_over => WindowId::BattleEnd,
            Phase::Open => WindowId::Table,
            Phase::Build(_) => WindowId::BuildStep,
            Phase::Battle => WindowId::BattleStartPop,
            Phase::Step(_) => WindowId::General,
        }
    }

    /// A use or card between attacks.
    fn play_between(&mut self) -> Result<(), Stop> {
        let open: &[WindowId] = match self.table.phase {
            Phase::Build(_) => &[WindowId::BuildStep],
            Phase::Battle if self.table.reading(clause!("11.12")) == Some("open") => &[
                WindowId::BattleStartPop,
                WindowId::BattleStart,
                WindowId::General,
            ],
            Phase::Battle => &[WindowId::BattleStartPop, WindowId::BattleStart],
            Phase::Step(_) if self.step_is_fresh() => &[
                WindowId::General,
                WindowId::WouldAttack,
                WindowId::StepStart,
            ],
            // No chance follows the battle phase in its turn (2.2).
            Phase::Open if self.table.battle_over => &[],
            Phase::Open | Phase::Step(_) => &[WindowId::General, WindowId::WouldAttack],
        };
        match self.fate(open)? {
            Fate::Now(act) => {
                self.window = act
                    .timing
                    .windows
                    .iter()
                    .copied()
                    .find(|w| open.contains(w))
                    .unwrap_or(WindowId::General);
                let would = self.window == WindowId::WouldAttack;
                let unit = self.acts_in_its_turn(&act);
                if would {
                    let reasons = self.whose_turn_reasons(&act);
                    if !reasons.is_empty() {
                        return self.refuse_play(reasons);
                    }
                    if let Some(unit) = unit {
                        self.hear_would_attack(unit);
                    }
                }
                let act = if would {
                    self.aimed_by_turn(*act)
                } else {
                    *act
                };
                self.under_way.push(open.to_vec());
                let taken = self.attempt(act)?;
                self.under_way.pop();
                if let Some(unit) = unit.filter(|_| would && taken) {
                    self.happened.insert(Happened::DidNotAttack(unit).kind());
                    self.hear(&Happened::DidNotAttack(unit));
                }
                let always = taken && self.table.reading(clause!("11.11")) == Some("always-taps");
                if let Some(unit) = unit.filter(|_| would && always) {
                    let look = Look::from(&self.table, unit);
                    let mut cx = Cx::of(look, "its turn".into(), clause!("11.11").into());
                    self.set_tapped(unit, true, &mut cx)?;
                }
                self.contests()
            }
            Fate::Ahead => {
                let reasons = match self.find_act() {
                    super::act::Found::Act(act) => self.timing_reasons(&act),
                    super::act::Found::Nothing(reasons) => reasons,
                };
                self.refuse_play(reasons)
            }
            Fate::Refused(reasons) => self.refuse_play(reasons),
        }
    }

    /// Plays ruled by hand act at once, between two questions of the engine.
    pub(super) fn hand_plays(&mut self) -> Result<(), Stop> {
        while let Some(play) = self.peek() {
            match play {
                Play::Damage {
                    amount,
                    to,
                    from,
                    dice,
                    preventable,
                } => {
                    let Some(target) = self.table.find(to) else {
                        return self.misfit(format!("there is no unit `{to}`"));
                    };
                    let source = from.as_ref().and_then(|h| self.table.find(h));
                    self.take();
                    let new = NewDamage {
                        dice: *dice,
                        preventable: *preventable,
                        ..NewDamage::fixed(source, target, *amount)
                    };
                    let outer = self.parent.take();
                    self.damage_life(vec![new], &[Cite::Hand])?;
                    self.parent = outer;
                }
                Play::Counters { amount, to } => {
                    let Some(target) = self.table.find(to) else {
                        return self.misfit(format!("there is no unit `{to}`"));
                    };
                    self.take();
                    self.put_counters_on(target, CounterKind::Damage, *amount, vec![Cite::Hand])?;
                }
                Play::Force { delta, side } => {
                    self.take();
                    self.gain_force(*side, *delta, vec![Cite::Hand])?;
                    self.refresh();
                    self.check_health()?;
                }
                Play::Set(set) => {
                    self.take();
                    self.set_by_hand(set)?;
                }
                _ => break,
            }
        }
        Ok(())
    }

    fn set_by_hand(&mut self, set: &Set) -> Result<(), Stop> {
        let Some(unit) = self.table.find(&set.unit) else {
            return Err(Stop::Misfit {
                index: self.cursor.saturating_sub(1),
                text: format!("there is no unit `{}`", set.unit),
            });
        };
        let mut cx = Cx::of(
            Look::from(&self.table, unit),
            "ruled by hand".into(),
            Cite::Hand,
        );
        if let Some(tapped) = set.tapped {
            self.set_tapped(unit, tapped, &mut cx)?;
        }
        let mut grants = Vec::new();
        for (stat, number) in [
            (Stat::Power, set.power),
            (Stat::Speed, set.speed),
            (Stat::Health, set.health),
        ] {
            match number {
                Some(SetNumber::By(n)) => grants.push(Grant::Change(stat, Num::Const(n))),
                Some(SetNumber::To(n)) => grants.push(Grant::Set(stat, Num::Const(n))),
                None => {}
            }
        }
        let context = super::setup::context_of(self.table.unit(unit));
        for line in &set.text {
            let reading = crate::cardtext::read_line(line, &context);
            grants.extend(
                reading
                    .abilities
                    .into_iter()
                    .map(|a| Grant::Ability(Box::new(a))),
            );
        }
        if !grants.is_empty() {
            let until = duration_of(set.until.unwrap_or(Span::Turn));
            let look = cx.look.clone();
            let printed = if set.text.is_empty() {
                cx.printed.clone()
            } else {
                set.text.join(" | ").into()
            };
            self.give_to(unit, &grants, until, &look, &printed, vec![Cite::Hand])?;
        }
        match set.zone {
            Some(Zone::Discard) => self.discard_unit(unit, &mut cx).map(drop)?,
            Some(zone) => self.move_unit(unit, zone, &mut cx)?,
            None => {}
        }
        Ok(())
    }

    /// A build step ends when something begins that cannot happen in it.
    pub(super) fn leave_build_step(&mut self) -> Result<(), Stop> {
        let Phase::Build(side) = self.table.phase else {
            return Ok(());
        };
        self.window = WindowId::BuildStep;
        self.table.phase = Phase::Open;
        self.fire(Happened::BuildEnds(side))?;
        self.settle_triggers()
    }

    /// Something comes into an arena.
    pub(super) fn arrive(&mut self, unit: UnitIx) -> Result<(), Stop> {
        self.fire(Happened::Arrived(unit))?;
        self.table.arrived = vec![unit];
        self.table.arrivals += 1;
        let outer = self.window;
        let reserved = matches!(
            outer,
            WindowId::Reroll | WindowId::Prevention | WindowId::Disrupt
        );
        if !reserved {
            self.chance_if_played(&[WindowId::Arrival])?;
        }
        self.window = outer;
        self.table.arrived.clear();
        self.check_health()
    }

    /// Begins the battle phase or an arena's battle step.
    fn begin(&mut self, what: Begin) -> Result<(), Stop> {
        let (word, reasons) = match what {
            Begin::Step(arena) => (arena.word(), self.step_reasons(arena)),
            Begin::Battle => ("battle", self.battle_reasons()),
        };
        if !reasons.is_empty() {
            return self.refuse("begin", word.to_owned(), reasons);
        }
        self.take();
        self.leave_build_step()?;
        match what {
            Begin::Battle => {
                self.table.ordered = true;
                self.enter_battle()?;
                self.run_hooks(WindowId::BattleStart)?;
                self.contests()
            }
            Begin::Step(arena) => self.begin_step(arena),
        }
    }

    /// Why the battle phase cannot begin now: there is one in a turn (2.2).
    fn battle_reasons(&self) -> Vec<Reason> {
        if self.table.battle_over {
            return vec![self.over_reason()];
        }
        let runs = matches!(self.table.phase, Phase::Battle | Phase::Step(_));
        let text = "the battle phase is running already";
        runs.then(|| reason(clause!("2.2.B"), text))
            .into_iter()
            .collect()
    }

    /// The battle phase starts.
    pub(super) fn enter_battle(&mut self) -> Result<(), Stop> {
        self.table.phase = Phase::Battle;
        self.fought.clear();
        self.light_retreated = false;
        self.window = WindowId::BattleStart;
        self.step(
            NewStep::of(StepKind::Note, "The battle phase starts.")
                .on(clause!("3.1.1"))
                .on(clause!("2.2.B")),
        )?;
        self.fire(Happened::BattleStarts)?;
        self.settle_triggers()?;
        self.contests()
    }

    fn begin_step(&mut self, arena: Arena) -> Result<(), Stop> {
        let passed = self.steps_between(arena);
        // Without an enforced order attacks in this arena may have been made in this very step.
        let others = self.steps_under_way().iter().any(|a| *a != arena);
        if others || matches!(self.table.phase, Phase::Step(_)) {
            self.end_battle_step()?;
        }
        self.table.ordered = true;
        self.pass_steps(passed)?;
        self.enter_step(arena)?;
        self.run_hooks(WindowId::StepStart)?;
        self.contests()
    }

    /// A battle step starts.
    pub(super) fn enter_step(&mut self, arena: Arena) -> Result<(), Stop> {
        self.table.phase = Phase::Step(arena);
        self.table.battle_step += 1;
        self.step_attacks = self.table.attack_count;
        self.window = WindowId::StepStart;
        let text = format!("The {} battle step starts.", arena.name());
        self.step(NewStep::of(StepKind::Note, text).on(clause!("3.1.3.1")))?;
        self.note_step(arena)?;
        self.fire(Happened::StepStarts(arena))?;
        self.settle_triggers()?;
        self.contests()
    }

    /// Whether no unit has attacked in the running battle step yet.
    fn step_is_fresh(&self) -> bool {
        self.step_attacks == self.table.attack_count
    }
}

/// A span of the case format as a duration.
#[must_use]
pub const fn duration_of(span: Span) -> Duration {
    match span {
        Span::Attack => Duration::Attack,
        Span::BattleStep => Duration::BattleStep,
        Span::Battle => Duration::Battle,
        Span::Turn => Duration::Turn,
    }
}
