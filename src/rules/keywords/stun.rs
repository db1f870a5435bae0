//! Stun X: a unit it damages has X less power until the end of the battle.

use crate::cardtext::{Duration, Grant, Num, Stat};
use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::damage::{DamageOrigin, Instance};
use crate::rules::deed::Deed;
use crate::rules::grounds::{self, Grounds};
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::shown::{OfAnother, Shown};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::Cited;
use crate::rules::window::WindowId;

/// Stun. Damage that was set up before its unit was discarded still stuns (3.5.5).
pub const STUN: KeywordDef = KeywordDef {
    from_discard: true,
    hooks: &[Hook {
        window: WindowId::Placement,
        order: 10,
        run: stun,
    }],
    idle: Some(idle),
    grounds: Grounds {
        every_damage: Some(clause!("stun.3")),
        ends: Some(clause!("11.9")),
        ..Grounds::NONE
    },
    shown: Shown {
        of_another: Some((OfAnother::DamageTo, clause!("stun.5"))),
        copies: &[clause!("stun.6")],
        speaks_of: &[(keyword!("double-strike"), clause!("stun.6"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("stun"))
};

/// The instances of this placement that the unit did to other units.
fn done_by<'a>(table: &'a Table, held: &'a Held) -> impl Iterator<Item = &'a Instance> {
    table
        .open
        .iter()
        .map(|i| table.instance(*i))
        .filter(|i| i.source == Some(held.unit))
}

fn stun(table: &Table, held: &Held) -> Proposal {
    let (duration, ground) = until(table);
    let mut stunned: Vec<UnitIx> = Vec::new();
    let mut deeds = Vec::new();
    for instance in done_by(table, held).filter(|i| i.placed > 0 && i.target != held.unit) {
        if held.value <= 0 || stunned.contains(&instance.target) {
            continue;
        }
        stunned.push(instance.target);
        let deed = Deed::Give {
            on: instance.target,
            grants: vec![Grant::Change(
                Stat::Power,
                Num::Const(held.value.saturating_neg()),
            )],
            until: duration,
            by: held.unit,
        };
        let mut cited = Cited::new(deed, clause!("stun.1"));
        match instance.origin {
            DamageOrigin::Attack => {}
            DamageOrigin::Deflect => {
                cited = cited.and(clause!("stun.4")).also(clause!("6.4.4"));
            }
            _ => cited = cited.and(clause!("stun.3")),
        }
        if let Some(counts) = instance.with.and_then(|k| grounds::of(k).counts_as_damage) {
            cited = cited.also(counts);
        }
        if held.is_sum() {
            cited = cited.and(clause!("stun.6"));
        }
        deeds.push(match ground {
            Some(other) => cited.and(other),
            None => cited,
        });
    }
    if !deeds.is_empty() {
        return Proposal::Do(deeds);
    }
    why_not(table, held)
}

fn why_not(table: &Table, held: &Held) -> Proposal {
    let own = done_by(table, held).any(|i| i.target == held.unit && i.placed > 0);
    if own {
        return Proposal::skip(clause!("stun.5"), "a unit never stuns itself");
    }
    if done_by(table, held).next().is_some() {
        return Proposal::skip(
            clause!("stun.2"),
            "no counter was placed as a result of its damage",
        );
    }
    Proposal::Silent
}

/// How long it lasts, and the open question another choice of length rests on (11.9, 11.10).
fn until(table: &Table) -> (Duration, Option<ClauseId>) {
    if table.reading(clause!("11.9")) == Some("turn") {
        return (Duration::Turn, Some(clause!("11.9")));
    }
    if table.reading(clause!("11.10")) == Some("battle-step") {
        return (Duration::BattleStep, Some(clause!("11.10")));
    }
    (Duration::Battle, None)
}

fn idle(table: &Table, held: &Held) -> Proposal {
    match table.attack() {
        Some(a) if a.attacker == held.unit && a.placed == 0 => Proposal::skip(
            clause!("stun.2"),
            "no counter was placed as a result of its damage",
        ),
        _ => Proposal::Silent,
    }
}
