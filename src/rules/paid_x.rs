//! The X of a cost of Force: its player says how much, in the play or when asked (4.3.b).

use crate::cardtext::Cost;
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

impl Act {
    /// Whether the amount of the play is the X of its cost, and not how much of its effect is wanted.
    pub(super) fn pays_x(&self) -> bool {
        let costs = self.ability.costs.iter();
        costs
            .filter_map(|c| match c {
                Cost::Force(n) => Some(n),
                _ => None,
            })
            .any(look::needs_x)
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
            .map(|x| self.all_reasons(&act.with_x(x)));
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
        let reasons = self.all_reasons(&act.with_x(x));
        Choice {
            legal: reasons.is_empty(),
            reasons,
            ..choice(&x.to_string(), Answer::Number(x.into()))
        }
    }

    fn values_of_x(&self, act: &Act) -> std::ops::RangeInclusive<i32> {
        let force = self.table.pool(act.side).force;
        0..=force.clamp(OFFERED.0, OFFERED.1)
    }
}
