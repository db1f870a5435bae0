//! An instance of damage before it is placed: announced, doubled, put off (RULES 6.1, 6.2).

use crate::cardtext::StaticRule;
use crate::clause;
use crate::rulebook::{ClauseId, Keyword};
use crate::rules::damage::{BarredBy, DamageOrigin, Instance, MOST_DAMAGE};
use crate::rules::look;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::UnitIx;
use crate::rules::trace::{Change, Cite, StepKind};
use crate::rules::window::{DAMAGE, WindowId};
use std::rc::Rc;

impl Run<'_> {
    /// Does damage: rolls for all, then one prevention, one placement, one discard for all of it
    /// (6.2.1). Returns how much was placed.
    pub(in crate::rules) fn damage_life(
        &mut self,
        batch: Vec<NewDamage>,
        grounds: &[Cite],
    ) -> Result<i32, Stop> {
        self.damage_life_on(batch, grounds, grounds)
    }

    /// The same; the rolls and the pending damage rest on different grounds.
    pub(in crate::rules) fn damage_life_on(
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
            let amount = self.multiplied(new.source, amount)?;
            made.push(self.pending(new.pending(amount), grounds)?);
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
    pub(in crate::rules) fn damage_window(&mut self, window: WindowId) -> Result<(), Stop> {
        match window {
            WindowId::Prevention => self.prevention_window(),
            WindowId::Placement => self.placement_window(),
            WindowId::Discard => self.discard_window(),
            _ => Ok(()),
        }
    }

    /// Announces damage: from now on it is pending. Returns its number.
    pub(in crate::rules) fn pending(
        &mut self,
        new: Instance,
        grounds: &[Cite],
    ) -> Result<usize, Stop> {
        let id = self.table.instances.len();
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
        self.table.instances.push(Instance { id, ..new });
        Ok(id)
    }

    /// Damage made more, or a multiple, before prevention by standing effects.
    pub(in crate::rules) fn multiplied(
        &mut self,
        source: Option<UnitIx>,
        amount: i32,
    ) -> Result<i32, Stop> {
        let Some(source) = source else {
            return Ok(amount);
        };
        let mut now = amount;
        for found in self.table.rules() {
            let (by, more) = match &found.rule {
                StaticRule::MoreDamage { by, more } => {
                    let more = look::value(&self.table, &found.look, more);
                    (by, now.saturating_add(more))
                }
                StaticRule::MultiplyDamage { by, times } => {
                    (by, now.saturating_mul(i32::from(*times)))
                }
                _ => continue,
            };
            if now > 0 && look::means(&self.table, &found.look, by, source) {
                let before = now;
                now = more.min(MOST_DAMAGE.max(before));
                let text = format!("{before} damage becomes {now}, before prevention.");
                let step = NewStep::of(StepKind::Pending, text)
                    .by(found.look.you)
                    .ability(found.printed.as_ref());
                self.step(step.resting_on([found.cite.clone()]).on(clause!("1.1.5")))?;
            }
        }
        Ok(now)
    }

    /// The units with open instances, Dark Side's attacker's order: as the instances came.
    pub(super) fn open_targets(&self) -> Vec<UnitIx> {
        let mut targets = Vec::new();
        for i in &self.table.open {
            let target = self.table.instance(*i).target;
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }

    /// Whether it is damage of a unit whose attack on its defender brings additional counters, and
    /// this is none of that attack (11.18).
    pub(super) fn not_doubled(&self, instance: usize) -> bool {
        let source = self.table.instance(instance).source;
        self.double(instance).is_none()
            && source.is_some_and(|u| {
                let mut all = crate::rules::keyword::all().iter();
                all.any(|d| d.extra_counters.is_some() && self.table.view(u).has(d.keyword))
            })
    }

    /// Additional counters of the attacker for its own attack's damage on the defender.
    pub(super) fn double(&self, instance: usize) -> Option<(i32, ClauseId)> {
        let inst = self.table.instance(instance);
        let every = self.table.reading(clause!("11.18")) == Some("every-damage");
        let own = self
            .table
            .attack()
            .filter(|a| a.instance == Some(instance))
            .map(|a| a.attacker);
        let source = own.or(inst.source.filter(|_| every))?;
        let def = crate::rules::keyword::all()
            .iter()
            .find(|d| d.extra_counters.is_some() && self.table.view(source).has(d.keyword))?;
        def.extra_counters.map(|f| f(inst.pending))
    }
}

/// Damage about to be done outside an attack's own dice.
#[derive(Clone, Debug)]
pub(in crate::rules) struct NewDamage {
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
    /// The keyword that does it.
    pub with: Option<Keyword>,
}

impl NewDamage {
    /// A fixed amount that can be prevented.
    pub const fn fixed(source: Option<UnitIx>, target: UnitIx, amount: i32) -> NewDamage {
        NewDamage {
            source,
            target,
            amount,
            dice: false,
            preventable: true,
            barred: None,
            with: None,
        }
    }

    /// What comes of it once the dice, if it has any, have shown how much it is.
    fn pending(&self, amount: i32) -> Instance {
        let origin = if self.dice {
            DamageOrigin::Dice
        } else {
            DamageOrigin::Fixed
        };
        Instance {
            preventable: self.preventable,
            barred: self.barred.clone(),
            with: self.with,
            ..Instance::new(self.source, self.target, amount, origin)
        }
    }
}
