//! The prevention window (RULES 6.3).

use crate::clause;
use crate::rulebook::{ClauseId, Keyword};
use crate::rules::grounds;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::UnitIx;
use crate::rules::trace::{Change, Cite, StepKind};
use crate::rules::window::WindowId;

impl Run<'_> {
    pub(super) fn prevention_window(&mut self) -> Result<(), Stop> {
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
            .on(blind.always)
            .also(hidden);
            if pending == 0 {
                step = step.on(clause!("3.2.3"));
            }
            self.step(step)?;
            let attacker = self.table.attack().map(|a| a.attacker);
            let keyword = hidden.and_then(|c: ClauseId| c.keyword());
            self.account.applied.extend(attacker.zip(keyword));
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
        while crate::rules::run::is_play(self.peek()) {
            let crate::rules::act::Found::Act(act) = self.find_act() else {
                break;
            };
            let later = act.unit.is_some_and(|u| self.damage_ahead(u));
            if !act.timing.windows.contains(&WindowId::Prevention) || later {
                break;
            }
            let mut reasons = self.all_reasons(&act);
            if !reasons.iter().any(|r| r.clause == Some(clause!("6.3.9"))) {
                reasons.push(crate::rules::run::reason(
                    clause!("6.3.9"),
                    "no damage is pending that it could reduce",
                ));
            }
            self.refuse_play(reasons)?;
        }
        Ok(())
    }

    /// Takes damage off an instance.
    pub(in crate::rules) fn prevent(
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
            self.fire(crate::rules::triggers::Happened::Prevented {
                by,
                with,
                to: target,
            })?;
        }
        Ok(())
    }
}
