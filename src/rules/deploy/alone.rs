//! Cards completed by themselves, into a zone.

use crate::clause;
use crate::game::{CardType, CounterKind, Side, Zone};
use crate::rules::battle::base_name;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{Unit, UnitIx};
use crate::rules::trace::{Change, Cite, StepKind};
use crate::rules::triggers::Happened;

impl Run<'_> {
    pub(super) fn complete_alone(&mut self, card: UnitIx, zone: Zone) -> Result<(), Stop> {
        let unit = self.table.unit(card).clone();
        self.table
            .unit_mut(card)
            .counters
            .remove(&CounterKind::Build);
        if unit.types.contains(&CardType::Mission) {
            self.complete_mission(card, &unit)?;
            self.fire(Happened::Completed(card))?;
            return self.settle_triggers();
        }
        if unit.types.contains(&CardType::Location) {
            self.replace_location(card, zone)?;
        }
        self.table.unit_mut(card).zone = zone;
        self.refresh();
        self.note_completed(card, &unit, zone)?;
        if !unit.is_unit() {
            self.fire(Happened::Completed(card))?;
            return self.settle_triggers();
        }
        // To finish building a unit is to deploy it (2.3).
        self.fire(Happened::Completed(card))?;
        self.fire(Happened::Deployed(card))?;
        self.second_of_its_name(card)?;
        self.arrive(card)?;
        self.settle_triggers()?;
        self.contests()
    }

    /// The step that tells where the card went, and by which rules.
    fn note_completed(&mut self, card: UnitIx, unit: &Unit, zone: Zone) -> Result<(), Stop> {
        let verb = if unit.is_unit() {
            "is deployed into"
        } else {
            "is completed and lies in"
        };
        let text = format!("{} {verb} {}.", unit.name, zone.name());
        let change = Change::Zone {
            unit: unit.id.clone(),
            from: Zone::Build,
            to: zone,
        };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, card)
            .change(change)
            .on(clause!("2.3"));
        let again = self.table.all().map(|u| self.table.unit(u)).any(|o| {
            unit.unique
                && o.unique
                && o.zone == Zone::Discard
                && o.side == unit.side
                && base_name(&o.name) == base_name(&unit.name)
        });
        let row = match unit.side {
            Side::Dark => clause!("2.2.C2"),
            Side::Light => clause!("2.2.C4"),
        };
        let row = self.in_build_step_of(unit.side).then_some(row);
        let step = step.also(again.then_some(clause!("1.5.3"))).also(row);
        let kept = self.keyword_clause(card, |d| d.completed);
        self.step(step.resting_on(kept.map(Cite::from))).map(drop)
    }

    /// A Location stays until another one replaces it.
    fn replace_location(&mut self, card: UnitIx, zone: Zone) -> Result<(), Stop> {
        let old: Vec<UnitIx> = self
            .table
            .all()
            .filter(|u| {
                let other = self.table.unit(*u);
                *u != card && other.types.contains(&CardType::Location) && other.zone == zone
            })
            .collect();
        for location in old {
            self.discard_alone(location, vec![clause!("1.3.location").into()])?;
        }
        Ok(())
    }

    /// Of two units of one unique name of a player the one deployed last is discarded (1.5.2).
    fn second_of_its_name(&mut self, card: UnitIx) -> Result<(), Stop> {
        if self.twin_of(card).is_some() {
            self.discard_alone(card, vec![clause!("1.5.2").into()])?;
        }
        Ok(())
    }
}
