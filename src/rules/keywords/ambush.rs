//! Ambush X: when an opponent's unit comes into its arena, the unit may do X dice of damage to it.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{AimAt, Need, Shown, Usage};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Ambush. An arrival is the event its uses are counted by (4.4.5).
pub const AMBUSH: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Arrival],
        scope: Scope::Instance,
        limit: &[clause!("ambush.3"), clause!("4.4.5")],
        timing: &[clause!("ambush.1"), clause!("11.26")],
        against,
        play,
    }),
    grounds: Grounds {
        played: Some(|_, _| vec![clause!("11.26")]),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Pay 1 Force -> Ambush 2",
        need: Need::Arrival,
        usage: Some(Usage::of(WindowId::Arrival, AimAt::Nobody)),
        damage_dice: Some(clause!("ambush.2")),
        no_attack: Some(clause!("6.1")),
        speaks_of: &[(keyword!("deploy"), clause!("ambush.1"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("ambush"))
};

/// Opponents' units that have just come into the unit's arena.
fn arrivals(table: &Table, unit: UnitIx) -> Vec<UnitIx> {
    let own = table.unit(unit);
    table
        .arrived
        .iter()
        .copied()
        .filter(|u| {
            let there = table.unit(*u);
            there.side != own.side && there.arena().is_some() && there.arena() == own.arena()
        })
        .collect()
}

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let arrivals = arrivals(table, held.unit);
    let name = table.name(held.unit);
    match aimed.on.first() {
        Some(target) if !arrivals.contains(target) => {
            let text = format!(
                "{} is no opponent's unit that has just come into the arena of {name}",
                table.name(*target)
            );
            vec![Reason::by(clause!("ambush.1"), text)]
        }
        None if arrivals.is_empty() => {
            let text = format!("no opponent's unit has just come into the arena of {name}");
            vec![Reason::by(clause!("ambush.1"), text)]
        }
        _ => Vec::new(),
    }
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let arrivals = arrivals(table, held.unit);
    let target = match (aimed.on.first(), arrivals.as_slice()) {
        (Some(target), _) => *target,
        (None, [only]) => *only,
        (None, _) => {
            return Err(Ask {
                asks: format!("Which unit does {} ambush?", table.name(held.unit)),
                among: arrivals.into(),
            });
        }
    };
    let deed = Deed::Damage {
        source: held.unit,
        target,
        amount: held.value.max(0),
        dice: true,
    };
    Ok(vec![
        Cited::new(deed, clause!("ambush.1")).and(clause!("ambush.2")),
    ])
}
