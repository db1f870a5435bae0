//! The plays from first to last, rulings by hand, and the ends of spans of time.

use std::collections::BTreeSet;

use crate::cardtext::{Duration, Grant, Num, Stat};
use crate::clause;
use crate::game::{Arena, CounterKind, Side, Zone};
use crate::rulebook::Keyword;

use super::chance::Fate;
use super::effects::Cx;
use super::grounds;
use super::life::NewDamage;
use super::look::Look;
use super::run::{NewStep, Run, Stop};
use super::situation::{Begin, Play, Set, SetNumber, Span};
use super::table::{Phase, UnitIx};
use super::trace::{Cite, StepKind};
use super::triggers::Happened;
use super::window::WindowId;

impl Run<'_> {
    /// Every play in order.
    pub(super) fn play_all(&mut self) -> Result<(), Stop> {
        self.refresh();
        self.open_board()?;
        loop {
            self.window = self.resting_window();
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
            Play::End(span) => {
                self.take();
                self.end(*span)
            }
            Play::Ready => {
                self.take();
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
            Play::Choose { .. } => self.misfit("no choice is open here"),
            Play::Bid { .. } => self.misfit("no unit is contested here"),
            Play::Damage { .. } | Play::Counters { .. } | Play::Set(_) | Play::Force { .. } => {
                self.hand_plays()
            }
        }
    }

    /// The window in which things stand between plays.
    fn resting_window(&self) -> WindowId {
        match self.table.phase {
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
                let unit = act.unit;
                if would {
                    let reasons = self.whose_turn_reasons(&act);
                    if !reasons.is_empty() {
                        return self.refuse_play(reasons);
                    }
                    if let Some(unit) = unit {
                        self.hear_would_attack(unit);
                    }
                }
                self.under_way.push(open.to_vec());
                let taken = self.attempt(*act)?;
                self.under_way.pop();
                if let Some(unit) = unit.filter(|_| would && taken) {
                    self.happened.insert(Happened::DidNotAttack(unit).kind());
                    self.hear(&Happened::DidNotAttack(unit));
                }
                let always = self.table.reading(clause!("11.11")) == Some("always-taps");
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
                        source,
                        target,
                        amount: *amount,
                        dice: *dice,
                        preventable: *preventable,
                        barred: None,
                        origin: None,
                        with: None,
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

    /// Moves on to an end.
    fn end(&mut self, span: Span) -> Result<(), Stop> {
        match span {
            Span::Attack => Ok(()),
            Span::BattleStep => self.end_battle_step(),
            Span::Battle => self.end_battle(),
            Span::Turn => self.end_turn(),
        }
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

    pub(super) fn end_battle_step(&mut self) -> Result<(), Stop> {
        let arena = super::look::current_step(&self.table)
            .or_else(|| self.table.arenas_attacked.last().copied());
        self.window = WindowId::StepEnd;
        if let Some(arena) = arena {
            let text = format!("The {} battle step ends.", arena.name());
            self.step(NewStep::of(StepKind::Note, text).on(clause!("3.1.3.8")))?;
            self.fire(Happened::StepEnds(arena))?;
            self.settle_triggers()?;
        }
        self.end_lasting(|l| l.until == Duration::BattleStep)?;
        self.give_back(|d| d == Duration::BattleStep)?;
        self.table
            .standing
            .retain(|s| s.until != Duration::BattleStep);
        self.table
            .delayed
            .retain(|d| d.until != Duration::BattleStep);
        self.table.battle_step += 1;
        self.table.phase = if self.table.ordered {
            Phase::Battle
        } else {
            Phase::Open
        };
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

    pub(super) fn end_battle(&mut self) -> Result<(), Stop> {
        if matches!(self.table.phase, Phase::Step(_)) {
            self.end_battle_step()?;
        }
        self.window = WindowId::BattleEnd;
        self.step(NewStep::of(StepKind::Note, "The battle phase ends.").on(clause!("3.1.4")))?;
        self.fire(Happened::BattleEnds)?;
        self.settle_triggers()?;
        self.note_ends(Duration::Battle)?;
        let over = |d: Duration| matches!(d, Duration::BattleStep | Duration::Battle);
        self.end_lasting(|l| over(l.until))?;
        self.give_back(over)?;
        self.table
            .standing
            .retain(|s| !matches!(s.until, Duration::BattleStep | Duration::Battle));
        self.table
            .delayed
            .retain(|d| !matches!(d.until, Duration::BattleStep | Duration::Battle));
        self.table.phase = Phase::Open;
        self.table.ordered = false;
        self.fought.clear();
        Ok(())
    }

    fn end_turn(&mut self) -> Result<(), Stop> {
        self.leave_build_step()?;
        if matches!(self.table.phase, Phase::Step(_) | Phase::Battle) {
            self.end_battle()?;
        }
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
        let ends = |d: Duration| {
            matches!(
                d,
                Duration::Attack | Duration::BattleStep | Duration::Battle | Duration::Turn
            )
        };
        let unused = self.table.reading(clause!("11.30")) == Some("end-of-turn");
        let waits = |l: &super::table::Lasting| l.until == Duration::NextAttack;
        if let Some(on) = self.table.lasting.iter().find(|l| waits(l)).map(|l| l.on) {
            let what = if unused { "ends" } else { "waits on" };
            let text = format!(
                "What {} has for its next attack {what}.",
                self.table.name(on)
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, on);
            self.step(step.on(clause!("11.30")))?;
        }
        self.end_lasting(|l| ends(l.until) || unused && waits(l))?;
        self.give_back(ends)?;
        self.table.standing.retain(|s| !ends(s.until));
        self.table.delayed.retain(|d| !ends(d.until));
        self.check_control()?;
        self.table.turn += 1;
        self.table.past.clear();
        self.table.build_steps = [0, 0];
        self.table.arenas_attacked.clear();
        self.fought.clear();
        self.ready_done = false;
        for unit in self.table.all().collect::<Vec<_>>() {
            self.table.unit_mut(unit).attacks = 0;
        }
        for side in Side::BOTH {
            self.table.pool_mut(side).build_points = 0;
        }
        self.table.phase = Phase::Open;
        self.refresh();
        Ok(())
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

    /// Arena control decides the game at the end of a turn (9.2).
    fn check_control(&mut self) -> Result<(), Stop> {
        self.window = WindowId::Control;
        self.note_retreated()?;
        self.note_uncounted()?;
        for side in Side::BOTH {
            let arenas = Arena::ALL
                .into_iter()
                .filter(|a| self.table.control(*a) == Some(side))
                .count();
            if arenas >= 2 && self.table.winner.is_none() {
                if let Some(stop) = self.forbids_end(side) {
                    let text = format!(
                        "{} controls two arenas, but the game does not end.",
                        side.name()
                    );
                    self.step(
                        NewStep::of(StepKind::Note, text)
                            .by(side)
                            .resting_on([stop])
                            .on(clause!("9.2.4")),
                    )?;
                    continue;
                }
                let text = format!("{} controls at least two arenas and wins.", side.name());
                self.step(
                    NewStep::of(StepKind::Note, text)
                        .by(side)
                        .on(clause!("9.2.2"))
                        .on(clause!("9.2.1"))
                        .on(clause!("2.2.E2")),
                )?;
                self.table.winner = Some(side);
            }
        }
        Ok(())
    }

    /// Retreated units of a player without a unit in an arena control nothing there.
    fn note_retreated(&mut self) -> Result<(), Stop> {
        let waiting: Vec<UnitIx> = self
            .table
            .all()
            .filter(|u| {
                let unit = self.table.unit(*u);
                let mut arenas = unit.types.iter().filter_map(|t| t.arena());
                unit.is_retreated() && arenas.any(|a| self.table.control(a).is_none())
            })
            .collect();
        for unit in waiting {
            let text = format!(
                "{} is in the build zone and controls no arena.",
                self.table.name(unit)
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
            self.step(step.on(clause!("9.2.5")))?;
        }
        Ok(())
    }

    /// Units that a text keeps from counting for the control of their arena (9.2.1).
    fn note_uncounted(&mut self) -> Result<(), Stop> {
        let mut found = Vec::new();
        for unit in self.table.all() {
            let card = self.table.unit(unit);
            let Some(arena) = card.arena().filter(|_| card.in_battle()) else {
                continue;
            };
            let cite = self.table.uncounted(unit).cloned();
            found.extend(cite.map(|cite| (unit, arena, cite)));
        }
        for (unit, arena, cite) in found {
            let name = self.table.name(unit);
            let text = format!("{name} does not count for the {} arena.", arena.name());
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
            self.step(step.resting_on([cite]).on(clause!("9.2.1")))?;
        }
        Ok(())
    }

    /// A rule by which the side can't win, or its opponent can't lose.
    fn forbids_end(&self, winner: Side) -> Option<Cite> {
        use crate::cardtext::{PlayerBan, StaticRule};
        self.table.rules().into_iter().find_map(|found| {
            let StaticRule::PlayerCannot { player, what, .. } = &found.rule else {
                return None;
            };
            let sides = found.look.players(&self.table, *player);
            let stops = match what {
                PlayerBan::Win => sides.contains(&winner),
                PlayerBan::Lose => sides.contains(&winner.opponent()),
                _ => false,
            };
            stops.then_some(found.cite)
        })
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
        if let Begin::Step(arena) = what {
            let reasons = self.step_reasons(arena);
            if !reasons.is_empty() {
                return self.refuse("begin", arena.word().to_owned(), reasons);
            }
        }
        self.take();
        self.leave_build_step()?;
        self.table.ordered = true;
        match what {
            Begin::Battle => {
                self.table.phase = Phase::Battle;
                self.fought.clear();
                self.window = WindowId::BattleStart;
                self.step(
                    NewStep::of(StepKind::Note, "The battle phase starts.")
                        .on(clause!("3.1.1"))
                        .on(clause!("2.2.B")),
                )?;
                self.fire(Happened::BattleStarts)?;
                self.settle_triggers()?;
                self.run_hooks(WindowId::BattleStart)?;
                self.contests()
            }
            Begin::Step(arena) => self.begin_step(arena),
        }
    }

    fn begin_step(&mut self, arena: Arena) -> Result<(), Stop> {
        if matches!(self.table.phase, Phase::Step(_)) {
            self.end_battle_step()?;
            self.table.ordered = true;
        }
        self.table.phase = Phase::Step(arena);
        self.table.battle_step += 1;
        self.step_attacks = self.table.attack_count;
        self.window = WindowId::StepStart;
        let text = format!("The {} battle step starts.", arena.name());
        self.step(NewStep::of(StepKind::Note, text).on(clause!("3.1.3.1")))?;
        self.note_step(arena)?;
        self.fire(Happened::StepStarts(arena))?;
        self.settle_triggers()?;
        self.run_hooks(WindowId::StepStart)?;
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
