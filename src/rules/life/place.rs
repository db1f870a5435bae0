//! Placing damage counters (RULES 6.5).

use crate::cardtext::StaticRule;
use crate::clause;
use crate::rulebook::ClauseId;
use crate::rules::damage::{DamageOrigin, MOST_DAMAGE};
use crate::rules::grounds;
use crate::rules::look;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::UnitIx;
use crate::rules::trace::{Change, Cite, StepKind};
use crate::rules::window::WindowId;

impl Run<'_> {
    pub(super) fn placement_window(&mut self) -> Result<(), Stop> {
        self.table.holding = true;
        let placed = self.place_all()?;
        self.run_hooks(WindowId::Placement)?;
        self.fire_damages()?;
        self.settle_triggers()?;
        if placed || crate::rules::run::is_play(self.peek()) || self.stepwise_placement(placed) {
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
            let (mut spared, mut gone) = (false, false);
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
                gone |= n > 0 && here && self.has_left(i);
                spared |= n > 0 && here && self.not_doubled(i);
                if let Some(found) = self.double(i).filter(|_| here && n > 0) {
                    extra.push(found);
                }
                let Some(inst) = self.table.instances.get_mut(i) else {
                    continue;
                };
                inst.pending = 0;
                if here {
                    inst.placed = n;
                    sum = n.saturating_add(sum);
                    sources.extend(inst.source.filter(|_| n > 0));
                } else {
                    inst.lapsed = n;
                }
            }
            if sum > 0 {
                self.place_on(unit, (!any, spared, gone), sum, &sources, &extra)?;
                any = true;
            }
        }
        self.note_placed();
        Ok(any)
    }

    /// In the reading by which an attack goes on without its defender, its damage does not follow a
    /// unit that has left (11.24).
    fn out_of_reach(&self, instance: usize) -> bool {
        self.table.reading(clause!("11.24")) == Some("rolls") && self.has_left(instance)
    }

    /// Whether it is damage of an attack on a unit that has left the arenas since.
    fn has_left(&self, instance: usize) -> bool {
        let inst = self.table.instance(instance);
        let attacker = inst.source.filter(|_| inst.attack.is_some());
        let gone = self.table.unit(inst.target).arena().is_none();
        let beyond = |a| crate::rules::target::reaches_by_text(&self.table, a, inst.target);
        gone && attacker.is_some_and(|a| !beyond(a))
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

    fn place_on(
        &mut self,
        unit: UnitIx,
        (first, spared, gone): (bool, bool, bool),
        sum: i32,
        sources: &[UnitIx],
        extra: &[(i32, ClauseId)],
    ) -> Result<(), Stop> {
        let before = self.table.unit(unit).damage;
        let after = before.saturating_add(sum);
        self.table.unit_mut(unit).damage = after;
        let id = self.table.unit(unit).id.clone();
        let name = self.table.name(unit).to_owned();
        let health = self.table.view(unit).health;
        let text = format!(
            "{sum} damage counter{} placed on {name}: {} of {health}.",
            if sum == 1 { " is" } else { "s are" },
            after
        );
        let mut step = NewStep::of(StepKind::Place, text)
            .change(Change::Damage {
                unit: id,
                from: before,
                to: after,
            })
            .on(if self.table.open.len() > 1 && !first {
                clause!("6.2.4")
            } else {
                clause!("attack.placement")
            })
            .also(spared.then_some(clause!("11.18")))
            .also(gone.then_some(clause!("11.24")))
            .also(self.together())
            .also((after > health).then_some(clause!("6.2.6")))
            .also((self.table.open.len() > 1).then_some(clause!("6.2.4")));
        if let Some(source) = sources.first() {
            step = step.unit(&self.table, *source);
        }
        self.step(step)?;
        let mut placed = sum;
        for (n, clause) in extra.iter().filter(|(n, _)| *n > 0) {
            placed = n.saturating_add(placed);
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
    pub(super) fn together(&self) -> Vec<ClauseId> {
        let mut open = self.table.open.iter().map(|i| self.table.instance(*i));
        let passed_on = open.find(|i| i.origin == DamageOrigin::Deflect);
        passed_on.map_or_else(Vec::new, |i| {
            let own = i.with.and_then(|k| grounds::of(k).placed_together);
            [clause!("6.4.3")].into_iter().chain(own).collect()
        })
    }

    /// Counters that come on top at placement; they belong to no instance (6.5.4).
    pub(in crate::rules) fn put_extra(
        &mut self,
        unit: UnitIx,
        n: i32,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let before = self.table.unit(unit).damage;
        let after = before.saturating_add(n);
        self.table.unit_mut(unit).damage = after;
        let text = format!(
            "{n} further damage counter{} put on {}.",
            if n == 1 { " is" } else { "s are" },
            self.table.name(unit)
        );
        let change = Change::Damage {
            unit: self.table.unit(unit).id.clone(),
            from: before,
            to: after,
        };
        self.step(
            NewStep::of(StepKind::Place, text)
                .change(change)
                .resting_on(cites),
        )
        .map(drop)
    }

    /// What replacement effects add to so many counters put on a unit; several multiply (6.5.4).
    pub(in crate::rules) fn extra_for(&self, unit: UnitIx, placed: i32) -> Vec<(i32, Cite)> {
        let mut total = placed;
        let mut extra = Vec::new();
        for found in self.table.rules() {
            let StaticRule::ExtraCounters { on, each } = &found.rule else {
                continue;
            };
            if look::means(&self.table, &found.look, on, unit) {
                let n = total.saturating_mul(i32::from(*each)).min(MOST_DAMAGE);
                total = total.saturating_add(n);
                extra.push((n, found.cite.clone()));
            }
        }
        extra
    }

    /// What a source does in the attack to all units whose damage is placed together.
    fn placed_in_attack(&self, source: Option<UnitIx>) -> i32 {
        let open = self.table.open.iter().map(|i| self.table.instance(*i));
        let of_it = open.filter(|i| i.attack.is_some() && i.source == source);
        of_it.map(|i| i.placed).sum()
    }

    /// "Damages" triggers: at least one counter was placed (6.1).
    fn fire_damages(&mut self) -> Result<(), Stop> {
        let mut told = Vec::new();
        for i in self.table.open.clone() {
            let inst = self.table.instance(i).clone();
            if inst.placed > 0 {
                let first = inst.attack.is_some() && !told.contains(&inst.source);
                told.extend(first.then_some(inst.source));
                let in_attack = if first {
                    self.placed_in_attack(inst.source)
                } else {
                    0
                };
                self.fire(crate::rules::triggers::Happened::Damaged {
                    in_attack,
                    source: inst.source,
                    target: inst.target,
                    amount: inst.placed,
                    attack: inst.attack.is_some(),
                    using: [inst.with, inst.added_by],
                })?;
            }
        }
        Ok(())
    }
}
