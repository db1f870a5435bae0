//! Static rules at work: those of units whose condition holds, and those an effect has set up for
//! a while.

use std::rc::Rc;

use crate::cardtext::{Ability, Duration, Static, StaticRule};

use super::derive::Copy;
use super::look::{self, Look};
use super::table::{Table, UnitIx};
use super::trace::Cite;

/// A rule an effect has set up for a while.
#[derive(Clone, Debug)]
pub struct SetUp {
    /// The rule.
    pub rule: StaticRule,
    /// In whose name.
    pub look: Look,
    /// How long.
    pub until: Duration,
    /// The words.
    pub printed: Rc<str>,
    /// The line.
    pub cite: Cite,
    /// The attack during which it was set up.
    pub attack: u32,
}

/// A rule at work.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The rule.
    pub rule: StaticRule,
    /// In whose name.
    pub look: Look,
    /// The unit that has it, if one does.
    pub holder: Option<UnitIx>,
    /// The words.
    pub printed: Rc<str>,
    /// The line.
    pub cite: Cite,
}

impl Table {
    /// Every copy of an ability that works now, with its unit: the Dark Side's first.
    #[must_use]
    pub fn working(&self) -> Vec<(UnitIx, Copy)> {
        let mut units: Vec<UnitIx> = self.all().collect();
        units.sort_by_key(|u| self.side(*u));
        units
            .into_iter()
            .flat_map(|u| {
                self.view(u)
                    .copies
                    .iter()
                    .filter(|c| c.off.is_none())
                    .map(move |c| (u, c.clone()))
            })
            .collect()
    }

    /// What holds as long as the unit remains tapped holds no longer.
    pub(super) fn end_while_tapped(&mut self, unit: UnitIx) {
        let over =
            |until: Duration, of: Option<UnitIx>| until == Duration::Tapped && of == Some(unit);
        self.lasting.retain(|l| !over(l.until, l.by));
        self.delayed.retain(|d| !over(d.until, d.this));
        self.standing.retain(|s| !over(s.until, s.look.this));
    }

    /// Every static rule at work that is not a mere grant.
    #[must_use]
    pub fn rules(&self) -> Vec<Rule> {
        let mut found = Vec::new();
        for unit in self.all() {
            let own = Look::from(self, unit);
            for copy in self.view(unit).copies.iter().filter(|c| c.off.is_none()) {
                let Ability::Static(Static { condition, rule }) = &*copy.ability else {
                    continue;
                };
                let grant = matches!(rule, StaticRule::Give { .. });
                if grant
                    || !condition
                        .as_ref()
                        .is_none_or(|c| look::holds(self, &own, c))
                {
                    continue;
                }
                found.push(Rule {
                    rule: rule.clone(),
                    look: own.clone(),
                    holder: Some(unit),
                    printed: Rc::clone(&copy.printed),
                    cite: copy.cite.clone(),
                });
            }
        }
        found.extend(self.standing.iter().map(|s| Rule {
            rule: s.rule.clone(),
            look: s.look.clone(),
            holder: s.look.this,
            printed: Rc::clone(&s.printed),
            cite: s.cite.clone(),
        }));
        found
    }
}
