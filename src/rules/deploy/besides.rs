//! What a card asks for besides its build counters when it is completed, by its own text (1.1.5).

use crate::cardtext::{Ability, Cond, Cost, Limit, Static, StaticRule};
use crate::clause;
use crate::game::Zone;
use crate::rules::effects::Cx;
use crate::rules::look::{self, Look};
use crate::rules::mission;
use crate::rules::run::{Run, Stop, reason};
use crate::rules::setup;
use crate::rules::table::UnitIx;
use crate::rules::trace::{Cite, Reason};

use super::payment::Payment;

/// What is asked by one line.
struct Asked {
    costs: Vec<Cost>,
    only_if: Vec<Cond>,
    cite: Cite,
}

impl Run<'_> {
    /// What the lines of a card ask now, or the text of a Mission that takes effect once.
    fn asked(&self, card: UnitIx) -> Vec<Asked> {
        let unit = self.table.unit(card);
        if let Some(text) = mission::played_once(unit) {
            let holds = |limit: Limit| match limit {
                Limit::If(cond) => Some(cond),
                _ => None,
            };
            let asks = Asked {
                costs: text.costs,
                only_if: text.limits.into_iter().filter_map(holds).collect(),
                cite: setup::card_cite(&unit.name),
            };
            return vec![asks];
        }
        let look = Look::from(&self.table, card);
        let holds = |c: &Option<Cond>| c.iter().all(|c| look::holds(&self.table, &look, c));
        let mut all = Vec::new();
        for line in &unit.lines {
            for ability in &line.abilities {
                if let Ability::Static(Static {
                    condition,
                    rule: StaticRule::Completing { costs, only_if },
                }) = &**ability
                    && holds(condition)
                {
                    all.push(Asked {
                        costs: costs.clone(),
                        only_if: only_if.iter().cloned().collect(),
                        cite: line.cite.clone(),
                    });
                }
            }
        }
        all
    }

    /// Why what the card asks for besides cannot be had, beside what is paid for it already.
    pub(super) fn besides_reasons(&self, card: UnitIx, payment: &Payment) -> Vec<Reason> {
        let unit = self.table.unit(card);
        let look = Look::from(&self.table, card);
        let all = self.asked(card);
        if all.is_empty() {
            return Vec::new();
        }
        let (mut costs, force) = match payment {
            Payment::Counters(_) => (Vec::new(), 0),
            Payment::Force(force, ..) => (Vec::new(), *force),
            Payment::Instead(costs, _) => (costs.clone(), 0),
        };
        let mut reasons = Vec::new();
        for asks in all {
            let holds = |c: &Cond| look::holds(&self.table, &look, c);
            if !asks.only_if.iter().all(holds) {
                let text = format!("what {} asks for to be completed does not hold", unit.name);
                reasons.push(reason(clause!("1.1.5"), text));
            }
            let cx = Cx::of(look.clone(), unit.name.clone(), asks.cite);
            let unpaid = asks
                .costs
                .iter()
                .flat_map(|c| self.cost_reasons(c, &cx, unit.side));
            reasons.extend(unpaid);
            costs.extend(asks.costs);
        }
        if reasons.is_empty() {
            let cx = Cx::of(look, unit.name.clone(), setup::card_cite(&unit.name));
            reasons = self.together_reasons(&costs, force, &cx, unit.side);
            if unit.zone == Zone::Hand {
                reasons.extend(self.hand_reason(unit.side, &costs, &cx.look));
            }
        }
        reasons
    }

    /// What the card asks for besides is paid; what a Mission asks is paid with its text.
    pub(super) fn pay_besides(&mut self, card: UnitIx) -> Result<(), Stop> {
        let unit = self.table.unit(card).clone();
        if mission::played_once(&unit).is_some() {
            return Ok(());
        }
        for asks in self.asked(card) {
            let look = Look::from(&self.table, card);
            let mut cx = Cx::of(look, unit.name.clone(), asks.cite);
            for cost in &asks.costs {
                self.pay(cost, &mut cx, unit.side)?;
            }
        }
        Ok(())
    }
}
