//! Adapt: when the battle step of its arena starts, one of the listed texts is chosen for the turn.

use crate::cardtext::{Duration, KeywordValue};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::shown::{Need, Shown};
use crate::rules::table::{Phase, Table};
use crate::rules::trace::Cited;
use crate::rules::window::WindowId;

/// Adapt.
pub const ADAPT: KeywordDef = KeywordDef {
    hooks: &[Hook {
        window: WindowId::StepStart,
        order: 10,
        run: adapt,
    }],
    grounds: Grounds {
        at_once: Some(clause!("adapt.i2")),
        ..Grounds::NONE
    },
    shown: Shown {
        need: Need::Lends,
        lends_by: &[clause!("adapt.2")],
        lends_how: " until end of turn",
        lends_for_the_turn: true,
        speaks_of: &[
            (keyword!("hidden-cost"), clause!("adapt.1")),
            (keyword!("stealth"), clause!("stealth.5")),
        ],
        lending: Some(|ability| format!("Adapt: {ability}/Surge 1")),
        from_step: true,
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("adapt"))
};

fn adapt(table: &Table, held: &Held) -> Proposal {
    let here = table.unit(held.unit).arena();
    let starts = matches!(table.phase, Phase::Step(arena) if here == Some(arena));
    let Some(copy) = held.copies.first().filter(|_| starts) else {
        return Proposal::Silent;
    };
    let Some(KeywordValue::Texts(texts)) = copy.keyword_value() else {
        return Proposal::Silent;
    };
    let deed = Deed::ChooseText {
        on: held.unit,
        texts: texts.clone(),
        until: Duration::Turn,
        printed: copy.printed.to_string(),
    };
    let cited = Cited::new(deed, clause!("adapt.1")).and(clause!("adapt.2"));
    let several = table.view(held.unit).copies_of(held.keyword).count() > 1;
    Proposal::one(if several {
        cited.and(clause!("adapt.i1"))
    } else {
        cited
    })
}
