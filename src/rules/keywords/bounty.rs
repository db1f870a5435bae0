//! Bounty: a unit discarded by damage from this unit earns its controller something at the next build step.

use crate::cardtext::KeywordValue;
use crate::clause;
use crate::game::Zone;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rulebook::Moment;
use crate::rules::damage::{DamageOrigin, Instance};
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{self, Held, Hook, KeywordDef, Proposal};
use crate::rules::shown::{OfAnother, Shown};
use crate::rules::table::{Fallen, Table, UnitIx};
use crate::rules::trace::Cited;
use crate::rules::window::WindowId;

/// Bounty. It is earned even if its unit is discarded together with the other (bounty.3).
pub const BOUNTY: KeywordDef = KeywordDef {
    in_build_zone: true,
    from_discard: true,
    hooks: &[Hook {
        window: WindowId::Discard,
        order: 10,
        run: bounty,
    }],
    payment: Some(payment),
    grounds: Grounds {
        first_start_only: Some(clause!("bounty.r3")),
        free_place: Some(clause!("bounty.r2")),
        not_by_counters: Some(clause!("bounty.i1")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Bounty: Draw a card",
        at: Some(Moment::AttackDiscard),
        falls: true,
        discard_of_others: Some(clause!("bounty.1")),
        of_another: Some((OfAnother::Discard, clause!("bounty.6"))),
        speaks_of: &[
            (keyword!("insert"), clause!("bounty.4")),
            (keyword!("retaliate"), clause!("bounty.5")),
            (keyword!("riposte"), clause!("bounty.5")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("bounty"))
};

fn bounty(table: &Table, held: &Held) -> Proposal {
    let Some(copy) = held.copies.first() else {
        return Proposal::Silent;
    };
    let Some(KeywordValue::Effect(effect)) = copy.keyword_value() else {
        return Proposal::Silent;
    };
    let fell_to_it: Vec<&Fallen> = table
        .fallen
        .iter()
        .filter(|f| f.by.contains(&held.unit))
        .collect();
    let mut deeds = Vec::new();
    for fallen in fell_to_it.iter().filter(|f| f.unit != held.unit) {
        // The question is open for damage of several sources that is placed together only.
        let together = fallen.by.len() > 1;
        let only_attacker = together && table.reading(clause!("11.42")) == Some("attacker-only");
        if only_attacker && fallen.attacker != Some(held.unit) {
            continue;
        }
        let deed = Deed::EarnBounty {
            by: held.unit,
            fallen: fallen.unit,
            effect: (**effect).clone(),
            printed: copy.printed.to_string(),
        };
        deeds.push(grounds(table, held, fallen, deed));
    }
    if !deeds.is_empty() {
        return Proposal::Do(deeds);
    }
    match fell_to_it.first() {
        Some(f) if f.unit == held.unit => Proposal::skip(
            clause!("bounty.6"),
            "a unit earns no bounty by its own discard",
        ),
        Some(_) => Proposal::skip(
            clause!("11.42"),
            "only the attacking unit earns a bounty here",
        ),
        None => Proposal::Silent,
    }
}

/// The clause that makes the discard count, and those that are special about it.
fn grounds(table: &Table, held: &Held, fallen: &Fallen, deed: Deed) -> Cited<Deed> {
    let cited = Cited::new(deed, clause!("bounty.1"));
    let mut killing = table
        .open
        .iter()
        .map(|i| table.instance(*i))
        .filter(|i| i.source == Some(held.unit) && i.target == fallen.unit && i.placed > 0);
    let deflected = killing.clone().any(|i| i.origin == DamageOrigin::Deflect);
    let attacking = fallen.attacker == Some(held.unit);
    let cited = if !attacking && killing.any(goes_on) {
        cited.and(clause!("11.29"))
    } else {
        cited
    };
    let several = table.view(held.unit).copies_of(held.keyword).count() > 1;
    let zone = table.unit(held.unit).zone;
    let lent = held.copies.iter().any(|c| c.through.is_some());
    let cited = if zone == Zone::Build && lent {
        cited
    } else if zone == Zone::Build {
        cited.and(clause!("bounty.4"))
    } else if !zone.on_table() {
        cited.and(clause!("bounty.3"))
    } else if deflected {
        cited.and(clause!("bounty.r1")).and(clause!("6.4.6"))
    } else if several {
        cited.and(clause!("bounty.7"))
    } else {
        cited
    };
    if fallen.by.len() > 1 {
        cited.and(clause!("11.42"))
    } else {
        cited
    }
}

/// Whether the damage is that of a keyword which acts when an attack has discarded a unit.
fn goes_on(damage: &Instance) -> bool {
    let offer = damage.with.and_then(keyword::def).and_then(|d| d.offer);
    offer.is_some_and(|o| o.windows.contains(&WindowId::Discard))
}

/// What the payment rests on, and where the unit is by then.
fn payment(table: &Table, unit: UnitIx) -> Vec<ClauseId> {
    let zone = table.unit(unit).zone;
    let mut clauses = vec![clause!("bounty.2")];
    if zone == Zone::Build {
        clauses.push(clause!("bounty.4"));
    } else if !zone.on_table() {
        clauses.push(clause!("bounty.5"));
        clauses.push(clause!("6.6.1"));
    }
    if clauses.len() < 3 {
        clauses.push(clause!("8.2"));
    }
    clauses
}
