//! Equip: in the build step, its cost attaches the Equipment to a card.

use crate::cardtext::{Ban, Scope};
use crate::clause;
use crate::game::CardType;
use crate::keyword;
use crate::rulebook::Edition;
use crate::rules::deed::Deed;
use crate::rules::derive::{Carrier, Copy};
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::look;
use crate::rules::shown::{AimAt, Bearer, Need, Shown, Usage};
use crate::rules::table::{Phase, Table, UnitIx};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Equip. An Equipment card that waits in the build zone can be attached, and so can one on a
/// retreated unit.
pub const EQUIP: KeywordDef = KeywordDef {
    in_build_zone: true,
    completed: Some(clause!("equip.r3")),
    offer: Some(Offer {
        windows: &[WindowId::BuildStep],
        scope: Scope::Turn,
        limit: &[clause!("equip.4"), clause!("4.4.5")],
        timing: &[clause!("equip.3")],
        against,
        play,
    }),
    shown: Shown {
        need: Need::Lends,
        lends_by: &[clause!("equip.1"), clause!("equip.r1")],
        lends_how: " as long as its card lies on it",
        usage: Some(Usage::of(WindowId::BuildStep, AimAt::Itself)),
        lending: Some(equipped),
        bearer: Bearer::Equipment,
        copies: &[clause!("equip.r1"), clause!("equip.r2")],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("equip"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if table.phase != Phase::Build(table.side(held.unit)) {
        let text = format!(
            "it is played in the build step of {} only",
            table.side(held.unit).name()
        );
        reasons.push(Reason::by(clause!("equip.3"), text));
    }
    reasons.extend(other_cost_paid(table, held));
    let Some(target) = aimed.on.first() else {
        return reasons;
    };
    let unit = table.unit(*target);
    if !may_carry(table, *target) {
        let text = format!("{} is no unit that could carry it", unit.name);
        reasons.push(Reason::by(clause!("equip.1"), text));
    }
    if !type_fits(table, held, *target) {
        let wanted = own_subtypes(table, held).join(", ");
        let text = format!("{} has no type among: {wanted}", unit.name);
        reasons.push(Reason::by(clause!("equip.2"), text));
    }
    if let Some(ban) = table.view(*target).banned(|b| matches!(b.ban, Ban::Carry)) {
        let text = format!("{} can't carry it ({})", unit.name, ban.printed);
        reasons.push(Reason::by(clause!("1.1.6"), text));
    }
    reasons
}

/// A unit in an arena or a retreated one; in the newer glossary any card that lies open on the table.
fn may_carry(table: &Table, card: UnitIx) -> bool {
    let unit = table.unit(card);
    let open = unit.zone.on_table() && !unit.is_face_down();
    let any_card = table.edition == Edition::E2025 && unit.arena().is_some();
    open && (unit.in_battle() || unit.is_retreated() || any_card)
}

/// Several Equip costs are one to use: after any of them none is paid again in the turn.
fn other_cost_paid(table: &Table, held: &Held) -> Vec<Reason> {
    let own = held.copy_id();
    let paid = costs(table, held).any(|c| c.id != own && table.used(c.id, Scope::Turn, None) > 0);
    if !paid {
        return Vec::new();
    }
    let text = "another Equip cost of it was paid this turn";
    [clause!("equip.5"), clause!("equip.4"), clause!("4.4.5")]
        .map(|c| Reason::by(c, text))
        .into()
}

/// The Equip costs of the same Equipment.
fn costs<'a>(table: &'a Table, held: &Held) -> impl Iterator<Item = &'a Copy> + use<'a> {
    let serial = serial(held);
    let copies = table.view(held.unit).copies_of(held.keyword);
    copies.filter(move |c| serial_of(c) == serial)
}

/// The subtypes of the Equipment itself.
fn own_subtypes<'a>(table: &'a Table, held: &Held) -> &'a [String] {
    let unit = table.unit(held.unit);
    match serial(held) {
        Some(serial) => unit
            .attached
            .iter()
            .find(|c| c.serial == serial)
            .map_or(&[], |c| &c.subtypes),
        None if unit.types.contains(&CardType::Equipment) => &unit.subtypes,
        None => &[],
    }
}

/// The Equipment's serial number on its bearer; `None` for a card that is not attached.
fn serial(held: &Held) -> Option<u32> {
    held.copies.first().and_then(serial_of)
}

const fn serial_of(copy: &Copy) -> Option<u32> {
    match copy.carrier {
        Carrier::Attached(serial) => Some(serial),
        _ => None,
    }
}

/// Whether one of the card's types is a subtype of the Equipment; the older glossary does not ask,
/// and Equipment without subtypes says nothing about it.
fn type_fits(table: &Table, held: &Held, target: UnitIx) -> bool {
    let subtypes = own_subtypes(table, held);
    if table.edition == Edition::E2018 || subtypes.is_empty() {
        return true;
    }
    table.unit(target).types.iter().any(|t| {
        let word = t.name().to_lowercase();
        subtypes
            .iter()
            .any(|s| look::contains_words(&s.to_lowercase(), &word))
    })
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(target) = aimed.on.first().copied() else {
        return Err(Ask {
            asks: "To which card is the Equipment attached?".to_owned(),
            among: candidates(table, held).into(),
        });
    };
    let serial = serial(held);
    if serial.is_some() && target == held.unit {
        let text = format!("The Equipment is on {} already.", table.name(target));
        return Ok(vec![Cited::new(Deed::Note(text), clause!("equip.r2"))]);
    }
    let deed = Deed::Attach {
        from: held.unit,
        serial,
        to: target,
    };
    let cited = Cited::new(deed, clause!("equip.1"));
    let cited = if serial.is_some() {
        cited.and(clause!("equip.r1"))
    } else {
        cited.and(clause!("equip.r3"))
    };
    let several = costs(table, held).count() > 1;
    Ok(vec![if several {
        cited.and(clause!("equip.5"))
    } else {
        cited.and(clause!("8.5"))
    }])
}

fn candidates(table: &Table, held: &Held) -> Vec<UnitIx> {
    table
        .all()
        .filter(|u| table.side(*u) == table.side(held.unit))
        .filter(|u| {
            let aimed = Aimed {
                on: vec![*u],
                ..Aimed::default()
            };
            against(table, held, &aimed).is_empty()
        })
        .collect()
}

/// Equipment whose text gives an ability; one with marks of its own stands in quotes.
fn equipped(ability: &str) -> String {
    if ability.contains([':', '>']) {
        format!("Equipped unit gets \"{ability}\"")
    } else {
        format!("Equipped unit gets {ability}")
    }
}
