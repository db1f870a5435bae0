//! Double Strike: after an attack for which it tapped, the unit may attack once more.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{AimAt, Shown, Usage};
use crate::rules::table::{Attack, AttackKind, Table, UnitIx};
use crate::rules::target;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Double Strike.
pub const DOUBLE_STRIKE: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::AttackAfter],
        scope: Scope::Attack,
        limit: &[clause!("double-strike.3"), clause!("double-strike.2")],
        timing: &[clause!("double-strike.2"), clause!("attack.after")],
        against,
        play,
    }),
    grounds: Grounds {
        played: Some(|_, _| vec![clause!("attack.after")]),
        ..Grounds::NONE
    },
    shown: Shown {
        usage: Some(Usage::of(WindowId::AttackAfter, AimAt::Opponent)),
        again: true,
        speaks_of: &[
            (keyword!("tenacity"), clause!("11.14")),
            (keyword!("tenacity"), clause!("11.15")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("double-strike"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let name = table.name(held.unit);
    let Some(attack) = table.attack().filter(|a| a.attacker == held.unit) else {
        return vec![Reason::by(
            clause!("double-strike.2"),
            format!("{name} has not just attacked"),
        )];
    };
    let mut reasons: Vec<Reason> = no_tap(table, held, attack)
        .into_iter()
        .map(|clause| Reason::by(clause, format!("{name} did not tap for this attack")))
        .collect();
    if let Some(target) = aimed.on.first() {
        reasons.extend(target_reasons(table, held, *target));
    }
    reasons
}

/// The clauses that speak against an attack for which the unit did not tap.
fn no_tap(table: &Table, held: &Held, attack: &Attack) -> Vec<ClauseId> {
    match attack.kind {
        AttackKind::Ordinary => Vec::new(),
        AttackKind::Extra(by)
            if by != held.keyword && table.reading(clause!("11.15")) == Some("counts") =>
        {
            Vec::new()
        }
        AttackKind::Extra(by) if by != held.keyword => {
            vec![clause!("double-strike.3"), clause!("11.15")]
        }
        AttackKind::Extra(_) => vec![clause!("double-strike.3"), clause!("double-strike.4")],
        AttackKind::Granted => vec![clause!("double-strike.3"), clause!("double-strike.r1")],
    }
}

fn target_reasons(table: &Table, held: &Held, target: UnitIx) -> Vec<Reason> {
    let (own, other) = (table.unit(held.unit), table.unit(target));
    if other.side == own.side {
        let text = format!("{} is one of your own units", other.name);
        return vec![Reason::by(clause!("double-strike.6"), text)];
    }
    let mut reasons = target::against_extra(table, held.unit, target);
    let away = reasons.iter().find(|r| r.clause == Some(clause!("3.3.1")));
    if let Some(text) = away.map(|r| r.text.clone()) {
        reasons.push(Reason::by(clause!("double-strike.1"), text));
    }
    reasons
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(target) = aimed.on.first().copied() else {
        return Err(Ask {
            asks: format!("Which unit does {} attack now?", table.name(held.unit)),
            among: table
                .all()
                .filter(|u| target_reasons(table, held, *u).is_empty())
                .collect(),
        });
    };
    let deed = Deed::ExtraAttack {
        attacker: held.unit,
        target,
        with: held.keyword,
    };
    let cited = Cited::new(deed, clause!("double-strike.1"));
    let cited = if table.unit(held.unit).tapping > 1 {
        cited.and(clause!("double-strike.5"))
    } else {
        cited
            .and(clause!("double-strike.2"))
            .and(clause!("double-strike.4"))
    };
    let after_extra = table
        .attack()
        .is_some_and(|a| matches!(a.kind, AttackKind::Extra(_)));
    Ok(vec![if after_extra {
        cited.and(clause!("11.15"))
    } else {
        cited
    }])
}
