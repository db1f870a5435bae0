//! Deflect X: prevents X damage to the unit, which may do as much to a unit in its arena.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rules::damage::Instance;
use crate::rules::deed::Deed;
use crate::rules::grounds::{self, Grounds};
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::prevention;
use crate::rules::shown::{AimAt, Shown, Usage};
use crate::rules::table::{Table, UnitIx};
use crate::rules::target;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Deflect.
pub const DEFLECT: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Prevention],
        scope: Scope::Instance,
        limit: &[clause!("deflect.9"), clause!("11.4")],
        timing: &[clause!("attack.prevention")],
        against,
        play,
    }),
    decline: Some(declined),
    grounds: Grounds {
        placed_together: Some(clause!("deflect.8")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Pay 1 Force -> Deflect 2",
        usage: Some(Usage::of(WindowId::Prevention, AimAt::Opponent)),
        no_attack: Some(clause!("6.4.5")),
        several: &[clause!("deflect.7"), clause!("deflect.9")],
        speaks_of: &[
            (keyword!("barrage"), clause!("deflect.3")),
            (keyword!("bombard"), clause!("deflect.3")),
            (keyword!("ion-cannon"), clause!("deflect.3")),
            (keyword!("double-damage"), clause!("6.4.4")),
            (keyword!("critical-hit"), clause!("6.4.4")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("deflect"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let mut reasons = prevention::against_own(
        table,
        held,
        aimed,
        clause!("deflect.r3"),
        clause!("deflect.10"),
    );
    let most = prevention::most(table, held, aimed);
    if let Some(asked) = aimed.amount.filter(|a| *a < most) {
        let text = format!(
            "{} must deflect {most}, as much as possible, not {asked}",
            table.name(held.unit)
        );
        reasons.push(Reason::by(clause!("deflect.10"), text.clone()));
        reasons.push(Reason::by(clause!("6.3.2"), text));
    }
    reasons.extend(strict_reason(table, held, aimed));
    if let Some(target) = aimed
        .on
        .first()
        .filter(|t| !in_reach(table, held.unit, **t))
    {
        reasons.push(Reason {
            clause: Some(clause!("deflect.3")),
            text: format!(
                "{} is not in the arena of {}",
                table.name(*target),
                table.name(held.unit)
            ),
        });
    }
    reasons
}

/// The reading by which damage that comes back from the same unit is no new source (11.4).
fn strict_reason(table: &Table, held: &Held, aimed: &Aimed) -> Option<Reason> {
    if table.reading(clause!("11.4")) != Some("strict") {
        return None;
    }
    let now = table.instance(aimed.instance?);
    let before = table
        .open
        .iter()
        .map(|i| table.instance(*i))
        .filter(|i| i.id != now.id && i.source == now.source)
        .any(|i| table.used(held.copy_id(), Scope::Instance, Some(i.id)) > 0);
    before.then(|| {
        Reason::by(
            clause!("11.4"),
            format!("{} deflected damage of that unit already", held.label()),
        )
    })
}

fn in_reach(table: &Table, from: UnitIx, to: UnitIx) -> bool {
    let arena = table.unit(from).arena();
    arena.is_some() && table.unit(to).in_battle() && table.unit(to).arena() == arena
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    // Another part of the same ability may have left nothing to deflect: nobody is asked for a target.
    let Some((instance, amount)) = prevention::up_to(table, held, aimed).filter(|(_, n)| *n > 0)
    else {
        return Ok(Vec::new());
    };
    let Some(target) = aimed.on.first() else {
        return Err(Ask {
            asks: format!(
                "To which unit does {} deflect {amount}?",
                table.name(held.unit)
            ),
            among: table
                .all()
                .filter(|u| in_reach(table, held.unit, *u))
                .collect(),
        });
    };
    Ok(deeds(table, held, instance, amount, *target))
}

fn deeds(
    table: &Table,
    held: &Held,
    instance: &Instance,
    amount: i32,
    target: UnitIx,
) -> Vec<Cited<Deed>> {
    let back = instance.source == Some(target) || target == held.unit;
    let deed = Deed::Deflect {
        instance: instance.id,
        amount,
        by: held.unit,
        to: Some(target),
        what: if back {
            clause!("deflect.6")
        } else {
            clause!("deflect.5")
        },
    };
    let cited = Cited::new(deed, clause!("deflect.1"));
    let cited = prevention::despite(table, instance, held.unit, cited).also(clause!("deflect.2"));
    let special = if prevention::used_before(table, held, instance.id) {
        Some(clause!("deflect.9"))
    } else if prevention::other_copy_used(table, held, instance.id) {
        Some(clause!("deflect.11"))
    } else if instance.parent.is_some() {
        Some(clause!("deflect.7"))
    } else if let Some(hidden) = target::hidden_from(table, target) {
        Some(hidden)
    } else if instance.source == Some(target) {
        None
    } else {
        Some(clause!("deflect.4"))
    };
    let mut all = vec![match special {
        Some(clause) => cited.also(clause),
        None => cited,
    }];
    all.extend(new_source(table, held.unit, instance));
    all
}

/// Where either source has something that goes with its damage, it is said whose damage this is.
fn new_source(table: &Table, unit: UnitIx, instance: &Instance) -> Option<Cited<Deed>> {
    let own = grounds::on_unit(table, unit, |g| g.every_damage);
    let first = instance
        .source
        .and_then(|s| grounds::on_unit(table, s, |g| g.every_damage));
    if own.is_none() && first.is_none() {
        return None;
    }
    let text = format!(
        "The deflected damage comes from {}: what goes with its damage applies.",
        table.name(unit)
    );
    let note = Cited::new(Deed::Note(text), clause!("deflect.r2")).and(clause!("6.4.4"));
    Some(match own {
        Some((_, clause)) => note.and(clause),
        None => note,
    })
}

/// Doing the damage to a unit is a "may".
fn declined(_: &Table, held: &Held, aimed: &Aimed) -> Option<Cited<Deed>> {
    let deed = Deed::Prevent {
        instance: aimed.instance?,
        amount: held.value,
        by: held.unit,
        with: Some(held.keyword),
    };
    Some(Cited::new(deed, clause!("deflect.1")).and(clause!("deflect.r1")))
}
