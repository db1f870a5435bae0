//! Upkeep: when the build step starts, one of the listed costs must be paid if one can be.

use crate::cardtext::{KeywordValue, Scope};
use crate::clause;
use crate::game::Zone;
use crate::keyword;
use crate::rules::deed::{Deed, OweGrounds};
use crate::rules::derive::Carrier;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{Need, Shown};
use crate::rules::table::{Phase, Table};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Upkeep.
pub const UPKEEP: KeywordDef = KeywordDef {
    in_build_zone: true,
    while_piloting: true,
    while_covered: Some(owed_while_covered),
    offer: Some(Offer {
        windows: &[WindowId::BuildStart],
        scope: Scope::Turn,
        limit: &[clause!("upkeep.r2"), clause!("8.1.3")],
        timing: &[clause!("upkeep.1"), clause!("8.1")],
        against,
        play,
    }),
    grounds: Grounds {
        covered: Some(clause!("11.39")),
        first_start_only: Some(clause!("upkeep.r2")),
        free_place: Some(clause!("upkeep.r3")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Upkeep: Pay 1 Force",
        need: Need::Build,
        copies: &[clause!("upkeep.8"), clause!("upkeep.9")],
        speaks_of: &[
            (keyword!("stack"), clause!("upkeep.4")),
            (keyword!("stack"), clause!("11.39")),
            (keyword!("pilot"), clause!("upkeep.5")),
            (keyword!("reserves"), clause!("upkeep.3")),
            (keyword!("insert"), clause!("upkeep.3")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("upkeep"))
};

fn owed_while_covered(table: &Table) -> bool {
    table.reading(clause!("11.39")) == Some("owed")
}

fn against(table: &Table, held: &Held, _: &Aimed) -> Vec<Reason> {
    let side = table.side(held.unit);
    if table.phase == Phase::Build(side) {
        return Vec::new();
    }
    let text = format!("it is owed when the build step of {} starts", side.name());
    vec![Reason::by(clause!("upkeep.1"), text)]
}

fn play(table: &Table, held: &Held, _: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(copy) = held.copies.first() else {
        return Ok(Vec::new());
    };
    let Some(KeywordValue::Costs(alternatives)) = copy.keyword_value() else {
        return Ok(Vec::new());
    };
    let deed = Deed::Owe {
        by: held.unit,
        alternatives: alternatives.clone(),
        printed: copy.printed.to_string(),
        grounds: GROUNDS,
    };
    let unit = table.unit(held.unit);
    let mut cited = Cited::new(deed, clause!("upkeep.1"));
    cited = match copy.carrier {
        Carrier::Pilot(_) => cited.and(clause!("upkeep.5")),
        Carrier::Under => cited.and(clause!("11.39")),
        _ if unit.zone == Zone::Build => cited.and(clause!("upkeep.3")).and(clause!("1.2.3")),
        _ if !unit.under.is_empty() => cited.and(clause!("upkeep.4")),
        _ => cited,
    };
    let several = table.view(held.unit).copies_of(held.keyword).count() > 1;
    if several {
        cited = cited.also(clause!("upkeep.8")).also(clause!("8.3.3"));
    }
    Ok(vec![cited])
}

/// What paying it, or not, rests on.
const GROUNDS: OweGrounds = OweGrounds {
    only: clause!("upkeep.6"),
    chosen: clause!("upkeep.2"),
    tapped: clause!("upkeep.r1"),
    none: clause!("upkeep.7"),
    no_penalty: clause!("upkeep.r4"),
    by_order: clause!("upkeep.9"),
};
