//! Whether conditions hold.

use crate::cardtext::{Cond, Filter, Who};
use crate::game::{Arena, CardType, Side};
use crate::rules::past;
use crate::rules::table::{Phase, Table, UnitIx};

use super::fit::{is_of_one, is_so};
use super::{Look, fits, fits_but_place, fitting, means, units, value};

/// Whether the condition holds.
#[must_use]
pub fn holds(table: &Table, look: &Look, cond: &Cond) -> bool {
    match cond {
        Cond::All(all) => all.iter().all(|c| holds(table, look, c)),
        Cond::Any(any) => any.iter().any(|c| holds(table, look, c)),
        Cond::Not(inner) => !holds(table, look, inner),
        Cond::Is(who, filter) => are(table, look, who, filter),
        Cond::Count(filter, cmp, num) => {
            let n = i32::try_from(fitting(table, look, filter).len()).unwrap_or(i32::MAX);
            cmp.holds(n, value(table, look, num))
        }
        Cond::Attacking(who, target) => attacking(table, look, who, target.as_ref()),
        Cond::Attacked(who, by) => table.attack().is_some_and(|a| {
            means(table, look, who, a.defender)
                && by.as_ref().is_none_or(|f| fits(table, look, f, a.attacker))
        }),
        Cond::Compare(a, cmp, b) => cmp.holds(value(table, look, a), value(table, look, b)),
        Cond::NoAttack => table.attack().is_none(),
        Cond::AttackedThisTurn(who) => units(table, look, who)
            .into_iter()
            .any(|u| table.unit(u).attacks > 0),
        Cond::BattleStep(arena) => current_step(table) == Some(*arena),
        Cond::BattlePhase => {
            let phase = matches!(table.phase, Phase::Battle | Phase::Step(_));
            phase || table.attack().is_some()
        }
        Cond::LocationIn(arena) => table
            .units
            .iter()
            .any(|u| u.types.contains(&CardType::Location) && u.arena() == Some(*arena)),
        Cond::Controls(player, arena) => look
            .players(table, *player)
            .into_iter()
            .any(|side| table.control(*arena) == Some(side)),
        Cond::ControlsArenas(player, least) => look
            .players(table, *player)
            .into_iter()
            .any(|side| controlled(table, side) >= usize::from(*least)),
        Cond::Happened(event, least) => past::times(table, look, event) >= usize::from(*least),
        Cond::WouldBeDiscarded(who) => {
            let meant = units(table, look, who);
            !meant.is_empty() && meant.into_iter().all(|u| would_be_discarded(table, u))
        }
    }
}

/// Whether the units meant fit the description, and there are any.
fn are(table: &Table, look: &Look, who: &Who, filter: &Filter) -> bool {
    let meant = units(table, look, who);
    // "It" is the unit the text speaks of, wherever that has got to.
    let anywhere = filter.places.is_empty() && !matches!(who, Who::Units(_));
    // "This Location" is known to be meant, whatever kind of card it is.
    let is = |u: UnitIx| {
        fits(table, look, filter, u)
            || anywhere && is_of_one(table, look, filter, u)
            || *who == Who::This && is_so(table, look, filter, u)
    };
    !meant.is_empty() && meant.into_iter().all(is)
}

/// Whether one of the units meant is attacking, such a unit if it is described.
fn attacking(table: &Table, look: &Look, who: &Who, target: Option<&Filter>) -> bool {
    let Some(attack) = table.attack() else {
        return false;
    };
    // A defender that this attack has discarded is still the one that is attacked.
    let fallen = !table.unit(attack.defender).zone.on_table();
    let is = |f: &Filter| {
        fits(table, look, f, attack.defender)
            || fallen && fits_but_place(table, look, f, attack.defender)
    };
    means(table, look, who, attack.attacker) && target.is_none_or(is)
}

/// How many arenas the player controls (9.2.1).
fn controlled(table: &Table, side: Side) -> usize {
    let arenas = Arena::ALL.into_iter();
    arenas.filter(|a| table.control(*a) == Some(side)).count()
}

/// The arena whose battle step it is: the one begun, or that of the running attack's attacker.
#[must_use]
pub fn current_step(table: &Table) -> Option<Arena> {
    match table.phase {
        Phase::Step(arena) => Some(arena),
        _ => table
            .attacks
            .first()
            .and_then(|a| table.unit(a.attacker).arena()),
    }
}

/// Whether the unit has, or would have with the damage now pending, counters at least its health.
#[must_use]
pub fn would_be_discarded(table: &Table, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    unit.zone.on_table()
        && unit.damage.saturating_add(table.pending_on(ix)) >= table.view(ix).health
}
