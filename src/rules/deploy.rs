//! Completing cards (RULES 1.5, 2.3): deploying, stacking, and the other ways to pay for it.

use crate::cardtext::{Ability, Cost, Grant, KeywordAbility, OffBoard, Static, StaticRule, Who};
use crate::clause;
use crate::game::{CardType, CounterKind, Side, Zone};
use crate::rulebook::{ClauseId, Keyword};

use super::battle::base_name;
use super::effects::Cx;
use super::grounds;
use super::keyword::{self, Completion};
use super::look::{self, Look};
use super::price;
use super::run::{NewStep, Run, Stop, reason};
use super::setup;
use super::situation::{Handle, StackPlace};
use super::table::{CopyId, SubCard, Unit, UnitIx};
use super::trace::{Change, Cite, Reason, StepKind};
use super::triggers::Happened;

/// A stack has at most so many cards (1.5.5).
const STACK_LIMIT: usize = 4;

/// How a card is paid for.
enum Payment {
    /// By the build counters on it.
    Counters(Price),
    /// Force for what is missing.
    Force(i32, [ClauseId; 2], Price),
    /// Other costs.
    Instead(Vec<Cost>, ClauseId),
}

/// The build counters that a card asks for, and why.
#[derive(Default)]
struct Price {
    need: i32,
    /// The rules that make it another number than the build cost.
    clauses: Vec<ClauseId>,
    /// The lines that change it.
    lines: Vec<Cite>,
}

/// Where a card goes.
#[derive(Clone, Copy)]
enum Goal {
    /// By itself into a zone.
    Alone(Zone),
    /// Onto or under a unit.
    Stack(UnitIx, StackPlace),
}

