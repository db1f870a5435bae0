//! Absorb X: prevents up to X damage to the unit, whose next attack has as much more power.

use crate::cardtext::{Duration, Grant, Num, Scope, Stat};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::prevention;
use crate::rules::shown::{AimAt, Shown, Usage};
use crate::rules::table::Table;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Absorb.
pub const ABSORB: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Prevention],
        scope: Scope::Instance,
        limit: &[clause!("11.27"), clause!("4.4.1")],
        timing: &[clause!("attack.prevention")],
        against,
        play,
    }),
    grounds: Grounds {
        kept: Some(clause!("absorb.i1")),
        next_attack: Some(clause!("absorb.2")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Pay 1 Force -> Absorb 2",
        usage: Some(Usage::of(WindowId::Prevention, AimAt::Nobody)),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("absorb"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    prevention::against_up_to(table, held, aimed, clause!("absorb.1"))
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let prevented = prevention::up_to_its_value(table, held, aimed, clause!("absorb.1"));
    let Some((prevented, amount)) = prevented else {
        return Ok(Vec::new());
    };
    let mut deeds = vec![prevented];
    if amount > 0 {
        let bonus = Deed::Give {
            on: held.unit,
            grants: vec![Grant::Change(Stat::Power, Num::Const(amount))],
            until: Duration::NextAttack,
            by: held.unit,
        };
        deeds.push(Cited::new(bonus, clause!("absorb.2")));
    }
    Ok(deeds)
}
