//! The unit a play is aimed at, where its "play only" sentences ask something of that unit: it is
//! chosen when the card or ability is announced (4.3.a), and only a unit that fits is offered.

use crate::cardtext::{Cond, Filter, Limit, Num, Place, Quantity, Selector, Trait, Who};
use crate::clause;

use super::act::{Act, ActKind};
use super::choices::choice;
use super::payer::takes_units;
use super::run::{Run, Stop, reason, unique};
use super::situation::{Answer, Handle, Play};
use super::table::UnitIx;
use super::trace::{Choice, Reason, RequestKind};

/// A unit a play could be aimed at, and what speaks against it.
type Candidate = (Handle, Vec<Reason>);

impl Run<'_> {
    /// Whether the play still has to say which unit it is aimed at, and a limit depends on that.
    pub(super) fn lacks_limited_target(&self, act: &Act) -> bool {
        let plays = matches!(act.kind, ActKind::Ability | ActKind::Card);
        let named = act.aim.on.len() > usize::from(self.payer_on(act).is_some());
        plays
            && !named
            && act.ability.limits.iter().any(asks_of_target)
            && one_chosen(act).is_some()
    }

    /// Tries a play whose target its limits speak of.
    pub(super) fn attempt_for_target(&mut self, act: &Act) -> Result<bool, Stop> {
        let reasons = self.reasons_for_any_target(act);
        if !reasons.is_empty() {
            self.refuse_play(reasons)?;
            return Ok(false);
        }
        self.take();
        let act = self.with_target(act.clone())?;
        self.carry_out_act(&act)?;
        Ok(true)
    }

    /// The play with its target, if it still has to say it.
    pub(super) fn with_target(&mut self, act: Act) -> Result<Act, Stop> {
        if !self.lacks_limited_target(&act) {
            return Ok(act);
        }
        let candidates = self.candidates(&act);
        let target = self.choose_target(&act, candidates)?;
        Ok(aimed_at(&act, target))
    }

    /// All reasons against the play, with the best target where it still has to say one.
    pub(super) fn reasons_with_a_target(&self, act: &Act) -> Vec<Reason> {
        if self.lacks_limited_target(act) {
            self.reasons_for_any_target(act)
        } else {
            self.all_reasons(act)
        }
    }

    /// All reasons against the play, whichever unit it is aimed at; none if some unit fits.
    pub(super) fn reasons_for_any_target(&self, act: &Act) -> Vec<Reason> {
        let candidates = self.candidates(act);
        if candidates.iter().any(|(_, reasons)| reasons.is_empty()) {
            Vec::new()
        } else {
            against_all(self, act, candidates)
        }
    }

    /// Its one target is chosen when it is announced (4.3.a): where the play names none, the unit
    /// whose damage it is played against, also if that unit itself is the cost.
    pub(super) fn aimed_at_damaged(&self, act: &Act, instance: Option<usize>) -> Act {
        let (Some(instance), Some(selector)) = (instance, one_chosen(act)) else {
            return act.clone();
        };
        let prevents = super::act::prevent_target(&act.ability.effect)
            .is_some_and(|who| matches!(who, Who::Units(s) if s == selector));
        if !prevents || !act.aim.on.is_empty() || act.ability.costs.iter().any(takes_units) {
            return act.clone();
        }
        let unit = self.table.instance(instance).target;
        let look = self.cx_of(act).look;
        if super::look::fits(&self.table, &look, &selector.filter, unit) {
            aimed_at(act, self.table.unit(unit).id.clone())
        } else {
            act.clone()
        }
    }

    fn candidates(&self, act: &Act) -> Vec<Candidate> {
        let Some(selector) = one_chosen(act) else {
            return Vec::new();
        };
        let looks = self.payer_looks(act);
        let units = looks
            .iter()
            .flat_map(|look| super::look::fitting(&self.table, look, &selector.filter));
        let mut found: Vec<UnitIx> = Vec::new();
        for unit in units {
            if !found.contains(&unit) {
                found.push(unit);
            }
        }
        let handle = |unit: UnitIx| self.table.unit(unit).id.clone();
        found
            .into_iter()
            .map(|unit| (handle(unit), self.all_reasons(&aimed_at(act, handle(unit)))))
            .collect()
    }

    fn choose_target(&mut self, act: &Act, candidates: Vec<Candidate>) -> Result<Handle, Stop> {
        // Another answer may be for what the effect asks.
        let answered = match self.peek() {
            Some(Play::Choose {
                answer: Answer::Text(word),
                ..
            }) => candidates.iter().any(|(h, _)| h.as_str() == word),
            _ => false,
        };
        let mut legal = candidates.iter().filter(|(_, reasons)| reasons.is_empty());
        if let (Some((only, _)), None, false) = (legal.next(), legal.next(), answered) {
            return Ok(only.clone());
        }
        match self.answer(act.side)? {
            Some(Answer::Text(word)) => {
                let named = candidates.into_iter().find(|(h, _)| h.as_str() == word);
                match named {
                    Some((unit, reasons)) => match reasons.into_iter().next() {
                        None => Ok(unit),
                        Some(why) => self.misfit_back(why.text),
                    },
                    None => {
                        self.misfit_back(format!("`{word}` is not among the units to choose from"))
                    }
                }
            }
            Some(_) => self.misfit_back("a unit was asked for".to_owned()),
            None => {
                let options = candidates.into_iter().map(|c| self.option_of(c)).collect();
                let asks = format!("Which unit, for \"{}\"?", act.printed);
                self.ask(RequestKind::Choice, act.side, asks, None, options)
            }
        }
    }

    fn option_of(&self, (unit, reasons): Candidate) -> Choice {
        let name = self
            .table
            .find(&unit)
            .map(|u| self.table.name(u).to_owned());
        Choice {
            legal: reasons.is_empty(),
            reasons,
            ..choice(&name.unwrap_or_default(), Answer::Text(unit.to_string()))
        }
    }
}

