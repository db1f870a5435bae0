//! A `use` that names a triggered ability: it says when in its player's order the ability resolves,
//! and that its player wants what is optional in it (RULES 3.5.3, 4.5.4). It never sets it off.

use crate::cardtext::{Ability, Event};
use crate::clause;

use super::act::{Act, ActKind};
use super::derive::Copy;
use super::naming;
use super::run::{Run, Stop, reason};
use super::situation::{Aim, Play, Use};
use super::table::UnitIx;
use super::trace::{Reason, StepKind};
use super::triggers::Waiting;

impl Run<'_> {
    /// One player's triggers: those that plays name in the order of the plays, the rest as they
    /// stand.
    pub(super) fn resolve_all(&mut self, mine: Vec<Waiting>) -> Result<(), Stop> {
        self.hand_plays()?;
        let mut rest = match self.named_among(&mine) {
            Some(_) => mine,
            None => self.in_order(mine),
        };
        while !rest.is_empty() {
            let at = self.named_among(&rest).unwrap_or(0);
            let next = rest.remove(at);
            self.resolve(&next)?;
        }
        Ok(())
    }

    /// The place of the one that the play at the cursor names.
    fn named_among(&self, waiting: &[Waiting]) -> Option<usize> {
        let Some(Play::Use(u)) = self.peek() else {
            return None;
        };
        waiting.iter().position(|w| self.names_waiting(u, w))
    }

    /// Whether the use names this waiting ability.
    pub(super) fn names_waiting(&self, u: &Use, waiting: &Waiting) -> bool {
        let whole = || naming::begins(&waiting.printed, &u.ability);
        match (waiting.unit, &waiting.copy) {
            (Some(unit), Some(copy)) => {
                self.names_copy(u, unit, copy) || self.is_of(u, unit) && u.nth.is_none() && whole()
            }
            (Some(unit), None) => self.is_of(u, unit) && whole(),
            (None, _) => false,
        }
    }

    pub(super) fn names_copy(&self, u: &Use, unit: UnitIx, copy: &Copy) -> bool {
        if !self.is_of(u, unit) {
            return false;
        }
        let found = naming::matching(&self.table, unit, &u.ability);
        match u.nth {
            Some(n) => found
                .get(usize::from(n.max(1)) - 1)
                .is_some_and(|c| c.id == copy.id),
            None => found.iter().any(|c| c.id == copy.id),
        }
    }

    pub(super) fn is_of(&self, u: &Use, unit: UnitIx) -> bool {
        let named = u.unit.as_ref().and_then(|h| self.table.find(h));
        named.map(|x| self.table.bearer(x)) == Some(unit)
    }

    /// Takes the play at the cursor if it names this waiting ability; its aims.
    pub(super) fn take_naming(&mut self, waiting: &Waiting) -> Option<Aim> {
        let Some(Play::Use(u)) = self.peek() else {
            return None;
        };
        if !self.names_waiting(u, waiting) {
            return None;
        }
        let aim = u.aim.clone();
        self.take();
        Some(aim)
    }

    /// The same for a triggered ability that acts without waiting.
    pub(super) fn take_naming_copy(&mut self, unit: UnitIx, copy: &Copy) -> Option<Aim> {
        let Some(Play::Use(u)) = self.peek() else {
            return None;
        };
        if !self.names_copy(u, unit, copy) {
            return None;
        }
        let aim = u.aim.clone();
        self.take();
        Some(aim)
    }

    /// Whether the named ability acts at the end of the running prevention chance (6.3.3).
    pub(super) fn acts_at_the_end(&self, act: &Act) -> bool {
        let standing = act.kind == ActKind::Trigger
            && act.copy.as_ref().is_some_and(|c| {
                matches!(&*c.ability, Ability::Triggered(t)
                    if matches!(t.event, Event::WouldBeDamaged { .. }))
            });
        let mut open = self.table.open.iter();
        standing && open.any(|i| self.table.instance(*i).pending > 0)
    }

    /// Why the triggered ability that a play names does not resolve now.
    pub(super) fn trigger_reasons(&self, act: &Act) -> Vec<Reason> {
        let mut reasons = self.off_reasons(act);
        let unit = act.unit.map(|u| &self.table.unit(u).id);
        let before = self.steps.iter().rev().find(|s| {
            s.kind == StepKind::Trigger
                && s.unit.as_ref() == unit
                && s.ability.as_deref() == Some(&*act.printed)
        });
        let text = match before {
            Some(step) => format!(
                "it triggers by itself, which it did in step {}, and waits for nothing now",
                step.n
            ),
            None => "it triggers by itself, and what it waits for has not happened".to_owned(),
        };
        reasons.push(reason(clause!("4.5.1"), text));
        reasons
    }
}
