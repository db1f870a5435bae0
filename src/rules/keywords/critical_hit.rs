//! Critical Hit X: a natural 6 in the attack roll adds X damage to the attack.

use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::natural;
use crate::rules::shown::Shown;
use crate::rules::table::Table;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Critical Hit. It comes after the hits were split (11.6).
pub const CRITICAL_HIT: KeywordDef = KeywordDef {
    too_late: Some(clause!("critical-hit.4")),
    hooks: &[Hook {
        window: WindowId::Pending,
        order: 50,
        run: critical_hit,
    }],
    not_damage_dice: Some((6, clause!("critical-hit.8"))),
    shown: Shown {
        on_rerolls: &[clause!("critical-hit.3"), clause!("critical-hit.6")],
        same_damage: Some(clause!("critical-hit.i1")),
        speaks_of: &[(keyword!("accuracy"), clause!("11.41"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("critical-hit"))
};

fn critical_hit(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table
        .attack()
        .filter(|a| a.attacker == held.unit && a.rolled)
    else {
        return Proposal::Silent;
    };
    let sixes = attack.dice.iter().filter(|d| **d == 6).count();
    if sixes == 0 {
        return no_six(table);
    }
    let no_hit = attack.hits.unwrap_or(0) <= 0;
    if no_hit && table.reading(clause!("11.41")) == Some("needs-a-hit") {
        return Proposal::skip(clause!("11.41"), "no die is a hit that it could add to");
    }
    // In the reading of 11.8 part of it may have been sent on like hits.
    let sent_on = (attack.hits_sent_on() - attack.hits.unwrap_or(0)).max(0);
    let mut cited = Cited::new(
        Deed::AddDamage(held.at_roll.max(0) - sent_on),
        clause!("critical-hit.1"),
    );
    if no_hit {
        cited = cited.and(clause!("11.41"));
    }
    if sixes > 1 {
        cited = cited.and(clause!("critical-hit.2"));
    } else if !attack.first_shows(6) {
        cited = cited
            .and(clause!("critical-hit.3"))
            .and(clause!("critical-hit.6"));
    }
    if held.is_sum() {
        cited = cited.and(clause!("5.2.cumulative"));
    }
    if held.copies.iter().all(|c| c.through.is_none()) {
        cited = cited.also(clause!("critical-hit.i1"));
    }
    if attack.sent_on.is_some() {
        cited = cited.also(clause!("11.8"));
    }
    Proposal::one(cited)
}

fn no_six(table: &Table) -> Proposal {
    if table.attack().is_some_and(|a| a.first_shows(6)) {
        let text = "the 6 was rerolled away; the roll after rerolls counts";
        return Proposal::Skip(vec![
            Reason::by(clause!("critical-hit.7"), text),
            Reason::by(clause!("critical-hit.3"), text),
        ]);
    }
    if let Some(reasons) = natural::not_natural(table, 6, clause!("critical-hit.5")) {
        return Proposal::Skip(reasons);
    }
    Proposal::skip(
        clause!("critical-hit.1"),
        "there is no natural 6 in the final roll",
    )
}
