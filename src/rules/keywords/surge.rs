//! Surge X: when another unit damages this one, a unit in its arena may get X more power for the turn.

use crate::cardtext::{Duration, Grant, Num, Scope, Stat};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer, Proposal};
use crate::rules::shown::{AimAt, OfAnother, Shown, Usage};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Surge.
pub const SURGE: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Placement],
        scope: Scope::Instance,
        limit: &[clause!("surge.1")],
        timing: &[clause!("surge.1"), clause!("attack.placement")],
        against,
        play,
    }),
    idle: Some(idle),
    shown: Shown {
        usage: Some(Usage::of(WindowId::Placement, AimAt::Itself)),
        speaks_of: &[(keyword!("ambush"), clause!("surge.3"))],
        of_another: Some((OfAnother::DamageFrom, clause!("surge.1"))),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("surge"))
};

/// Whether damage from another unit was placed on the unit just now.
fn damaged_by_another(table: &Table, unit: UnitIx) -> bool {
    table
        .open_on(unit)
        .any(|i| i.placed > 0 && i.source.is_some_and(|s| s != unit))
}

fn same_arena(table: &Table, unit: UnitIx, other: UnitIx) -> bool {
    let arena = table.unit(unit).arena();
    arena.is_some() && table.unit(other).in_battle() && table.unit(other).arena() == arena
}

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let name = table.name(held.unit);
    let mut reasons = Vec::new();
    if !damaged_by_another(table, held.unit) {
        let text = format!("no counter was placed on {name} by damage from another unit");
        reasons.push(Reason::by(clause!("surge.1"), text.clone()));
        reasons.push(Reason::by(clause!("surge.2"), text));
    }
    if let Some(other) = aimed
        .on
        .first()
        .filter(|u| !same_arena(table, held.unit, **u))
    {
        let text = format!("{} is not in the arena of {name}", table.name(*other));
        reasons.push(Reason::by(clause!("surge.4"), text));
    }
    reasons
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(target) = aimed.on.first().copied() else {
        return Err(Ask {
            asks: format!("Which unit gets +{} power by Surge?", held.value),
            among: table
                .all()
                .filter(|u| same_arena(table, held.unit, *u))
                .collect(),
        });
    };
    let deed = Deed::Give {
        on: target,
        grants: vec![Grant::Change(Stat::Power, Num::Const(held.value.max(0)))],
        until: Duration::Turn,
        by: held.unit,
    };
    let cited = Cited::new(deed, clause!("surge.1"));
    let outside = table
        .open_on(held.unit)
        .any(|i| i.placed > 0 && i.attack.is_none());
    let cited = if outside {
        cited.and(clause!("surge.3"))
    } else {
        cited
    };
    Ok(vec![cited.and(clause!("surge.4"))])
}

fn idle(table: &Table, held: &Held) -> Proposal {
    match table.attack() {
        Some(a) if a.defender == held.unit && a.rolled && a.placed == 0 => Proposal::skip(
            clause!("surge.2"),
            "no counter was placed as a result of damage",
        ),
        _ => Proposal::Silent,
    }
}
