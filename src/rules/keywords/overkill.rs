//! Overkill: hits beyond the defender's remaining health may go to a second unit in its arena.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{self, Aimed, Ask, Held, Hook, KeywordDef, Offer, Proposal};
use crate::rules::shown::{AimAt, Beside, Shown, Usage};
use crate::rules::table::{Attack, Table, UnitIx};
use crate::rules::target;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Overkill.
pub const OVERKILL: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Pending],
        scope: Scope::Attack,
        limit: &[clause!("overkill.3"), clause!("4.4.1")],
        timing: &[clause!("overkill.1"), clause!("attack.pending")],
        against,
        play,
    }),
    idle: Some(idle),
    grounds: Grounds {
        second: &[clause!("overkill.8"), clause!("overkill.i1")],
        preventable: Some(clause!("overkill.7")),
        second_not_attacked: Some(clause!("overkill.i1")),
        ..Grounds::NONE
    },
    shown: Shown {
        usage: Some(Usage::of(WindowId::Pending, AimAt::Neighbour)),
        falls: true,
        beside: Beside::Reaches,
        speaks_of: &[
            (keyword!("barrage"), clause!("overkill.1")),
            (keyword!("bombard"), clause!("overkill.1")),
            (keyword!("ion-cannon"), clause!("overkill.1")),
            (keyword!("absorb"), clause!("overkill.7")),
            (keyword!("deflect"), clause!("overkill.7")),
            (keyword!("evade"), clause!("overkill.7")),
            (keyword!("persuade"), clause!("overkill.7")),
            (keyword!("protect"), clause!("overkill.7")),
            (keyword!("double-damage"), clause!("11.18")),
            (keyword!("avenge"), clause!("avenge.1")),
        ],
        excess: Some(clause!("overkill.1")),
        attacks_only: Some(clause!("overkill.1")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("overkill"))
};

/// Hits that need not stay on the defender (overkill.4, 11.7).
fn excess(table: &Table, attack: &Attack) -> i32 {
    let defender = attack.defender;
    let health = table.view(defender).health;
    let stay = match table.reading(clause!("11.7")) {
        Some("printed-health") => health,
        _ => health - table.unit(defender).damage,
    };
    let hits = attack.hits.unwrap_or(0) + added(table, attack);
    (hits - attack.hits_sent_on() - stay.max(0)).max(0)
}

/// What the hits that stay are measured by (11.7).
fn measure(table: &Table) -> &'static str {
    match table.reading(clause!("11.7")) {
        Some("printed-health") => "health",
        _ => "remaining health",
    }
}

/// Damage added to the hits, where it may go over like them (11.8).
fn added(table: &Table, attack: &Attack) -> i32 {
    if table.reading(clause!("11.8")) != Some("goes-over") || attack.hits.is_none() {
        return 0;
    }
    let of = |held: &Held, hook: &Hook| match (hook.run)(table, held) {
        Proposal::Do(deeds) => deeds
            .into_iter()
            .map(|d| match d.into_parts().0 {
                Deed::AddDamage(n) => n,
                _ => 0,
            })
            .sum(),
        _ => 0,
    };
    crate::rules::keyword::all()
        .iter()
        .flat_map(|d| d.hooks.iter().map(move |h| (d.keyword, h)))
        .filter(|(_, h)| h.window == WindowId::Pending)
        .flat_map(|(k, h)| {
            let held = keyword::held(table, attack.attacker, k);
            held.into_iter().map(move |held| (held, h))
        })
        .map(|(held, h)| of(&held, h))
        .sum()
}

fn in_arena_of(table: &Table, defender: UnitIx, other: UnitIx) -> bool {
    let unit = table.unit(other);
    other != defender && unit.in_battle() && unit.arena() == table.unit(defender).arena()
}

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let name = table.name(held.unit);
    let Some(attack) = table.attack().filter(|a| a.attacker == held.unit) else {
        return vec![Reason::by(
            clause!("overkill.1"),
            format!("{name} is not attacking"),
        )];
    };
    let mut reasons = Vec::new();
    let (excess, defender) = (excess(table, attack), table.name(attack.defender));
    if attack.hits.is_some() && excess == 0 {
        let text = format!("no hit exceeds the {} of {defender}", measure(table));
        reasons.push(Reason::by(clause!("overkill.1"), text.clone()));
        reasons.push(Reason::by(clause!("overkill.4"), text.clone()));
        if table.reading(clause!("11.7")).is_some() {
            reasons.push(Reason::by(clause!("11.7"), text));
        }
    }
    if let Some(asked) = aimed
        .amount
        .filter(|a| attack.hits.is_some() && (*a < 0 || *a > excess))
    {
        let measure = measure(table);
        let text = format!("only {excess} hits exceed the {measure} of {defender}, not {asked}");
        reasons.push(Reason::by(clause!("overkill.4"), text.clone()));
        reasons.push(Reason::by(clause!("11.7"), text));
    }
    if let Some(second) = aimed
        .on
        .first()
        .filter(|u| !in_arena_of(table, attack.defender, **u))
    {
        let text = format!(
            "{} is not another unit in the arena of {defender}",
            table.name(*second)
        );
        reasons.push(Reason::by(clause!("overkill.1"), text));
    }
    reasons
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(attack) = table.attack() else {
        return Ok(Vec::new());
    };
    let most = excess(table, attack);
    let hits = aimed.amount.unwrap_or(most).clamp(0, most);
    if hits == 0 {
        let text = format!("All hits stay on {}.", table.name(attack.defender));
        return Ok(vec![Cited::new(Deed::Note(text), clause!("overkill.2"))]);
    }
    let Some(second) = aimed.on.first().copied() else {
        return Err(Ask {
            asks: format!(
                "To which unit does {} send {hits} of the hits?",
                table.name(held.unit)
            ),
            among: table
                .all()
                .filter(|u| in_arena_of(table, attack.defender, *u))
                .collect(),
        });
    };
    let mut cited = Cited::new(Deed::Split { to: second, hits }, clause!("overkill.1"));
    if hits < most {
        cited = cited.and(clause!("overkill.2"));
    }
    if table.unit(attack.defender).damage > 0 {
        cited = cited.and(clause!("11.7")).and(clause!("overkill.4"));
    }
    if table.reading(clause!("11.8")).is_some() {
        cited = cited.and(clause!("11.8"));
    } else if speaks_of_dice(table, second) {
        cited = cited.and(clause!("overkill.6")).also(clause!("overkill.5"));
    } else if target::untouchable(table, held.unit, second).is_some() {
        cited = cited
            .and(clause!("overkill.r1"))
            .also_all(target::hidden_from(table, second));
    }
    Ok(vec![cited.also(clause!("overkill.4"))])
}

/// Whether the unit has something that looks at the dice rolled against it: less power for the
/// attacker, a higher result to hit, prevention by a face.
fn speaks_of_dice(table: &Table, unit: UnitIx) -> bool {
    crate::rules::keyword::all().iter().any(|d| {
        let by_face = d.hooks.iter().any(|h| h.window == WindowId::Prevention);
        (d.against_attacker.is_some() || d.hit_by.is_some() || by_face)
            && table.view(unit).has(d.keyword)
    })
}

fn idle(table: &Table, held: &Held) -> Proposal {
    match table.attack() {
        Some(a) if a.attacker == held.unit && a.rolled && excess(table, a) == 0 => {
            let text = format!("no hit exceeded the defender's {}", measure(table));
            Proposal::skip(clause!("overkill.4"), text)
        }
        _ => Proposal::Silent,
    }
}
