//! Forewarning: when the unit is attacked, its controller may predict the hits; a right prediction brings the listed effect.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Ask, Held, Hook, KeywordDef, Offer, Proposal};
use crate::rules::prediction;
use crate::rules::shown::{Shown, Usage};
use crate::rules::table::Table;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Forewarning. It is compared with the hits after rerolls, before anything is added or prevented.
pub const FOREWARNING: KeywordDef = KeywordDef {
    hooks: &[Hook {
        window: WindowId::Hits,
        order: 80,
        run: compare,
    }],
    offer: Some(Offer {
        windows: &[WindowId::AttackTriggers],
        scope: Scope::Attack,
        limit: &[clause!("forewarning.1"), clause!("4.4.1")],
        timing: &[clause!("forewarning.1"), clause!("attack.triggers")],
        against,
        play,
    }),
    shown: Shown {
        line: "Forewarning: Draw a card",
        usage: Some(Usage::prediction(WindowId::AttackTriggers)),
        hits: Some(clause!("forewarning.1")),
        speaks_of: &[(keyword!("critical-hit"), clause!("critical-hit.i1"))],
        attacks_only: Some(clause!("forewarning.1")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("forewarning"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if table.attack().is_none_or(|a| a.defender != held.unit) {
        let text = format!("{} is not attacked", table.name(held.unit));
        reasons.push(Reason::by(clause!("forewarning.1"), text));
    }
    reasons.extend(prediction::amount_reason(aimed, clause!("forewarning.1")));
    reasons
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    prediction::make(table, held, aimed, clause!("forewarning.1"))
}

fn compare(table: &Table, held: &Held) -> Proposal {
    prediction::compare(
        table,
        held,
        clause!("forewarning.2"),
        clause!("forewarning.1"),
    )
}
