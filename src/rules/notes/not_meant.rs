//! Texts that speak of units of a kind, beside a unit that is none (1.3.1).

use crate::cardtext::{Ability, Ban, Cond, Grant, StaticRule, Who};
use crate::clause;
use crate::rulebook::Keyword;
use crate::rules::look::{self, Look};
use crate::rules::run::{Run, reason};
use crate::rules::table::Attack;

impl Run<'_> {
    /// A text that speaks of "this Speeder" does nothing on a unit that is none (1.3.1).
    pub(super) fn note_other_kinds(&mut self, attack: &Attack) {
        for unit in self.involved(attack) {
            let look = Look::from(&self.table, unit);
            let mut notes = Vec::new();
            for copy in self
                .table
                .view(unit)
                .copies
                .iter()
                .filter(|c| c.off.is_none())
            {
                let condition = match &*copy.ability {
                    Ability::Static(s) => s.condition.as_ref(),
                    Ability::Triggered(t) => t.condition.as_ref(),
                    _ => None,
                };
                let other = matches!(condition, Some(Cond::Is(Who::This, f))
                    if !f.kinds.is_empty() && !look::fits(&self.table, &look, f, unit));
                if other {
                    notes.push(copy.printed.to_string());
                }
            }
            for words in notes {
                let text = format!("{} is not what the text speaks of", self.table.name(unit));
                self.note(unit, words, vec![reason(clause!("1.3.1"), text)]);
            }
        }
    }

    /// A unit that uses what a text forbids to others only (1.3.1).
    pub(super) fn note_not_forbidden(&mut self, attack: &Attack) {
        let mut notes = Vec::new();
        for (holder, copy) in self.table.working() {
            let Ability::Static(s) = &*copy.ability else {
                continue;
            };
            let StaticRule::Give { who, grants } = &s.rule else {
                continue;
            };
            let forbidden: Vec<Keyword> = grants.iter().filter_map(forbids).collect();
            let look = Look::from(&self.table, holder);
            for unit in &attack.defenders {
                let used = forbidden
                    .iter()
                    .any(|k| self.account.applied.contains(&(*unit, *k)));
                let of_a_kind = matches!(who, Who::Units(s) if !s.filter.kinds.is_empty());
                if used && of_a_kind && !look::means(&self.table, &look, who, *unit) {
                    notes.push((holder, *unit, copy.printed.to_string()));
                }
            }
        }
        for (holder, unit, words) in notes {
            let text = format!("{} is not what the text speaks of", self.table.name(unit));
            self.note(holder, words, vec![reason(clause!("1.3.1"), text)]);
        }
    }
}

/// The keywords a grant forbids to use.
const fn forbids(grant: &Grant) -> Option<Keyword> {
    match grant {
        Grant::Cannot(Ban::Use(keyword)) => Some(*keyword),
        _ => None,
    }
}
