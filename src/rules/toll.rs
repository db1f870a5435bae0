//! What has to be paid for an attack on a unit, whatever makes the attack (RULES 3.3.4).

use std::rc::Rc;

use crate::cardtext::{Cost, StaticRule, Who};
use crate::clause;

use super::effects::Cx;
use super::look::{self, Look};
use super::run::{NewStep, Run, Stop};
use super::table::{Table, UnitIx};
use super::trace::{Cite, Reason, StepKind};

/// What a text asks to be paid for an attack.
#[derive(Clone, Debug)]
struct Toll {
    costs: Vec<Cost>,
    /// It is for the attack on that unit; else for attacking at all, which is paid for once.
    for_target: bool,
    printed: Rc<str>,
    cite: Cite,
}

/// What the attacker's player has to pay so that it can attack the unit.
fn tolls(table: &Table, attacker: UnitIx, unit: UnitIx) -> Vec<Toll> {
    let mut all = Vec::new();
    for found in table.rules() {
        let StaticRule::AttackCost { who, target, costs } = found.rule else {
            continue;
        };
        // A unit that attacks out of the build zone, or is attacked there, is meant too.
        let means = |who: &Who, ix| look::means_unless_elsewhere(table, &found.look, who, ix);
        if means(&who, attacker) && target.as_ref().is_none_or(|t| means(t, unit)) {
            all.push(Toll {
                costs,
                for_target: target.is_some(),
                printed: found.printed,
                cite: found.cite,
            });
        }
    }
    all
}

fn payer(table: &Table, attacker: UnitIx) -> Look {
    Look {
        that: vec![attacker],
        ..Look::of(table.side(attacker))
    }
}

/// Whether all of it can be paid together.
fn can_be_paid(table: &Table, attacker: UnitIx, tolls: &[Toll]) -> bool {
    let look = payer(table, attacker);
    let (mut force, mut build_points) = (0_i32, 0_i32);
    for cost in tolls.iter().flat_map(|t| &t.costs) {
        match cost {
            Cost::Force(n) => force = force.saturating_add(look::value(table, &look, n)),
            Cost::BuildPoints(n) => {
                build_points = build_points.saturating_add(look::value(table, &look, n));
            }
            // The reader takes no other cost for one of attacking.
            _ => return false,
        }
    }
    let pool = table.pool(look.you);
    force <= pool.force && build_points <= pool.build_points
}

/// That the cost of attacking the unit cannot be paid: then it cannot be attacked.
#[must_use]
pub(super) fn unpayable(table: &Table, attacker: UnitIx, unit: UnitIx) -> Option<Reason> {
    let tolls = tolls(table, attacker, unit);
    (!can_be_paid(table, attacker, &tolls)).then(|| {
        let text = format!("the cost of attacking {} cannot be paid", table.name(unit));
        Reason::by(clause!("3.3.4"), text)
    })
}

impl Run<'_> {
    /// Pays what an attack on the unit costs. Returns whether the unit can be attacked.
    pub(super) fn pay_to_attack(&mut self, attacker: UnitIx, unit: UnitIx) -> Result<bool, Stop> {
        let tolls = tolls(&self.table, attacker, unit);
        self.pay_tolls(attacker, unit, &tolls)
    }

    /// The same where the unit becomes the defender of an attack that is being made: what was paid
    /// for attacking at all is not paid again (7.1.2).
    pub(super) fn pay_for_new_defender(
        &mut self,
        attacker: UnitIx,
        unit: UnitIx,
    ) -> Result<bool, Stop> {
        let mut tolls = tolls(&self.table, attacker, unit);
        tolls.retain(|t| t.for_target);
        self.pay_tolls(attacker, unit, &tolls)
    }

    fn pay_tolls(&mut self, attacker: UnitIx, unit: UnitIx, tolls: &[Toll]) -> Result<bool, Stop> {
        let look = payer(&self.table, attacker);
        let side = look.you;
        let able = can_be_paid(&self.table, attacker, tolls);
        // All is promised before any of it is paid.
        for toll in tolls {
            let mut cx = Cx::of(look.clone(), Rc::clone(&toll.printed), toll.cite.clone());
            if !able || !self.choose_yes(side, &mut cx)? {
                let text = format!(
                    "{} cannot be attacked by {}: the cost is not paid.",
                    self.table.name(unit),
                    self.table.name(attacker)
                );
                self.toll_step(toll, attacker, text)?;
                return Ok(false);
            }
        }
        for toll in tolls {
            let text = format!("The cost of attacking {} is paid.", self.table.name(unit));
            self.toll_step(toll, attacker, text)?;
            let mut cx = Cx::of(look.clone(), Rc::clone(&toll.printed), toll.cite.clone());
            for cost in &toll.costs {
                self.pay(cost, &mut cx, side)?;
            }
        }
        // What was paid may have been the health of a unit (6.2.5).
        self.refresh();
        self.check_health()?;
        let gone = |u: &UnitIx| !self.table.unit(*u).zone.on_table();
        let Some(gone) = [attacker, unit].into_iter().find(gone) else {
            return Ok(true);
        };
        let text = format!(
            "{} is no longer there, so there is no attack.",
            self.table.name(gone)
        );
        let step = NewStep::of(StepKind::Note, text).unit(&self.table, gone);
        self.step(step.on(clause!("3.2.4")))?;
        Ok(false)
    }

    fn toll_step(&mut self, toll: &Toll, attacker: UnitIx, text: String) -> Result<(), Stop> {
        let step = NewStep::of(StepKind::Note, text)
            .by(self.table.side(attacker))
            .ability(toll.printed.as_ref());
        let step = step.resting_on([toll.cite.clone()]);
        self.step(step.on(clause!("3.3.4"))).map(drop)
    }
}
