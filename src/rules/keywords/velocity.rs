//! Velocity X: when the battle step of its arena starts, the unit may get X more speed for the turn, or less.

use crate::cardtext::{Duration, Grant, Num, Scope, Stat};
use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rules::deed::Deed;
use crate::rules::grounds::{self, Grounds};
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{AimAt, Need, Shown, Usage};
use crate::rules::table::{Phase, Table};
use crate::rules::target;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Velocity.
pub const VELOCITY: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::StepStart],
        scope: Scope::BattleStep,
        limit: &[clause!("velocity.1"), clause!("4.4.1")],
        timing: &[clause!("velocity.1"), clause!("3.1.3.1")],
        against,
        play,
    }),
    grounds: Grounds {
        changes_order: Some(clause!("velocity.4")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Velocity 20",
        second: "Velocity 30",
        need: Need::Step,
        usage: Some(Usage::of(WindowId::StepStart, AimAt::Nobody)),
        speaks_of: &[(keyword!("hidden-cost"), clause!("velocity.3"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("velocity"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let unit = table.unit(held.unit);
    let starts = matches!(table.phase, Phase::Step(arena) if unit.arena() == Some(arena));
    if !starts {
        let text = format!("no battle step starts in the arena of {}", unit.name);
        reasons.push(Reason::by(clause!("velocity.3"), text));
    }
    let asked = aimed.amount.unwrap_or(held.value);
    if asked.saturating_abs() != held.value.saturating_abs() {
        let text = format!(
            "{} changes speed by {}, not {asked}",
            held.label(),
            held.value
        );
        reasons.push(Reason::by(clause!("velocity.1"), text));
    }
    if asked < 0 && target::can_be_untouchable(table, held.unit) {
        let text = format!("{} has Stealth, so it cannot be slowed by it", unit.name);
        reasons.push(Reason::by(clause!("velocity.2"), text));
    }
    if another_was_used(table, held) {
        let text = format!(
            "another Velocity of {} was used in this battle step",
            unit.name
        );
        reasons.push(Reason::by(clause!("5.2.selective"), text));
    }
    reasons
}

/// Of several copies one is used (5.2).
fn another_was_used(table: &Table, held: &Held) -> bool {
    let own = held.copies.first().map(|c| c.id);
    table
        .view(held.unit)
        .copies_of(held.keyword)
        .any(|c| Some(c.id) != own && table.used(c.id, Scope::BattleStep, None) > 0)
}

/// The clause by which a copy that was gained at this start acts at it.
fn gained_at_once(held: &Held) -> Option<ClauseId> {
    let copy = held.copies.first()?;
    let by = grounds::behind(std::slice::from_ref(&copy.cite))?;
    grounds::of(by).at_once
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let asked = aimed.amount.unwrap_or(held.value);
    let speed = table.view(held.unit).speed.max(0);
    let change = asked.max(speed.saturating_neg());
    let deed = Deed::Give {
        on: held.unit,
        grants: vec![Grant::Change(Stat::Speed, Num::Const(change))],
        until: Duration::Turn,
        by: held.unit,
    };
    let ground = if asked < 0 {
        clause!("velocity.2")
    } else {
        clause!("velocity.1")
    };
    let cited = Cited::new(deed, ground);
    let cited = gained_at_once(held).map_or(cited.clone(), |clause| cited.and(clause));
    Ok(vec![if change == asked {
        cited
    } else {
        cited.and(clause!("velocity.5"))
    }])
}
