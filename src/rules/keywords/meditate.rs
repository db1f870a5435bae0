//! Meditate: the card may be played from the discard pile for another cost.

use crate::cardtext::Scope;
use crate::clause;
use crate::game::Zone;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Ask, FromPile, Held, KeywordDef, Offer};
use crate::rules::mission::is_trap;
use crate::rules::shown::{AimAt, Need, Shown, Start, Usage};
use crate::rules::table::{Phase, Table};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Meditate. Its cost replaces the printed ones (meditate.7).
pub const MEDITATE: KeywordDef = KeywordDef {
    from_discard: true,
    battle_card: Some(FromPile {
        when: clause!("meditate.4"),
        instead: [clause!("meditate.1"), clause!("meditate.7")],
        leaves_by: clause!("meditate.2"),
    }),
    offer: Some(Offer {
        windows: &[WindowId::BuildStep],
        scope: Scope::Turn,
        limit: &[clause!("4.4.4")],
        timing: &[clause!("meditate.6")],
        against,
        play,
    }),
    shown: Shown {
        line: "Pay 1 Force -> Meditate",
        need: Need::DiscardPile,
        usage: Some(Usage::of(WindowId::BuildStep, AimAt::Nobody)),
        start: Start::Discarded,
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("meditate"))
};

fn against(table: &Table, held: &Held, _: &Aimed) -> Vec<Reason> {
    let unit = table.unit(held.unit);
    let mut reasons = Vec::new();
    if unit.zone != Zone::Discard {
        let text = format!("{} is not in the discard pile", unit.name);
        reasons.push(Reason::by(clause!("meditate.3"), text));
    }
    if is_trap(unit) {
        let text = format!("{} is a Trap, and its condition is not met", unit.name);
        reasons.push(Reason::by(clause!("meditate.5"), text));
    } else if table.phase != Phase::Build(unit.side) {
        let text = format!("it is not the build step of the {}", unit.side.name());
        reasons.push(Reason::by(clause!("meditate.6"), text));
    }
    reasons
}

fn play(_: &Table, held: &Held, _: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let deed = Deed::FromDiscard {
        card: held.unit,
        leaves_by: clause!("meditate.2"),
    };
    Ok(vec![
        Cited::new(deed, clause!("meditate.1"))
            .and(clause!("meditate.7"))
            .and(clause!("meditate.6")),
    ])
}
