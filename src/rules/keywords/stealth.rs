//! Stealth: the unit cannot be attacked unless it is tapped or has damage counters.

use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::KeywordDef;
use crate::rules::shown::{Beside, Shown};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::Reason;

/// Stealth.
pub const STEALTH: KeywordDef = KeywordDef {
    untouchable: Some(untouchable),
    grounds: Grounds {
        touchable: Some(touchable),
        hidden_from: Some(clause!("stealth.2")),
        not_after_order: Some(clause!("stealth.5")),
        ..Grounds::NONE
    },
    shown: Shown {
        hides: true,
        speaks_of: &[
            (keyword!("double-strike"), clause!("stealth.1")),
            (keyword!("double-strike"), clause!("stealth.3")),
            (keyword!("tenacity"), clause!("stealth.1")),
            (keyword!("tenacity"), clause!("stealth.3")),
            (keyword!("damage-control"), clause!("stealth.1")),
            (keyword!("ambush"), clause!("stealth.2")),
            (keyword!("area-damage"), clause!("stealth.2")),
            (keyword!("avenge"), clause!("stealth.2")),
            (keyword!("deflect"), clause!("stealth.2")),
            (keyword!("retaliate"), clause!("stealth.2")),
            (keyword!("riposte"), clause!("stealth.2")),
        ],
        beside: Beside::On,
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("stealth"))
};

fn untouchable(table: &Table, unit: UnitIx, attacker: UnitIx) -> Option<Reason> {
    let hidden = table.unit(unit);
    if hidden.tapped || hidden.damage > 0 {
        return None;
    }
    let steps_in = table
        .attack()
        .is_some_and(|a| a.attacker == attacker && a.defender != unit && !a.rolled && !a.ended);
    let clause = if steps_in {
        clause!("stealth.4")
    } else {
        clause!("stealth.1")
    };
    Some(Reason::by(
        clause,
        format!("{} has Stealth, is untapped and undamaged", hidden.name),
    ))
}

/// Either of the two opens it to attacks.
fn touchable(table: &Table, unit: UnitIx) -> Option<ClauseId> {
    let hidden = table.unit(unit);
    if hidden.damage > 0 {
        Some(clause!("stealth.3"))
    } else {
        hidden.tapped.then_some(clause!("stealth.1"))
    }
}
