//! How a card is paid for: by the build counters on it, by Force for what is missing, or by other
//! costs.

use crate::cardtext::{Ability, Cost, Grant, KeywordAbility, Static, StaticRule, Who};
use crate::clause;
use crate::game::Zone;
use crate::rulebook::ClauseId;
use crate::rules::effects::Cx;
use crate::rules::grounds;
use crate::rules::keyword::{self, Completion};
use crate::rules::look::{self, Look};
use crate::rules::price;
use crate::rules::run::{NewStep, Run, Stop, reason};
use crate::rules::setup;
use crate::rules::situation::StackPlace;
use crate::rules::table::{Unit, UnitIx};
use crate::rules::trace::{Cite, Reason, StepKind};

use super::Goal;

/// How a card is paid for.
pub(super) enum Payment {
    /// By the build counters on it.
    Counters(Price),
    /// Force for what is missing.
    Force(i32, [ClauseId; 2], Price),
    /// Other costs.
    Instead(Vec<Cost>, ClauseId),
}

/// The build counters that a card asks for, and why.
#[derive(Default)]
pub(super) struct Price {
    need: i32,
    /// The rules that make it another number than the build cost.
    clauses: Vec<ClauseId>,
    /// The lines that change it.
    lines: Vec<Cite>,
}

impl Run<'_> {
    /// Build counters asked for, and why: the build cost, or the cost of stacking (1.5.8), with
    /// what effects add to it or take from it. To stack a card is to deploy it (deploy.r1).
    fn price(&self, card: UnitIx, goal: Goal) -> Price {
        let (cost, lowered) = self.lowered_cost(card);
        let further = lowered.and_then(|c| grounds::of(c.keyword()?).lowered_further);
        let changes = price::changes(&self.table, card);
        let (need, mut clauses) = match goal {
            Goal::Alone(_) => (cost, lowered.into_iter().collect()),
            Goal::Stack(_, StackPlace::Below) => (1, vec![clause!("1.5.8")]),
            Goal::Stack(top, StackPlace::Above) => {
                let needed = (cost - self.table.unit(top).cost).max(0) + 1;
                let cheaper = self.table.unit(card).cost < self.table.unit(top).cost;
                let clauses = std::iter::once(clause!("1.5.8"))
                    .chain(cheaper.then_some(clause!("11.21")))
                    .chain(lowered);
                (needed, clauses.chain(further).collect::<Vec<_>>())
            }
        };
        if matches!(goal, Goal::Alone(_)) && !changes.is_empty() {
            clauses.extend(further);
        }
        let by: i32 = changes.iter().map(|(by, _)| by).sum();
        Price {
            need: need.saturating_add(by).max(0),
            clauses,
            lines: changes.into_iter().map(|(_, cite)| cite).collect(),
        }
    }

    /// Whether no build counters are asked for: the card needs none, or has another cost instead.
    pub(super) fn is_paid_without_counters(&self, card: UnitIx, goal: Goal) -> bool {
        let mut ways = self.completions(card).into_iter();
        self.price(card, goal).need == 0 || ways.any(|c| matches!(c, Completion::Instead(..)))
    }

    /// The build counters that complete a card by itself.
    pub(in crate::rules) fn needed_alone(&self, card: UnitIx) -> i32 {
        self.price(card, Goal::Alone(Zone::Build)).need
    }

    /// The build cost, and the clause of the keyword that lowers it.
    fn lowered_cost(&self, card: UnitIx) -> (i32, Option<ClauseId>) {
        let cost = self.table.unit(card).cost;
        self.completions(card)
            .into_iter()
            .filter_map(|c| match c {
                Completion::Costs(n, clause) => Some((n, Some(clause))),
                _ => None,
            })
            .min_by_key(|(n, _)| *n)
            .filter(|(n, _)| *n < cost)
            .unwrap_or((cost, None))
    }

    /// What a keyword of the card says, if it has one that says it.
    pub(in crate::rules) fn keyword_clause(
        &self,
        card: UnitIx,
        which: impl Fn(&keyword::KeywordDef) -> Option<ClauseId>,
    ) -> Option<ClauseId> {
        let copies = self.table.view(card).copies.iter();
        copies
            .filter_map(|c| c.keyword())
            .filter_map(|k| keyword::def(k.keyword))
            .find_map(which)
    }

    fn completions(&self, card: UnitIx) -> Vec<Completion> {
        let copies = self
            .table
            .view(card)
            .copies
            .iter()
            .filter(|c| c.off.is_none());
        copies
            .filter_map(|c| c.keyword())
            .chain(self.in_hand(card))
            .chain(self.given_to_itself(card))
            .filter_map(|k| {
                keyword::def(k.keyword)
                    .and_then(|d| d.completes)
                    .map(|f| f(&self.table, card, &k.value))
            })
            .collect()
    }

    /// The keywords printed on a card in hand, which are read before it is built.
    fn in_hand(&self, card: UnitIx) -> impl Iterator<Item = &KeywordAbility> {
        let unit = self.table.unit(card);
        let lines = unit.lines.iter().filter(|_| unit.zone == Zone::Hand);
        lines.flat_map(|l| &l.abilities).filter_map(|a| match &**a {
            Ability::Keyword(k) => Some(k),
            _ => None,
        })
    }

    /// What a partly built card gives itself as long as something holds: of all that only other
    /// ways to complete it work there (1.2.2).
    fn given_to_itself(&self, card: UnitIx) -> impl Iterator<Item = &KeywordAbility> {
        let unit = self.table.unit(card);
        let look = Look::from(&self.table, card);
        let abilities = unit.lines.iter().flat_map(|l| &l.abilities);
        abilities
            .filter(move |_| unit.zone == Zone::Build)
            .filter_map(move |a| match &**a {
                Ability::Static(Static {
                    condition: Some(condition),
                    rule:
                        StaticRule::Give {
                            who: Who::This,
                            grants,
                        },
                }) if look::holds(&self.table, &look, condition) => Some(grants),
                _ => None,
            })
            .flatten()
            .filter_map(|g| match g {
                Grant::Keyword(k) => Some(k),
                _ => None,
            })
    }

    /// How it can be paid for now, or all reasons why it cannot.
    pub(super) fn payment_for(&self, card: UnitIx, goal: Goal) -> Result<Payment, Vec<Reason>> {
        let unit = self.table.unit(card);
        let have = setup::build_counters(unit);
        let price = self.price(card, goal);
        let need = price.need;
        let own_step = self.in_build_step_of(unit.side) && self.table.attack().is_none();
        let mut reasons = Vec::new();
        if have >= need && own_step {
            return Ok(Payment::Counters(price));
        }
        for way in self.completions(card) {
            match way {
                Completion::ForceForRest(x, clause) => {
                    match self.force_for_rest(unit, (have, need), x, clause) {
                        Ok(force) => return Ok(Payment::Force(force, clause, price)),
                        Err(why) => reasons.push(why),
                    }
                }
                Completion::Instead(costs, [clause, whole]) if own_step => {
                    let why = self.instead_reasons(card, &costs, [clause, whole]);
                    if why.is_empty() {
                        return Ok(Payment::Instead(costs, clause));
                    }
                    reasons.extend(why);
                }
                _ => {}
            }
        }
        if !own_step {
            reasons.push(reason(
                clause!("2.3"),
                "cards are completed in their player's own build step",
            ));
        }
        if have < need {
            let text = format!("{} has {have} of {need} build counters", unit.name);
            let why = price.clauses.first().copied().unwrap_or(clause!("1.4"));
            reasons.push(reason(why, text));
            let name = &unit.name;
            reasons.extend(self.completions(card).into_iter().filter_map(|c| match c {
                Completion::Unmet(clause) => {
                    let text = format!("what would make {name} cheaper does not hold now");
                    Some(reason(clause, text))
                }
                _ => None,
            }));
        }
        Err(reasons)
    }

    /// All reasons why other costs cannot be paid in place of the build cost.
    fn instead_reasons(
        &self,
        card: UnitIx,
        costs: &[Cost],
        [clause, whole]: [ClauseId; 2],
    ) -> Vec<Reason> {
        let unit = self.table.unit(card);
        let look = Look::from(&self.table, card);
        let cx = Cx::of(look, unit.name.clone(), clause.into());
        let mut reasons: Vec<Reason> = costs
            .iter()
            .flat_map(|c| self.cost_reasons(c, &cx, unit.side))
            .collect();
        if !reasons.is_empty() {
            let text = format!(
                "the cost that {} may be completed with instead must be paid in full",
                unit.name
            );
            reasons.insert(0, reason(whole, text));
        }
        if unit.zone == Zone::Hand {
            reasons.extend(self.hand_reason(unit.side, costs, &cx.look));
        }
        reasons
    }

    /// The Force that stands for the build counters still missing, if there is enough of both.
    fn force_for_rest(
        &self,
        unit: &Unit,
        (have, need): (i32, i32),
        x: i32,
        [counters, force]: [ClauseId; 2],
    ) -> Result<i32, Reason> {
        let least = x.min(need);
        if have < least {
            let text = format!(
                "{} has {have} build counters, and needs {least} for this",
                unit.name
            );
            return Err(reason(counters, text));
        }
        let rest = (need - have).max(0);
        let pool = self.table.pool(unit.side).force;
        if rest > pool {
            let text = format!(
                "{rest} Force is missing to complete {}, and the {} has {pool}",
                unit.name,
                unit.side.name()
            );
            return Err(reason(force, text));
        }
        Ok(rest)
    }

    pub(super) fn pay_for(&mut self, card: UnitIx, payment: Payment) -> Result<(), Stop> {
        match payment {
            Payment::Counters(price) if price.clauses.is_empty() && price.lines.is_empty() => {
                Ok(())
            }
            Payment::Counters(price) => self.pay_by_counters(card, price),
            Payment::Force(n, clauses, price) => self.pay_by_force(card, n, clauses, price),
            Payment::Instead(costs, clause) => self.pay_instead(card, &costs, clause),
        }
    }

    fn pay_by_counters(&mut self, card: UnitIx, price: Price) -> Result<(), Stop> {
        let (side, name) = (self.table.side(card), self.table.name(card));
        let text = if price.lines.is_empty() {
            format!("{name} is paid for by the build counters on it.")
        } else {
            let need = price.need;
            format!("{name} needs {need} build counters and is paid for by those on it.")
        };
        let own: Vec<ClauseId> = price
            .clauses
            .iter()
            .flat_map(|c| self.completed(card, *c, 0))
            .collect();
        let step = NewStep::of(StepKind::Cost, text).by(side);
        let step = step.resting_on(price.clauses.into_iter().map(Cite::from));
        let changed = (!price.lines.is_empty()).then_some(clause!("1.4"));
        self.step(step.resting_on(price.lines).also(changed).also(own))
            .map(drop)
    }

    fn pay_by_force(
        &mut self,
        card: UnitIx,
        n: i32,
        [counters, force]: [ClauseId; 2],
        price: Price,
    ) -> Result<(), Stop> {
        let side = self.table.side(card);
        let changes = self.change_force(side, -n);
        let name = self.table.name(card);
        let text = format!("{} pays {n} Force to complete {name}.", side.name());
        let step = NewStep::of(StepKind::Cost, text)
            .by(side)
            .changes(changes)
            .on(counters);
        let own = self.completed(card, counters, n);
        let step = step.resting_on(price.lines);
        self.step(step.also(own).also([force])).map(drop)
    }

    fn pay_instead(&mut self, card: UnitIx, costs: &[Cost], clause: ClauseId) -> Result<(), Stop> {
        let side = self.table.side(card);
        let name = self.table.name(card).to_owned();
        let mut cx = Cx::of(
            Look::from(&self.table, card),
            name.as_str().into(),
            clause.into(),
        );
        for cost in costs {
            self.pay(cost, &mut cx, side)?;
        }
        let text = format!("{name} is completed for its other cost.");
        let own = self.completed(card, clause, 0);
        let step = NewStep::of(StepKind::Cost, text).by(side).on(clause);
        self.step(step.also(own)).map(drop)
    }

    /// What the keyword by which a card is paid for says of it.
    pub(super) fn completed(&self, card: UnitIx, clause: ClauseId, force: i32) -> Vec<ClauseId> {
        clause
            .keyword()
            .and_then(|k| grounds::of(k).completed)
            .map_or_else(Vec::new, |f| f(&self.table, card, force))
    }
}
