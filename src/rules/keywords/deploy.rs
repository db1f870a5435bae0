//! Deploy: when the unit is deployed, its controller gets the listed effect.

use crate::cardtext::{Ability, Event, KeywordValue, Triggered, Who};
use crate::clause;
use crate::keyword;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Expansion, KeywordDef};
use crate::rules::shown::{Need, Shown, Start};
use crate::rules::table::{Table, UnitIx};

/// Deploy. A unit that is merely put or moved into an arena is not deployed (deploy.r1, deploy.i1).
pub const DEPLOY: KeywordDef = KeywordDef {
    expand: Some(expand),
    grounds: Grounds {
        not_by_moving: Some(clause!("deploy.i1")),
        lends: Some(|table, unit, _| {
            (!table.unit(unit).under.is_empty()).then_some(clause!("deploy.r1"))
        }),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Deploy: Draw a card",
        need: Need::Complete,
        start: Start::Partly(Shown::COST),
        on_deploy: Some(clause!("deploy.1")),
        speaks_of: &[(keyword!("stack"), clause!("deploy.r1"))],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("deploy"))
};

/// It is a trigger like any other.
fn expand(_: &Table, _: UnitIx, value: &KeywordValue) -> Expansion {
    let KeywordValue::Effect(effect) = value else {
        return Expansion::default();
    };
    let trigger = Triggered {
        event: Event::Deployed {
            who: Who::This,
            into: Vec::new(),
            meditated: false,
        },
        condition: None,
        effect: (**effect).clone(),
        limit: None,
        isolated: false,
    };
    Expansion {
        abilities: vec![Ability::Triggered(trigger)],
        through: Some(clause!("deploy.1")),
        ..Expansion::default()
    }
}