fn against_all(run: &Run<'_>, act: &Act, candidates: Vec<Candidate>) -> Vec<Reason> {
    let mut all: Vec<Reason> = candidates.into_iter().flat_map(|(_, why)| why).collect();
    if all.is_empty() {
        all = run.all_reasons(act);
    }
    if all.is_empty() {
        all.push(reason(
            clause!("4.3.a"),
            "there is no unit it could be aimed at",
        ));
    }
    unique(all)
}

fn aimed_at(act: &Act, unit: Handle) -> Act {
    let mut act = act.clone();
    act.aim.on.push(unit);
    act
}

/// The one unit that the effect chooses.
fn one_chosen(act: &Act) -> Option<&Selector> {
    super::cost::first_target(&act.ability.effect)
        .filter(|s| s.quantity == Quantity::Choose(Num::Const(1)))
}

/// Whether the limit is about the unit that is chosen.
fn asks_of_target(limit: &Limit) -> bool {
    match limit {
        Limit::Target(_) => true,
        Limit::If(cond) => speaks_of_that(cond),
        Limit::Attacking(who, of) | Limit::Attacked(who, of) => {
            *who == Who::That || of.as_ref().is_some_and(of_that)
        }
        Limit::WouldAttack(who) | Limit::WouldBeDamaged(who) | Limit::WouldBeDiscarded(who, _) => {
            *who == Who::That
        }
        _ => false,
    }
}

fn speaks_of_that(cond: &Cond) -> bool {
    match cond {
        Cond::All(all) | Cond::Any(all) => all.iter().any(speaks_of_that),
        Cond::Not(inner) => speaks_of_that(inner),
        Cond::Is(who, _)
        | Cond::Attacking(who, _)
        | Cond::Attacked(who, _)
        | Cond::AttackedThisTurn(who)
        | Cond::WouldBeDiscarded(who) => *who == Who::That,
        Cond::Count(filter, _, n) => of_that(filter) || number_of_that(n),
        Cond::Compare(a, _, b) => number_of_that(a) || number_of_that(b),
        _ => false,
    }
}

fn of_that(filter: &Filter) -> bool {
    let place = filter.places.contains(&Place::ThatArena);
    let state = |t: &Trait| matches!(t, Trait::NotThat | Trait::IsThat);
    place || filter.traits.iter().any(state)
}

fn number_of_that(n: &Num) -> bool {
    match n {
        Num::StatOf(who, _) | Num::PrintedStatOf(who, _) | Num::CountersOn(who, _) => {
            **who == Who::That
        }
        _ => false,
    }
}
