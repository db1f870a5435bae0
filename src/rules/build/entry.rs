//! What each entry of the pool of a build step does.

use crate::clause;
use crate::game::Side;
use crate::rules::effects::Cx;
use crate::rules::keyword::{self, Aimed, Held};
use crate::rules::look::Look;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::situation::Aim;
use crate::rules::table::DueBounty;
use crate::rules::trace::{Cite, StepKind};

use super::pool::Entry;

impl Run<'_> {
    pub(super) fn resolve_entry(
        &mut self,
        entry: &Entry,
        side: Side,
        aim: &Aim,
    ) -> Result<(), Stop> {
        match entry {
            Entry::Keyword(held) => self.resolve_keyword_entry(held, aim)?,
            Entry::Bounty(due) => self.pay_bounty(due, aim)?,
            Entry::Text(waiting) => self.resolve(waiting)?,
            Entry::Points(n) => {
                let changes = self.change_build_points(side, *n);
                let text = format!(
                    "{} gets the {n} build points promised earlier.",
                    side.name()
                );
                let step = NewStep::of(StepKind::Modifier, text)
                    .by(side)
                    .changes(changes);
                self.step(step.on(clause!("8.1")))?;
            }
            Entry::Draw => {
                let row = match side {
                    Side::Dark => clause!("2.2.C1"),
                    Side::Light => clause!("2.2.C3"),
                };
                let grounds = [clause!("8.4"), clause!("2.2.2"), row].map(Cite::from);
                self.draw(side, 1, &grounds)?;
            }
        }
        self.settle_triggers()?;
        self.check_health()
    }

    fn resolve_keyword_entry(&mut self, held: &Held, aim: &Aim) -> Result<(), Stop> {
        let Some(offer) = keyword::def(held.keyword).and_then(|d| d.offer) else {
            return Ok(());
        };
        let aimed = Aimed {
            amount: aim.amount,
            on: aim.on.iter().filter_map(|h| self.table.find(h)).collect(),
            ..Aimed::default()
        };
        self.owed_pay = aim.pay.iter().cloned().collect();
        if let Ok(deeds) = (offer.play)(&self.table, held, &aimed) {
            if !deeds.is_empty() {
                self.account.applied.insert((held.unit, held.keyword));
            }
            for deed in deeds {
                self.apply(deed, Some(held))?;
            }
        }
        self.owed_pay.clear();
        Ok(())
    }

    /// An earned Bounty brings what it promised (8.2).
    fn pay_bounty(&mut self, due: &DueBounty, aim: &Aim) -> Result<(), Stop> {
        let text = format!(
            "{}: the Bounty \"{}\" is received.",
            self.table.name(due.unit),
            due.printed
        );
        let mut step = NewStep::of(StepKind::Trigger, text)
            .by(due.side)
            .unit(&self.table, due.unit);
        if let Some(grounds) = keyword::def(due.keyword).and_then(|d| d.payment) {
            step = step.resting_on(grounds(&self.table, due.unit).into_iter().map(Cite::from));
        }
        let n = self.step(step.also([due.cite.clone()]))?;
        let outer = self.parent.replace(n);
        let mut cx = Cx::of(
            Look {
                this: Some(due.unit),
                patient: Some(due.fallen),
                fallen: vec![due.fallen],
                ..Look::of(due.side)
            },
            due.printed.clone(),
            due.cite.clone(),
        );
        cx.on = aim.on.iter().filter_map(|h| self.table.find(h)).collect();
        cx.amount = aim.amount;
        self.perform(&due.effect, &mut cx)?;
        self.parent = outer;
        Ok(())
    }
}
