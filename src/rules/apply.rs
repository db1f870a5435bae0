//! The one place where deeds change the table; each becomes a step with its clauses.

use crate::cardtext::{Cost, Duration, Grant};
use crate::clause;
use crate::game::{CounterKind, Side, Zone};

use super::damage::DamageOrigin;
use super::deed::{Deed, OweGrounds};
use super::derive::Carrier;
use super::effects::Cx;
use super::grounds::{self, Lent};
use super::keyword::Held;
use super::life::{NewDamage, Pending};
use super::look::{self, Look};
use super::run::{NewStep, Run, Stop};
use super::table::{AttackKind, DueBounty, Lasting, UnitIx};
use super::trace::{Change, Cite, Cited, StepKind};
use super::triggers::Happened;

impl Run<'_> {
    /// Applies a deed a keyword proposed.
    pub(super) fn apply(&mut self, deed: Cited<Deed>, held: Option<&Held>) -> Result<(), Stop> {
        let (deed, mut cites) = deed.into_parts();
        let through = held.and_then(|h| h.copies.iter().find_map(|c| c.through));
        grounds::add(&mut cites, through.into_iter().flat_map(Lent::cites));
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
            Deed::AddDamage(n) => self.add_damage(n, label, cites),
            Deed::Split { to, hits } => {
                if let Some(attack) = self.table.attacks.last_mut() {
                    attack.split_by = held.map(|h| h.keyword);
                }
                self.split(to, hits, cites)
            }
            Deed::Wait(waiting) => {
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
                    source: Some(source),
                    target,
                    amount,
                    dice,
                    preventable: true,
                    barred: None,
                    origin: None,
                    with: held.map(|h| h.keyword),
                };
                self.damage_life(vec![new], &cites).map(drop)
            }
            Deed::EarnBounty {
                by,
                effect,
                printed,
            } => {
                let Some(keyword) = held.map(|h| h.keyword) else {
                    return Ok(());
                };
                self.earn_bounty((by, keyword), effect, &printed, cites)
            }
            Deed::ExtraAttack {
                attacker,
                target,
                with,
            } => {
                let text = format!("{} attacks again.", self.table.name(attacker));
                let step = NewStep::of(StepKind::Trigger, text).unit(&self.table, attacker);
                self.step(step.resting_on(cites))?;
                self.granted_attack(attacker, target, AttackKind::Extra(with), Vec::new())
            }
            Deed::Predict { by, copy, hits } => {
                let text = format!("{} predicts {hits} hits.", self.table.name(by));
                let step = NewStep::of(StepKind::Note, text).unit(&self.table, by);
                self.step(step.resting_on(cites))?;
                if let Some(attack) = self.table.attacks.last_mut() {
                    attack.predictions.push((by, copy, hits));
                }
                Ok(())
            }
            Deed::Consume { by, card } => {
                self.table.unit_mut(by).beneath += 1;
                let owner = self.table.unit(card).owner;
                self.table.pool_mut(owner).discard -= 1;
                let text = format!(
                    "The top card of {} goes face down beneath {}.",
                    self.table.name(card),
                    self.table.name(by)
                );
                let step = NewStep::of(StepKind::Move, text).unit(&self.table, by);
                self.step(step.resting_on(cites))?;
                self.refresh();
                Ok(())
            }
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
            } => {
                let text = format!("{}: \"{printed}\" takes effect.", self.table.name(by));
                let step = NewStep::of(StepKind::Trigger, text).unit(&self.table, by);
                let n = self.step(step.resting_on(cites.clone()))?;
                let outer = self.parent.replace(n);
                let mut cx = self.cx_for(by, printed, &cites);
                self.perform(&effect, &mut cx)?;
                self.parent = outer;
                Ok(())
            }
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
        let new = NewDamage {
            source: Some(by),
            target,
            amount,
            dice: false,
            preventable: true,
            barred: None,
            origin: None,
            with,
        };
        let pending = Pending {
            origin: DamageOrigin::Deflect,
            parent: Some(instance),
            ..Pending::of(&new)
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

    fn add_damage(&mut self, n: i32, label: Option<String>, cites: Vec<Cite>) -> Result<(), Stop> {
        let Some(id) = self.table.attack().and_then(|a| a.instance) else {
            return Ok(());
        };
        let Some(inst) = self.table.instances.get_mut(id) else {
            return Ok(());
        };
        let from = inst.pending;
        inst.amount += n;
        inst.pending += n;
        inst.critical = true;
        let label = label.unwrap_or_default();
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

    fn split(&mut self, to: UnitIx, hits: i32, cites: Vec<Cite>) -> Result<(), Stop> {
        let Some(attack) = self.table.attacks.last_mut() else {
            return Ok(());
        };
        attack.split += hits;
        if hits > 0 {
            attack.second = Some((to, hits));
        }
        let attacker = attack.attacker;
        let text = if hits > 0 {
            format!(
                "{hits} hit{} to {} instead.",
                if hits == 1 { " goes" } else { "s go" },
                self.table.name(to)
            )
        } else {
            "All hits stay on the defender.".to_owned()
        };
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

    fn earn_bounty(
        &mut self,
        (by, keyword): (UnitIx, crate::rulebook::Keyword),
        effect: crate::cardtext::Effect,
        printed: &str,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let side = self.table.side(by);
        let text = format!(
            "{} earns its Bounty: \"{printed}\" when the next build step of the {} starts.",
            self.table.name(by),
            side.name()
        );
        let cite = cites.first().cloned().unwrap_or(Cite::Hand);
        let step = NewStep::of(StepKind::Trigger, text).unit(&self.table, by);
        self.step(step.resting_on(cites))?;
        self.table.bounties.push(DueBounty {
            side,
            unit: by,
            keyword,
            effect,
            printed: printed.into(),
            cite,
        });
        Ok(())
    }

    /// Of several owed costs one that can be paid is paid; if none can, nothing happens (8.3).
    fn owe(
        &mut self,
        by: UnitIx,
        alternatives: &[Vec<Cost>],
        printed: String,
        grounds: OweGrounds,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let side = self.table.side(by);
        let mut cx = self.cx_for(by, printed, &cites);
        cx.pay = std::mem::take(&mut self.owed_pay);
        let payable: Vec<usize> = alternatives
            .iter()
            .enumerate()
            .filter(|(_, costs)| {
                costs
                    .iter()
                    .all(|c| self.cost_reasons(c, &cx, side).is_empty())
            })
            .map(|(i, _)| i)
            .collect();
        let text = format!("{} owes: \"{}\".", self.table.name(by), cx.printed);
        let step = NewStep::of(StepKind::Trigger, text).unit(&self.table, by);
        let n = self.step(step.resting_on(cites))?;
        let outer = self.parent.replace(n);
        let chosen = match payable.as_slice() {
            [] => None,
            [only] => Some(*only),
            several => Some(self.choose_owed(side, alternatives, several, &mut cx)?),
        };
        self.note_owed(by, alternatives, (&payable, chosen), grounds)?;
        if let Some(costs) = chosen.and_then(|i| alternatives.get(i)) {
            self.owed_paid = true;
            for cost in costs {
                self.pay(cost, &mut cx, side)?;
            }
        }
        self.parent = outer;
        self.refresh();
        self.check_health()
    }

    /// Says why this of the owed costs is paid, or none.
    fn note_owed(
        &mut self,
        by: UnitIx,
        alternatives: &[Vec<Cost>],
        (payable, chosen): (&[usize], Option<usize>),
        grounds: OweGrounds,
    ) -> Result<(), Stop> {
        let dropped = payable.len() < alternatives.len();
        let (text, clauses) = if chosen.is_none() {
            let why = if self.owed_paid {
                grounds.by_order
            } else {
                grounds.no_penalty
            };
            let text = "None of it can be paid in full, so nothing is owed.";
            (text, vec![grounds.none, clause!("8.3.2"), why])
        } else if payable.len() > 1 {
            let text = "Which of the costs is paid is its player's choice.";
            let first = dropped.then_some(clause!("8.3.1"));
            let rest = [grounds.chosen, clause!("8.3.2")];
            (text, first.into_iter().chain(rest).collect())
        } else if dropped {
            let tapped = self.table.unit(by).tapped
                && alternatives.iter().enumerate().any(|(i, costs)| {
                    !payable.contains(&i) && costs.iter().any(|c| matches!(c, Cost::Tap(_)))
                });
            let special = if tapped {
                grounds.tapped
            } else {
                grounds.chosen
            };
            let text = "Only one of the costs can be paid, so that one must be.";
            (text, vec![clause!("8.3.1"), grounds.only, special])
        } else {
            let text = "It can be paid, so it must be.";
            (text, vec![grounds.only, clause!("8.3.2")])
        };
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, by);
        self.step(step.resting_on(clauses.into_iter().map(Cite::from)))
            .map(drop)
    }

    fn choose_owed(
        &mut self,
        side: Side,
        alternatives: &[Vec<Cost>],
        payable: &[usize],
        cx: &mut Cx,
    ) -> Result<usize, Stop> {
        let words: Vec<String> = payable
            .iter()
            .filter_map(|i| alternatives.get(*i))
            .map(|costs| {
                costs
                    .iter()
                    .map(super::words::cost)
                    .collect::<Vec<_>>()
                    .join(", ")
            })
            .collect();
        let printed = printed_ways(&cx.printed, alternatives.len());
        let as_printed: Vec<String> = payable
            .iter()
            .filter_map(|i| printed.get(*i).cloned())
            .collect();
        let among = |all: &[String], wanted: &str| {
            all.iter().position(|w| {
                let w = super::naming::normal(w);
                w.contains(wanted) || wanted.contains(&w)
            })
        };
        let named = cx.pay.iter().find_map(|p| {
            let wanted = super::naming::normal(p);
            among(&as_printed, &wanted).or_else(|| among(&words, &wanted))
        });
        let unit_named = || {
            cx.pay
                .iter()
                .any(|p| {
                    super::situation::Handle::new(p)
                        .and_then(|h| self.table.find(&h))
                        .is_some()
                })
                .then(|| {
                    words
                        .iter()
                        .position(|w| !w.to_lowercase().starts_with("pay"))
                })
        };
        let at = match named.or_else(|| unit_named().flatten()) {
            Some(at) => at,
            None => self.choose_text(
                side,
                &words,
                "Several of the owed costs can be paid: which one is?",
                cx,
            )?,
        };
        Ok(payable.get(at).copied().unwrap_or(0))
    }

    fn choose_grants(
        &mut self,
        on: UnitIx,
        texts: &[Vec<Grant>],
        until: Duration,
        printed: String,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let mut cx = self.cx_for(on, printed, &cites);
        let words: Vec<String> = texts.iter().map(|g| super::words::grants(g)).collect();
        let side = self.table.side(on);
        let asks = format!("Which text does {} take?", self.table.name(on));
        let at = self.choose_text(side, &words, &asks, &mut cx)?;
        match texts.get(at) {
            Some(grants) => {
                let look = Look::from(&self.table, on);
                self.give_to(on, grants, until, &look, &cx.printed, cites)
            }
            None => Ok(()),
        }
    }

    /// Puts Equipment on another unit (8.5).
    pub(super) fn attach(
        &mut self,
        from: UnitIx,
        serial: Option<u32>,
        to: UnitIx,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let card = match serial {
            Some(serial) => {
                let bearer = self.table.unit_mut(from);
                let at = bearer.attached.iter().position(|c| c.serial == serial);
                at.map(|i| bearer.attached.remove(i))
            }
            None => {
                let card = super::setup::as_subcard(&mut self.table, from);
                self.table.hand_over(from, to);
                Some(card)
            }
        };
        let Some(card) = card else { return Ok(()) };
        let name = card.name.to_string();
        let text = format!("{name} is attached to {}.", self.table.name(to));
        self.table.unit_mut(to).attached.push(card);
        self.refresh();
        self.carried(name, to, text, cites)
    }

    /// The step of a card that a unit carries from now on, with that text.
    pub(super) fn carried(
        &mut self,
        card: String,
        to: UnitIx,
        text: String,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let to_id = self.table.unit(to).id.clone();
        let change = Change::Attached { card, to: to_id };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, to)
            .change(change);
        self.step(step.resting_on(cites))?;
        self.check_health()
    }

    /// A text that attaches its own card.
    pub(super) fn attach_this(&mut self, target: Option<UnitIx>, cx: &Cx) -> Result<bool, Stop> {
        let (Some(from), Some(to)) = (cx.look.this, target) else {
            return Ok(false);
        };
        let serial = match cx.copy.as_ref().map(|c| c.carrier) {
            Some(Carrier::Attached(serial)) => Some(serial),
            _ => None,
        };
        self.attach(from, serial, to, vec![cx.cite.clone()])?;
        Ok(true)
    }

    /// Taps or untaps a unit; one that already is so stays so.
    pub(super) fn set_tapped(&mut self, unit: UnitIx, tap: bool, cx: &mut Cx) -> Result<(), Stop> {
        use crate::cardtext::Ban;
        let banned = self.table.view(unit).banned(|b| {
            matches!((&b.ban, tap), (Ban::Untap, false) | (Ban::BeTapped, true))
                && cx.look.this != Some(unit)
        });
        if let Some(banned) = banned.map(|b| b.cite.clone()) {
            let text = format!(
                "{} can't be {}.",
                self.table.name(unit),
                if tap { "tapped" } else { "untapped" }
            );
            return self
                .step(
                    NewStep::of(StepKind::Note, text)
                        .resting_on([banned])
                        .on(clause!("1.1.6")),
                )
                .map(drop);
        }
        if self.table.unit(unit).tapped == tap {
            return Ok(());
        }
        self.table.unit_mut(unit).tapped = tap;
        let id = self.table.unit(unit).id.clone();
        let text = format!(
            "{} is {}.",
            self.table.name(unit),
            if tap { "tapped" } else { "untapped" }
        );
        let change = if tap {
            Change::Tap { unit: id }
        } else {
            Change::Untap { unit: id }
        };
        let step = NewStep::of(StepKind::Modifier, text)
            .unit(&self.table, unit)
            .change(change);
        self.step(step.resting_on([cx.cite.clone()]))?;
        self.refresh();
        self.fire(if tap {
            Happened::Tapped(unit)
        } else {
            Happened::Untapped(unit)
        })
    }

    /// Discards a unit by an effect or as a cost, not by damage. Returns whether it was discarded.
    pub(super) fn discard_unit(&mut self, unit: UnitIx, cx: &mut Cx) -> Result<bool, Stop> {
        if !self.table.unit(unit).zone.on_table() {
            return Ok(false);
        }
        if self
            .table
            .view(unit)
            .banned(|b| matches!(b.ban, crate::cardtext::Ban::BeDiscarded))
            .is_some()
        {
            let text = format!("{} can't be discarded.", self.table.name(unit));
            self.step(NewStep::of(StepKind::Note, text).on(clause!("1.1.6")))?;
            return Ok(false);
        }
        let outer = std::mem::take(&mut self.table.fallen);
        let gone = self.discard_for(unit, Vec::new(), None, vec![cx.cite.clone()])?;
        if gone {
            self.run_hooks(super::window::WindowId::Discard)?;
            self.fire_fallen()?;
        }
        self.table.fallen = outer;
        Ok(gone)
    }

    /// Moves a unit to the build zone without tapping it (2.4.2).
    pub(super) fn retreat_unit(&mut self, unit: UnitIx, cx: &mut Cx) -> Result<(), Stop> {
        if let Some(banned) = self
            .table
            .view(unit)
            .banned(|b| matches!(b.ban, crate::cardtext::Ban::Retreat))
        {
            let (cite, text) = (
                banned.cite.clone(),
                format!("{} can't retreat.", self.table.name(unit)),
            );
            return self
                .step(
                    NewStep::of(StepKind::Note, text)
                        .resting_on([cite])
                        .on(clause!("1.1.6")),
                )
                .map(drop);
        }
        self.move_unit(unit, Zone::Build, cx)?;
        self.fire(Happened::Retreated(unit))
    }

    /// Moves a unit. Damage counters stay on one that goes to the build zone (2.4.3).
    pub(super) fn move_unit(&mut self, unit: UnitIx, to: Zone, cx: &mut Cx) -> Result<(), Stop> {
        let from = self.table.unit(unit).zone;
        if from == to {
            return Ok(());
        }
        let before = self.numbers_now();
        let id = self.table.unit(unit).id.clone();
        let text = format!("{} moves to {}.", self.table.name(unit), to.name());
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, unit)
            .change(Change::Zone { unit: id, from, to });
        let mut step = step.resting_on([cx.cite.clone()]);
        if to == Zone::Build && from.arena().is_some() {
            step = step.on(clause!("2.4.2"));
        }
        self.step(step)?;
        if to.on_table() {
            let was_out = !from.on_table();
            self.table.unit_mut(unit).zone = to;
            if was_out {
                self.table.unit_mut(unit).tapped = false;
                self.note_let_go(unit)?;
            }
            self.refresh();
        } else {
            self.leave_table(unit, to);
            if to == Zone::Hand {
                let controller = self.table.side(unit);
                let (by, attacker) = (Vec::new(), None);
                self.fire(Happened::Returned(super::table::Fallen {
                    unit,
                    from,
                    by,
                    attacker,
                    controller,
                }))?;
            }
        }
        if from.arena().is_some() {
            self.note_left(unit, &before)?;
        }
        if to.arena().is_some() {
            self.arrive(unit)
        } else {
            self.check_health()
        }
    }

    /// A unit that left and comes back does so without what it had (6.6.4).
    fn note_let_go(&mut self, unit: UnitIx) -> Result<(), Stop> {
        if !self.let_go.remove(&unit) {
            return Ok(());
        }
        let text = format!(
            "The effects on {} stopped when it left.",
            self.table.name(unit)
        );
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
        self.step(step.on(clause!("6.6.4"))).map(drop)
    }

    /// The numbers of all units, for comparing them.
    pub(super) fn numbers_now(&self) -> Vec<(i32, i32, i32)> {
        self.table
            .all()
            .map(|u| self.table.view(u))
            .map(|v| (v.speed, v.power, v.health))
            .collect()
    }

    /// A unit has left its arena: what it gave by being there ends, what it has given stays.
    pub(super) fn note_left(
        &mut self,
        unit: UnitIx,
        before: &[(i32, i32, i32)],
    ) -> Result<(), Stop> {
        let name = self.table.name(unit).to_owned();
        let now = self.numbers_now();
        let changed = before
            .iter()
            .zip(&now)
            .enumerate()
            .any(|(i, (was, is))| i != unit.0 && was != is);
        if changed {
            let text = format!("What others had only while {name} was there ends.");
            self.step(NewStep::of(StepKind::Note, text).on(clause!("6.6.2")))?;
        }
        let given = self
            .table
            .lasting
            .iter()
            .any(|l| l.by == Some(unit) && l.on != unit);
        if given {
            let text = format!("What {name} has given to others for a while stays.");
            self.step(NewStep::of(StepKind::Note, text).on(clause!("6.6.3")))?;
        }
        Ok(())
    }

    /// Puts (or removes) counters by an ability; not damage (6.5).
    pub(super) fn put_counters(
        &mut self,
        unit: UnitIx,
        kind: CounterKind,
        by: i32,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        let grounds = vec![cx.cite.clone()];
        let stood = self.table.unit(unit).zone.on_table();
        self.put_counters_on(unit, kind, by, grounds)?;
        let fell = stood && !self.table.unit(unit).zone.on_table();
        if let Some(this) = cx
            .look
            .this
            .filter(|_| kind == CounterKind::Damage && by > 0)
        {
            self.note_put_counters(this, unit, fell);
        }
        Ok(())
    }

    /// Puts (or removes) counters. Returns by how many the number changed.
    pub(super) fn put_counters_on(
        &mut self,
        unit: UnitIx,
        kind: CounterKind,
        by: i32,
        mut cites: Vec<Cite>,
    ) -> Result<i32, Stop> {
        let before = look::counters_on(self.table.unit(unit), kind);
        let after = before.saturating_add(by).max(0);
        if before == after {
            return Ok(0);
        }
        let id = self.table.unit(unit).id.clone();
        let n = (after - before).abs();
        let verb = if after > before {
            "put on"
        } else {
            "removed from"
        };
        let text = format!(
            "{n} {} counter{} {verb} {}.",
            kind.word(),
            if n == 1 { " is" } else { "s are" },
            self.table.name(unit)
        );
        let change = if kind == CounterKind::Damage {
            self.table.unit_mut(unit).damage = after;
            if after > before && !cites.contains(&clause!("6.5.1").into()) {
                cites.push(clause!("6.5.1").into());
            }
            Change::Damage {
                unit: id,
                from: before,
                to: after,
            }
        } else {
            self.table.unit_mut(unit).counters.insert(kind, after);
            Change::Counters {
                unit: id,
                kind,
                from: before,
                to: after,
            }
        };
        let kind_of_step = if after > before {
            StepKind::Place
        } else {
            StepKind::Modifier
        };
        let step = NewStep::of(kind_of_step, text)
            .unit(&self.table, unit)
            .change(change);
        self.step(step.resting_on(cites))?;
        if kind == CounterKind::Damage && after > before {
            for (extra, cite) in self.extra_for(unit, after - before) {
                self.put_extra(unit, extra, vec![clause!("6.5.4").into(), cite])?;
            }
        }
        self.refresh();
        if after > before {
            self.fire(Happened::CountersPut(unit, kind))?;
        }
        self.putting = kind == CounterKind::Damage && after > before;
        let checked = self.check_health();
        self.putting = false;
        checked?;
        if kind == CounterKind::Damage && after > before {
            self.note_no_damage(unit);
        }
        Ok(after - before)
    }

    /// The Force of a player changes, never below 0 (1.7.3). The change, if there is one.
    pub(super) fn change_force(&mut self, side: Side, by: i32) -> Option<Change> {
        let pool = self.table.pool_mut(side);
        let from = pool.force;
        pool.force = from.saturating_add(by).max(0);
        super::cost::force_change(side, from, pool.force)
    }

    /// A player gains or loses Force.
    pub(super) fn gain_force(&mut self, side: Side, by: i32, cites: Vec<Cite>) -> Result<(), Stop> {
        let had = self.table.pool(side).force;
        let changes = self.change_force(side, by);
        let moved = (self.table.pool(side).force - had).abs();
        let text = format!(
            "{} {} {moved} Force.",
            side.name(),
            if by < 0 { "loses" } else { "gains" }
        );
        let mut step = NewStep::of(StepKind::Modifier, text)
            .by(side)
            .changes(changes)
            .resting_on(cites);
        if had + by < 0 {
            step = step.on(clause!("1.7.3"));
        }
        self.step(step).map(drop)
    }

    /// The build points of a player change, never below 0.
    pub(super) fn change_build_points(&mut self, side: Side, by: i32) -> Option<Change> {
        let pool = self.table.pool_mut(side);
        let from = pool.build_points;
        pool.build_points = from.saturating_add(by).max(0);
        (from != pool.build_points).then_some(Change::BuildPoints {
            side,
            from,
            to: pool.build_points,
        })
    }

    /// A player draws cards. From an empty deck nothing can be drawn, and it loses the game (8.4).
    pub(super) fn draw(&mut self, side: Side, n: i32, cites: &[Cite]) -> Result<(), Stop> {
        for _ in 0..n.clamp(0, 100) {
            let pool = self.table.pool_mut(side);
            if pool.deck_known && pool.deck <= 0 {
                let text = format!(
                    "{} cannot draw from an empty deck and loses the game.",
                    side.name()
                );
                self.step(
                    NewStep::of(StepKind::Draw, text)
                        .by(side)
                        .on(clause!("8.4")),
                )?;
                self.table.winner = self.table.winner.or(Some(side.opponent()));
                return Ok(());
            }
            pool.deck -= i32::from(pool.deck_known);
            pool.hand += 1;
            let step =
                NewStep::of(StepKind::Draw, format!("{} draws a card.", side.name())).by(side);
            self.step(
                step.change(Change::Hand { side, by: 1 })
                    .resting_on(cites.iter().cloned()),
            )?;
            self.fire(Happened::Drew(side))?;
        }
        Ok(())
    }

    /// A player discards cards from hand or from the top of the deck.
    pub(super) fn discard_cards(
        &mut self,
        side: Side,
        n: i32,
        from_deck: bool,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        let pool = self.table.pool_mut(side);
        let n = match (from_deck, pool.deck_known, pool.hand_known) {
            (true, true, _) => n.min(pool.deck),
            (false, _, true) => n.min(pool.hand),
            _ => n,
        }
        .max(0);
        if from_deck {
            pool.deck -= if pool.deck_known { n } else { 0 };
        } else {
            pool.hand -= if pool.hand_known || pool.hand > 0 {
                n.min(pool.hand.max(0))
            } else {
                0
            };
        }
        pool.discard += n;
        let place = if from_deck {
            "the top of the deck"
        } else {
            "hand"
        };
        let text = format!(
            "{} discards {n} card{} from {place}.",
            side.name(),
            if n == 1 { "" } else { "s" }
        );
        let mut step = NewStep::of(StepKind::Draw, text).by(side);
        if !from_deck && n > 0 {
            step = step.change(Change::Hand { side, by: -n });
        }
        self.step(step.resting_on([cx.cite.clone()])).map(drop)
    }

    /// A player takes control of a unit.
    pub(super) fn give_control(
        &mut self,
        unit: UnitIx,
        side: Side,
        cx: &mut Cx,
    ) -> Result<(), Stop> {
        self.table.unit_mut(unit).side = side;
        self.refresh();
        let text = format!(
            "{} is controlled by the {} now.",
            self.table.name(unit),
            side.name()
        );
        let step = NewStep::of(StepKind::Modifier, text).unit(&self.table, unit);
        self.step(step.resting_on([cx.cite.clone()]).on(clause!("11.38")))
            .map(drop)
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

/// The costs of a line such as `Upkeep: one cost, another or a third` as they are printed; none if
/// the line does not fall into so many parts.
fn printed_ways(line: &str, parts: usize) -> Vec<String> {
    let list = line.split_once(':').map_or(line, |(_, list)| list);
    let by_or: Vec<&str> = list.split(" or ").collect();
    let by_comma = by_or.iter().flat_map(|part| part.split(','));
    let all: Vec<String> = if by_or.len() == parts {
        by_or.iter().map(|w| (*w).to_owned()).collect()
    } else {
        by_comma.map(str::to_owned).collect()
    };
    let ways: Vec<String> = all
        .iter()
        .map(|w| w.trim().trim_end_matches(['.', ',']).to_owned())
        .filter(|w| !w.is_empty())
        .collect();
    if ways.len() == parts {
        ways
    } else {
        Vec::new()
    }
}
