//! What happens instead of a discard, or of the damage that would lead to it (RULES 6.3.8).

use crate::cardtext::{Effect, StaticRule};
use crate::clause;
use crate::rules::effects::Cx;
use crate::rules::look::{self, Look};
use crate::rules::prevention;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::standing::Rule;
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::StepKind;

impl Run<'_> {
    /// "If a unit would be damaged and discarded, you may prevent that damage and ... instead."
    pub(super) fn rescue(&mut self) -> Result<(), Stop> {
        for found in self.table.rules() {
            for unit in self.table.all() {
                let dying =
                    self.table.pending_on(unit) > 0 && look::would_be_discarded(&self.table, unit);
                let instead = instead(&self.table, &found, unit, true)
                    .filter(|_| dying && self.can_be_rescued(&found, unit));
                if let Some((effect, may)) = instead {
                    self.rescue_one(&found, unit, effect, may)?;
                }
            }
        }
        Ok(())
    }

    /// Whether the text can prevent all that is pending on the unit: what can't be prevented is not
    /// prevented by it either (6.3.4).
    fn can_be_rescued(&self, found: &Rule, unit: UnitIx) -> bool {
        let mut pending = self.table.open_on(unit).filter(|i| i.pending > 0);
        pending.all(|i| prevention::forbidden(&self.table, i, found.holder).is_none())
    }

    fn rescue_one(
        &mut self,
        found: &Rule,
        unit: UnitIx,
        effect: &Effect,
        may: bool,
    ) -> Result<(), Stop> {
        let mut cx = instead_for(found, unit);
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
            let Some((effect, may)) = instead(&self.table, &found, unit, false) else {
                continue;
            };
            let mut cx = instead_for(&found, unit);
            if !self.is_possible(effect, &cx) || may && !self.choose_yes(found.look.you, &mut cx)? {
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

impl Run<'_> {
    /// Whether what is put in the place of a discard can be done at all: nothing is replaced by what
    /// cannot be paid for.
    fn is_possible(&self, effect: &Effect, cx: &Cx) -> bool {
        match effect {
            Effect::IfDone(first, ..) | Effect::May(_, first) => self.is_possible(first, cx),
            Effect::Seq(all) => all.first().is_none_or(|e| self.is_possible(e, cx)),
            Effect::Pay(player, costs) => {
                let side = cx.look.player(&self.table, *player).unwrap_or(cx.look.you);
                let mut payer = cx.clone();
                payer.look.you = side;
                costs
                    .iter()
                    .all(|c| self.cost_reasons(c, &payer, side).is_empty())
            }
            _ => true,
        }
    }
}

/// What happens instead of the discard of the unit by a rule, if it speaks of the unit: of a discard
/// by damage that is still pending, or of any other one. With it, whether its player may decline.
fn instead<'r>(
    table: &Table,
    found: &'r Rule,
    unit: UnitIx,
    pending: bool,
) -> Option<(&'r Effect, bool)> {
    let StaticRule::InsteadOfDiscard {
        who,
        from,
        effect,
        may,
        by_damage,
    } = &found.rule
    else {
        return None;
    };
    let (look, here) = (&found.look, table.unit(unit));
    let place = from.is_empty() || from.iter().any(|p| look::in_place(table, look, *p, here));
    let meant = *by_damage == pending && place && look::means(table, look, who, unit);
    meant.then_some((effect, *may))
}

/// In whose name that happens: the unit is the one spoken of.
fn instead_for(found: &Rule, unit: UnitIx) -> Cx {
    let look = Look {
        that: vec![unit],
        patient: Some(unit),
        ..found.look.clone()
    };
    Cx::of(look, found.printed.clone(), found.cite.clone())
}
