//! Cards that a unit carries: attached, piloting, beneath it.

use crate::cardtext::{OffBoard, StaticRule};
use crate::game::Zone;
use crate::rules::derive::Carrier;
use crate::rules::effects::Cx;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{CopyId, UnitIx};
use crate::rules::trace::{Change, Cite, StepKind};

impl Run<'_> {
    /// Puts Equipment on another unit (8.5).
    pub(in crate::rules) fn attach(
        &mut self,
        from: UnitIx,
        serial: Option<u32>,
        to: UnitIx,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let card = match serial {
            Some(serial) => {
                let bearer = self.table.unit_mut(from);
                let at = bearer.attached.iter().position(|c| c.serial == serial);
                let card = at.map(|i| bearer.attached.remove(i));
                if let Some(card) = &card {
                    self.table.goes_over(from, &card.name, to);
                }
                card
            }
            None => {
                let card = crate::rules::setup::as_subcard(&mut self.table, from);
                self.table.uses_follow(&card.lines, &|n, k| {
                    (CopyId::own(from, n, k), CopyId::carried(card.serial, n, k))
                });
                self.table.hand_over(from, to);
                Some(card)
            }
        };
        let Some(card) = card else { return Ok(()) };
        self.note_unread_rule(to, OffBoard::BuildCosts);
        let name = card.name.to_string();
        let text = format!("{name} is attached to {}.", self.table.name(to));
        self.table.unit_mut(to).attached.push(card);
        self.refresh();
        self.carried(name, to, text, cites)
    }

    /// A text of the unit about what it carries, which is not modelled, matters now.
    pub(in crate::rules) fn note_unread_rule(&mut self, unit: UnitIx, about: OffBoard) {
        let rules = self.table.rules().into_iter();
        let unread = rules.filter(|r| {
            r.holder == Some(unit) && matches!(r.rule, StaticRule::Note(n) if n == about)
        });
        let lines: Vec<String> = unread.map(|r| r.printed.to_string()).collect();
        self.unread_played
            .extend(lines.into_iter().map(|line| (Some(unit), line)));
    }

    /// The top card of a unit that fell goes face down beneath another unit.
    pub(super) fn lay_beneath(
        &mut self,
        card: UnitIx,
        unit: UnitIx,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        self.table.unit_mut(unit).beneath += 1;
        // A unit that was made lies in no discard pile.
        if self.table.unit(card).zone == Zone::Discard {
            let owner = self.table.unit(card).owner;
            self.table.pool_mut(owner).discard -= 1;
        }
        let text = format!(
            "The top card of {} goes face down beneath {}.",
            self.table.name(card),
            self.table.name(unit)
        );
        let step = NewStep::of(StepKind::Move, text).unit(&self.table, unit);
        self.step(step.resting_on(cites))?;
        self.refresh();
        Ok(())
    }

    /// The step of a card that a unit carries from now on, with that text.
    pub(in crate::rules) fn carried(
        &mut self,
        card: String,
        to: UnitIx,
        text: String,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let to_id = self.table.unit(to).id.clone();
        let change = Change::Attached { card, to: to_id };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, to)
            .change(change);
        self.step(step.resting_on(cites))?;
        self.check_health()
    }

    /// A text that attaches its own card.
    pub(in crate::rules) fn attach_this(
        &mut self,
        target: Option<UnitIx>,
        cx: &Cx,
    ) -> Result<bool, Stop> {
        let (Some(from), Some(to)) = (cx.look.this, target) else {
            return Ok(false);
        };
        let serial = match cx.copy.as_ref().map(|c| c.carrier) {
            Some(Carrier::Attached(serial)) => Some(serial),
            _ => None,
        };
        self.attach(from, serial, to, vec![cx.cite.clone()])?;
        Ok(true)
    }
}
