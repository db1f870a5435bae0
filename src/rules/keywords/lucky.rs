//! Lucky X: once in each attack by or against the unit, up to X attack dice are rerolled.

use crate::cardtext::Scope;
use crate::clause;
use crate::game::Side;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Among, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{AimAt, Shown, Usage};
use crate::rules::table::{Attack, CopyId, Table, UnitIx};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Lucky.
pub const LUCKY: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Reroll],
        scope: Scope::Attack,
        limit: &[clause!("lucky.5"), clause!("4.4.5")],
        timing: &[clause!("lucky.r3"), clause!("attack.reroll")],
        against,
        play,
    }),
    rerolls: Some(|value| usize::try_from(value).unwrap_or(0)),
    grounds: Grounds {
        played: Some(played),
        ..Grounds::NONE
    },
    shown: Shown {
        usage: Some(Usage::of(WindowId::Reroll, AimAt::Nobody)),
        rerolls: true,
        attack_dice: Some(clause!("lucky.2")),
        attacks_only: Some(clause!("lucky.1")),
        several: &[clause!("lucky.4"), clause!("lucky.r1")],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("lucky"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let name = table.name(held.unit);
    let concerned = table
        .attack()
        .filter(|a| a.attacker == held.unit || a.defender == held.unit);
    let Some(attack) = concerned else {
        let was = table
            .attack()
            .is_some_and(|a| a.defenders.contains(&held.unit));
        return vec![if was {
            let text = format!("{name} is not the defender any more");
            Reason::by(clause!("7.1.7"), text)
        } else {
            let text = format!("{name} neither attacks nor is attacked");
            Reason::by(clause!("lucky.1"), text)
        }];
    };
    let mut reasons = dice_reasons(held, attack, aimed);
    reasons.extend(exact_reason(table, held, attack, aimed));
    reasons.extend(one_use_reason(table, held));
    reasons
}

fn dice_reasons(held: &Held, attack: &Attack, aimed: &Aimed) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let (asked, rolled) = (aimed.dice.len(), attack.dice.len());
    if i32::try_from(asked).is_ok_and(|n| n > held.value) {
        reasons.push(Reason::by(
            clause!("lucky.7"),
            format!(
                "{} rerolls at most {} dice, not {asked}",
                held.label(),
                held.value
            ),
        ));
    }
    let mut seen = aimed.dice.clone();
    seen.sort_unstable();
    seen.dedup();
    let unknown = aimed
        .dice
        .iter()
        .any(|d| *d == 0 || usize::from(*d) > rolled);
    if attack.rolled && (unknown || seen.len() < asked) {
        reasons.push(Reason::by(
            clause!("lucky.6"),
            format!("{rolled} dice were rolled, each of which can be rerolled once by it"),
        ));
    }
    reasons
}

/// The old ruling: exactly X dice, or all of them (11.2).
fn exact_reason(table: &Table, held: &Held, attack: &Attack, aimed: &Aimed) -> Option<Reason> {
    if table.reading(clause!("11.2")) != Some("exactly") || aimed.dice.is_empty() {
        return None;
    }
    let value = usize::try_from(held.value).unwrap_or(0);
    let due = value.min(attack.dice.len());
    (aimed.dice.len() != due).then(|| {
        Reason::by(
            clause!("11.2"),
            format!(
                "exactly {due} dice must be rerolled, not {}",
                aimed.dice.len()
            ),
        )
    })
}

/// Another unit of its player that used it in this attack.
fn one_used(table: &Table, held: &Held) -> Option<UnitIx> {
    let side = table.side(held.unit);
    table.all().find(|u| {
        *u != held.unit
            && table.side(*u) == side
            && table.used(CopyId::whole(*u, held.keyword), Scope::Attack, None) > 0
    })
}

/// The reading by which it is one use for each player (11.3).
fn one_use_reason(table: &Table, held: &Held) -> Option<Reason> {
    if table.reading(clause!("11.3")) != Some("one-use") {
        return None;
    }
    let other = one_used(table, held)?;
    Some(Reason::by(
        clause!("11.3"),
        format!(
            "{} used its Lucky already in this attack",
            table.name(other)
        ),
    ))
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(attack) = table.attack() else {
        return Ok(Vec::new());
    };
    if aimed.dice.is_empty() {
        return Err(Ask {
            asks: format!(
                "Which dice does {} have rerolled, at most {}?",
                table.name(held.unit),
                held.value
            ),
            among: Among::Dice,
        });
    }
    let deed = Deed::Reroll {
        dice: aimed.dice.clone(),
        faces: aimed.faces.clone(),
    };
    let mut cited = Cited::new(deed, role(attack, held));
    if held.is_sum() {
        cited = cited.and(clause!("lucky.8"));
    }
    if i32::try_from(aimed.dice.len()).is_ok_and(|n| n < held.value) {
        cited = cited.and(clause!("lucky.7"));
        if aimed.dice.len() < attack.dice.len() {
            cited = cited.and(clause!("11.2"));
        }
    }
    Ok(vec![cited.also(clause!("attack.reroll"))])
}

/// It is used once the triggered rerolls are over, in turn, among other rerolls.
fn played(table: &Table, held: &Held) -> Vec<ClauseId> {
    let mut clauses = vec![clause!("lucky.1")];
    let Some(attack) = table.attack() else {
        return clauses;
    };
    let others = table
        .all()
        .filter(|u| *u != held.unit)
        .any(|u| table.used(CopyId::whole(u, held.keyword), Scope::Attack, None) > 0);
    if others {
        clauses.push(clause!("lucky.4"));
    }
    if one_used(table, held).is_some() {
        clauses.push(clause!("11.3"));
    }
    if attack.rerolled.in_the_chance {
        clauses.push(clause!("lucky.r2"));
    }
    if attack.rerolled.by_triggers {
        clauses.push(clause!("lucky.5"));
    }
    let (own, attacking) = (table.side(held.unit), table.side(attack.attacker));
    if own == Side::Dark && attacking == Side::Light {
        clauses.push(clause!("lucky.r1"));
    }
    clauses
}

fn role(attack: &Attack, held: &Held) -> ClauseId {
    if attack.attacker == held.unit {
        clause!("lucky.2")
    } else {
        clause!("lucky.3")
    }
}
