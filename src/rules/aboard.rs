//! Cards that change what they are: Pilots on and off units (RULES 8.6), cards played from the
//! discard pile.

use crate::game::{CardType, Zone};
use crate::rulebook::ClauseId;

use super::run::{NewStep, Run, Stop};
use super::setup;
use super::table::UnitIx;
use super::trace::{Change, Cite, StepKind};
use super::triggers::Happened;

impl Run<'_> {
    /// A Pilot goes onto a unit and is a Pilot only from now on.
    pub(super) fn board(
        &mut self,
        pilot: UnitIx,
        to: UnitIx,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let card = setup::as_subcard(&mut self.table, pilot);
        let name = card.name.to_string();
        self.table.unit_mut(pilot).zone = Zone::Removed;
        self.table.unit_mut(to).pilots.push(card);
        self.refresh();
        let text = format!("{name} pilots {}.", self.table.name(to));
        self.carried(name, to, text, cites)
    }

    /// A Pilot leaves the unit it pilots and is a Character again.
    pub(super) fn alight(
        &mut self,
        from: UnitIx,
        serial: u32,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let bearer = self.table.unit_mut(from);
        let Some(at) = bearer.pilots.iter().position(|c| c.serial == serial) else {
            return Ok(());
        };
        let card = bearer.pilots.remove(at);
        let unit = setup::from_subcard(&self.table, from, card);
        let (id, name, zone) = (unit.id.clone(), unit.name.to_string(), unit.zone);
        self.table.units.push(unit);
        let pilot = UnitIx(self.table.units.len() - 1);
        self.refresh();
        let text = format!("{name} leaves {}.", self.table.name(from));
        let change = Change::Zone {
            unit: id,
            from: self.table.unit(from).zone,
            to: zone,
        };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, pilot)
            .change(change);
        self.step(step.resting_on(cites))?;
        self.check_health()
    }

    /// A card comes from the discard pile: a unit into its arena, a Mission to its effect.
    pub(super) fn play_from_discard(
        &mut self,
        card: UnitIx,
        leaves_by: ClauseId,
        cites: Vec<Cite>,
    ) -> Result<(), Stop> {
        let owner = self.table.unit(card).owner;
        let pool = self.table.pool_mut(owner);
        pool.discard = (pool.discard - 1).max(0);
        let unit = self.table.unit_mut(card);
        unit.leaves_by = Some(leaves_by);
        let home = unit.types.iter().find_map(|t| t.arena()).map(Zone::from);
        unit.zone = home.unwrap_or(Zone::Build);
        self.refresh();
        let unit = self.table.unit(card).clone();
        let text = format!("{} is played from the discard pile.", unit.name);
        let change = Change::Zone {
            unit: unit.id.clone(),
            from: Zone::Discard,
            to: unit.zone,
        };
        let step = NewStep::of(StepKind::Move, text)
            .unit(&self.table, card)
            .change(change);
        self.step(step.resting_on(cites))?;
        if unit.types.contains(&CardType::Mission) {
            return self.complete_mission(card, &unit);
        }
        if unit.is_unit() {
            self.fire(Happened::Deployed(card))?;
            self.arrive(card)?;
            self.settle_triggers()?;
        }
        Ok(())
    }
}
