//! Focus X: a natural 5 in the initial attack roll gives the unit X more power for its next attack.

use crate::cardtext::{Duration, Grant, Num, Stat};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::natural;
use crate::rules::shown::Shown;
use crate::rules::table::Table;
use crate::rules::trace::Cited;
use crate::rules::window::WindowId;

/// Focus. It reads the additional dice of that roll too (11.16).
pub const FOCUS: KeywordDef = KeywordDef {
    hooks: &[
        Hook {
            window: WindowId::InitialRoll,
            order: 10,
            run: focus,
        },
        Hook {
            window: WindowId::Hits,
            order: 90,
            run: why_not,
        },
    ],
    not_damage_dice: Some((5, clause!("focus.5"))),
    grounds: Grounds {
        next_attack: Some(clause!("focus.7")),
        ..Grounds::NONE
    },
    shown: Shown {
        on_rerolls: &[clause!("focus.4")],
        speaks_of: &[(keyword!("fury"), clause!("11.16"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("focus"))
};

fn focus(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table.attack().filter(|a| a.attacker == held.unit) else {
        return Proposal::Silent;
    };
    let fives = natural::initial_count(table, attack, 5);
    if fives == 0 || held.value <= 0 {
        return Proposal::Silent;
    }
    let deed = Deed::Give {
        on: held.unit,
        grants: vec![Grant::Change(Stat::Power, Num::Const(held.value))],
        until: Duration::NextAttack,
        by: held.unit,
    };
    let mut cited = Cited::new(deed, clause!("focus.1")).and(clause!("focus.2"));
    if attack.initial_count(5) == 0 {
        cited = cited.and(clause!("11.16"));
    } else if fives > 1 {
        cited = cited.and(clause!("focus.3"));
    } else if held.is_sum() {
        cited = cited.and(clause!("5.2.cumulative"));
    }
    Proposal::one(cited)
}

/// Said when hits are counted, because only then it is known how fives came about later.
fn why_not(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table.attack().filter(|a| a.attacker == held.unit) else {
        return Proposal::Silent;
    };
    if natural::initial_count(table, attack, 5) > 0 {
        return Proposal::Silent;
    }
    if attack.first_shows(5) {
        return Proposal::skip(clause!("11.16"), "the 5 is on an additional die");
    }
    if attack.shows(5) {
        return Proposal::skip(
            clause!("focus.4"),
            "the 5 came from a reroll; only the initial roll counts",
        );
    }
    if let Some(reasons) = natural::not_natural(table, 5, clause!("focus.6")) {
        return Proposal::Skip(reasons);
    }
    Proposal::skip(
        clause!("focus.1"),
        "there is no natural 5 in the initial roll",
    )
}
