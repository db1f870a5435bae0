//! The life of instances of damage (RULES 6.2): prevention, placement, discard. The attack's own
//! damage, a Retaliate, a card's dice and a Deflect all run through the same windows.

use std::rc::Rc;

use crate::cardtext::{Ability, Amount, Effect, Event, StaticRule};
use crate::clause;
use crate::game::Zone;
use crate::rulebook::{ClauseId, Keyword};

use super::damage::{BarredBy, DamageOrigin, Instance};
use super::effects::Cx;
use super::grounds;
use super::look::{self, Look};
use super::run::{NewStep, Run, Stop};
use super::standing::Rule;
use super::table::{Fallen, UnitIx};
use super::trace::{Change, Cite, StepKind};
use super::window::{DAMAGE, WindowId};

/// Damage about to be done outside an attack's own dice.
#[derive(Clone, Debug)]
pub(super) struct NewDamage {
    /// The source.
    pub source: Option<UnitIx>,
    /// The unit to be damaged.
    pub target: UnitIx,
    /// How much, or how many dice.
    pub amount: i32,
    /// Dice of damage.
    pub dice: bool,
    /// Whether it can be prevented.
    pub preventable: bool,
    /// By what it cannot be prevented, if not by everything.
    pub barred: Option<Rc<BarredBy>>,
    /// How it came about, if not by its own form.
    pub origin: Option<DamageOrigin>,
    /// The keyword that does it.
    pub with: Option<Keyword>,
}

