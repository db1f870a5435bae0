//! Damage Control X: when the build step starts, up to X damage counters are removed from the unit.

use crate::cardtext::Scope;
use crate::clause;
use crate::game::CounterKind;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{Need, Shown};
use crate::rules::table::{Phase, Table};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Damage Control.
pub const DAMAGE_CONTROL: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::BuildStart],
        scope: Scope::Turn,
        limit: &[clause!("damage-control.r1"), clause!("8.1.3")],
        timing: &[clause!("damage-control.1"), clause!("8.1")],
        against,
        play,
    }),
    grounds: Grounds {
        off_in_build_zone: Some(clause!("damage-control.i1")),
        first_start_only: Some(clause!("damage-control.r1")),
        free_place: Some(clause!("damage-control.r2")),
        ..Grounds::NONE
    },
    shown: Shown {
        need: Need::Build,
        wounded: true,
        heals: Some(clause!("damage-control.1")),
        speaks_of: &[(keyword!("insert"), clause!("damage-control.i1"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("damage-control"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let (unit, side) = (table.unit(held.unit), table.side(held.unit));
    let works = table.reading(clause!("11.32")) == Some("works");
    if unit.is_retreated() && !works {
        let text = format!("{} is in the build zone", unit.name);
        reasons.push(Reason::by(clause!("damage-control.i1"), text));
    }
    if table.phase != Phase::Build(side) {
        let text = format!("it works when the build step of {} starts", side.name());
        reasons.push(Reason::by(clause!("damage-control.1"), text));
    }
    if unit.damage == 0 {
        let text = format!("{} has no damage counters", unit.name);
        reasons.push(Reason::by(clause!("damage-control.1"), text));
    }
    if let Some(asked) = aimed.amount.filter(|a| *a < 0 || *a > held.value) {
        let text = format!(
            "{} removes 0 to {} counters, not {asked}",
            held.label(),
            held.value
        );
        reasons.push(Reason::by(clause!("damage-control.2"), text));
    }
    if let Some(target) = aimed.on.iter().find(|u| **u != held.unit) {
        let text = format!("it cannot remove counters from {}", table.name(*target));
        reasons.push(Reason::by(clause!("damage-control.4"), text));
    }
    reasons
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let most = held.value.min(table.unit(held.unit).damage).max(0);
    let amount = aimed.amount.unwrap_or(most).clamp(0, most);
    if amount == 0 && most > 0 {
        let text = format!("No counter is removed from {}.", table.name(held.unit));
        let note = Cited::new(Deed::Note(text), clause!("damage-control.3"));
        return Ok(vec![note.and(clause!("damage-control.2"))]);
    }
    let deed = Deed::Counters {
        on: held.unit,
        kind: CounterKind::Damage,
        by: amount.saturating_neg(),
    };
    let mut cited = Cited::new(deed, clause!("damage-control.1"));
    if amount < most || held.value < table.unit(held.unit).damage {
        cited = cited.and(clause!("damage-control.2"));
    }
    if held.is_sum() {
        cited = cited.and(clause!("damage-control.5"));
    }
    let works = table.reading(clause!("11.32")).is_some();
    if table.unit(held.unit).is_retreated() && works {
        cited = cited.also(clause!("11.32"));
    }
    Ok(vec![cited])
}
