//! One attack (RULES 3.2): the runner walks [`ATTACK`] and does in each window what belongs there.

mod blind;
mod defender;
mod elsewhere;
mod hits;
mod rights;
mod roll;

pub(super) use roll::AttackPower;

use std::collections::BTreeMap;

use crate::cardtext::Duration;
use crate::clause;
use crate::rulebook::{ClauseId, Keyword};

use super::act::Found;
use super::grounds;
use super::keyword;
use super::run::{NewStep, Run, Stop, reason};
use super::situation::Handle;
use super::table::{Attack, AttackKind, ForAttack, Phase, Rerolled, UnitIx};
use super::target;
use super::trace::{Change, Cite, Reason, StepKind};
use super::triggers::Happened;
use super::window::{ATTACK, WindowId};

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
                    if !self.may_be_sent_at(attacker, d) {
                        reasons.extend(self.target_reasons_for(attacker, d, with));
                    }
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
            None => {
                if reasons.is_empty() && self.open_to_attack(attacker, with).is_empty() {
                    let text = format!("there is no unit {} may attack", self.table.name(attacker));
                    reasons.push(reason(clause!("3.3.1"), text));
                }
                None
            }
        };
        if !reasons.is_empty() {
            return self.refuse("attack", label, reasons);
        }
        self.take();
        let defender = match defender {
            Some(d) => d,
            None => self.ask_defender(attacker, with)?,
        };
        let defender = self.sent_elsewhere(attacker, defender)?;
        if !self.pay_to_attack(attacker, defender)? {
            return Ok(());
        }
        self.run_attack(attacker, defender, with, AttackKind::Ordinary, Vec::new())
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
        let with = super::target::reach(&self.table, attacker, defender);
        self.run_attack(attacker, defender, with, kind, grounds)?;
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
            of_unit: self.table.unit(attacker).attacks + 1,
            first: Vec::new(),
            added: 0,
            dice: Vec::new(),
            rolled: false,
            fixed_dice: false,
            hits: None,
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
            sent_on: None,
            rerolled: Rerolled::default(),
        });
        self.begin_attack_grants();
        let before = std::mem::take(&mut self.account);
        self.acted_before.extend(before.applied);
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
        let who = if attacker_left { a } else { d };
        let lacking = before_roll && window == WindowId::Roll && (attacker_left || left(d));
        if lacking && goes_on {
            let name = self.table.name(who);
            let text = format!("{name} is no longer there, and the attack goes on.");
            self.step(NewStep::of(StepKind::Note, text).on(clause!("11.24")))?;
        } else if lacking {
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
        let ordinary = attack.kind == AttackKind::Ordinary;
        let taps = ordinary && !self.table.unit(a).tapped;
        if ordinary {
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
        if !ordinary {
            step = step.on(clause!("3.2.7"));
        }
        if self.table.side(a) == self.table.side(d) {
            step = step.on(clause!("3.3.5"));
        }
        step = step
            .also(target::touchable(&self.table, d))
            .also(self.reach_clauses(&attack))
            .also(self.turn_clauses(a).filter(|_| ordinary));
        self.table.unit_mut(a).attacks += 1;
        self.table.unit_mut(a).tapping += u32::from(ordinary);
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
        if taps {
            self.fire(Happened::Tapped(a))?;
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
        let arena = self.table.unit(a).arena();
        self.table.attacked_from.push((a, arena));
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
        while let Some(act) = self.act_meant_for(window) {
            self.attempt(act)?;
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

    /// What the play at the cursor does in the window, if it is meant for it.
    fn act_meant_for(&self, window: WindowId) -> Option<super::act::Act> {
        if !super::run::is_play(self.peek()) {
            return self.chosen_offer(&[window]);
        }
        match self.find_act() {
            Found::Act(act) if act.timing.windows.contains(&window) => Some(*act),
            _ => None,
        }
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
            Duration::Attack => l.attack == ForAttack::In(number),
            Duration::NextAttack => l.on == a && l.attack == ForAttack::In(number),
            _ => false,
        })?;
        self.table
            .standing
            .retain(|s| s.until != Duration::Attack || s.attack != number);
        Ok(())
    }

    /// What lasted for this attack ends with it (3.2.2).
    fn note_attack_effects(&mut self, number: u32) -> Result<(), Stop> {
        let this = ForAttack::In(number);
        let ends = |l: &&super::table::Lasting| l.until == Duration::Attack && l.attack == this;
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

    /// What the board says lasts until the end of an attack ends with the first one.
    fn begin_attack_grants(&mut self) {
        let number = self.table.attack_count;
        let open = |l: &&mut super::table::Lasting| {
            l.until == Duration::Attack && matches!(l.attack, ForAttack::After(_))
        };
        for lasting in self.table.lasting.iter_mut().filter(open) {
            lasting.attack = ForAttack::In(number);
        }
    }

    /// How an effect that is given now for so long stands to attacks.
    pub(super) fn for_attack(&self, until: Duration) -> ForAttack {
        match self.table.attack().map(|a| a.number) {
            Some(number) if until == Duration::Attack => ForAttack::In(number),
            number => ForAttack::After(number.unwrap_or(0)),
        }
    }

    /// Bonuses for the unit's next attack take hold of this one: they are marked with it, so that
    /// they end with it.
    fn begin_next_attack_grants(&mut self, attacker: UnitIx) -> Vec<Keyword> {
        let Some(number) = self.table.attack().map(|a| a.number) else {
            return Vec::new();
        };
        let mut begun = Vec::new();
        for l in &mut self.table.lasting {
            let waits = matches!(l.attack, ForAttack::After(n) if n < number);
            if l.until == Duration::NextAttack && l.on == attacker && waits {
                l.attack = ForAttack::In(number);
                begun.extend(grounds::behind(&l.cites));
            }
        }
        begun
    }
}
