//! Evade X: prevents up to X of one instance of damage to the unit.

use crate::cardtext::{KeywordValue, Scope};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::derive::{Carrier, Copy};
use crate::rules::grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::prevention;
use crate::rules::shown::{AimAt, Shown, Usage};
use crate::rules::table::Table;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Evade.
pub const EVADE: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Prevention],
        scope: Scope::Instance,
        limit: &[clause!("evade.2"), clause!("4.4.3")],
        timing: &[clause!("attack.prevention")],
        against,
        play,
    }),
    shown: Shown {
        line: "Pay 1 Force -> Evade 2",
        usage: Some(Usage::of(WindowId::Prevention, AimAt::Nobody)),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("evade"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    prevention::against_own(table, held, aimed, clause!("evade.r1"), clause!("evade.4"))
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some((instance, amount)) = prevention::up_to(table, held, aimed) else {
        return Ok(Vec::new());
    };
    let deed = prevention::deed(held, instance, amount);
    let cited = Cited::new(deed, clause!("evade.1"));
    let cited = prevention::despite(table, instance, held.unit, cited);
    let by_choice = aimed
        .amount
        .is_some_and(|a| a < held.value.min(instance.pending));
    let mut cited = if by_choice {
        cited.and(clause!("evade.3")).also(clause!("6.3.2"))
    } else {
        cited
    };
    if prevention::other_copy_used(table, held, instance.id) {
        cited = cited.also(clause!("evade.5"));
        let lent = |c: &Copy| !matches!(c.carrier, Carrier::Own);
        let copies = table.view(held.unit).copies_of(held.keyword);
        let same = copies.filter(|c| lent(c) && c.keyword_value() == value_of(held));
        if held.copies.iter().any(lent) && same.count() > 1 {
            cited = cited.also(clause!("5.2.2"));
        }
    } else if prevention::used_before(table, held, instance.id) {
        cited = cited.also(clause!("evade.2"));
    }
    if instance.parent.is_some() {
        cited = cited.also(clause!("11.5"));
    }
    if instance.attack.is_none() {
        cited = cited.also(clause!("evade.r2"));
    }
    if let Some(like_any) = instance.with.and_then(|k| grounds::of(k).preventable) {
        cited = cited.also(like_any);
    }
    Ok(vec![cited])
}

fn value_of(held: &Held) -> Option<&KeywordValue> {
    held.copies.first().and_then(Copy::keyword_value)
}
