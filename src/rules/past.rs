//! What has happened this turn, for conditions that ask for it.

use std::collections::BTreeSet;

use crate::cardtext::{Event, Filter, Place, Who};

use crate::game::Arena;

use super::look::{self, Look};
use super::table::{Table, UnitIx};
use super::triggers::Happened;

/// Whether conditions can ask for it.
pub(super) const fn is_kept(happened: &Happened) -> bool {
    matches!(
        happened,
        Happened::Damaged { .. } | Happened::Discarded(_) | Happened::Retreated(..)
    )
}

/// To how many units it has happened this turn, seen from the ability. Of attacks: how many units
/// have made one, in the place that is named.
pub(super) fn times(table: &Table, look: &Look, event: &Event) -> usize {
    if let Event::Attacks {
        who: Who::Units(s),
        target: None,
    } = event
    {
        let there = |arena: &Option<Arena>| {
            let at = |p: &Place| match p {
                Place::Arena(a) => *arena == Some(*a),
                Place::ChosenArena => arena.is_some() && *arena == look.arena,
                _ => true,
            };
            s.filter.places.is_empty() || s.filter.places.iter().any(at)
        };
        let made = table.attacked_from.iter();
        let meant = made.filter(|(u, arena)| there(arena) && fits(table, look, &s.filter, *u));
        return meant.map(|(u, _)| *u).collect::<BTreeSet<UnitIx>>().len();
    }
    let mut units: Vec<UnitIx> = table
        .past
        .iter()
        .filter_map(|h| to_whom(table, look, event, h))
        .collect();
    units.sort_unstable();
    units.dedup();
    units.len()
}

/// The unit it happened to, if it was that.
fn to_whom(table: &Table, look: &Look, event: &Event, happened: &Happened) -> Option<UnitIx> {
    let was = |who: &Who, unit: UnitIx| means(table, look, who, unit);
    match (event, happened) {
        (
            Event::Damages { who, target, .. },
            Happened::Damaged {
                source,
                target: hit,
                ..
            },
        ) => {
            let by = source.map_or_else(|| is_anyone(who), |s| was(who, s));
            (by && was(target, *hit)).then_some(*hit)
        }
        (Event::Discarded { who, from, .. }, Happened::Discarded(fallen)) => {
            let arena = fallen.from.arena();
            let there = |p: &Place| match p {
                Place::Arena(a) => arena == Some(*a),
                Place::Anywhere => true,
                _ => arena.is_some(),
            };
            let here = from.is_empty() || from.iter().any(there);
            (here && was(who, fallen.unit)).then_some(fallen.unit)
        }
        (Event::Retreats(who), Happened::Retreated(unit, _)) => was(who, *unit).then_some(*unit),
        _ => None,
    }
}

/// The unit may be somewhere else by now, or gone.
fn means(table: &Table, look: &Look, who: &Who, unit: UnitIx) -> bool {
    match who {
        Who::Units(s) => fits(table, look, &s.filter, unit),
        other => look::means(table, look, other, unit),
    }
}

fn fits(table: &Table, look: &Look, filter: &Filter, unit: UnitIx) -> bool {
    look::fits_but_place(table, look, filter, unit)
        || filter.or.iter().any(|f| fits(table, look, f, unit))
}

fn is_anyone(who: &Who) -> bool {
    matches!(who, Who::Units(s) if s.filter == Filter::default())
}
