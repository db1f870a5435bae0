//! Consume: the unit grows by the top cards of the units its damage discards.

use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Held, Hook, KeywordDef, Numbers, Proposal};
use crate::rules::shown::{OfAnother, Shown};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::Cited;
use crate::rules::window::WindowId;

/// Consume. The cards are no part of the unit's stack (1.5.12).
pub const CONSUME: KeywordDef = KeywordDef {
    numbers: Some(grown),
    bonus_by: Some(clause!("consume.1")),
    hooks: &[Hook {
        window: WindowId::Discard,
        order: 30,
        run: consume,
    }],
    idle: Some(idle),
    shown: Shown {
        falls: true,
        speaks_of: &[
            (keyword!("barrage"), clause!("barrage.4")),
            (keyword!("bombard"), clause!("bombard.4")),
            (keyword!("ion-cannon"), clause!("ion-cannon.4")),
            (keyword!("stack"), clause!("consume.2")),
            (keyword!("stack"), clause!("consume.i1")),
        ],
        discard_of_others: Some(clause!("consume.2")),
        of_another: Some((OfAnother::Discard, clause!("consume.2"))),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("consume"))
};

fn grown(table: &Table, unit: UnitIx, _: i32) -> Numbers {
    Numbers::steps(table.unit(unit).beneath)
}

fn consume(table: &Table, held: &Held) -> Proposal {
    let deeds: Vec<Cited<Deed>> = table
        .fallen
        .iter()
        .filter(|f| f.unit != held.unit && f.by.contains(&held.unit))
        .map(|f| {
            let deed = Deed::Consume {
                by: held.unit,
                card: f.unit,
            };
            let cited = Cited::new(deed, clause!("consume.2")).and(clause!("consume.i1"));
            if table.unit(f.unit).made {
                cited.and(clause!("11.40"))
            } else {
                cited
            }
        })
        .collect();
    if deeds.is_empty() {
        return Proposal::Silent;
    }
    Proposal::Do(deeds)
}

fn idle(table: &Table, held: &Held) -> Proposal {
    match table.attack() {
        Some(a) if a.attacker == held.unit => Proposal::skip(
            clause!("consume.2"),
            "its damage caused no other unit to be discarded",
        ),
        _ => Proposal::Silent,
    }
}
