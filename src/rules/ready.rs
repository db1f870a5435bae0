//! The ready phase (RULES 2.2.R1 to R3): untapping, Force, and the roll for build points.

use crate::cardtext::{Ban, Duration, Grant};
use crate::clause;
use crate::game::{Arena, Side};

use super::effects::Cx;
use super::look::Look;
use super::run::{NewStep, Run, Stop};
use super::situation::{Answer, Handle, Play};
use super::table::{Lasting, UnitIx};
use super::trace::StepKind;
use super::triggers::Happened;
use super::window::WindowId;

impl Run<'_> {
    /// The ready phase of a new turn (2.2.R1 to R3).
    pub(super) fn ready_phase(&mut self) -> Result<(), Stop> {
        self.new_turn();
        self.commanded = true;
        self.window = WindowId::Ready;
        self.ready_done = true;
        // What keeps units from untapping lasts over this untap step; the rest "until the next
        // turn" is over.
        let next = |l: &Lasting| l.until == Duration::NextTurn;
        self.end_lasting(|l| next(l) && !l.grants.iter().any(keeps_tapped))?;
        for side in Side::BOTH {
            self.untap_all(side)?;
        }
        self.end_lasting(next)?;
        for side in Side::BOTH {
            let grounds = vec![clause!("2.2.R2").into(), clause!("1.7.1").into()];
            self.gain_force(side, 4, grounds)?;
        }
        self.fire(Happened::Ready)?;
        self.settle_triggers()?;
        let face = i32::from(self.roll_build_points()?);
        for side in Side::BOTH {
            self.get_build_points(side, face)?;
        }
        Ok(())
    }

    /// What the roll showed, and 1 more for units in every arena (2.2.R3).
    fn get_build_points(&mut self, side: Side, face: i32) -> Result<(), Stop> {
        let everywhere = Arena::ALL.into_iter().all(|a| {
            self.table
                .units
                .iter()
                .any(|u| u.in_battle() && u.side == side && u.arena() == Some(a))
        });
        let n = face + i32::from(everywhere);
        let changes = self.change_build_points(side, n);
        let why = if everywhere {
            ", 1 of them for a unit in every arena"
        } else {
            ""
        };
        let text = format!("{} gets {n} build points{why}.", side.name());
        let step = NewStep::of(StepKind::Modifier, text)
            .by(side)
            .changes(changes);
        self.step(step.on(clause!("2.2.R3"))).map(drop)
    }

    fn untap_all(&mut self, side: Side) -> Result<(), Stop> {
        for unit in self
            .table
            .all()
            .filter(|u| self.table.side(*u) == side)
            .collect::<Vec<_>>()
        {
            if self.table.unit(unit).stays_tapped {
                self.table.unit_mut(unit).stays_tapped = false;
                continue;
            }
            if self.passed_by(unit)? || self.is_left_tapped(unit)? {
                continue;
            }
            if self.table.unit(unit).zone.on_table() {
                let mut cx = Cx::of(Look::of(side), "untap".into(), clause!("2.2.R1").into());
                self.set_tapped(unit, false, &mut cx)?;
            }
        }
        Ok(())
    }

    /// Whether its player leaves it tapped, where a text allows that: by a `choose` with its name.
    /// Without an answer it untaps.
    fn is_left_tapped(&mut self, unit: UnitIx) -> Result<bool, Stop> {
        let Some(cite) = self.table.view(unit).may_stay_tapped.clone() else {
            return Ok(false);
        };
        if !self.table.unit(unit).tapped {
            return Ok(false);
        }
        let named = match self.peek() {
            Some(Play::Choose {
                answer: Answer::Text(word),
                ..
            }) => Handle::new(word).and_then(|h| self.table.find(&h)),
            _ => None,
        };
        if named != Some(unit) {
            return Ok(false);
        }
        self.take();
        let text = format!("{} is left tapped.", self.table.name(unit));
        let step = NewStep::of(StepKind::Note, text)
            .by(self.table.side(unit))
            .unit(&self.table, unit);
        self.step(step.resting_on([cite]).on(clause!("2.2.R1")))?;
        Ok(true)
    }

    /// Whether something lets this untap step pass the unit by.
    fn passed_by(&mut self, unit: UnitIx) -> Result<bool, Stop> {
        let by = self
            .table
            .view(unit)
            .banned(|b| matches!(b.ban, Ban::UntapStep));
        let Some(cite) = by.map(|b| b.cite.clone()) else {
            return Ok(false);
        };
        if self.table.unit(unit).tapped {
            let name = self.table.name(unit);
            let text = format!("{name} stays tapped in this untap step.");
            let step = NewStep::of(StepKind::Note, text).resting_on([cite]);
            self.step(step.on(clause!("2.2.R1")))?;
        }
        Ok(true)
    }
}

/// Whether it keeps its unit tapped in the untap step.
const fn keeps_tapped(grant: &Grant) -> bool {
    matches!(grant, Grant::Cannot(Ban::UntapStep | Ban::Untap))
}
