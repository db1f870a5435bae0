//! What happens to a unit that would be damaged or discarded instead of that (RULES 6.3.8).

use crate::cardtext::{Effect, StaticRule};
use crate::clause;
use crate::rules::effects::Cx;
use crate::rules::look::{self, Look};
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::standing::Rule;
use crate::rules::table::UnitIx;
use crate::rules::trace::StepKind;

impl Run<'_> {
    /// "When a unit would be damaged, ..." acts on each damaged unit and instance (6.3.7).
    pub(super) fn would_be_damaged(
        &mut self,
        holder: UnitIx,
        copy: &crate::rules::derive::Copy,
        trigger: &crate::cardtext::Triggered,
        (who, by, attacked): (&crate::cardtext::Who, Option<&crate::cardtext::Who>, bool),
    ) -> Result<(), Stop> {
        for i in self.table.open.clone() {
            let inst = self.table.instance(i).clone();
            let look = Look {
                patient: Some(inst.target),
                actor: inst.source,
                ..Look::from(&self.table, holder)
            };
            let event = inst.pending > 0
                && (!attacked || inst.attack.is_some())
                && look::means(&self.table, &look, who, inst.target)
                && by.is_none_or(|w| {
                    inst.source
                        .is_some_and(|s| look::means(&self.table, &look, w, s))
                });
            if !event {
                continue;
            }
            if !trigger
                .condition
                .as_ref()
                .is_none_or(|c| look::holds(&self.table, &look, c))
            {
                self.note_not_this(holder, copy, trigger);
                continue;
            }
            if !self.trigger_free(copy.id, trigger.limit) {
                continue;
            }
            self.count_trigger(copy.id, trigger.limit);
            let mut cx = Cx::of(look, copy.printed.clone(), copy.cite.clone());
            cx.instance = Some(i);
            cx.copy = Some(copy.clone());
            cx.look.that = vec![inst.target];
            if let Some(aim) = self.take_naming_copy(holder, copy) {
                self.aim_with(&mut cx, &aim);
                cx.wanted = true;
            }
            self.perform_would(&trigger.effect, &mut cx)?;
        }
        Ok(())
    }

    /// Standing prevention cites its own rule besides the line.
    fn perform_would(&mut self, effect: &Effect, cx: &mut Cx) -> Result<(), Stop> {
        let text = format!(
            "\"{}\" applies at the end of the prevention chance.",
            cx.printed
        );
        let n = {
            let step = NewStep::of(StepKind::Trigger, text)
                .by(cx.look.you)
                .ability(cx.printed.as_ref());
            self.step(
                step.resting_on([cx.cite.clone()])
                    .on(clause!("6.3.3"))
                    .on(clause!("6.3.7")),
            )?
        };
        let outer = self.parent.replace(n);
        self.perform(effect, cx)?;
        self.parent = outer;
        Ok(())
    }

    /// "If a unit would be damaged and discarded, you may prevent that damage and ... instead."
    pub(super) fn rescue(&mut self) -> Result<(), Stop> {
        for found in self.table.rules() {
            let StaticRule::InsteadOfDiscard {
                who,
                from,
                effect,
                may,
                by_damage: true,
            } = &found.rule
            else {
                continue;
            };
            for unit in self.table.all().collect::<Vec<_>>() {
                let look = &found.look;
                let dying =
                    self.table.pending_on(unit) > 0 && look::would_be_discarded(&self.table, unit);
                let here = self.table.unit(unit);
                let place = from.is_empty()
                    || from
                        .iter()
                        .any(|p| look::in_place(&self.table, look, *p, here));
                if dying && place && look::means(&self.table, look, who, unit) {
                    self.rescue_one(&found, unit, effect, *may)?;
                }
            }
        }
        Ok(())
    }

    fn rescue_one(
        &mut self,
        found: &Rule,
        unit: UnitIx,
        effect: &Effect,
        may: bool,
    ) -> Result<(), Stop> {
        let look = Look {
            that: vec![unit],
            patient: Some(unit),
            ..found.look.clone()
        };
        let mut cx = Cx::of(look, found.printed.clone(), found.cite.clone());
        if may && !self.choose_yes(found.look.you, &mut cx)? {
            return Ok(());
        }
        for i in self.table.open.clone() {
            if self.table.instance(i).target == unit {
                let n = self.table.instance(i).pending;
                self.prevent(
                    i,
                    n,
                    vec![found.cite.clone(), clause!("6.3.3").into()],
                    found.holder,
                    None,
                )?;
            }
        }
        cx.look.that = vec![unit];
        self.perform(effect, &mut cx).map(drop)
    }

    /// What happens instead of a discard (6.3.8).
    pub(super) fn instead_of_discard(&mut self, unit: UnitIx) -> Result<bool, Stop> {
        for found in self.table.rules() {
            let StaticRule::InsteadOfDiscard {
                who,
                from,
                effect,
                may,
                by_damage: false,
            } = &found.rule
            else {
                continue;
            };
            let (look, here) = (&found.look, self.table.unit(unit));
            let place = from.is_empty()
                || from
                    .iter()
                    .any(|p| look::in_place(&self.table, look, *p, here));
            if !place || !look::means(&self.table, look, who, unit) {
                continue;
            }
            let look = Look {
                that: vec![unit],
                patient: Some(unit),
                ..look.clone()
            };
            let mut cx = Cx::of(look, found.printed.clone(), found.cite.clone());
            if *may && !self.choose_yes(found.look.you, &mut cx)? {
                continue;
            }
            let text = format!(
                "{} would be discarded; something else happens instead.",
                self.table.name(unit)
            );
            let step = NewStep::of(StepKind::Note, text)
                .unit(&self.table, unit)
                .ability(found.printed.as_ref());
            self.step(step.resting_on([found.cite.clone()]).on(clause!("6.3.8")))?;
            let was_holding = std::mem::replace(&mut self.table.holding, true);
            self.perform(effect, &mut cx)?;
            self.table.holding = was_holding;
            return Ok(true);
        }
        Ok(false)
    }
}
