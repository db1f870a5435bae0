//! What the defending unit as such gets for an attack: after a change of the defender it is on the
//! new one (7.1.6). What the attacker was given stays, whatever it was given for.

use crate::cardtext::{Ability, Duration, Event, Filter, Who};
use crate::clause;
use crate::rulebook::ClauseId;
use crate::rules::look;
use crate::rules::run::{NewStep, Run, Stop};
use crate::rules::table::{Lasting, UnitIx};
use crate::rules::trace::StepKind;

use super::cx::Cx;

impl Run<'_> {
    /// What the defender has to be for the effect, if it is tied to the defender of the running
    /// attack.
    pub(super) fn tie(&self, who: &Who, unit: UnitIx, until: Duration, cx: &Cx) -> Option<Filter> {
        let attack = self.table.attack().filter(|_| until == Duration::Attack)?;
        let ability = cx.copy.as_ref().map(|c| &*c.ability);
        let attacked = match ability {
            Some(Ability::Triggered(t)) => match &t.event {
                Event::Attacks {
                    target: Some(Who::Units(s)),
                    ..
                } => Some(s.filter.clone()),
                _ => None,
            },
            _ => None,
        };
        let by_role = matches!(who, Who::Defender | Who::Patient) && unit == attack.defender;
        let of_it = attacked.unwrap_or_default();
        by_role.then_some(of_it)
    }

    /// After a change of the defender: what was on the old one as the defending unit is on the new
    /// one, if that is such a unit too.
    pub(in crate::rules) fn hand_over_ties(
        &mut self,
        old: UnitIx,
        new: UnitIx,
        ends: Option<ClauseId>,
    ) -> Result<(), Stop> {
        let this_attack = self.for_attack(Duration::Attack);
        let table = &self.table;
        let moves = |lasting: &Lasting| {
            let of_this = lasting.on == old && lasting.attack == this_attack;
            let mut tied = lasting.tied.iter().filter(|_| of_this);
            tied.any(|filter| look::fits(table, &lasting.look, filter, new))
        };
        let moved: Vec<u32> = table
            .lasting
            .iter()
            .filter(|l| moves(l))
            .map(|l| l.serial)
            .collect();
        // On the old one it ends, if the new one is not what it asks.
        let ends_here = |l: &Lasting| {
            l.on == old && l.attack == this_attack && l.tied.is_some() && !moved.contains(&l.serial)
        };
        self.table.lasting.retain(|l| !ends_here(l));
        self.refresh();
        for serial in moved {
            let mut all = self.table.lasting.iter_mut();
            let Some(lasting) = all.find(|l| l.serial == serial) else {
                continue;
            };
            lasting.on = new;
            let (printed, cites) = (lasting.printed.clone(), lasting.cites.clone());
            let name = self.table.name(new);
            let text =
                format!("{name} is the defending unit now, so what that unit gets is on it.");
            let step = NewStep::of(StepKind::Note, text).unit(&self.table, new);
            let step = step.ability(printed.as_ref()).resting_on(cites);
            self.refresh();
            self.step(step.on(clause!("7.1.6")).also(ends))?;
        }
        Ok(())
    }
}
