//! Damage that is still to come in this attack: prevention plays may wait for it.

use crate::cardtext::{Ability, Effect, Event};
use crate::rules::look::{self, Look};
use crate::rules::run::Run;
use crate::rules::table::UnitIx;

impl Run<'_> {
    /// Whether something that waits for the end of an attack may still damage the unit.
    pub(in crate::rules) fn damage_ahead(&self, unit: UnitIx) -> bool {
        let by_keyword =
            |a: &crate::rules::table::Attack| a.at_end.iter().any(|e| e.target == unit);
        self.table.attacks.iter().any(by_keyword) || self.text_ahead(unit)
    }

    fn text_ahead(&self, unit: UnitIx) -> bool {
        let waiting = self.pool.iter().chain(&self.ends_ahead);
        let mut triggered = waiting.map(|w| (&w.effect, w.look.clone()));
        if triggered.any(|(effect, look)| self.harms(effect, &look, unit)) {
            return true;
        }
        if self.table.attack().is_none() {
            return false;
        }
        let ends = |event: &Event| matches!(event, Event::AttackEnds { .. });
        let set_up = self.table.delayed.iter().filter(|d| ends(&d.event));
        let by_set_up = set_up.map(|d| {
            let look = Look {
                this: d.this,
                that: d.that.clone(),
                ..Look::of(d.controller)
            };
            (d.effect.clone(), look)
        });
        let by_copies = self.table.working().into_iter().filter_map(|(of, copy)| {
            let Ability::Triggered(t) = &*copy.ability else {
                return None;
            };
            ends(&t.event).then(|| (t.effect.clone(), Look::from(&self.table, of)))
        });
        by_set_up
            .chain(by_copies)
            .any(|(effect, look)| self.harms(&effect, &look, unit))
    }

    /// Whether carrying out the effect may damage the unit.
    fn harms(&self, effect: &Effect, look: &Look, unit: UnitIx) -> bool {
        let any = |all: &[Effect]| all.iter().any(|e| self.harms(e, look, unit));
        match effect {
            Effect::Damage { target, .. } => look::means(&self.table, look, target, unit),
            Effect::Divide { among, .. } => look::means(&self.table, look, among, unit),
            Effect::Seq(all) => any(all),
            Effect::May(_, inner) | Effect::Unless(_, _, inner) => self.harms(inner, look, unit),
            Effect::If(_, then, otherwise) => {
                self.harms(then, look, unit)
                    || otherwise
                        .as_ref()
                        .is_some_and(|o| self.harms(o, look, unit))
            }
            Effect::IfDone(first, then, otherwise) => {
                self.harms(first, look, unit)
                    || self.harms(then, look, unit)
                    || otherwise
                        .as_ref()
                        .is_some_and(|o| self.harms(o, look, unit))
            }
            _ => false,
        }
    }
}