impl Run<'_> {
    /// Completes a card, in the build step or, by Hidden Cost, at almost any time.
    pub(super) fn play_deploy(
        &mut self,
        handle: &Handle,
        to: Option<Zone>,
        on: Option<&Handle>,
        place: Option<StackPlace>,
    ) -> Result<(), Stop> {
        let Some(card) = self.table.find(handle) else {
            return self.misfit(format!("there is no card `{handle}`"));
        };
        let goal = match on {
            None => Goal::Alone(self.home_of(card, to)),
            Some(h) => match self.table.find(h) {
                Some(top) => Goal::Stack(top, place.unwrap_or_else(|| self.usual_place(card, top))),
                None => return self.misfit(format!("there is no unit `{h}`")),
            },
        };
        let mut reasons = self.goal_reasons(card, goal);
        if self.nothing_follows() {
            reasons.push(self.no_chance_reason());
        }
        let payment = match self.payment_for(card, goal) {
            Ok(payment) => payment,
            Err(why) => {
                reasons.extend(why);
                Payment::Counters(Price::default())
            }
        };
        self.concerned.insert((OffBoard::BuildCosts, card));
        if let Goal::Stack(top, _) = goal {
            self.concerned.insert((OffBoard::Construction, top));
        }
        if !reasons.is_empty() {
            self.note_unread_ways(card);
            return self.refuse("deploy", handle.to_string(), super::run::unique(reasons));
        }
        self.take();
        self.note_besides(card);
        self.pay_for(card, payment)?;
        match goal {
            Goal::Alone(zone) => self.complete_alone(card, zone),
            Goal::Stack(top, place) => self.complete_onto(card, top, place),
        }
    }

    /// A line that asks for something besides build counters is not modelled: whoever completes the
    /// card would have to pay it.
    fn note_besides(&mut self, card: UnitIx) {
        let lines = self.table.unit(card).lines.iter();
        let asking: Vec<String> = lines
            .filter(|l| l.abilities.iter().any(|a| price::asks_besides(a)))
            .map(|l| l.printed.to_string())
            .collect();
        self.unread_played
            .extend(asking.into_iter().map(|line| (Some(card), line)));
    }

    fn home_of(&self, card: UnitIx, to: Option<Zone>) -> Zone {
        let home = self
            .table
            .unit(card)
            .types
            .iter()
            .find_map(|t| t.arena())
            .map(Zone::from);
        to.or(home).unwrap_or(Zone::Build)
    }

    /// On top if it is dearer than the present top card, else under it.
    fn usual_place(&self, card: UnitIx, top: UnitIx) -> StackPlace {
        if self.table.unit(card).cost > self.table.unit(top).cost {
            StackPlace::Above
        } else {
            StackPlace::Below
        }
    }

    /// All reasons against the place it is to go to.
    fn goal_reasons(&self, card: UnitIx, goal: Goal) -> Vec<Reason> {
        let unit = self.table.unit(card);
        let mut reasons = super::build::not_built(unit);
        if unit.zone != Zone::Build || !(unit.is_face_down() || unit.cost == 0) {
            reasons.push(reason(
                clause!("2.3"),
                format!("{} is not partly built in the build zone", unit.name),
            ));
            let abilities = unit.lines.iter().flat_map(|l| &l.abilities);
            let own = abilities.filter_map(|a| match &**a {
                Ability::Keyword(k) => grounds::of(k.keyword).partly_built,
                _ => None,
            });
            let text = format!("{} has no build counters yet", unit.name);
            reasons.extend(own.map(|clause| reason(clause, text.clone())));
        }
        match goal {
            Goal::Alone(zone) => {
                let fits = unit
                    .types
                    .iter()
                    .any(|t| t.arena().map(Zone::from) == Some(zone));
                let fights = unit.types.iter().any(|t| t.arena().is_some());
                if fights && !fits {
                    reasons.push(reason(
                        clause!("1.3"),
                        format!("{} does not fight in {}", unit.name, zone.name()),
                    ));
                }
                if unit.types.contains(&CardType::Location) && zone.arena().is_none() {
                    reasons.push(reason(
                        clause!("1.3.location"),
                        format!("{} lies in an arena: say which with `to`", unit.name),
                    ));
                }
            }
            Goal::Stack(top, place) => reasons.extend(self.stack_reasons(card, top, place)),
        }
        reasons
    }

    fn stack_reasons(&self, card: UnitIx, top: UnitIx, place: StackPlace) -> Vec<Reason> {
        let (c, t) = (self.table.unit(card), self.table.unit(top));
        let mut reasons = Vec::new();
        let same = c.unique && t.unique && base_name(&c.name) == base_name(&t.name);
        let listed = self.lists(top, card);
        let listing = grounds::listing(&self.table, top);
        if !same && listed.is_none() {
            let text = format!(
                "{} and {} are not versions of one unique unit",
                c.name, t.name
            );
            reasons.push(reason(clause!("1.5.5"), text));
            reasons.extend(self.aboard_reasons(card));
            let others = listing.map(|l| l.others);
            let text = format!("{} is not among the cards that {} lists", c.name, t.name);
            reasons.extend(others.map(|clause| reason(clause, text)));
        }
        let twin = t
            .under
            .iter()
            .find(|u| c.unique && base_name(&u.name) == base_name(&c.name));
        if let (false, Some(listing), Some(twin)) = (same, listing, twin) {
            let text = format!("{} lies under {} already", twin.name, t.name);
            reasons.push(reason(listing.once, text));
        }
        if let Some(clause) = listed.filter(|_| !same && place == StackPlace::Above) {
            let text = format!("{} can only lie under {}", c.name, t.name);
            reasons.push(reason(clause, text));
        }
        if c.side != t.side {
            reasons.push(reason(
                clause!("1.5.5"),
                format!("{} is not a unit of the same player", t.name),
            ));
        }
        if t.under.len() + 1 >= STACK_LIMIT {
            let text = format!(
                "the stack of {} has {} cards already",
                t.name,
                t.under.len() + 1
            );
            reasons.push(reason(clause!("1.5.5"), text.clone()));
            if t.under.len() + 1 > STACK_LIMIT {
                reasons.push(reason(clause!("1.5.11"), text.clone()));
            }
            let limit = listing.filter(|_| listed.is_some()).map(|l| l.limit);
            reasons.extend(limit.map(|clause| reason(clause, text)));
        }
        let there = *c.name == *t.name || t.under.iter().any(|u| *u.name == *c.name);
        if same && there && listed.is_some() {
            reasons.push(reason(
                clause!("1.5.5"),
                format!("{} is in the stack already", c.name),
            ));
        }
        let cheaper = c.cost < t.cost;
        if place == StackPlace::Above
            && cheaper
            && self.table.reading(clause!("11.21")) == Some("under-only")
        {
            reasons.push(reason(
                clause!("11.21"),
                format!(
                    "{} is cheaper than {} and may only go under it",
                    c.name, t.name
                ),
            ));
        }
        reasons
    }

    /// What the keywords of a Pilot say against deploying it straight onto a unit.
    fn aboard_reasons(&self, card: UnitIx) -> Vec<Reason> {
        let unit = self.table.unit(card);
        let abilities = unit.lines.iter().flat_map(|l| &l.abilities);
        let keywords: Vec<Keyword> = abilities
            .filter_map(|a| match &**a {
                Ability::Keyword(k) => Some(k.keyword),
                _ => None,
            })
            .collect();
        let rides = |k: &Keyword| keyword::def(*k).is_some_and(|d| d.while_piloting);
        if !keywords.iter().any(rides) {
            return Vec::new();
        }
        let text = format!(
            "{} is deployed first, and may pilot a unit later",
            unit.name
        );
        keywords
            .iter()
            .filter_map(|k| grounds::of(*k).not_aboard)
            .map(|clause| reason(clause, text.clone()))
            .collect()
    }

    /// The clause by which a keyword of the top card lets the card lie under it.
    fn lists(&self, top: UnitIx, card: UnitIx) -> Option<ClauseId> {
        let copies = self.table.view(top).copies.iter();
        copies.filter_map(|c| c.keyword()).find_map(|k| {
            let stacks = keyword::def(k.keyword)?.stacks?;
            stacks(&self.table, top, &k.value, card)
        })
    }

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

    /// The build counters that complete a card by itself.
    pub(super) fn needed_alone(&self, card: UnitIx) -> i32 {
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
    pub(super) fn keyword_clause(
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

    /// A line that was not understood could be another way to complete the card.
    fn note_unread_ways(&mut self, card: UnitIx) {
        let abilities = self
            .table
            .unit(card)
            .lines
            .iter()
            .flat_map(|l| &l.abilities);
        let ways: Vec<String> = abilities
            .filter_map(|a| match &**a {
                Ability::Unknown(u) => Some(u),
                _ => None,
            })
            .filter(|u| {
                let mut named = u.keywords.iter().filter_map(|k| keyword::def(*k));
                named.any(|d| d.completes.is_some())
            })
            .map(|u| u.words.clone())
            .collect();
        let needed = ways.into_iter().map(|words| (card, words));
        self.unread_needed.extend(needed);
    }

    /// How it can be paid for now, or all reasons why it cannot.
    fn payment_for(&self, card: UnitIx, goal: Goal) -> Result<Payment, Vec<Reason>> {
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
                Completion::Instead(costs, clause) if own_step => {
                    let cx = Cx::of(
                        Look::from(&self.table, card),
                        unit.name.clone(),
                        clause.into(),
                    );
                    let why: Vec<Reason> = costs
                        .iter()
                        .flat_map(|c| self.cost_reasons(c, &cx, unit.side))
                        .collect();
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
        }
        Err(reasons)
    }

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

    fn pay_for(&mut self, card: UnitIx, payment: Payment) -> Result<(), Stop> {
        let side = self.table.side(card);
        let name = self.table.name(card).to_owned();
        match payment {
            Payment::Counters(price) if price.clauses.is_empty() && price.lines.is_empty() => {
                Ok(())
            }
            Payment::Counters(price) => {
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
            Payment::Force(n, clause, price) => {
                let changes = self.change_force(side, -n);
                let text = format!("{} pays {n} Force to complete {name}.", side.name());
                let step = NewStep::of(StepKind::Cost, text)
                    .by(side)
                    .changes(changes)
                    .on(clause[0]);
                let own = self.completed(card, clause[0], n);
                let step = step.resting_on(price.lines);
                self.step(step.also(own).also([clause[1]])).map(drop)
            }
            Payment::Instead(costs, clause) => {
                let mut cx = Cx::of(
                    Look::from(&self.table, card),
                    name.as_str().into(),
                    clause.into(),
                );
                for cost in &costs {
                    self.pay(cost, &mut cx, side)?;
                }
                let text = format!("{name} is completed for its other cost.");
                let own = self.completed(card, clause, 0);
                let step = NewStep::of(StepKind::Cost, text).by(side).on(clause);
                self.step(step.also(own)).map(drop)
            }
        }
    }

    /// What the keyword by which a card is paid for says of it.
    fn completed(&self, card: UnitIx, clause: ClauseId, force: i32) -> Vec<ClauseId> {
        clause
            .keyword()
            .and_then(|k| grounds::of(k).completed)
            .map_or_else(Vec::new, |f| f(&self.table, card, force))
    }

    fn complete_alone(&mut self, card: UnitIx, zone: Zone) -> Result<(), Stop> {
        let unit = self.table.unit(card).clone();
        self.table
            .unit_mut(card)
            .counters
            .remove(&CounterKind::Build);
        if unit.types.contains(&CardType::Mission) {
            self.complete_mission(card, &unit)?;
            self.fire(Happened::Completed(card))?;
            return self.settle_triggers();
        }
        if unit.types.contains(&CardType::Location) {
            self.replace_location(card, zone)?;
        }
        self.table.unit_mut(card).zone = zone;
        self.refresh();
        let verb = if unit.is_unit() {
            "is deployed into"
        } else {
            "is completed and lies in"
        };
        let text = format!("{} {verb} {}.", unit.name, zone.name());
        let change = Change::Zone {
            unit: unit.id.clone(),
            from: Zone::Build,
            to: zone,
        };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, card)
            .change(change)
            .on(clause!("2.3"));
        let again = self.table.all().map(|u| self.table.unit(u)).any(|o| {
            unit.unique
                && o.unique
                && o.zone == Zone::Discard
                && o.side == unit.side
                && base_name(&o.name) == base_name(&unit.name)
        });
        let row = match unit.side {
            Side::Dark => clause!("2.2.C2"),
            Side::Light => clause!("2.2.C4"),
        };
        let row = self.in_build_step_of(unit.side).then_some(row);
        let step = step.also(again.then_some(clause!("1.5.3"))).also(row);
        let kept = self.keyword_clause(card, |d| d.completed);
        self.step(step.resting_on(kept.map(super::trace::Cite::from)))?;
        if !unit.is_unit() {
            self.fire(Happened::Completed(card))?;
            return self.settle_triggers();
        }
        self.fire(Happened::Deployed(card))?;
        self.second_of_its_name(card)?;
        self.arrive(card)?;
        self.settle_triggers()?;
        self.contests()
    }

    /// A Location stays until another one replaces it.
    fn replace_location(&mut self, card: UnitIx, zone: Zone) -> Result<(), Stop> {
        let old: Vec<UnitIx> = self
            .table
            .all()
            .filter(|u| {
                let other = self.table.unit(*u);
                *u != card && other.types.contains(&CardType::Location) && other.zone == zone
            })
            .collect();
        for location in old {
            self.discard_alone(location, vec![clause!("1.3.location").into()])?;
        }
        Ok(())
    }

    /// Of two units of one unique name of a player the one deployed last is discarded (1.5.2).
    fn second_of_its_name(&mut self, card: UnitIx) -> Result<(), Stop> {
        if self.twin_of(card).is_some() {
            self.discard_alone(card, vec![clause!("1.5.2").into()])?;
        }
        Ok(())
    }

    /// Puts a card onto or under a unit. The unit keeps its handle, its counters and its tap; the
    /// new top card's name, numbers and text hold from now on (1.5.6).
    fn complete_onto(&mut self, card: UnitIx, top: UnitIx, place: StackPlace) -> Result<(), Stop> {
        let new = self.table.unit(card).clone();
        let laid = setup::as_subcard(&mut self.table, card);
        let zone = self.table.unit(top).zone;
        let old_name = self.table.name(top).to_owned();
        let before = grounds::listing(&self.table, top);
        match place {
            StackPlace::Below => self.table.unit_mut(top).under.push(laid),
            StackPlace::Above => self.swap_top(card, top, &new, laid),
        }
        self.table.hand_over(card, top);
        self.refresh();
        let where_ = if place == StackPlace::Above {
            "on top of"
        } else {
            "under"
        };
        let text = format!("{} goes {where_} {old_name}.", new.name);
        let change = Change::Zone {
            unit: new.id.clone(),
            from: Zone::Build,
            to: zone,
        };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, top)
            .change(change);
        let same = base_name(&new.name) == base_name(&old_name);
        let listed = grounds::listing(&self.table, top).filter(|_| !same);
        let step = match listed {
            Some(listed) => step
                .on(listed.under)
                .on(clause!("1.5.7"))
                .also((!new.unique).then_some(listed.common)),
            None => {
                let apart = self.table.unit(top).beneath > 0;
                step.on(clause!("1.5.5"))
                    .on(clause!("1.5.7"))
                    .also(apart.then_some(clause!("1.5.12")))
            }
        };
        self.step(step)?;
        self.leave_what_does_not_fit(top, before)?;
        self.laid_under = (place == StackPlace::Below).then_some(top);
        self.fire(Happened::Deployed(top))?;
        self.laid_under = None;
        self.settle_triggers()?;
        self.check_health()
    }

    /// Cards that cannot be stacked with the present top card go to their owner's discard pile:
    /// under a new top card, or under one that has lost its list.
    fn leave_what_does_not_fit(
        &mut self,
        top: UnitIx,
        before: Option<grounds::Listed>,
    ) -> Result<(), Stop> {
        let Some(before) = before else {
            return Ok(());
        };
        let unit = self.table.unit(top).clone();
        let own = base_name(&unit.name);
        let (stay, leave): (Vec<SubCard>, Vec<SubCard>) = unit
            .under
            .iter()
            .cloned()
            .partition(|c| base_name(&c.name) == own || grounds::listed(&self.table, top, c));
        if leave.is_empty() {
            return Ok(());
        }
        self.table.unit_mut(top).under = stay;
        self.table.pool_mut(unit.owner).discard += i32::try_from(leave.len()).unwrap_or(0);
        self.refresh();
        for card in leave {
            let text = format!(
                "{} cannot lie under {} and goes to the discard pile.",
                card.name, unit.name
            );
            let step = NewStep::of(StepKind::Discard, text).unit(&self.table, top);
            self.step(step.on(before.lost))?;
        }
        Ok(())
    }

    /// Units that had a list of what may lie under them and have it no longer (stack.8).
    pub(super) fn check_lists(&mut self) -> Result<(), Stop> {
        for top in self.table.all().collect::<Vec<_>>() {
            let unit = self.table.unit(top);
            let stacked = unit.unique && unit.is_unit() && !unit.under.is_empty();
            let now = grounds::listing(&self.table, top).filter(|_| stacked);
            let before = match now {
                Some(listed) => self.lists.insert(top, listed),
                None => self.lists.remove(&top),
            };
            if stacked && now.is_none() {
                self.leave_what_does_not_fit(top, before)?;
            }
        }
        Ok(())
    }

    fn swap_top(&mut self, card: UnitIx, top: UnitIx, new: &Unit, laid: SubCard) {
        let old = setup::as_subcard(&mut self.table, top);
        self.table.uses_follow(&old.lines, &|n, k| {
            (CopyId::own(top, n, k), CopyId::carried(old.serial, n, k))
        });
        self.table.uses_follow(&laid.lines, &|n, k| {
            (CopyId::own(card, n, k), CopyId::own(top, n, k))
        });
        let unit = self.table.unit_mut(top);
        unit.under.insert(0, old);
        unit.name = laid.name;
        unit.subtypes = laid.subtypes;
        unit.types.clone_from(&new.types);
        unit.cost = laid.cost;
        unit.speed = laid.speed;
        unit.power = laid.power;
        unit.health = laid.health;
        unit.lines = laid.lines;
        unit.card_side = new.card_side;
    }
}
