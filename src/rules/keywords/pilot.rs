//! Pilot: a Character that can be put onto units of a subtype, to which it then gives something.

use crate::cardtext::{Ability, KeywordValue, Scope, StaticRule};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::derive::Carrier;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Aimed, Ask, Expansion, Held, KeywordDef, Offer};
use crate::rules::look::{self, Look};
use crate::rules::shown::{Bearer, Need, Shown};
use crate::rules::table::{Line, Phase, Table, UnitIx};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Pilot. While it pilots, only this part of its text is read (pilot.2).
pub const PILOT: KeywordDef = KeywordDef {
    while_piloting: true,
    in_build_zone: true,
    expand: Some(expand),
    offer: Some(Offer {
        windows: &[WindowId::BuildStep],
        scope: Scope::BuildStep,
        limit: &[clause!("pilot.1")],
        timing: &[clause!("pilot.1"), clause!("8.6")],
        against,
        play,
    }),
    grounds: Grounds {
        lends: Some(|_, _, _| Some(clause!("pilot.2"))),
        carried: &[clause!("pilot.5"), clause!("pilot.2")],
        ..Grounds::NONE
    },
    shown: Shown {
        need: Need::Lends,
        lends_by: &[clause!("pilot.5")],
        lending: Some(|ability| format!(">o< Speeder Pilot. The Speeder gets: {ability}")),
        bearer: Bearer::Pilot,
        quiets: Some(clause!("pilot.2")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("pilot"))
};

/// What the piloted unit gets; nothing for the Pilot's own card (pilot.5).
fn expand(table: &Table, unit: UnitIx, value: &KeywordValue) -> Expansion {
    let KeywordValue::Pilot { of, gets } = value else {
        return Expansion::default();
    };
    let look = Look::from(table, unit);
    let meant = of.is_empty() || of.iter().any(|f| look::fits(table, &look, f, unit));
    if !meant || !is_piloted_by(table, unit, value) {
        return Expansion::default();
    }
    Expansion {
        grants: gets.clone(),
        through: Some(clause!("pilot.5")),
        ..Expansion::default()
    }
}

/// How many Pilots the unit may carry if this one joins them: one, unless a text says more
/// (pilot.3, 8.6).
fn most(table: &Table, unit: UnitIx, pilot: UnitIx) -> usize {
    let (mut up_to, mut further) = (1, 0);
    for rule in table.rules() {
        let StaticRule::Pilots {
            of,
            most,
            further: on_top,
            but,
        } = &rule.rule
        else {
            continue;
        };
        let kept_out = !but.is_empty() && look::kinds_fit(table, but, pilot);
        if kept_out || !look::means(table, &rule.look, of, unit) {
            continue;
        }
        let n = usize::from(*most);
        if *on_top {
            further += n;
        } else {
            up_to = up_to.max(n);
        }
    }
    up_to + further
}

/// The serial number of a Pilot on the unit; `None` for a Pilot that is a unit of its own.
fn serial(held: &Held) -> Option<u32> {
    match held.copies.first().map(|c| c.carrier) {
        Some(Carrier::Pilot(serial)) => Some(serial),
        _ => None,
    }
}

/// The Pilot went onto or off a unit in this build step already, by whichever of its Pilot
/// abilities: those for one subtype count as one.
fn moved_before(table: &Table, held: &Held) -> Vec<Reason> {
    let unit = table.unit(held.unit);
    let aboard = serial(held).and_then(|s| unit.pilots.iter().find(|p| p.serial == s));
    let (rode, lines, name) = match aboard {
        Some(card) => (card.rode, &card.lines, &card.name),
        None => (unit.rode, &unit.lines, &unit.name),
    };
    if rode != Some(table.build_step) {
        return Vec::new();
    }
    let text = format!("{name} went onto or off a unit in this build step already");
    let mut clauses = vec![clause!("pilot.1")];
    if has_several(lines) {
        clauses.extend([clause!("pilot.4"), clause!("5.2.4")]);
    }
    clauses
        .into_iter()
        .map(|c| Reason::by(c, text.clone()))
        .collect()
}

/// Whether two Pilot abilities are for the same subtype.
fn has_several(lines: &[Line]) -> bool {
    let abilities = lines.iter().flat_map(|l| &l.abilities);
    let named: Vec<_> = abilities
        .filter_map(|a| match &**a {
            Ability::Keyword(k) => match &k.value {
                KeywordValue::Pilot { of, .. } => Some(of),
                _ => None,
            },
            _ => None,
        })
        .collect();
    (1..named.len()).any(|n| named.iter().take(n).any(|of| Some(of) == named.get(n)))
}

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let mut reasons = moved_before(table, held);
    let side = table.side(held.unit);
    if table.phase != Phase::Build(side) {
        let text = format!("it is not the build step of the {}", side.name());
        reasons.push(Reason::by(clause!("pilot.1"), text));
    }
    let Some(to) = aimed.on.first().copied() else {
        return reasons;
    };
    let unit = table.unit(to);
    let droid = unit
        .subtypes
        .iter()
        .any(|s| look::contains_words(&s.to_lowercase(), "droid"));
    if droid || unit.side != side || !named(table, held, to) {
        let text = format!("{} is no unit that this Pilot can pilot", unit.name);
        reasons.push(Reason::by(clause!("pilot.1"), text));
    }
    let carried = unit.pilots.len();
    if carried >= most(table, to, held.unit) {
        let text = match carried {
            1 => format!("{} carries a Pilot already", unit.name),
            n => format!("{} carries {n} Pilots already", unit.name),
        };
        reasons.push(Reason::by(clause!("pilot.3"), text));
    }
    reasons
}

/// Whether the unit is of the subtype that the text names.
fn named(table: &Table, held: &Held, to: UnitIx) -> bool {
    let value = held.copies.first().and_then(|c| c.keyword_value());
    let Some(KeywordValue::Pilot { of, .. }) = value else {
        return false;
    };
    let look = Look::from(table, to);
    of.is_empty() || of.iter().any(|f| look::fits(table, &look, f, to))
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let deed = match (serial(held), aimed.on.first().copied()) {
        (Some(serial), None) => Deed::Alight {
            from: held.unit,
            serial,
        },
        (None, Some(to)) => Deed::Board {
            pilot: held.unit,
            to,
        },
        (Some(_), Some(_)) => {
            let text = "The Pilot has to leave its unit first.".to_owned();
            return Ok(vec![Cited::new(Deed::Note(text), clause!("pilot.1"))]);
        }
        (None, None) => {
            let fits = |u: &UnitIx| {
                let aimed = Aimed {
                    on: vec![*u],
                    ..Aimed::default()
                };
                *u != held.unit && against(table, held, &aimed).is_empty()
            };
            return Err(Ask {
                asks: format!("Which unit does {} pilot?", table.name(held.unit)),
                among: table.all().filter(fits).collect(),
            });
        }
    };
    Ok(vec![
        Cited::new(deed, clause!("pilot.1")).and(clause!("8.6")),
    ])
}

/// Whether a Pilot on the unit has this text.
fn is_piloted_by(table: &Table, unit: UnitIx, value: &KeywordValue) -> bool {
    table
        .unit(unit)
        .pilots
        .iter()
        .flat_map(|p| &p.lines)
        .flat_map(|l| &l.abilities)
        .any(|a| matches!(&**a, Ability::Keyword(k) if k.value == *value))
}
