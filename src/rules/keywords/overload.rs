//! Overload X: when the unit attacks it may have X more power, and then does X dice of damage to itself.

use crate::cardtext::{Duration, Grant, Num, Scope, Stat};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{AimAt, Shown, Usage};
use crate::rules::table::{AtEnd, Table};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Overload.
pub const OVERLOAD: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::AttackTriggers],
        scope: Scope::Attack,
        limit: &[clause!("overload.1"), clause!("4.4.4")],
        timing: &[clause!("overload.1"), clause!("attack.triggers")],
        against,
        play,
    }),
    grounds: Grounds {
        played: Some(|_, _| vec![clause!("attack.triggers")]),
        ..Grounds::NONE
    },
    shown: Shown {
        usage: Some(Usage::of(WindowId::AttackTriggers, AimAt::Nobody)),
        damage_dice: Some(clause!("overload.2")),
        own_damage: Some(clause!("overload.2")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("overload"))
};

fn against(table: &Table, held: &Held, _: &Aimed) -> Vec<Reason> {
    if table.attack().is_some_and(|a| a.attacker == held.unit) {
        return Vec::new();
    }
    let text = format!("{} is not attacking", table.name(held.unit));
    vec![Reason::by(clause!("overload.1"), text)]
}

fn play(table: &Table, held: &Held, _: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let amount = held.value.max(0);
    let bonus = Deed::Give {
        on: held.unit,
        grants: vec![Grant::Change(Stat::Power, Num::Const(amount))],
        until: Duration::Attack,
        by: held.unit,
    };
    let price = Deed::Wait(AtEnd {
        side: table.side(held.unit),
        source: held.unit,
        target: held.unit,
        amount,
        dice: true,
        keyword: held.keyword,
        cites: vec![clause!("overload.2").into()],
    });
    Ok(vec![
        Cited::new(bonus, clause!("overload.1")),
        Cited::new(price, clause!("overload.2")),
    ])
}
