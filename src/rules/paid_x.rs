//! The X of a cost: its player says how much, in the play or when asked (4.3.b).

use crate::cardtext::{Cost, Num};
use crate::rulebook::Keyword;

use super::act::Act;
use super::choices::choice;
use super::derive::Copy;
use super::keyword::{self, Held};
use super::look::{self, Look};
use super::run::{Run, Stop};
use super::situation::Answer;
use super::table::UnitIx;
use super::trace::{Choice, Reason};

/// So many values of X are offered at least, and at most.
const OFFERED: (i32, i32) = (3, 40);

/// Of counters and cards so many are offered at most; more may be named.
const OTHERS_OFFERED: i32 = 10;

impl Act {
    /// Whether the amount of the play is the X of its cost, and not how much of its effect is wanted.
    pub(super) fn pays_x(&self) -> bool {
        self.ability
            .costs
            .iter()
            .filter_map(counted)
            .any(look::needs_x)
    }

    fn pays_force_x(&self) -> bool {
        let force = |c: &&Cost| matches!(c, Cost::Force(_));
        let costs = self.ability.costs.iter().filter(force);
        costs.filter_map(counted).any(look::needs_x)
    }

    /// Whether its player still has to say what X is.
    pub(super) fn lacks_x(&self) -> bool {
        self.aim.amount.is_none() && self.pays_x()
    }

    fn with_x(&self, x: i32) -> Act {
        let mut act = self.clone();
        act.aim.amount = Some(x);
        act
    }
}

/// How much of something the cost takes, where X may say it.
const fn counted(cost: &Cost) -> Option<&Num> {
    match cost {
        Cost::Force(n)
        | Cost::BuildPoints(n)
        | Cost::DiscardCards { count: n, .. }
        | Cost::RemoveDiscarded { count: n, .. }
        | Cost::PutCounters { count: n, .. }
        | Cost::RemoveCounters { count: n, .. } => Some(n),
        _ => None,
    }
}

impl Run<'_> {
    /// The keyword as the play uses it, with the X that is paid.
    pub(super) fn held_for(&self, act: &Act, unit: UnitIx, copy: &Copy, keyword: Keyword) -> Held {
        let mut held = self.held_of(unit, copy, keyword);
        if held.copies.len() == 1 && act.pays_x() {
            let look = Look {
                x: act.aim.amount,
                ..Look::from(&self.table, unit)
            };
            let named = copy.names();
            if let Some(ability) = named.iter().find(|k| k.keyword == keyword) {
                held.value = keyword::number_of(&self.table, &look, ability);
            }
        }
        held
    }

    /// All reasons against the play whatever X is; empty if some X is legal.
    pub(super) fn reasons_for_any_x(&self, act: &Act) -> Vec<Reason> {
        let mut all = self
            .values_of_x(act)
            .map(|x| self.reasons_with_a_target(&act.with_x(x)));
        let zero = all.next().unwrap_or_default();
        let one = all.next().unwrap_or_default();
        if zero.is_empty() || one.is_empty() || all.any(|reasons| reasons.is_empty()) {
            return Vec::new();
        }
        one
    }

    /// What X is to be, answered by the next play.
    pub(super) fn choose_x(&mut self, act: &Act) -> Result<i32, Stop> {
        let asks = format!("How much is X, for \"{}\"?", act.printed);
        let offered = self.values_of_x(act);
        let options = offered.map(|x| self.option_of_x(act, x)).collect();
        self.choose_number(asks, act.side, &(0..=i32::MAX), options)
    }

    fn option_of_x(&self, act: &Act, x: i32) -> Choice {
        let reasons = self.reasons_with_a_target(&act.with_x(x));
        Choice {
            legal: reasons.is_empty(),
            reasons,
            ..choice(&x.to_string(), Answer::Number(x.into()))
        }
    }

    fn values_of_x(&self, act: &Act) -> std::ops::RangeInclusive<i32> {
        let force = if act.pays_force_x() {
            self.table.pool(act.side).force
        } else {
            OTHERS_OFFERED
        };
        0..=force.clamp(OFFERED.0, OFFERED.1)
    }
}
