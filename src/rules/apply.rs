//! The one place where deeds change the table; each becomes a step with its clauses.

mod carry;
mod owed;
mod places;
mod pools;

use crate::cardtext::{Duration, Effect, Grant};
use crate::clause;
use crate::rulebook::Keyword;

use super::damage::{DamageOrigin, Instance};
use super::deed::Deed;
use super::effects::Cx;
use super::grounds::{self, LentBy};
use super::keyword::Held;
use super::life::NewDamage;
use super::look::Look;
use super::run::{NewStep, Run, Stop};
use super::table::{AtEnd, AttackKind, CopyId, Fallen, Lasting, SentOn, UnitIx};
use super::trace::{Change, Cite, Cited, StepKind};
use super::window::WindowId;

impl Run<'_> {
    /// Applies a deed a keyword proposed.
    pub(super) fn apply(&mut self, deed: Cited<Deed>, held: Option<&Held>) -> Result<(), Stop> {
        let (deed, mut cites) = deed.into_parts();
        let through = held.and_then(|h| h.copies.iter().find_map(|c| c.through));
        grounds::add(&mut cites, through.into_iter().flat_map(LentBy::cites));
        self.note_lender(held, &cites)?;
        let label = held.map(Held::label);
        self.mark_cited(&cites);
        match deed {
            Deed::Prevent {
                instance,
                amount,
                by,
                with,
            } => {
                if let Some(k) = with {
                    self.account.applied.insert((by, k));
                }
                self.prevent(instance, amount, cites, Some(by), with)
            }
            Deed::Deflect {
                instance,
                amount,
                by,
                to,
                what,
            } => {
                let with = held.map(|h| h.keyword);
                self.deflect(instance, amount, (by, to), (with, what), cites)
            }
            Deed::ExtraDice(n) => self.extra_dice(n, label, cites),
            Deed::Reroll { dice, faces } => self.reroll(&dice, faces, held.map(|h| h.unit), cites),
            Deed::AddDamage(n) => self.add_damage(n, held, cites),
            Deed::Split { to, hits } => {
                let by = held.map(|h| h.keyword);
                self.send_on(SentOn { to, hits, by }, cites)
            }
            Deed::Wait(waiting) => self.wait_for_end(waiting, cites),
            Deed::NewDefender(unit) => {
                let ends = held.and_then(|h| grounds::of(h.keyword).ends_with_defender);
                self.change_defender(unit, cites, ends).map(drop)
            }
            Deed::Give {
                on,
                grants,
                until,
                by,
            } => self.give_by_keyword(on, &grants, until, by, label, cites),
            Deed::Counters { on, kind, by } => self.put_counters_on(on, kind, by, cites).map(drop),
            Deed::Damage {
                source,
                target,
                amount,
                dice,
            } => {
                let new = NewDamage {
                    dice,
                    with: held.map(|h| h.keyword),
                    ..NewDamage::fixed(Some(source), target, amount)
                };
                self.damage_life(vec![new], &cites).map(drop)
            }
            Deed::EarnBounty {
                by,
                fallen,
                effect,
                printed,
            } => {
                let Some(keyword) = held.map(|h| h.keyword) else {
                    return Ok(());
                };
                self.earn_bounty((by, fallen, keyword), effect, &printed, cites)
            }
            Deed::ExtraAttack {
                attacker,
                target,
                with,
            } => self.attack_again(attacker, target, with, cites),
            Deed::Predict { by, copy, hits } => self.predict((by, copy), hits, cites),
            Deed::Consume { by, card } => self.lay_beneath(card, by, cites),
            Deed::Attach { from, serial, to } => self.attach(from, serial, to, cites),
            Deed::Board { pilot, to } => self.board(pilot, to, cites),
            Deed::Alight { from, serial } => self.alight(from, serial, cites),
            Deed::FromDiscard { card, leaves_by } => self.play_from_discard(card, leaves_by, cites),
            Deed::Move { unit, to } => {
                let mut cx = self.cx_for(unit, label.unwrap_or_default(), &cites);
                self.move_unit(unit, to, &mut cx)
            }
            Deed::Tap { unit, tap } => {
                let mut cx = self.cx_for(unit, label.unwrap_or_default(), &cites);
                self.set_tapped(unit, tap, &mut cx)
            }
            Deed::Force { side, by } => self.gain_force(side, by, cites),
            Deed::Text {
                by,
                effect,
                printed,
            } => self.take_effect(by, effect, printed, cites),
            Deed::Owe {
                by,
                alternatives,
                printed,
                grounds,
            } => self.owe(by, &alternatives, printed, grounds, cites),
            Deed::ChooseText {
                on,
                texts,
                until,
                printed,
            } => self.choose_grants(on, &texts, until, printed, cites),
            Deed::Note(text) => {
                let mut step = NewStep::of(StepKind::Note, text);
                if let Some(h) = held {
                    step = step.unit(&self.table, h.unit);
                }
                self.step(step.resting_on(cites)).map(drop)
            }
        }
    }

    /// Something is set up for the end of the attack.
    fn wait_for_end(&mut self, waiting: AtEnd, cites: Vec<Cite>) -> Result<(), Stop> {
        let what = if waiting.dice {
            "dice of damage"
        } else {
            "damage"
        };
        let text = format!(
            "{} will do {} {what} to {} when the attack ends.",
            self.table.name(waiting.source),
            waiting.amount,
            self.table.name(waiting.target)
        );
        let step = NewStep::of(StepKind::Trigger, text).unit(&self.table, waiting.source);
        self.step(step.resting_on(cites))?;
        self.account
            .applied
            .insert((waiting.source, waiting.keyword));
        if let Some(attack) = self.table.attacks.last_mut() {
            attack.at_end.push(waiting);
        }
        Ok(())
    }

    /// A keyword has its unit attack once more.
    fn attack_again(
        &mut self,
        attacker: UnitIx,
        named: UnitIx,
        with: Keyword,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let target = self.sent_elsewhere(attacker, named)?;
        if !self.pay_to_attack(attacker, target)? {
            return Ok(());
        }
        let text = format!("{} attacks again.", self.table.name(attacker));
        let step = NewStep::of(StepKind::Trigger, text).unit(&self.table, attacker);
        self.step(step.resting_on(cites))?;
        self.granted_attack(attacker, target, AttackKind::Extra(with), Vec::new())
    }

    fn predict(
        &mut self,
        (by, copy): (UnitIx, CopyId),
        hits: i32,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let text = format!("{} predicts {hits} hits.", self.table.name(by));
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, by);
        self.step(step.resting_on(cites))?;
        if let Some(attack) = self.table.attacks.last_mut() {
            attack.predictions.push((by, copy, hits));
        }
        Ok(())
    }

    /// The text that a keyword of the unit has listed happens; one that prevents damage waits until
    /// there is damage to prevent.
    fn take_effect(
        &mut self,
        by: UnitIx,
        effect: Effect,
        printed: String,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let text = format!("{}: \"{printed}\" takes effect.", self.table.name(by));
        let step = NewStep::of(StepKind::Trigger, text).unit(&self.table, by);
        let n = self.step(step.resting_on(cites.clone()))?;
        let outer = self.parent.replace(n);
        let mut cx = self.cx_for(by, printed, &cites);
        // "In this arena" is where the unit was, if it has just fallen.
        let fell = |f: &Fallen| Some((f.unit, f.from.arena()?));
        let fallen = self.table.fallen.iter().filter_map(fell);
        cx.look.was_in.extend(fallen);
        let fallen = self.table.fallen.iter().map(|f| f.unit);
        cx.look.fallen.extend(fallen);
        let early = self.window == WindowId::Hits
            && super::timing::prevents(&effect)
            && self.table.open.is_empty();
        if early {
            let text = "It prevents damage, so it acts once there is damage to prevent.";
            self.say(StepKind::Note, text, &cx)?;
            self.bought_blind.push((effect, cx));
        } else {
            self.perform(&effect, &mut cx)?;
        }
        self.parent = outer;
        Ok(())
    }

    /// A keyword of the attacker or the defender on whose clause a step rests has done something.
    fn mark_cited(&mut self, cites: &[Cite]) {
        let Some((a, d)) = self.table.attack().map(|x| (x.attacker, x.defender)) else {
            return;
        };
        for cite in cites {
            let Cite::Clause(clause) = cite else { continue };
            let Some(keyword) = clause.keyword() else {
                continue;
            };
            for unit in [a, d] {
                if self.table.view(unit).has(keyword) {
                    self.account.applied.insert((unit, keyword));
                }
            }
        }
    }

    fn cx_for(&self, unit: UnitIx, printed: String, cites: &[Cite]) -> Cx {
        let cite = cites.first().cloned().unwrap_or(Cite::Hand);
        Cx::of(Look::from(&self.table, unit), printed.into(), cite)
    }

    fn deflect(
        &mut self,
        instance: usize,
        amount: i32,
        (by, to): (UnitIx, Option<UnitIx>),
        (with, what): (Option<crate::rulebook::Keyword>, crate::rulebook::ClauseId),
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        self.prevent(instance, amount, cites, Some(by), with)?;
        let Some(target) = to.filter(|_| amount > 0) else {
            return Ok(());
        };
        let pending = Instance {
            with,
            parent: Some(instance),
            ..Instance::new(Some(by), target, amount, DamageOrigin::Deflect)
        };
        let grounds = vec![
            what.into(),
            clause!("6.4.1").into(),
            clause!("6.4.2").into(),
        ];
        let id = self.pending(pending, &grounds)?;
        self.table.open.push(id);
        Ok(())
    }

    /// A keyword that another card lends says so by itself where the step of what it does rests on
    /// enough already.
    fn note_lender(&mut self, held: Option<&Held>, cites: &[Cite]) -> Result<(), Stop> {
        let Some((held, lent)) =
            held.and_then(|h| Some((h, h.copies.iter().find_map(|c| c.through)?)))
        else {
            return Ok(());
        };
        let all: Vec<Cite> = LentBy::cites(lent).collect();
        if all.is_empty() || all.iter().any(|c| cites.contains(c)) {
            return Ok(());
        }
        let text = format!(
            "{} has {} by {}.",
            self.table.name(held.unit),
            held.label(),
            lent.by.name()
        );
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, held.unit);
        self.step(step.resting_on(all)).map(drop)
    }

    fn add_damage(&mut self, n: i32, held: Option<&Held>, cites: Vec<Cite>) -> Result<(), Stop> {
        let Some(id) = self.table.attack().and_then(|a| a.instance) else {
            return Ok(());
        };
        let Some(inst) = self.table.instances.get_mut(id) else {
            return Ok(());
        };
        let from = inst.pending;
        inst.amount = inst.amount.saturating_add(n);
        inst.pending = inst.pending.saturating_add(n);
        inst.added_by = held.map(|h| h.keyword);
        let label = held.map(Held::label).unwrap_or_default();
        let (target, to) = (inst.target, inst.pending);
        let text = format!(
            "{} adds {n} damage: {to} pending on {}.",
            label,
            self.table.name(target)
        );
        let change = Change::Pending {
            unit: self.table.unit(target).id.clone(),
            from,
            to,
        };
        let mut step = NewStep::of(StepKind::Pending, text)
            .change(change)
            .ability(label);
        if let Some(a) = self.table.attack() {
            step = step.unit(&self.table, a.attacker);
        }
        self.step(step.resting_on(cites)).map(drop)
    }

    /// Sends hits of the attack on to a second unit.
    fn send_on(&mut self, sent: SentOn, cites: Vec<Cite>) -> Result<(), Stop> {
        let Some(attack) = self.table.attacks.last_mut() else {
            return Ok(());
        };
        attack.sent_on = Some(sent);
        let attacker = attack.attacker;
        let text = format!(
            "{} hit{} to {} instead.",
            sent.hits,
            if sent.hits == 1 { " goes" } else { "s go" },
            self.table.name(sent.to)
        );
        let step = NewStep::of(StepKind::Redirect, text).unit(&self.table, attacker);
        self.step(step.resting_on(cites)).map(drop)
    }

    fn give_by_keyword(
        &mut self,
        on: UnitIx,
        grants: &[Grant],
        until: Duration,
        by: UnitIx,
        label: Option<String>,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let look = Look::from(&self.table, by);
        let printed = label.unwrap_or_default().into();
        self.give_to(on, grants, until, &look, &printed, cites)
    }

    /// Ends lasting effects that the test picks, and looks whether a unit now has too little health.
    pub(super) fn end_lasting(&mut self, ends: impl Fn(&Lasting) -> bool) -> Result<(), Stop> {
        let before = self.table.lasting.len();
        self.table.lasting.retain(|l| !ends(l));
        if self.table.lasting.len() != before {
            self.refresh();
            self.check_health()?;
        }
        Ok(())
    }
}