impl Run<'_> {
    /// Does damage: rolls for all, then one prevention, one placement, one discard for all of it
    /// (6.2.1). Returns how much was placed.
    pub(super) fn damage_life(
        &mut self,
        batch: Vec<NewDamage>,
        grounds: &[Cite],
    ) -> Result<i32, Stop> {
        self.damage_life_on(batch, grounds, grounds)
    }

    /// The same; the rolls and the pending damage rest on different grounds.
    pub(super) fn damage_life_on(
        &mut self,
        batch: Vec<NewDamage>,
        for_rolls: &[Cite],
        grounds: &[Cite],
    ) -> Result<i32, Stop> {
        let outer_open = std::mem::take(&mut self.table.open);
        let outer_fallen = std::mem::take(&mut self.table.fallen);
        let outer_window = self.window;
        let mut made = Vec::new();
        for new in batch {
            let gone = !self.table.unit(new.target).zone.on_table();
            if gone {
                let text = format!(
                    "{} is no longer there; nothing happens to it.",
                    self.table.name(new.target)
                );
                self.step(NewStep::of(StepKind::Note, text).on(clause!("3.5.6")))?;
                continue;
            }
            let amount = if new.dice {
                self.roll_damage(&new, for_rolls)?
            } else {
                self.note_fixed_damage(new.target);
                new.amount.max(0)
            };
            let origin = new.origin.unwrap_or(if new.dice {
                DamageOrigin::Dice
            } else {
                DamageOrigin::Fixed
            });
            let amount = self.multiplied(new.source, amount)?;
            made.push(self.pending(
                Pending {
                    amount,
                    origin,
                    attack: None,
                    parent: None,
                    ..Pending::of(&new)
                },
                grounds,
            )?);
        }
        self.table.open.clone_from(&made);
        if made.len() > 1 {
            self.step(
                NewStep::of(StepKind::Note, "All of it has one prevention chance, is placed together and discards together.")
                    .on(clause!("6.2.1")),
            )?;
        }
        for window in DAMAGE {
            self.window = window.id;
            self.damage_window(window.id)?;
        }
        let placed = made.iter().map(|i| self.table.instance(*i).placed).sum();
        self.table.fallen = outer_fallen;
        self.table.open = outer_open;
        self.window = outer_window;
        Ok(placed)
    }

    /// One window in the life of the open instances.
    pub(super) fn damage_window(&mut self, window: WindowId) -> Result<(), Stop> {
        match window {
            WindowId::Prevention => self.prevention_window(),
            WindowId::Placement => self.placement_window(),
            WindowId::Discard => self.discard_window(),
            _ => Ok(()),
        }
    }

    /// Makes a pending instance.
    pub(super) fn pending(&mut self, new: Pending, grounds: &[Cite]) -> Result<usize, Stop> {
        let id = self.table.instances.len();
        self.table.instances.push(Instance {
            id,
            source: new.source,
            target: new.target,
            amount: new.amount,
            pending: new.amount,
            prevented: 0,
            placed: 0,
            lapsed: 0,
            origin: new.origin,
            attack: new.attack,
            preventable: new.preventable,
            barred: new.barred,
            with: new.with,
            parent: new.parent,
            critical: new.critical,
        });
        let target = self.table.unit(new.target);
        let from = new
            .source
            .map_or_else(String::new, |s| format!(" from {}", self.table.name(s)));
        let text = format!("{} damage{from} is pending on {}.", new.amount, target.name);
        let change = Change::Pending {
            unit: target.id.clone(),
            from: 0,
            to: new.amount,
        };
        let mut step = NewStep::of(StepKind::Pending, text).change(change);
        if !matches!(new.origin, DamageOrigin::Attack | DamageOrigin::Overkill) {
            step = step.ability("damage");
        }
        if let Some(source) = new.source {
            step = step.unit(&self.table, source);
        }
        self.step(step.resting_on(grounds.iter().cloned()))?;
        Ok(id)
    }

    /// Damage doubled before prevention by a standing effect.
    pub(super) fn multiplied(&mut self, source: Option<UnitIx>, amount: i32) -> Result<i32, Stop> {
        let Some(source) = source else {
            return Ok(amount);
        };
        let mut now = amount;
        for found in self.table.rules() {
            if let StaticRule::MoreDamage { by, more } = &found.rule
                && now > 0
                && look::means(&self.table, &found.look, by, source)
            {
                let before = now;
                now = now.saturating_add(look::value(&self.table, &found.look, more));
                let text = format!("{before} damage becomes {now}, before prevention.");
                let step = NewStep::of(StepKind::Pending, text)
                    .by(found.look.you)
                    .ability(found.printed.as_ref());
                self.step(step.resting_on([found.cite.clone()]).on(clause!("1.1.5")))?;
            }
            let StaticRule::MultiplyDamage { by, times } = &found.rule else {
                continue;
            };
            if now > 0 && look::means(&self.table, &found.look, by, source) {
                let before = now;
                now = now.saturating_mul(i32::from(*times));
                let text = format!("{before} damage becomes {now}, before prevention.");
                let step = NewStep::of(StepKind::Pending, text)
                    .by(found.look.you)
                    .ability(found.printed.as_ref());
                self.step(step.resting_on([found.cite.clone()]).on(clause!("1.1.5")))?;
            }
        }
        Ok(now)
    }

    fn prevention_window(&mut self) -> Result<(), Stop> {
        self.run_hooks(WindowId::Prevention)?;
        let pending: i32 = self
            .table
            .open
            .iter()
            .map(|i| self.table.instance(*i).pending)
            .sum();
        let hidden = self
            .table
            .attack()
            .and_then(|a| self.hides_dice(a.attacker))
            .filter(|_| self.open_is_attack());
        self.blind_prevention()?;
        let blind = self
            .table
            .attack()
            .filter(|_| hidden.is_some())
            .and_then(|a| grounds::blind(&self.table, a.attacker));
        if let Some(blind) = blind {
            let mut step = NewStep::of(
                StepKind::Note,
                "The attack dice are hidden: there is a prevention chance in any case.",
            )
            .on(blind.always);
            if pending == 0 {
                step = step.on(clause!("3.2.3"));
            }
            self.step(step)?;
        }
        if pending > 0 || hidden.is_some() {
            self.chance(&[WindowId::Prevention])?;
        } else {
            self.refuse_needless_prevention()?;
            if self.table.open.is_empty() || pending == 0 {
                let text = "No damage is pending, so there is no damage prevention chance.";
                self.step(NewStep::of(StepKind::Note, text).on(clause!("3.2.3")))?;
            }
        }
        if let Some(blind) = blind {
            let text = "Now the attack dice are shown; what depends on them applies.";
            let step = NewStep::of(StepKind::Note, text).on(blind.shown);
            self.step(step.on(blind.fixed))?;
        }
        self.standing_prevention()?;
        self.rescue()
    }

    fn open_is_attack(&self) -> bool {
        self.table
            .open
            .iter()
            .any(|i| self.table.instance(*i).attack.is_some())
    }

    /// Prevention plays for which nothing is pending are refused here, unless they may wait for
    /// later damage.
    fn refuse_needless_prevention(&mut self) -> Result<(), Stop> {
        while super::run::is_play(self.peek()) {
            let super::act::Found::Act(act) = self.find_act() else {
                break;
            };
            let later = act.unit.is_some_and(|u| {
                self.table
                    .attacks
                    .iter()
                    .any(|a| a.at_end.iter().any(|e| e.target == u))
            });
            if !act.timing.windows.contains(&WindowId::Prevention) || later {
                break;
            }
            let mut reasons = self.all_reasons(&act);
            if !reasons.iter().any(|r| r.clause == Some(clause!("6.3.9"))) {
                reasons.push(super::run::reason(
                    clause!("6.3.9"),
                    "no damage is pending that it could reduce",
                ));
            }
            self.refuse_play(reasons)?;
        }
        Ok(())
    }

    /// Takes damage off an instance.
    pub(super) fn prevent(
        &mut self,
        instance: usize,
        amount: i32,
        cites: Vec<Cite>,
        by: Option<UnitIx>,
        with: Option<Keyword>,
    ) -> Result<(), Stop> {
        let Some(inst) = self.table.instances.get_mut(instance) else {
            return Ok(());
        };
        let n = amount.clamp(0, inst.pending);
        let (from, to, target) = (inst.pending, inst.pending - n, inst.target);
        inst.pending = to;
        inst.prevented += n;
        let name = self.table.name(target).to_owned();
        let how = with.map_or_else(String::new, |k| format!(" by {}", k.name()));
        let text = format!("{n} damage to {name} is prevented{how}; {to} stays pending.");
        let mut step = NewStep::of(StepKind::Prevent, text)
            .change(Change::Pending {
                unit: self.table.unit(target).id.clone(),
                from,
                to,
            })
            .resting_on(cites);
        if let Some(by) = by {
            step = step.unit(&self.table, by);
        }
        if let Some(keyword) = with {
            step = step.ability(keyword.name());
        }
        self.step(step)?;
        if let Some(by) = by.filter(|_| n > 0) {
            self.fire(super::triggers::Happened::Prevented { by, with })?;
        }
        Ok(())
    }

    /// Static prevention, at the end of the chance (6.3.3).
    fn standing_prevention(&mut self) -> Result<(), Stop> {
        for found in self.table.rules() {
            if let StaticRule::Prevent {
                to,
                from,
                amount,
                attack_only,
            } = &found.rule
            {
                let rule = Standing {
                    to,
                    from: from.as_ref(),
                    amount,
                    attack_only: *attack_only,
                };
                self.prevent_standing(&found, &rule)?;
            }
        }
        for (holder, copy) in self.table.working() {
            if let Ability::Triggered(t) = &*copy.ability
                && let Event::WouldBeDamaged { who, by, attacked } = &t.event
            {
                self.would_be_damaged(holder, &copy, t, (who, by.as_ref(), *attacked))?;
            }
        }
        Ok(())
    }

    fn prevent_standing(&mut self, found: &Rule, rule: &Standing<'_>) -> Result<(), Stop> {
        for i in self.table.open.clone() {
            let inst = self.table.instance(i).clone();
            let look = Look {
                patient: Some(inst.target),
                actor: inst.source,
                ..found.look.clone()
            };
            let by = found.holder.unwrap_or(inst.target);
            let fits = inst.pending > 0
                && (!rule.attack_only || inst.attack.is_some())
                && look::means(&self.table, &look, rule.to, inst.target)
                && rule.from.is_none_or(|w| {
                    inst.source
                        .is_some_and(|s| look::means(&self.table, &look, w, s))
                })
                && super::prevention::forbidden(&self.table, &inst, by).is_none();
            if fits {
                let cx = Cx::of(look, found.printed.clone(), found.cite.clone());
                let n = self.amount_of(rule.amount, inst.pending, &cx);
                if n > 0 {
                    let grounds = vec![
                        found.cite.clone(),
                        clause!("6.3.3").into(),
                        clause!("6.3.7").into(),
                    ];
                    self.prevent(i, n, grounds, Some(by), None)?;
                }
            }
        }
        Ok(())
    }

    /// "When a unit would be damaged, ..." acts on each damaged unit and instance (6.3.7).
    fn would_be_damaged(
        &mut self,
        holder: UnitIx,
        copy: &super::derive::Copy,
        trigger: &crate::cardtext::Triggered,
        (who, by, attacked): (&crate::cardtext::Who, Option<&crate::cardtext::Who>, bool),
    ) -> Result<(), Stop> {
        for i in self.table.open.clone() {
            let inst = self.table.instance(i).clone();
            let look = Look {
                patient: Some(inst.target),
                actor: inst.source,
                ..Look::from(&self.table, holder)
            };
            let event = inst.pending > 0
                && (!attacked || inst.attack.is_some())
                && look::means(&self.table, &look, who, inst.target)
                && by.is_none_or(|w| {
                    inst.source
                        .is_some_and(|s| look::means(&self.table, &look, w, s))
                });
            if !event {
                continue;
            }
            if !trigger
                .condition
                .as_ref()
                .is_none_or(|c| look::holds(&self.table, &look, c))
            {
                self.note_not_this(holder, copy, trigger);
                continue;
            }
            if !self.trigger_free(copy.id, trigger.limit) {
                continue;
            }
            self.count_trigger(copy.id, trigger.limit);
            let mut cx = Cx::of(look, copy.printed.clone(), copy.cite.clone());
            cx.instance = Some(i);
            cx.copy = Some(copy.clone());
            cx.look.that = vec![inst.target];
            self.perform_would(&trigger.effect, &mut cx)?;
        }
        Ok(())
    }

    /// Standing prevention cites its own rule besides the line.
    fn perform_would(&mut self, effect: &Effect, cx: &mut Cx) -> Result<(), Stop> {
        let text = format!(
            "\"{}\" applies at the end of the prevention chance.",
            cx.printed
        );
        let n = {
            let step = NewStep::of(StepKind::Trigger, text)
                .by(cx.look.you)
                .ability(cx.printed.as_ref());
            self.step(
                step.resting_on([cx.cite.clone()])
                    .on(clause!("6.3.3"))
                    .on(clause!("6.3.7")),
            )?
        };
        let outer = self.parent.replace(n);
        self.perform(effect, cx)?;
        self.parent = outer;
        Ok(())
    }

    /// "If a unit would be damaged and discarded, you may prevent that damage and ... instead."
    fn rescue(&mut self) -> Result<(), Stop> {
        for found in self.table.rules() {
            let StaticRule::InsteadOfDiscard {
                who,
                from,
                effect,
                may,
                by_damage: true,
            } = &found.rule
            else {
                continue;
            };
            for unit in self.table.all().collect::<Vec<_>>() {
                let look = &found.look;
                let dying =
                    self.table.pending_on(unit) > 0 && look::would_be_discarded(&self.table, unit);
                let here = self.table.unit(unit);
                let place = from.is_empty()
                    || from
                        .iter()
                        .any(|p| look::in_place(&self.table, look, *p, here));
                if dying && place && look::means(&self.table, look, who, unit) {
                    self.rescue_one(&found, unit, effect, *may)?;
                }
            }
        }
        Ok(())
    }

    fn rescue_one(
        &mut self,
        found: &Rule,
        unit: UnitIx,
        effect: &Effect,
        may: bool,
    ) -> Result<(), Stop> {
        let look = Look {
            that: vec![unit],
            patient: Some(unit),
            ..found.look.clone()
        };
        let mut cx = Cx::of(look, found.printed.clone(), found.cite.clone());
        if may && !self.choose_yes(found.look.you, &mut cx)? {
            return Ok(());
        }
        for i in self.table.open.clone() {
            if self.table.instance(i).target == unit {
                let n = self.table.instance(i).pending;
                self.prevent(
                    i,
                    n,
                    vec![found.cite.clone(), clause!("6.3.3").into()],
                    found.holder,
                    None,
                )?;
            }
        }
        cx.look.that = vec![unit];
        self.perform(effect, &mut cx).map(drop)
    }

    fn placement_window(&mut self) -> Result<(), Stop> {
        self.table.holding = true;
        let placed = self.place_all()?;
        self.run_hooks(WindowId::Placement)?;
        self.fire_damages()?;
        self.settle_triggers()?;
        if placed || super::run::is_play(self.peek()) || self.stepwise_placement(placed) {
            self.chance(&[WindowId::Placement])?;
        }
        self.table.holding = false;
        Ok(())
    }

    const fn stepwise_placement(&self, placed: bool) -> bool {
        self.options.stepwise && placed
    }

    /// Places counters for all remaining damage of all instances together (6.2.4).
    fn place_all(&mut self) -> Result<bool, Stop> {
        let mut any = false;
        let targets = self.open_targets();
        for unit in targets {
            let mut sum = 0;
            let mut sources = Vec::new();
            let mut extra = Vec::new();
            for i in self.table.open.clone() {
                let inst = self.table.instance(i);
                if inst.target != unit {
                    continue;
                }
                let n = inst.pending;
                let away = n > 0 && self.out_of_reach(i);
                if away {
                    self.note_lapsed(unit)?;
                }
                let here = self.table.unit(unit).zone.on_table() && !away;
                if let Some(found) = self.double(i).filter(|_| here && n > 0) {
                    extra.push(found);
                }
                let Some(inst) = self.table.instances.get_mut(i) else {
                    continue;
                };
                inst.pending = 0;
                if here {
                    inst.placed = n;
                    sum += n;
                    sources.extend(inst.source.filter(|_| n > 0));
                } else {
                    inst.lapsed = n;
                }
            }
            if sum > 0 {
                self.place_on(unit, !any, sum, &sources, &extra)?;
                any = true;
            }
        }
        self.note_placed();
        Ok(any)
    }

    /// In the reading by which an attack goes on without its defender, its damage does not follow a
    /// unit that has left (11.24).
    fn out_of_reach(&self, instance: usize) -> bool {
        let inst = self.table.instance(instance);
        let attacker = inst.source.filter(|_| inst.attack.is_some());
        let gone = self.table.unit(inst.target).arena().is_none();
        let goes_on = self.table.reading(clause!("11.24")) == Some("rolls");
        let beyond = |a| super::target::may_attack_all_the_same(&self.table, a, inst.target);
        goes_on && gone && attacker.is_some_and(|a| !beyond(a))
    }

    fn note_lapsed(&mut self, unit: UnitIx) -> Result<(), Stop> {
        let text = format!(
            "{} is no longer there: the damage lapses.",
            self.table.name(unit)
        );
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
        self.step(step.on(clause!("11.24")).on(clause!("3.5.6")))
            .map(drop)
    }

    fn note_placed(&mut self) {
        let Some(attack) = self.table.attacks.last() else {
            return;
        };
        let Some(i) = attack.instance.filter(|i| self.table.open.contains(i)) else {
            return;
        };
        let placed = self.table.instance(i).placed;
        if let Some(attack) = self.table.attacks.last_mut() {
            attack.placed = placed;
        }
    }

    /// The units with open instances, Dark Side's attacker's order: as the instances came.
    fn open_targets(&self) -> Vec<UnitIx> {
        let mut targets = Vec::new();
        for i in &self.table.open {
            let target = self.table.instance(*i).target;
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }

    /// Additional counters of the attacker for its own attack's damage on the defender.
    fn double(&self, instance: usize) -> Option<(i32, ClauseId)> {
        let inst = self.table.instance(instance);
        let every = self.table.reading(clause!("11.18")) == Some("every-damage");
        let own = self
            .table
            .attack()
            .filter(|a| a.instance == Some(instance))
            .map(|a| a.attacker);
        let source = own.or(inst.source.filter(|_| every))?;
        let def = super::keyword::all()
            .iter()
            .find(|d| d.extra_counters.is_some() && self.table.view(source).has(d.keyword))?;
        def.extra_counters.map(|f| f(inst.pending))
    }

    fn place_on(
        &mut self,
        unit: UnitIx,
        first: bool,
        sum: i32,
        sources: &[UnitIx],
        extra: &[(i32, ClauseId)],
    ) -> Result<(), Stop> {
        let before = self.table.unit(unit).damage;
        self.table.unit_mut(unit).damage += sum;
        let id = self.table.unit(unit).id.clone();
        let name = self.table.name(unit).to_owned();
        let health = self.table.view(unit).health;
        let text = format!(
            "{sum} damage counter{} placed on {name}: {} of {health}.",
            if sum == 1 { " is" } else { "s are" },
            before + sum
        );
        let mut step = NewStep::of(StepKind::Place, text)
            .change(Change::Damage {
                unit: id,
                from: before,
                to: before + sum,
            })
            .on(if self.table.open.len() > 1 && !first {
                clause!("6.2.4")
            } else {
                clause!("attack.placement")
            })
            .also(self.together())
            .also((before + sum > health).then_some(clause!("6.2.6")))
            .also((self.table.open.len() > 1).then_some(clause!("6.2.4")));
        if let Some(source) = sources.first() {
            step = step.unit(&self.table, *source);
        }
        self.step(step)?;
        let mut placed = sum;
        for (n, clause) in extra.iter().filter(|(n, _)| *n > 0) {
            placed += n;
            let mut cites: Vec<Cite> = vec![(*clause).into()];
            if self.table.open.len() > 1 {
                let only = sources
                    .iter()
                    .find_map(|s| grounds::on_unit(&self.table, *s, |g| g.extra_only));
                grounds::add(&mut cites, only.map(|(_, c)| c));
                grounds::add(&mut cites, [clause!("11.18")]);
            }
            if self.table.reading(clause!("11.18")).is_some() {
                grounds::add(&mut cites, [clause!("11.18")]);
            }
            let on_top = clause.keyword().and_then(|k| grounds::of(k).on_top);
            grounds::add(&mut cites, on_top);
            self.put_extra(unit, *n, cites)?;
        }
        let more = self.extra_for(unit, placed);
        for (n, cite) in more {
            self.put_extra(unit, n, vec![clause!("6.5.4").into(), cite])?;
        }
        self.refresh();
        Ok(())
    }

    /// Damage passed on in this chance waited for the end of all of it (6.4.3).
    fn together(&self) -> Vec<ClauseId> {
        let mut open = self.table.open.iter().map(|i| self.table.instance(*i));
        let passed_on = open.find(|i| i.origin == DamageOrigin::Deflect);
        passed_on.map_or_else(Vec::new, |i| {
            let own = i.with.and_then(|k| grounds::of(k).placed_together);
            [clause!("6.4.3")].into_iter().chain(own).collect()
        })
    }

    /// Counters that come on top at placement; they belong to no instance (6.5.4).
    pub(super) fn put_extra(&mut self, unit: UnitIx, n: i32, cites: Vec<Cite>) -> Result<(), Stop> {
        let before = self.table.unit(unit).damage;
        self.table.unit_mut(unit).damage += n;
        let text = format!(
            "{n} further damage counter{} put on {}.",
            if n == 1 { " is" } else { "s are" },
            self.table.name(unit)
        );
        let change = Change::Damage {
            unit: self.table.unit(unit).id.clone(),
            from: before,
            to: before + n,
        };
        self.step(
            NewStep::of(StepKind::Place, text)
                .change(change)
                .resting_on(cites),
        )
        .map(drop)
    }

    /// What replacement effects add to so many counters put on a unit; several multiply (6.5.4).
    pub(super) fn extra_for(&self, unit: UnitIx, placed: i32) -> Vec<(i32, Cite)> {
        let mut total = placed;
        let mut extra = Vec::new();
        for found in self.table.rules() {
            let StaticRule::ExtraCounters { on, each } = &found.rule else {
                continue;
            };
            if look::means(&self.table, &found.look, on, unit) {
                let n = total * i32::from(*each);
                total += n;
                extra.push((n, found.cite.clone()));
            }
        }
        extra
    }

    /// "Damages" triggers: at least one counter was placed (6.1).
    fn fire_damages(&mut self) -> Result<(), Stop> {
        for i in self.table.open.clone() {
            let inst = self.table.instance(i).clone();
            if inst.placed > 0 {
                self.fire(super::triggers::Happened::Damaged {
                    source: inst.source,
                    target: inst.target,
                    amount: inst.placed,
                    attack: inst.attack.is_some(),
                    critical: inst.critical,
                })?;
            }
        }
        Ok(())
    }

    fn discard_window(&mut self) -> Result<(), Stop> {
        self.discard_dying(true)?;
        if !self.table.fallen.is_empty() {
            self.chance_if_played(&[WindowId::Discard])?;
        }
        self.table.fallen.clear();
        Ok(())
    }

    /// A chance that is only worth a step if somebody plays in it.
    pub(super) fn chance_if_played(&mut self, open: &[WindowId]) -> Result<(), Stop> {
        self.hand_plays()?;
        if super::run::is_play(self.peek())
            || (self.options.stepwise && !self.options_for(open).is_empty())
        {
            self.chance(open)?;
        }
        Ok(())
    }

    /// Every unit with counters at least its health is discarded, all together (6.2.4), then what
    /// that sets off happens.
    pub(super) fn discard_dying(&mut self, by_damage: bool) -> Result<(), Stop> {
        let dying: Vec<UnitIx> = self
            .table
            .all()
            .filter(|u| {
                let unit = self.table.unit(*u);
                unit.zone.on_table()
                    && unit.is_unit()
                    && !unit.is_face_down()
                    && unit.damage >= self.table.view(*u).health
            })
            .collect();
        let kept = std::mem::take(&mut self.table.fallen);
        for unit in dying {
            let (by, attacker) = if by_damage {
                self.killers(unit)
            } else {
                (Vec::new(), None)
            };
            let mut cites: Vec<Cite> = vec![if self.window == WindowId::Discard {
                clause!("attack.discard").into()
            } else {
                clause!("6.2.5").into()
            }];
            if self.putting {
                cites.push(clause!("6.5.2").into());
            }
            self.discard_for(unit, by, attacker, cites)?;
        }
        if self.table.fallen.is_empty() {
            self.table.fallen = kept;
            return Ok(());
        }
        self.refresh();
        let before = self.window;
        self.window = WindowId::Discard;
        self.run_hooks(WindowId::Discard)?;
        self.fire_fallen()?;
        self.window = before;
        self.settle_triggers()
    }

    /// The sources whose damage discards the unit (11.42), and the attacker if its attack did it.
    fn killers(&self, unit: UnitIx) -> (Vec<UnitIx>, Option<UnitIx>) {
        let mut by = Vec::new();
        let mut attacker = None;
        for i in &self.table.open {
            let inst = self.table.instance(*i);
            if inst.target != unit || inst.placed <= 0 {
                continue;
            }
            let Some(source) = inst.source else { continue };
            let own = matches!(inst.origin, DamageOrigin::Attack | DamageOrigin::Overkill);
            if own {
                attacker = Some(source);
            }
            if !by.contains(&source) {
                by.push(source);
            }
        }
        (by, attacker)
    }

    /// Discards one unit, unless something happens instead. Returns whether it was discarded.
    pub(super) fn discard_for(
        &mut self,
        unit: UnitIx,
        by: Vec<UnitIx>,
        attacker: Option<UnitIx>,
        cites: Vec<Cite>,
    ) -> Result<bool, Stop> {
        if self.instead_of_discard(unit)? {
            return Ok(false);
        }
        let (from, controller) = (self.table.unit(unit).zone, self.table.side(unit));
        let name = self.table.name(unit).to_owned();
        let id = self.table.unit(unit).id.clone();
        let made = self.table.unit(unit).made;
        let like_a_card = self.table.reading(clause!("11.40")) == Some("discard-pile");
        let leaves = self.table.unit(unit).leaves_by;
        let to = if made && !like_a_card || leaves.is_some() {
            Zone::Removed
        } else {
            Zone::Discard
        };
        let text = format!("{name} is discarded.");
        let mut step = NewStep::of(StepKind::Discard, text)
            .change(Change::Zone { unit: id, from, to })
            .resting_on(cites);
        step = step.unit(&self.table, unit);
        if made {
            step = step.on(clause!("11.40"));
        }
        step = step.also(leaves);
        self.step(step)?;
        self.table.fallen.push(Fallen {
            unit,
            from,
            by,
            attacker,
            controller,
        });
        let before = self.numbers_now();
        self.leave_table(unit, to);
        if from.arena().is_some() {
            self.note_left(unit, &before)?;
        }
        Ok(true)
    }

    /// What happens instead of a discard (6.3.8).
    fn instead_of_discard(&mut self, unit: UnitIx) -> Result<bool, Stop> {
        for found in self.table.rules() {
            let StaticRule::InsteadOfDiscard {
                who,
                from,
                effect,
                may,
                by_damage: false,
            } = &found.rule
            else {
                continue;
            };
            let (look, here) = (&found.look, self.table.unit(unit));
            let place = from.is_empty()
                || from
                    .iter()
                    .any(|p| look::in_place(&self.table, look, *p, here));
            if !place || !look::means(&self.table, look, who, unit) {
                continue;
            }
            let look = Look {
                that: vec![unit],
                patient: Some(unit),
                ..look.clone()
            };
            let mut cx = Cx::of(look, found.printed.clone(), found.cite.clone());
            if *may && !self.choose_yes(found.look.you, &mut cx)? {
                continue;
            }
            let text = format!(
                "{} would be discarded; something else happens instead.",
                self.table.name(unit)
            );
            let step = NewStep::of(StepKind::Note, text)
                .unit(&self.table, unit)
                .ability(found.printed.as_ref());
            self.step(step.resting_on([found.cite.clone()]).on(clause!("6.3.8")))?;
            let was_holding = std::mem::replace(&mut self.table.holding, true);
            self.perform(effect, &mut cx)?;
            self.table.holding = was_holding;
            return Ok(true);
        }
        Ok(false)
    }

    /// A unit leaves the table with all its cards; lasting effects on it end.
    pub(super) fn leave_table(&mut self, unit: UnitIx, to: Zone) {
        let owner = self.table.unit(unit).owner;
        let u = self.table.unit_mut(unit);
        u.zone = to;
        u.damage = 0;
        u.tapped = false;
        u.counters.clear();
        let cards = 1 + u.under.len() + u.attached.len() + u.pilots.len();
        if to != Zone::Build {
            u.under.clear();
            u.attached.clear();
            u.pilots.clear();
            u.beneath = 0;
        }
        let cards = i32::try_from(cards).unwrap_or(1);
        let pool = self.table.pool_mut(owner);
        match to {
            Zone::Discard => pool.discard += cards,
            Zone::Hand => pool.hand += cards,
            Zone::Deck => pool.deck += cards,
            _ => {}
        }
        if self.table.lasting.iter().any(|l| l.on == unit) {
            self.let_go.insert(unit);
        }
        self.table.lasting.retain(|l| l.on != unit);
        self.refresh();
    }

    /// A unit whose health has dropped, or that got counters outside damage, is discarded at once
    /// (6.2.5), unless counters are just being placed.
    pub(super) fn check_health(&mut self) -> Result<(), Stop> {
        if self.table.holding {
            return Ok(());
        }
        let outer = std::mem::take(&mut self.table.open);
        let fallen = std::mem::take(&mut self.table.fallen);
        self.discard_dying(false)?;
        self.table.open = outer;
        self.table.fallen = fallen;
        Ok(())
    }
}

struct Standing<'a> {
    to: &'a crate::cardtext::Who,
    from: Option<&'a crate::cardtext::Who>,
    amount: &'a Amount,
    attack_only: bool,
}

/// A pending instance about to be made.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// The source.
    pub source: Option<UnitIx>,
    /// The unit to be damaged.
    pub target: UnitIx,
    /// How much.
    pub amount: i32,
    /// How it came about.
    pub origin: DamageOrigin,
    /// The attack it belongs to.
    pub attack: Option<u32>,
    /// Whether it can be prevented.
    pub preventable: bool,
    /// By what it cannot be prevented.
    pub barred: Option<Rc<BarredBy>>,
    /// The keyword that does it.
    pub with: Option<Keyword>,
    /// The instance it came from.
    pub parent: Option<usize>,
    /// Whether Critical Hit added to it.
    pub critical: bool,
}

impl Pending {
    /// From damage about to be done.
    pub fn of(new: &NewDamage) -> Pending {
        Pending {
            source: new.source,
            target: new.target,
            amount: new.amount,
            origin: DamageOrigin::Fixed,
            attack: None,
            preventable: new.preventable,
            barred: new.barred.clone(),
            with: new.with,
            parent: None,
            critical: false,
        }
    }
}
