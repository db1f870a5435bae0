//! What a board can show that the rules do not let stand, dealt with before the first play.

use std::collections::BTreeSet;

use crate::clause;

use super::battle::base_name;
use super::run::{NewStep, Run, Stop};
use super::table::UnitIx;
use super::trace::StepKind;

impl Run<'_> {
    /// A board on which something is not as the rules leave it.
    pub(super) fn open_board(&mut self) -> Result<(), Stop> {
        self.note_twins()?;
        self.discard_overfull()
    }

    /// Damage counters at least the health discard a unit at once (6.2.5): no play finds it there.
    fn discard_overfull(&mut self) -> Result<(), Stop> {
        let overfull: Vec<UnitIx> = self
            .table
            .all()
            .filter(|u| {
                let unit = self.table.unit(*u);
                let there = unit.zone.on_table() && unit.is_unit() && !unit.is_face_down();
                there && unit.damage > 0 && unit.damage >= self.table.view(*u).health
            })
            .collect();
        for unit in overfull {
            let text = format!(
                "{} has {} damage counters and health {}: it does not stay.",
                self.table.name(unit),
                self.table.unit(unit).damage,
                self.table.view(unit).health
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, unit);
            self.step(step.on(clause!("6.2.5")))?;
            self.discard_for(unit, Vec::new(), None, vec![clause!("6.2.5").into()])?;
            self.table.fallen.clear();
        }
        Ok(())
    }

    /// Two units of one unique name of a player: which was deployed last is not said, so both stay.
    fn note_twins(&mut self) -> Result<(), Stop> {
        let mut said: BTreeSet<String> = BTreeSet::new();
        for first in self.table.all().collect::<Vec<_>>() {
            let Some(second) = self.twin_of(first) else {
                continue;
            };
            let (one, other) = (self.table.name(first), self.table.name(second));
            if !said.insert(base_name(one).to_owned()) {
                continue;
            }
            let text = format!(
                "{one} and {other} are units of one unique name of the {}, which may have one of them in battle or retreated; the board does not say which came last, so both are left there.",
                self.table.side(first).name()
            );
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, first);
            self.step(step.on(clause!("1.5.2")))?;
        }
        Ok(())
    }

    /// Another unit of the same unique name and player in battle or retreated.
    pub(super) fn twin_of(&self, card: UnitIx) -> Option<UnitIx> {
        let unit = self.table.unit(card);
        let there = |u: &super::table::Unit| u.unique && (u.in_battle() || u.is_retreated());
        if !there(unit) {
            return None;
        }
        self.table.all().find(|u| {
            let other = self.table.unit(*u);
            *u != card
                && there(other)
                && other.side == unit.side
                && base_name(&other.name) == base_name(&unit.name)
        })
    }
}
