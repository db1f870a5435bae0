//! Redirect: when the unit is attacked, the attacker attacks another of its controller's units instead.

use crate::cardtext::{Ability, Amount, Ban, Scope, StaticRule};
use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::look::{self, Look};
use crate::rules::shown::{AimAt, Beside, Shown, Usage};
use crate::rules::table::{Table, UnitIx};
use crate::rules::target;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Redirect.
pub const REDIRECT: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::AttackPop],
        scope: Scope::Attack,
        limit: &[clause!("11.25"), clause!("7.1.4"), clause!("4.4.1")],
        timing: &[clause!("11.25"), clause!("attack.pop")],
        against,
        play,
    }),
    grounds: Grounds {
        played: Some(played),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Pay 1 Force -> Redirect",
        usage: Some(Usage::of(WindowId::AttackPop, AimAt::Neighbour)),
        moves_the_attack: true,
        beside: Beside::Reaches,
        attacks_only: Some(clause!("redirect.1")),
        speaks_of: &[
            (keyword!("stealth"), clause!("redirect.2")),
            (keyword!("forewarning"), clause!("7.1.2")),
            (keyword!("foresight"), clause!("7.1.2")),
            (keyword!("overload"), clause!("7.1.2")),
            (keyword!("barrage"), clause!("redirect.2")),
            (keyword!("bombard"), clause!("redirect.2")),
            (keyword!("ion-cannon"), clause!("redirect.2")),
            (keyword!("retaliate"), clause!("retaliate.12")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("redirect"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let name = table.name(held.unit);
    let Some(attack) = table.attack().filter(|a| a.defender == held.unit) else {
        let text = format!("{name} is not being attacked");
        return vec![Reason::by(clause!("redirect.1"), text)];
    };
    aimed
        .on
        .first()
        .map(|t| target_reasons(table, held.unit, attack.attacker, *t))
        .unwrap_or_default()
}

fn target_reasons(table: &Table, own: UnitIx, attacker: UnitIx, other: UnitIx) -> Vec<Reason> {
    let (from, to) = (table.unit(own), table.unit(other));
    let mut reasons = Vec::new();
    let there = to.in_battle() && to.arena() == from.arena();
    if other == own || to.side != from.side || !there {
        let text = format!("{} is not another of your units in that arena", to.name);
        reasons.push(Reason::by(clause!("redirect.2"), text));
    }
    if other == attacker {
        let text = format!("{} is the attacker", to.name);
        reasons.push(Reason::by(clause!("redirect.2"), text));
    }
    for barred in target::barred_as_defender(table, attacker, other) {
        reasons.push(Reason::by(clause!("redirect.2"), barred.text.clone()));
        reasons.push(barred);
    }
    if table
        .view(other)
        .banned(|b| matches!(b.ban, Ban::BeDamaged))
        .is_some()
    {
        let text = format!("{} can't be damaged", to.name);
        reasons.push(Reason::by(clause!("redirect.2"), text));
    }
    if all_is_prevented(table, other) {
        let text = format!("all damage to {} is prevented anyway", to.name);
        reasons.push(Reason::by(clause!("redirect.3"), text));
    }
    reasons
}

/// Whether a standing ability prevents all damage to the unit, whoever does it.
fn all_is_prevented(table: &Table, unit: UnitIx) -> bool {
    table.all().any(|holder| {
        let look = Look::from(table, holder);
        table.view(holder).copies.iter().any(|copy| {
            let Ability::Static(rule) = &*copy.ability else {
                return false;
            };
            let StaticRule::Prevent {
                to,
                from: None,
                amount: Amount::All,
                ..
            } = &rule.rule
            else {
                return false;
            };
            copy.off.is_none()
                && rule
                    .condition
                    .as_ref()
                    .is_none_or(|c| look::holds(table, &look, c))
                && look::means(table, &look, to, unit)
        })
    })
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(attack) = table.attack() else {
        return Ok(Vec::new());
    };
    if let Some(note) = target::stays(table, attack.attacker, clause!("redirect.5")) {
        return Ok(vec![note]);
    }
    let Some(other) = aimed.on.first().copied() else {
        return Err(Ask {
            asks: format!(
                "Which unit is attacked instead of {}?",
                table.name(held.unit)
            ),
            among: table
                .all()
                .filter(|u| target_reasons(table, held.unit, attack.attacker, *u).is_empty())
                .collect(),
        });
    };
    let deed = Deed::NewDefender(other);
    Ok(vec![
        Cited::new(deed, clause!("redirect.4")).and(clause!("redirect.2")),
    ])
}

/// Why it may be used now.
fn played(table: &Table, _: &Held) -> Vec<ClauseId> {
    let locked = table
        .attack()
        .is_some_and(|a| target::locked(table, a.attacker).is_some());
    vec![
        clause!("redirect.1"),
        if locked {
            clause!("7.1.1")
        } else {
            clause!("7.1.redirect")
        },
    ]
}
