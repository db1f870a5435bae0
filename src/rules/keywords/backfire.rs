//! Backfire X: a natural 3 in the initial attack roll brings the unit X dice of damage when the attack ends.

use crate::clause;
use crate::keyword;
use crate::rulebook::Moment;
use crate::rules::deed::Deed;
use crate::rules::grounds::{EndGrounds, Grounds};
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::natural;
use crate::rules::shown::Shown;
use crate::rules::table::{AtEnd, Table};
use crate::rules::trace::{Cite, Cited, Reason};
use crate::rules::window::WindowId;

/// Backfire. It reads the additional dice of that roll too (11.16).
pub const BACKFIRE: KeywordDef = KeywordDef {
    hooks: &[
        Hook {
            window: WindowId::InitialRoll,
            order: 10,
            run: backfire,
        },
        Hook {
            window: WindowId::Hits,
            order: 90,
            run: why_not,
        },
    ],
    not_damage_dice: Some((3, clause!("backfire.3"))),
    grounds: Grounds {
        at_end: Some(at_end),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Backfire 2",
        at: Some(Moment::AttackEnd),
        damage_dice: Some(clause!("backfire.2")),
        on_rerolls: &[clause!("backfire.i1")],
        speaks_of: &[(keyword!("fury"), clause!("11.16"))],
        own_damage: Some(clause!("backfire.2")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("backfire"))
};

fn backfire(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table.attack().filter(|a| a.attacker == held.unit) else {
        return Proposal::Silent;
    };
    if natural::initial_count(table, attack, 3) == 0 || held.value <= 0 {
        return Proposal::Silent;
    }
    let deed = Deed::Wait(AtEnd {
        side: table.side(held.unit),
        source: held.unit,
        target: held.unit,
        amount: held.value,
        dice: true,
        keyword: held.keyword,
        cites: vec![clause!("backfire.2").into()],
    });
    let cited = Cited::new(deed, clause!("backfire.1")).and(clause!("attack.initial-roll"));
    Proposal::one(if attack.initial_count(3) == 0 {
        cited.and(clause!("11.16"))
    } else if held.is_sum() {
        cited.and(clause!("5.2.cumulative"))
    } else {
        cited
    })
}

/// Said when hits are counted, because only then it is known how threes came about later.
fn why_not(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table.attack().filter(|a| a.attacker == held.unit) else {
        return Proposal::Silent;
    };
    if natural::initial_count(table, attack, 3) > 0 {
        return Proposal::Silent;
    }
    if attack.first_shows(3) {
        let text = "the 3 is on an additional die";
        return Proposal::Skip(vec![
            Reason::by(clause!("11.16"), text),
            Reason::by(clause!("backfire.1"), text),
        ]);
    }
    if attack.shows(3) {
        return Proposal::skip(
            clause!("backfire.1"),
            "the 3 came from a reroll; only the initial roll counts",
        );
    }
    Proposal::skip(
        clause!("backfire.1"),
        "there is no natural 3 in the initial roll",
    )
}

/// The roll before any reroll counts, whatever became of the 3.
fn at_end(table: &Table, _: &AtEnd) -> EndGrounds {
    let mut roll: Vec<Cite> = vec![clause!("backfire.2").into()];
    if table.attack().is_some_and(|a| !a.shows(3)) {
        roll.push(clause!("backfire.i1").into());
    }
    let mut pending = roll.clone();
    pending.push(clause!("attack.end").into());
    EndGrounds { roll, pending }
}
