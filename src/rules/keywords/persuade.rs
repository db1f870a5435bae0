//! Persuade X: prevents up to X damage to the unit; the attacker's next attack has as much less power.

use crate::cardtext::{Duration, Grant, Num, Scope, Stat};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::prevention;
use crate::rules::shown::{AimAt, Shown, Usage};
use crate::rules::table::{Attack, Table};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Persuade.
pub const PERSUADE: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Prevention],
        scope: Scope::Instance,
        limit: &[clause!("11.27"), clause!("4.4.1")],
        timing: &[clause!("attack.prevention")],
        against,
        play,
    }),
    shown: Shown {
        line: "Pay 1 Force -> Persuade 2",
        usage: Some(Usage::of(WindowId::Prevention, AimAt::Nobody)),
        from_attacker: Some(clause!("persuade.2")),
        speaks_of: &[(keyword!("ambush"), clause!("persuade.2"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("persuade"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    prevention::against_up_to(table, held, aimed, clause!("persuade.1"))
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let prevented = prevention::up_to_its_value(table, held, aimed, clause!("persuade.1"));
    let Some((prevented, amount)) = prevented else {
        return Ok(Vec::new());
    };
    let mut deeds = vec![prevented];
    // Damage that comes back on the attacker is no attack of anybody's: nobody is persuaded.
    let persuaded = |attack: &&Attack| amount > 0 && attack.attacker != held.unit;
    if let Some(attack) = table.attack().filter(persuaded) {
        let loss = Deed::Give {
            on: attack.attacker,
            grants: vec![Grant::Change(
                Stat::Power,
                Num::Const(amount.saturating_neg()),
            )],
            until: Duration::NextAttack,
            by: held.unit,
        };
        deeds.push(Cited::new(loss, clause!("persuade.2")));
    }
    Ok(deeds)
}
