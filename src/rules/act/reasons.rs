//! Why an ability may not be used now.

use crate::cardtext::Who;
use crate::clause;
use crate::rules::derive::Copy;
use crate::rules::keyword::{self};
use crate::rules::look;
use crate::rules::run::{Run, reason};
use crate::rules::table::{CopyId, UnitIx};
use crate::rules::trace::Reason;
use crate::rules::window::WindowId;

use super::{Act, ActKind, keywords_given, keywords_in, scope_words};

impl Run<'_> {
    /// All reasons against the play, not the first one.
    pub(in crate::rules) fn all_reasons(&self, act: &Act) -> Vec<Reason> {
        let options = act.by_option();
        if !options.is_empty() {
            return self.reasons_for_any_option(&options);
        }
        let mut reasons = self.off_reasons(act);
        if act.kind == ActKind::Hook {
            reasons.extend(self.hook_reasons(act));
            return crate::rules::run::unique(reasons);
        }
        reasons.extend(self.limit_of_use_reasons(act));
        reasons.extend(self.not_again_reason(act));
        reasons.extend(self.keyword_reasons(act));
        reasons.extend(self.restriction_reasons(act));
        reasons.extend(self.order_reasons_of(act));
        reasons.extend(self.target_reasons(act));
        reasons.extend(self.too_many_aims(act));
        reasons.extend(self.pays_nothing(act));
        reasons.extend(self.cost_reasons_of(act));
        crate::rules::run::unique(reasons)
    }

    /// What can keep a unit from being attacked is not gained once a keyword of the unit has
    /// changed its place in the order of attacks.
    fn order_reasons_of(&self, act: &Act) -> Vec<Reason> {
        let cx = self.cx_of(act);
        let mut reasons = Vec::new();
        for (who, keyword) in keywords_given(&act.ability.effect) {
            let Some(own) = crate::rules::grounds::of(keyword).not_after_order else {
                continue;
            };
            let named = matches!(who, Who::Units(_)).then(|| cx.on.iter().copied().collect());
            for unit in named.unwrap_or_else(|| look::units(&self.table, &cx.look, who)) {
                let Some(changed) = self.order_changed(unit) else {
                    continue;
                };
                let text = format!(
                    "{} has changed its speed for this battle step already",
                    self.table.name(unit)
                );
                reasons.push(reason(own, text.clone()));
                reasons.push(reason(changed, text));
            }
        }
        reasons
    }

    /// The clause of a keyword used in this battle step to change the unit's place in the order.
    fn order_changed(&self, unit: UnitIx) -> Option<crate::rulebook::ClauseId> {
        let copies = self.table.view(unit).copies.iter();
        copies
            .filter(|c| {
                self.table
                    .used(c.id, crate::cardtext::Scope::BattleStep, None)
                    > 0
            })
            .filter_map(Copy::keyword)
            .find_map(|k| crate::rules::grounds::of(k.keyword).changes_order)
    }

    /// The ability does not work where its unit lies, or its unit may not use it.
    pub(in crate::rules) fn off_reasons(&self, act: &Act) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if let Some(copy) = &act.copy {
            if let Some(unit) = act.unit {
                reasons.extend(crate::rules::grounds::off_reasons(&self.table, unit, copy));
            }
            let zone = look_zone_reason(self, act, copy);
            reasons.extend(zone);
        }
        reasons.extend(self.ban_reasons(act));
        reasons
    }

    /// Each copy once in its span (4.4).
    fn limit_of_use_reasons(&self, act: &Act) -> Vec<Reason> {
        let (Some(scope), Some(id)) = (act.timing.scope, self.use_id(act)) else {
            return Vec::new();
        };
        if !self.used_up(act, id, scope) {
            return Vec::new();
        }
        let text = format!(
            "{} was already used {}",
            act.label_words(),
            scope_words(scope)
        );
        let disrupted = act
            .copy
            .as_ref()
            .is_some_and(|c| self.disrupted.contains(&c.id));
        act.timing
            .limit
            .iter()
            .copied()
            .chain(disrupted.then_some(clause!("4.3.6")))
            .map(|c| reason(c, text.clone()))
            .collect()
    }

    /// A play that disrupted the ability said that it may not be activated again this turn.
    fn not_again_reason(&self, act: &Act) -> Option<Reason> {
        let copy = act.copy.as_ref()?;
        let (turn, said) = self.barred_copies.get(&copy.id)?;
        (*turn == self.table.turn).then(|| {
            let text = format!("{} may not be used: \"{said}\"", act.label_words());
            reason(clause!("1.1.6"), text)
        })
    }

    /// Whether the copy has no use left in the span; against damage, in each instance it could be for.
    fn used_up(&self, act: &Act, id: CopyId, scope: crate::cardtext::Scope) -> bool {
        let spent = |instance| self.table.used(id, scope, instance) >= act.timing.times;
        if scope != crate::cardtext::Scope::Instance {
            return spent(None);
        }
        match self.pick_instance(act) {
            Some(instance) => spent(Some(instance)),
            None if act.timing.windows.contains(&WindowId::Arrival) => spent(None),
            None => self
                .table
                .open
                .iter()
                .any(|i| self.concerns(act, *i) && spent(Some(*i))),
        }
    }

    /// What the keywords of the play say against it.
    pub(in crate::rules) fn keyword_reasons(&self, act: &Act) -> Vec<Reason> {
        let (Some(unit), Some(copy)) = (act.unit, &act.copy) else {
            return Vec::new();
        };
        let mut reasons = Vec::new();
        for keyword in keywords_in(&act.ability.effect) {
            let Some(offer) = keyword::def(keyword).and_then(|d| d.offer) else {
                continue;
            };
            let held = self.held_for(act, unit, copy, keyword);
            let aimed = self.aimed(act, self.pick_instance(act));
            reasons.extend((offer.against)(&self.table, &held, &aimed));
        }
        reasons
    }
}

fn look_zone_reason(run: &Run<'_>, act: &Act, copy: &Copy) -> Option<Reason> {
    let unit = run.table.unit(act.unit?);
    let there = copy
        .names()
        .iter()
        .filter_map(|k| keyword::def(k.keyword))
        .any(|d| d.from_discard && d.offer.is_some());
    (unit.zone == crate::game::Zone::Discard && copy.off.is_none() && !there).then(|| {
        reason(
            clause!("1.2.3"),
            format!("{} is in the discard pile", unit.name),
        )
    })
}
