//! One attack (RULES 3.2): the runner walks [`ATTACK`] and does in each window what belongs there.

use std::collections::BTreeMap;

use crate::cardtext::{Ban, Duration, Effect, StaticRule};
use crate::clause;
use crate::rulebook::{ClauseId, Keyword, Stacking};

use super::act::Found;
use super::damage::DamageOrigin;
use super::effects::Cx;
use super::grounds;
use super::keyword;
use super::life::{NewDamage, Pending};
use super::look::{self, Look};
use super::natural;
use super::run::{Account, NewStep, Run, Stop, reason};
use super::situation::Handle;
use super::table::{Attack, AttackKind, Phase, Rerolled, Unit, UnitIx};
use super::target;
use super::trace::{Change, Cite, Reason, StepKind};
use super::triggers::Happened;
use super::window::{ATTACK, WindowId};

/// A face-down card is no unit: it neither attacks nor is attacked (1.2.1).
fn face_down_reason(unit: &Unit) -> Option<Reason> {
    unit.is_face_down().then(|| {
        let text = format!("{} lies face down in the build zone", unit.name);
        reason(clause!("1.2.1"), text)
    })
}

impl Run<'_> {
    /// A declared attack, as a play.
    pub(super) fn play_attack(
        &mut self,
        unit: &Handle,
        on: Option<&Handle>,
        with: Option<Keyword>,
    ) -> Result<(), Stop> {
        self.window = WindowId::Declare;
        let label = unit.to_string();
        let Some(attacker) = self.table.find(unit) else {
            return self.refuse(
                "attack",
                label,
                vec![Reason {
                    clause: None,
                    text: format!("there is no unit `{unit}`"),
                }],
            );
        };
        let mut reasons = self.attacker_reasons(attacker);
        let defender = match on {
            Some(h) => match self.table.find(h) {
                Some(d) => {
                    reasons.extend(self.target_reasons_for(attacker, d, with));
                    Some(d)
                }
                None => {
                    reasons.push(Reason {
                        clause: None,
                        text: format!("there is no unit `{h}`"),
                    });
                    None
                }
            },
            None => None,
        };
        if !reasons.is_empty() {
            return self.refuse("attack", label, reasons);
        }
        self.take();
        let defender = match defender {
            Some(d) => d,
            None => self.ask_defender(attacker, with)?,
        };
        if !self.pay_to_attack(attacker, defender)? {
            return Ok(());
        }
        self.run_attack(attacker, defender, with, AttackKind::Ordinary, Vec::new())
    }

    fn ask_defender(&mut self, attacker: UnitIx, with: Option<Keyword>) -> Result<UnitIx, Stop> {
        let among: Vec<UnitIx> = self
            .table
            .all()
            .filter(|d| self.target_reasons_for(attacker, *d, with).is_empty())
            .collect();
        let asks = format!("Which unit does {} attack?", self.table.name(attacker));
        let mut cx = Cx::of(
            Look::from(&self.table, attacker),
            "attack".into(),
            clause!("attack.declare").into(),
        );
        self.choose_asked(asks, among, &mut cx)
    }

    /// All reasons why the unit may not attack now.
    pub(super) fn attacker_reasons(&self, attacker: UnitIx) -> Vec<Reason> {
        let unit = self.table.unit(attacker);
        let name = &unit.name;
        let mut reasons = Vec::new();
        let view = self.table.view(attacker);
        let from_afar = !view.may_attack.is_empty() || view.from_build && unit.is_retreated();
        if !unit.in_battle() && !from_afar {
            reasons.push(reason(
                clause!("3.1.3.3"),
                format!("{name} is not a unit in an arena"),
            ));
        }
        reasons.extend(face_down_reason(unit));
        if unit.tapped {
            reasons.push(reason(clause!("1.8.2"), format!("{name} is tapped")));
        }
        for banned in &self.table.view(attacker).bans {
            if matches!(banned.ban, Ban::Attack(None)) {
                reasons.push(reason(
                    clause!("1.1.6"),
                    format!("{name} can't attack: \"{}\"", banned.printed),
                ));
            }
        }
        if self.table.ordered {
            reasons.extend(self.order_reasons(attacker));
        }
        reasons
    }

    /// All reasons why the unit is no legal target for the attacker (3.3).
    pub(super) fn target_reasons_for(
        &self,
        attacker: UnitIx,
        defender: UnitIx,
        with: Option<Keyword>,
    ) -> Vec<Reason> {
        let (a, d) = (self.table.unit(attacker), self.table.unit(defender));
        let mut reasons = Vec::new();
        if a.side == d.side {
            let text = format!("{} is a unit of the same side", d.name);
            reasons.push(reason(clause!("3.3.5"), text.clone()));
            reasons.push(reason(clause!("3.3.1"), text));
        }
        reasons.extend(face_down_reason(d));
        reasons.extend(self.place_reason(attacker, defender, with));
        reasons.extend(self.reach_reason(attacker, defender, with));
        reasons.extend(self.toll_reasons(attacker, defender));
        reasons.extend(self.attackable_reasons(attacker, defender));
        reasons.extend(self.duty_reasons(attacker, defender));
        reasons
    }

    fn place_reason(
        &self,
        attacker: UnitIx,
        defender: UnitIx,
        with: Option<Keyword>,
    ) -> Option<Reason> {
        let (a, d) = (self.table.unit(attacker), self.table.unit(defender));
        if self.may_attack_beyond(attacker, defender) {
            return None;
        }
        if !d.in_battle() {
            return Some(reason(
                clause!("3.3.1"),
                format!("{} is not a unit in an arena", d.name),
            ));
        }
        let home = |z| a.types.iter().any(|t| t.arena() == z);
        let from_build = a.is_retreated() && self.table.view(attacker).from_build;
        if from_build && with.is_none() && home(d.arena()) {
            return None;
        }
        let Some(keyword) = with else {
            return (a.arena() != d.arena()).then(|| {
                let text = format!(
                    "{} is in {}, {} in {}",
                    d.name,
                    d.zone.name(),
                    a.name,
                    a.zone.name()
                );
                reason(clause!("3.3.1"), text)
            });
        };
        let reach = keyword::def(keyword)
            .and_then(|k| k.reaches)
            .filter(|_| self.table.view(attacker).has(keyword));
        match reach {
            None => Some(reason(
                clause!("3.3.2"),
                format!("{} has no {}", a.name, keyword.name()),
            )),
            Some((arena, _)) if d.arena() != Some(arena) => Some(reason(
                clause!("3.3.2"),
                format!("{} reaches only the {} arena", keyword.name(), arena.name()),
            )),
            Some(_) => None,
        }
    }

    /// What the keyword of an attack into another arena says besides.
    fn reach_reason(
        &self,
        attacker: UnitIx,
        defender: UnitIx,
        with: Option<Keyword>,
    ) -> Option<Reason> {
        let keyword = with.filter(|k| self.table.view(attacker).has(*k))?;
        let only = grounds::of(keyword).reach?.only;
        let (arena, _) = keyword::def(keyword)?.reaches?;
        let unit = self.table.unit(defender);
        (unit.in_battle() && unit.arena() != Some(arena)).then(|| {
            let text = format!("{} is not in the {} arena", unit.name, arena.name());
            reason(only, text)
        })
    }

    /// A text lets it attack the unit although it lies elsewhere.
    fn may_attack_beyond(&self, attacker: UnitIx, defender: UnitIx) -> bool {
        target::may_attack_all_the_same(&self.table, attacker, defender)
    }

    /// Why the attacker cannot attack that unit, side and place apart: bans and Stealth (3.3.3).
    pub(super) fn attackable_reasons(&self, attacker: UnitIx, defender: UnitIx) -> Vec<Reason> {
        target::barred(&self.table, attacker, defender)
    }

    /// A unit that must attack another one may not choose a third, as long as it can.
    fn duty_reasons(&self, attacker: UnitIx, defender: UnitIx) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for duty in &self.table.view(attacker).must_attack {
            let Some(target) = &duty.target else { continue };
            let wanted = look::units(&self.table, &duty.look, target);
            let able = wanted.iter().any(|w| {
                self.table.side(*w) != self.table.side(attacker)
                    && self.table.unit(*w).arena() == self.table.unit(attacker).arena()
                    && self.attackable_reasons(attacker, *w).is_empty()
            });
            if able && !wanted.contains(&defender) {
                let text = format!("{} must attack another unit", self.table.name(attacker));
                reasons.push(reason(clause!("1.1.5"), text));
            }
        }
        reasons
    }

    /// Every legal target of an ordinary attack.
    pub(super) fn legal_targets(&self, attacker: UnitIx) -> Vec<UnitIx> {
        self.table
            .all()
            .filter(|d| self.target_reasons_for(attacker, *d, None).is_empty())
            .collect()
    }

    /// A cost to attack the unit that cannot be paid keeps it from being attacked (3.3.4).
    fn toll_reasons(&self, attacker: UnitIx, defender: UnitIx) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for found in self.table.rules() {
            let StaticRule::AttackCost { who, target, costs } = &found.rule else {
                continue;
            };
            let asked = look::means(&self.table, &found.look, who, attacker)
                && target
                    .as_ref()
                    .is_none_or(|t| look::means(&self.table, &found.look, t, defender));
            let side = self.table.side(attacker);
            let look = Look {
                that: vec![attacker],
                ..Look::of(side)
            };
            let cx = Cx::of(look, found.printed.clone(), found.cite.clone());
            let able = costs
                .iter()
                .all(|c| self.cost_reasons(c, &cx, side).is_empty());
            if asked && !able {
                let text = format!(
                    "the cost of attacking {} cannot be paid",
                    self.table.name(defender)
                );
                reasons.push(reason(clause!("3.3.4"), text));
            }
        }
        reasons
    }

    /// A cost to attack the unit must be paid, else it cannot be attacked (3.3.4).
    fn pay_to_attack(&mut self, attacker: UnitIx, defender: UnitIx) -> Result<bool, Stop> {
        for found in self.table.rules() {
            let StaticRule::AttackCost { who, target, costs } = &found.rule else {
                continue;
            };
            let asked = look::means(&self.table, &found.look, who, attacker)
                && target
                    .as_ref()
                    .is_none_or(|t| look::means(&self.table, &found.look, t, defender));
            if !asked {
                continue;
            }
            let side = self.table.side(attacker);
            let look = Look {
                that: vec![attacker],
                ..Look::of(side)
            };
            let mut cx = Cx::of(look, found.printed.clone(), found.cite.clone());
            let able = costs
                .iter()
                .all(|c| self.cost_reasons(c, &cx, side).is_empty());
            if !able || !self.choose_yes(side, &mut cx)? {
                let text = format!(
                    "{} cannot be attacked by {}: the cost is not paid.",
                    self.table.name(defender),
                    self.table.name(attacker)
                );
                let step = NewStep::of(StepKind::Note, text)
                    .by(side)
                    .ability(found.printed.as_ref());
                self.step(step.resting_on([found.cite.clone()]).on(clause!("3.3.4")))?;
                return Ok(false);
            }
            let text = format!(
                "The cost of attacking {} is paid.",
                self.table.name(defender)
            );
            let step = NewStep::of(StepKind::Note, text)
                .by(side)
                .ability(found.printed.as_ref());
            self.step(step.resting_on([found.cite.clone()]).on(clause!("3.3.4")))?;
            for cost in costs {
                self.pay(cost, &mut cx, side)?;
            }
        }
        Ok(true)
    }

    /// An attack that an effect grants; the unit does not tap (3.2.7).
    pub(super) fn granted_attack(
        &mut self,
        attacker: UnitIx,
        defender: UnitIx,
        kind: AttackKind,
        grounds: Vec<Cite>,
    ) -> Result<(), Stop> {
        let outer = (
            self.window,
            self.parent.take(),
            std::mem::take(&mut self.table.open),
        );
        let account = std::mem::take(&mut self.account);
        let acting = (
            std::mem::take(&mut self.acting),
            std::mem::take(&mut self.pool),
        );
        self.run_attack(attacker, defender, None, kind, grounds)?;
        self.account = account;
        let since = std::mem::replace(&mut self.pool, acting.1);
        self.pool.extend(since);
        self.acting = acting.0;
        (self.window, self.parent, self.table.open) = outer;
        Ok(())
    }

    fn run_attack(
        &mut self,
        attacker: UnitIx,
        defender: UnitIx,
        with: Option<Keyword>,
        kind: AttackKind,
        grounds: Vec<Cite>,
    ) -> Result<(), Stop> {
        if self.table.attacks.len() >= 16 {
            return Err(Stop::Cannot("attacks are nested too deeply".to_owned()));
        }
        self.table.attack_count += 1;
        self.table.attacks.push(Attack {
            number: self.table.attack_count,
            kind,
            attacker,
            defender,
            defenders: vec![defender],
            with,
            tapped: kind == AttackKind::Ordinary,
            first: Vec::new(),
            added: 0,
            dice: Vec::new(),
            rolled: false,
            fixed_dice: false,
            hits: None,
            split: 0,
            pending: None,
            at_roll: BTreeMap::new(),
            instance: None,
            at_end: Vec::new(),
            predictions: Vec::new(),
            placed: 0,
            ended: false,
            at: 0,
            roll_record: None,
            blind: false,
            second: None,
            split_by: None,
            rerolled: Rerolled::default(),
        });
        self.account = Account::default();
        for (at, window) in ATTACK.iter().enumerate() {
            self.window = window.id;
            if let Some(attack) = self.table.attacks.last_mut() {
                attack.at = at;
            }
            if self.skips(window.id)? {
                continue;
            }
            self.attack_window(window.id, &grounds)?;
        }
        self.close_attack()
    }

    /// Once an attack has ended early only its end and what follows are left (3.2.4).
    fn skips(&mut self, window: WindowId) -> Result<bool, Stop> {
        let Some(attack) = self.table.attack() else {
            return Ok(true);
        };
        if attack.ended {
            return Ok(!matches!(
                window,
                WindowId::AttackEnd | WindowId::AttackAfter
            ));
        }
        let before_roll = matches!(
            window,
            WindowId::AttackTriggers | WindowId::AttackPop | WindowId::Roll
        );
        let (a, d) = (attack.attacker, attack.defender);
        let gone = |u: UnitIx| !self.table.unit(u).zone.on_table();
        let left = |u: UnitIx| {
            gone(u)
                || self.table.unit(u).arena().is_none() && !self.may_attack_beyond(a, u) && u != a
        };
        let attacker_left = gone(a)
            || (self.table.unit(a).arena().is_none()
                && self.table.view(a).may_attack.is_empty()
                && !self.table.view(a).from_build);
        let goes_on = self.table.reading(clause!("11.24")) == Some("rolls");
        if before_roll && window == WindowId::Roll && !goes_on && (attacker_left || left(d)) {
            let who = if attacker_left { a } else { d };
            let text = format!(
                "{} is no longer there: no dice are rolled and the attack ends.",
                self.table.name(who)
            );
            self.step(
                NewStep::of(StepKind::Note, text)
                    .on(clause!("3.2.4"))
                    .on(clause!("11.24")),
            )?;
            if let Some(attack) = self.table.attacks.last_mut() {
                attack.ended = true;
            }
            return Ok(true);
        }
        Ok(false)
    }

    fn attack_window(&mut self, window: WindowId, grounds: &[Cite]) -> Result<(), Stop> {
        match window {
            WindowId::Declare => self.declare(grounds),
            WindowId::AttackTriggers => self.attack_triggers(),
            WindowId::AttackPop => self.chance(&[WindowId::AttackPop]),
            WindowId::Roll => self.roll_attack_dice(),
            WindowId::InitialRoll => self.run_hooks(WindowId::InitialRoll),
            WindowId::RerollTriggers => self.reroll_triggers(),
            WindowId::Reroll => self.chance_if_rolled(),
            WindowId::Hits => self.count_hits(),
            WindowId::Pending => self.pending_damage(),
            WindowId::Prevention | WindowId::Placement | WindowId::Discard => {
                self.damage_window(window)
            }
            WindowId::AttackEnd => self.attack_end(),
            WindowId::AttackAfter => self.attack_after(),
            _ => Ok(()),
        }
    }

    fn declare(&mut self, granted_by: &[Cite]) -> Result<(), Stop> {
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(());
        };
        let (a, d) = (attack.attacker, attack.defender);
        let (attacker, defender) = (self.table.name(a).to_owned(), self.table.name(d).to_owned());
        let how = attack
            .with
            .map_or_else(String::new, |k| format!(" with {}", k.name()));
        let mut step = NewStep::of(StepKind::Attack, String::new()).unit(&self.table, a);
        let mut text = format!("{attacker} attacks {defender}{how}");
        if attack.tapped {
            let id = self.table.unit(a).id.clone();
            self.table.unit_mut(a).tapped = true;
            text.push_str(" and is tapped.");
            step = step.change(Change::Tap { unit: id });
        } else {
            text.push_str("; it does not tap for this attack.");
        }
        step = step.on(clause!("attack.declare"));
        if let Some((_, clause)) = attack.with.and_then(keyword::def).and_then(|k| k.reaches) {
            step = step.on(clause);
        }
        if !attack.tapped {
            step = step.on(clause!("3.2.7"));
        }
        if self.table.side(a) == self.table.side(d) {
            step = step.on(clause!("3.3.5"));
        }
        step = step
            .also(target::touchable(&self.table, d))
            .also(self.reach_clauses(&attack))
            .also(self.turn_clauses(a));
        self.table.unit_mut(a).attacks += 1;
        let begun = self.begin_next_attack_grants(a);
        self.refresh();
        let step = NewStep::with_text(step.resting_on(granted_by.iter().cloned()), text);
        self.step(step)?;
        for keyword in begun {
            if let Some(clause) = grounds::of(keyword).next_attack {
                let text = format!("What {} gave for the next attack applies.", keyword.name());
                let step = NewStep::of(StepKind::Note, text).unit(&self.table, a);
                self.step(step.on(clause))?;
            }
        }
        Ok(())
    }

    /// An attack into another arena or an ordinary one was the attacker's choice.
    fn reach_clauses(&self, attack: &Attack) -> Vec<ClauseId> {
        if attack.with.is_some() {
            return vec![clause!("3.3.2")];
        }
        let choice = grounds::on_unit(&self.table, attack.attacker, |g| g.reach.map(|r| r.choice));
        choice.into_iter().map(|(_, c)| c).collect()
    }

    /// Whose turn it is in an enforced order (3.1).
    fn turn_clauses(&self, attacker: UnitIx) -> Option<ClauseId> {
        let Phase::Step(arena) = self.table.phase else {
            return None;
        };
        let unit = self.table.unit(attacker);
        if self.table.reading(clause!("11.38")).is_some() && unit.owner != unit.side {
            return Some(clause!("11.38"));
        }
        let mut others = self
            .table
            .all()
            .filter(|u| *u != attacker)
            .map(|u| self.table.unit(u))
            .filter(|u| u.in_battle() && u.arena() == Some(arena));
        let all_done = others.all(|u| u.tapped);
        let again = unit.attacks > 0 || self.step_attacks < self.table.attack_count;
        Some(if all_done && again {
            clause!("3.1.3.7")
        } else {
            clause!("3.1.3.3")
        })
    }

    fn attack_triggers(&mut self) -> Result<(), Stop> {
        let Some((a, d)) = self.table.attack().map(|x| (x.attacker, x.defender)) else {
            return Ok(());
        };
        self.fire(Happened::Attacked {
            attacker: a,
            defender: d,
        })?;
        self.settle_triggers()?;
        self.run_hooks(WindowId::AttackTriggers)?;
        self.chance_if_played_in(WindowId::AttackTriggers)
    }

    /// Static "may" abilities of a window without a play-or-pass chance of its own.
    fn chance_if_played_in(&mut self, window: WindowId) -> Result<(), Stop> {
        self.hand_plays()?;
        while super::run::is_play(self.peek()) {
            let Found::Act(act) = self.find_act() else {
                break;
            };
            if !act.timing.windows.contains(&window) {
                break;
            }
            self.attempt(*act)?;
            self.hand_plays()?;
        }
        if self.options.stepwise
            && self.peek().is_none()
            && self
                .options_for(&[window])
                .iter()
                .any(|o| o.legal && o.play.is_some())
        {
            return self.chance(&[window]);
        }
        Ok(())
    }

    fn roll_attack_dice(&mut self) -> Result<(), Stop> {
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(());
        };
        if self.hides_dice(attack.attacker).is_some() {
            self.blind_chance()?;
        }
        self.refuse_too_early()?;
        let power = self.power_against(&attack);
        self.remember_at_roll();
        let fixed = self.table.view(attack.attacker).dice.is_some();
        let faces = self.roll_for_attack(&attack, &power)?;
        if let Some(now) = self.table.attacks.last_mut() {
            now.first.clone_from(&faces);
            now.dice = faces;
            now.rolled = true;
            now.fixed_dice = fixed;
            now.roll_record = self.rolls.len().checked_sub(1).filter(|_| power.dice > 0);
        }
        Ok(())
    }

    /// The attacker's power against this defender, and what it rests on.
    pub(super) fn power_against(&self, attack: &Attack) -> AttackPower {
        let unit = self.table.unit(attack.attacker);
        let view = self.table.view(attack.attacker);
        if let Some((dice, _)) = &view.dice {
            return AttackPower {
                dice: usize::try_from(*dice).unwrap_or(0),
                why: "a number of dice instead of power".to_owned(),
                clauses: vec![clause!("attack.roll"), clause!("3.2.6")],
            };
        }
        let mut clauses = vec![clause!("attack.roll")];
        let mut parts = Vec::new();
        let mut power = view.power;
        if let Some(k) = attack.with {
            let base = keyword::value(&self.table, attack.attacker, k);
            power = base + (view.power - unit.power);
            parts.push(format!("{} {base}", k.name()));
            clauses.push(clause!("7.3"));
            let changed = view.power != unit.power;
            clauses.extend(grounds::of(k).reach.filter(|_| changed).map(|r| r.power));
        } else {
            parts.push(format!("power {power}"));
        }
        clauses.extend(keyword::power_grounds(&self.table, attack.attacker));
        for def in super::keyword::all().iter() {
            let Some(against) = def.against_attacker else {
                continue;
            };
            for held in keyword::held(&self.table, attack.defender, def.keyword) {
                let (change, clause) = against(held.value);
                let kept = keeps_power(view, change);
                if change != 0 && kept {
                    // "Can't lose power" beats what takes power from it against this unit.
                    parts.push(format!("{} kept out", def.keyword.name()));
                    clauses.extend([clause!("1.1.6"), clause]);
                } else if change != 0 {
                    power += change;
                    parts.push(format!("{} {}", def.keyword.name(), held.value));
                    clauses.push(clause);
                    clauses.extend(held.copies.iter().find_map(|c| c.through).map(|l| l.clause));
                }
            }
        }
        if power <= 0 {
            clauses.push(clause!("3.2.5"));
        }
        if power < 0 || self.table.reading(clause!("11.31")).is_some() {
            clauses.push(clause!("11.31"));
        }
        if view.power_changes > 1 {
            clauses.push(clause!("5.2.1"));
        }
        let carries = !unit.pilots.is_empty();
        let carried = super::keyword::all()
            .iter()
            .filter(|d| carries && view.has(d.keyword))
            .flat_map(|d| d.grounds.carried);
        clauses.extend(carried);
        clauses.truncate(grounds::MOST);
        AttackPower {
            dice: usize::try_from(power.max(0)).unwrap_or(0),
            why: parts.join(", "),
            clauses,
        }
    }

    /// What the dice keywords are worth at the moment of the roll.
    fn remember_at_roll(&mut self) {
        let mut at_roll = BTreeMap::new();
        for unit in self.table.all() {
            for def in super::keyword::all().iter() {
                let value = keyword::value(&self.table, unit, def.keyword);
                if value != 0 {
                    at_roll.insert((unit, def.keyword), value);
                }
            }
        }
        if let Some(attack) = self.table.attacks.last_mut() {
            attack.at_roll = at_roll;
        }
    }

    fn reroll_triggers(&mut self) -> Result<(), Stop> {
        let Some((a, d)) = self.table.attack().map(|x| (x.attacker, x.defender)) else {
            return Ok(());
        };
        self.fire(Happened::Rolled {
            attacker: a,
            defender: d,
        })?;
        self.settle_triggers()
    }

    fn chance_if_rolled(&mut self) -> Result<(), Stop> {
        if self.table.attack().is_some_and(|a| !a.dice.is_empty()) {
            self.chance(&[WindowId::Reroll])?;
        }
        let counted = self.options.counted.as_ref();
        if let (Some(now), Some((number, dice))) = (self.table.attacks.last_mut(), counted)
            && now.number == *number
        {
            now.dice.clone_from(dice);
        }
        Ok(())
    }

    fn count_hits(&mut self) -> Result<(), Stop> {
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(());
        };
        let (bonus, mut clauses) = natural::die_bonus(&self.table, attack.attacker);
        let (needs, hit_clause) = self.needed_to_hit(attack.defender, false);
        let results: Vec<i32> = attack.dice.iter().map(|d| i32::from(*d) + bonus).collect();
        let hits = i32::try_from(results.iter().filter(|r| **r >= needs).count()).unwrap_or(0);
        let twice = self.isolated_twice(attack.defender);
        clauses.extend(hit_clause);
        clauses.extend(twice);
        clauses.extend(
            super::keyword::all()
                .iter()
                .filter(|d| d.hit_by.is_some())
                .find_map(|d| keyword::through(&self.table, attack.defender, d.keyword))
                .map(|l| l.special.unwrap_or(l.clause)),
        );
        clauses.insert(0, clause!("attack.hits"));
        let text = if bonus == 0 {
            format!(
                "{hits} hit{}: results of {needs} or more.",
                if hits == 1 { "" } else { "s" }
            )
        } else {
            format!(
                "{hits} hit{}: each die counts {bonus:+}, results of {needs} or more.",
                if hits == 1 { "" } else { "s" }
            )
        };
        if let Some(now) = self.table.attacks.last_mut() {
            now.hits = Some(hits);
        }
        if let Some(record) = attack.roll_record.and_then(|i| self.rolls.get_mut(i)) {
            record.last.clone_from(&attack.dice);
            record.counted = results;
            record.needs = needs;
            record.hits = Some(hits);
        }
        self.last_hits = Some(hits);
        let step = NewStep::of(StepKind::Hits, text).unit(&self.table, attack.attacker);
        self.step(step.also(clauses))?;
        self.note_higher_need(&attack, bonus, needs)?;
        self.run_hooks(WindowId::Hits)
    }

    /// A second copy of what asks for a higher result does nothing (5.2).
    fn isolated_twice(&self, defender: UnitIx) -> Option<ClauseId> {
        let view = self.table.view(defender);
        let twice = super::keyword::all().iter().any(|d| {
            d.hit_by.is_some()
                && d.keyword.entry().stacking == Stacking::Isolated
                && view
                    .copies_of(d.keyword)
                    .filter(|c| c.off.is_none())
                    .count()
                    > 1
        });
        twice.then_some(clause!("5.2.isolated"))
    }

    /// What is added to a die helps against a higher need, which is one of the result.
    fn note_higher_need(&mut self, attack: &Attack, bonus: i32, needs: i32) -> Result<(), Stop> {
        if bonus == 0 || attack.dice.is_empty() {
            return Ok(());
        }
        let adds = grounds::on_unit(&self.table, attack.attacker, |g| g.against_need);
        let asks = super::keyword::all()
            .iter()
            .filter(|d| self.table.view(attack.defender).has(d.keyword))
            .find_map(|d| d.grounds.need_not_die);
        let (Some((_, adds)), Some(asks)) = (adds, asks) else {
            return Ok(());
        };
        let text = format!(
            "A natural {} hits: the result is asked for, not the die.",
            needs - bonus
        );
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, attack.attacker);
        self.step(step.on(adds).also(asks(bonus))).map(drop)
    }

    /// The least result that hits a unit, with attack dice or with dice of damage.
    pub(super) fn needed_to_hit(
        &self,
        target: UnitIx,
        dice_of_damage: bool,
    ) -> (i32, Option<ClauseId>) {
        const HIT: i32 = 4;
        let worst = super::keyword::all()
            .iter()
            .filter(|d| self.table.view(target).has(d.keyword))
            .filter_map(|d| {
                d.hit_by
                    .map(|(needs, clause)| (needs, clause, d.hit_by_damage_dice))
            })
            .max_by_key(|(needs, ..)| *needs);
        match worst {
            None => (HIT, None),
            Some((needs, _, Some(clause))) if dice_of_damage => (needs, Some(clause)),
            Some((needs, clause, _)) => (needs, Some(clause)),
        }
    }

    fn pending_damage(&mut self) -> Result<(), Stop> {
        self.chance_if_played_in(WindowId::Pending)?;
        let Some(attack) = self.table.attack().cloned() else {
            return Ok(());
        };
        let hits = (attack.hits.unwrap_or(0) - attack.split).max(0);
        let hidden = self.hides_dice(attack.attacker).is_some();
        let added = self.table.instances.len();
        let id = self.pending_for(&attack, attack.defender, hits, DamageOrigin::Attack)?;
        if let Some(now) = self.table.attacks.last_mut() {
            now.instance = Some(id);
        }
        self.table.open = vec![id];
        if let Some((second, hits)) = attack.second {
            let other = self.pending_for(&attack, second, hits, DamageOrigin::Overkill)?;
            self.table.open.push(other);
        }
        self.run_hooks(WindowId::Pending)?;
        self.double_pending(added)?;
        let total = self.table.instance(id).pending;
        self.last_pending = Some(total);
        if let Some(now) = self.table.attacks.last_mut() {
            now.pending = Some(total);
        }
        if !hidden {
            self.table
                .open
                .retain(|i| self.table.instances.get(*i).is_some_and(|x| x.pending > 0));
        }
        Ok(())
    }

    fn pending_for(
        &mut self,
        attack: &Attack,
        target: UnitIx,
        hits: i32,
        origin: DamageOrigin,
    ) -> Result<usize, Stop> {
        let new = NewDamage {
            source: Some(attack.attacker),
            target,
            amount: hits,
            dice: false,
            preventable: true,
            barred: None,
            origin: None,
            with: None,
        };
        let pending = Pending {
            origin,
            with: attack.split_by.filter(|_| origin == DamageOrigin::Overkill),
            attack: Some(attack.number),
            ..Pending::of(&new)
        };
        if origin != DamageOrigin::Overkill {
            return self.pending(pending, &[clause!("attack.pending").into()]);
        }
        let own = attack.split_by.map_or(&[][..], |k| grounds::of(k).second);
        let mut cites = vec![clause!("6.2.2").into()];
        grounds::add(&mut cites, own.iter().copied());
        self.pending(pending, &cites)
    }

    /// Doubling before prevention acts on the whole pending damage, Critical Hit included.
    fn double_pending(&mut self, from: usize) -> Result<(), Stop> {
        for i in from..self.table.instances.len() {
            let (source, amount) = {
                let inst = self.table.instance(i);
                (inst.source, inst.pending)
            };
            let now = self.multiplied(source, amount)?;
            if let Some(inst) = self.table.instances.get_mut(i) {
                inst.amount += now - amount;
                inst.pending = now;
            }
        }
        Ok(())
    }

    /// The pool of everything that waits for the end of the attack (3.5).
    fn attack_end(&mut self) -> Result<(), Stop> {
        let Some((a, d)) = self.table.attack().map(|x| (x.attacker, x.defender)) else {
            return Ok(());
        };
        self.table.open.clear();
        self.run_hooks(WindowId::AttackEnd)?;
        self.fire(Happened::AttackEnded {
            attacker: a,
            defender: d,
        })?;
        self.run_hooks(WindowId::AttackEnd)?;
        self.resolve_attack_end()?;
        let number = self.table.attack().map_or(0, |x| x.number);
        self.note_attack_effects(number)?;
        self.end_lasting(|l| match l.until {
            Duration::Attack => l.attack == number,
            Duration::NextAttack => l.on == a && l.attack == u32::MAX - number,
            _ => false,
        })?;
        self.table
            .standing
            .retain(|s| s.until != Duration::Attack || s.attack != number);
        Ok(())
    }

    /// What lasted for this attack ends with it (3.2.2).
    fn note_attack_effects(&mut self, number: u32) -> Result<(), Stop> {
        let ends = |l: &&super::table::Lasting| l.until == Duration::Attack && l.attack == number;
        let Some(on) = self.table.lasting.iter().find(ends).map(|l| l.on) else {
            return Ok(());
        };
        let text = format!(
            "What {} got for this attack ends with it.",
            self.table.name(on)
        );
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, on);
        self.step(step.on(clause!("3.2.2"))).map(drop)
    }

    fn attack_after(&mut self) -> Result<(), Stop> {
        self.hand_plays_quietly()?;
        self.chance_if_played(&[WindowId::AttackAfter])
    }

    fn hand_plays_quietly(&mut self) -> Result<(), Stop> {
        if super::run::is_play(self.peek()) {
            self.hand_plays()
        } else {
            Ok(())
        }
    }

    fn close_attack(&mut self) -> Result<(), Stop> {
        self.note_attack();
        let Some(attack) = self.table.attacks.last() else {
            return Ok(());
        };
        let arena = self.table.unit(attack.attacker).arena();
        self.table.attacks.pop();
        self.table.arenas_attacked.extend(arena);
        self.refresh();
        self.contests()
    }

    /// Bonuses for the unit's next attack take hold of this one: they are marked with it, so that
    /// they end with it.
    fn begin_next_attack_grants(&mut self, attacker: UnitIx) -> Vec<Keyword> {
        let Some(number) = self.table.attack().map(|a| a.number) else {
            return Vec::new();
        };
        let mut begun = Vec::new();
        for l in &mut self.table.lasting {
            if l.until == Duration::NextAttack && l.on == attacker && l.attack < number {
                l.attack = u32::MAX - number;
                begun.extend(grounds::behind(&l.cites));
            }
        }
        begun
    }

    /// The blind chance: with hidden dice, prevention plays written before the roll are bought now
    /// and take effect once the dice are shown (cunning.3).
    fn blind_chance(&mut self) -> Result<(), Stop> {
        self.hand_plays()?;
        let prevents = |found: Found| matches!(&found, Found::Act(a) if a.timing.windows.contains(&WindowId::Prevention));
        if !super::run::is_play(self.peek()) || !prevents(self.find_act()) {
            return Ok(());
        }
        let outer = std::mem::replace(&mut self.window, WindowId::Prevention);
        if let Some(attack) = self.table.attacks.last_mut() {
            attack.blind = true;
        }
        while super::run::is_play(self.peek()) {
            let Found::Act(act) = self.find_act() else {
                break;
            };
            if !act.timing.windows.contains(&WindowId::Prevention) {
                break;
            }
            let mut reasons = self.off_reasons(&act);
            reasons.extend(self.cost_reasons_of(&act));
            if !reasons.is_empty() {
                self.refuse_play(reasons)?;
                continue;
            }
            self.take();
            let mut cx = self.cx_of(&act);
            self.announce(&act, &mut cx)?;
            let attacker = self.table.attack().map(|a| a.attacker);
            if let Some(blind) = attacker.and_then(|a| grounds::blind(&self.table, a)) {
                let text = "It is played before the dice are known, and takes effect with them.";
                self.step(NewStep::of(StepKind::Note, text).on(blind.before))?;
            }
            self.bought_blind.push((act.ability.effect.clone(), cx));
        }
        self.window = outer;
        Ok(())
    }

    /// What was bought before the dice were shown takes effect.
    pub(super) fn blind_prevention(&mut self) -> Result<(), Stop> {
        let bought: Vec<(Effect, Cx)> = std::mem::take(&mut self.bought_blind);
        for (effect, mut cx) in bought {
            cx.instance = self.table.open.first().copied();
            self.perform(&effect, &mut cx)?;
        }
        Ok(())
    }

    /// Makes another unit the defender (7.1). Nothing happens anew for it.
    /// `ends` is what the effect itself says of what depended on the old defender.
    pub(super) fn change_defender(
        &mut self,
        unit: UnitIx,
        cites: Vec<Cite>,
        ends: Option<ClauseId>,
    ) -> Result<bool, Stop> {
        let Some(attack) = self.table.attack() else {
            return Ok(false);
        };
        let attacker = attack.attacker;
        let locked = target::locked(&self.table, attacker);
        let reasons = self.attackable_reasons(attacker, unit);
        let barred = || reasons.first().and_then(|r| r.clause).map(Cite::from);
        let why = locked.clone().or_else(|| barred().map(|c| vec![c]));
        if let Some(grounds) = why {
            let text = format!("The defender stays {}.", self.table.name(attack.defender));
            let general = if locked.is_some() {
                clause!("7.1.1")
            } else {
                clause!("7.1.5")
            };
            self.step(
                NewStep::of(StepKind::Note, text)
                    .resting_on(grounds)
                    .on(general),
            )?;
            return Ok(false);
        }
        let name = self.table.name(unit).to_owned();
        let before = self.table.view(attacker).power;
        if let Some(now) = self.table.attacks.last_mut() {
            now.defender = unit;
            if !now.defenders.contains(&unit) {
                now.defenders.push(unit);
            }
        }
        self.refresh();
        let change = Change::Defender {
            unit: self.table.unit(unit).id.clone(),
        };
        let step = NewStep::of(
            StepKind::Redirect,
            format!("{name} is the defender now; it is the same attack."),
        );
        self.step(
            step.unit(&self.table, unit)
                .change(change)
                .resting_on(cites),
        )?;
        let after = self.table.view(attacker).power;
        if after != before {
            let text = format!(
                "The power of {} becomes {after}: an effect on it depends on the defender.",
                self.table.name(attacker)
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, attacker);
            self.step(step.on(clause!("7.1.6")).also(ends))?;
        }
        Ok(true)
    }
}

/// How many attack dice are rolled, and why.
#[derive(Clone, Debug)]
pub(super) struct AttackPower {
    /// Number of dice.
    pub dice: usize,
    /// The parts, in words.
    pub why: String,
    /// What it rests on.
    pub clauses: Vec<ClauseId>,
}

/// Whether the unit can't gain or can't lose power, as the change would have it do.
fn keeps_power(view: &super::derive::UnitView, change: i32) -> bool {
    use crate::cardtext::{Ban, Stat};
    let keeps = |b: &super::derive::Banned| match &b.ban {
        Ban::Gain(Stat::Power) => change > 0,
        Ban::LoseStat(Stat::Power) => change < 0,
        _ => false,
    };
    view.banned(keeps).is_some()
}
