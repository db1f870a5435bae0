//! Effects of an attack that are tied to its defender (7.1.6): what an attack on such a unit gives
//! the attacker, and what the defending unit as such gets.

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
        if unit == attack.attacker {
            return attacked;
        }
        let by_role = matches!(who, Who::Defender | Who::Patient) && unit == attack.defender;
        let of_it = attacked.unwrap_or_default();
        by_role.then_some(of_it)
    }

    /// After a change of the defender: what was tied to the old one goes on with the new one if that
    /// is such a unit too, and ends if it is not.
    pub(in crate::rules) fn untie(
        &mut self,
        old: UnitIx,
        new: UnitIx,
        ends: Option<ClauseId>,
    ) -> Result<(), Stop> {
        let all = std::mem::take(&mut self.table.lasting);
        let mut told = Vec::new();
        for mut lasting in all {
            let of_this = lasting.attack == self.for_attack(Duration::Attack);
            let Some(filter) = lasting.tied.clone().filter(|_| of_this) else {
                self.table.lasting.push(lasting);
                continue;
            };
            let fits = look::fits(&self.table, &lasting.look, &filter, new);
            let moves = lasting.on == old;
            if fits && moves {
                lasting.on = new;
            }
            if !fits || moves {
                told.push(self.told_of_tie(&lasting, fits, new));
            }
            if fits {
                self.table.lasting.push(lasting);
            }
        }
        self.refresh();
        for step in told {
            self.step(step.on(clause!("7.1.6")).also(ends))?;
        }
        Ok(())
    }

    fn told_of_tie(&self, lasting: &Lasting, goes_on: bool, new: UnitIx) -> NewStep {
        let name = self.table.name(new);
        let text = if goes_on {
            format!("{name} is the defending unit now, so the effect on that unit is on it.")
        } else {
            format!("{name} is not what the effect asks of the defender, so it ends.")
        };
        NewStep::of(StepKind::Note, text)
            .ability(lasting.printed.as_ref())
            .resting_on(lasting.cites.iter().cloned())
    }
}
