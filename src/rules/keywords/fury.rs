//! Fury X: a natural 4 in the initial attack roll brings X additional attack dice.

use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::natural;
use crate::rules::shown::Shown;
use crate::rules::table::Table;
use crate::rules::trace::Cited;
use crate::rules::window::WindowId;

/// Fury. It comes before Focus and Backfire, which read its dice too (11.16).
pub const FURY: KeywordDef = KeywordDef {
    too_late: Some(clause!("fury.5")),
    hooks: &[
        Hook {
            window: WindowId::InitialRoll,
            order: 0,
            run: fury,
        },
        Hook {
            window: WindowId::Hits,
            order: 90,
            run: why_not,
        },
    ],
    not_damage_dice: Some((4, clause!("fury.6"))),
    shown: Shown {
        added_dice: Some(clause!("fury.i1")),
        on_rerolls: &[clause!("fury.4")],
        speaks_of: &[(keyword!("accuracy"), clause!("fury.i1"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("fury"))
};

fn fury(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table.attack().filter(|a| a.attacker == held.unit) else {
        return Proposal::Silent;
    };
    let fours = attack.initial_count(4);
    if fours == 0 || held.at_roll <= 0 {
        return Proposal::Silent;
    }
    let mut cited =
        Cited::new(Deed::ExtraDice(held.at_roll), clause!("fury.1")).and(clause!("fury.2"));
    if fours > 1 {
        cited = cited.and(clause!("fury.3"));
    } else if held.is_sum() {
        cited = cited.and(clause!("fury.8"));
    } else if others_read_the_roll(table, held) {
        cited = cited.and(clause!("fury.i2"));
    } else {
        cited = cited.and(clause!("fury.i1"));
    }
    Proposal::one(cited)
}

/// Whether another keyword of the unit looks at the faces of the initial roll.
fn others_read_the_roll(table: &Table, held: &Held) -> bool {
    crate::rules::keyword::all().iter().any(|d| {
        d.keyword != held.keyword
            && d.hooks.iter().any(|h| h.window == WindowId::InitialRoll)
            && table.view(held.unit).has(d.keyword)
    })
}

/// Said when hits are counted, because only then it is known how fours came about later.
fn why_not(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table.attack().filter(|a| a.attacker == held.unit) else {
        return Proposal::Silent;
    };
    if attack.initial_count(4) > 0 {
        return Proposal::Silent;
    }
    if attack.shows(4) {
        return Proposal::skip(
            clause!("fury.4"),
            "the 4 came from a reroll; only the initial roll counts",
        );
    }
    if let Some(reasons) = natural::not_natural(table, 4, clause!("fury.7")) {
        return Proposal::Skip(reasons);
    }
    Proposal::skip(
        clause!("fury.1"),
        "there is no natural 4 in the initial roll",
    )
}
