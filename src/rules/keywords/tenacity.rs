//! Tenacity X: if its first attack of the turn does less than X damage, the unit may attack the same target again.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rulebook::Moment;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer, Proposal};
use crate::rules::shown::{AimAt, Shown, Usage};
use crate::rules::table::{Attack, Table, UnitIx};
use crate::rules::target;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Tenacity. What the attack did is known at placement; the further attack is offered after the
/// attack (11.14).
pub const TENACITY: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::AttackAfter],
        scope: Scope::Turn,
        limit: &[clause!("tenacity.3")],
        timing: &[clause!("11.14"), clause!("attack.after")],
        against,
        play,
    }),
    idle: Some(idle),
    grounds: Grounds {
        after_another: Some(clause!("11.14")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Tenacity 9",
        usage: Some(Usage::of(WindowId::AttackAfter, AimAt::Nobody)),
        at: Some(Moment::AttackAfter),
        again: true,
        below: Some(clause!("tenacity.1")),
        same_target: Some(clause!("tenacity.1")),
        speaks_of: &[
            (keyword!("intercept"), clause!("11.44")),
            (keyword!("redirect"), clause!("11.44")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("tenacity"))
};

fn same_target(table: &Table, attack: &Attack) -> UnitIx {
    match table.reading(clause!("11.44")) {
        Some("chosen-target") => attack.defenders.first().copied(),
        _ => None,
    }
    .unwrap_or(attack.defender)
}

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let name = table.name(held.unit);
    let Some(attack) = table.attack().filter(|a| a.attacker == held.unit) else {
        let text = format!("{name} has not just attacked");
        return vec![Reason::by(clause!("tenacity.1"), text)];
    };
    let mut reasons = Vec::new();
    if attack.of_unit > 1 {
        let text = format!("this was not the first attack of {name} this turn");
        reasons.push(Reason::by(clause!("tenacity.3"), text));
    }
    if attack.placed >= held.value {
        let text = format!(
            "the attack did {}, not less than {}",
            attack.placed, held.value
        );
        reasons.push(Reason::by(clause!("tenacity.1"), text));
    }
    let target = same_target(table, attack);
    if aimed.on.first().is_some_and(|u| *u != target) {
        let text = format!("it attacks {} again, nobody else", table.name(target));
        reasons.push(Reason::by(clause!("tenacity.1"), text.clone()));
        reasons.push(Reason::by(clause!("11.44"), text));
    }
    reasons.extend(target::against_extra(table, held.unit, target));
    reasons
}

fn play(table: &Table, held: &Held, _: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(attack) = table.attack() else {
        return Ok(Vec::new());
    };
    let deed = Deed::ExtraAttack {
        attacker: held.unit,
        target: same_target(table, attack),
        with: held.keyword,
    };
    let cited = Cited::new(deed, clause!("tenacity.1")).and(clause!("tenacity.2"));
    Ok(vec![if attack.defenders.len() > 1 {
        cited.and(clause!("11.44"))
    } else {
        cited.and(clause!("11.14"))
    }])
}

fn idle(table: &Table, held: &Held) -> Proposal {
    match table.attack() {
        Some(a) if a.attacker == held.unit && a.placed >= held.value => {
            let text = format!("the attack did {}, not less than {}", a.placed, held.value);
            Proposal::Skip(vec![
                Reason::by(clause!("tenacity.1"), text.clone()),
                Reason::by(clause!("11.14"), text),
            ])
        }
        _ => Proposal::Silent,
    }
}
