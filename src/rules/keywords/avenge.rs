//! Avenge X: when an attacking unit discards another of your units in its arena, the unit does X dice of damage to the attacker when the attack ends.

use crate::clause;
use crate::keyword;
use crate::rulebook::Moment;
use crate::rules::deed::Deed;
use crate::rules::grounds::Grounds;
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::shown::{Beside, Shown};
use crate::rules::table::{AtEnd, Attack, Fallen, Table};
use crate::rules::trace::Cited;
use crate::rules::window::WindowId;

/// Avenge.
pub const AVENGE: KeywordDef = KeywordDef {
    hooks: &[Hook {
        window: WindowId::Discard,
        order: 20,
        run: avenge,
    }],
    grounds: Grounds {
        off_in_discard: Some(clause!("avenge.1")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Avenge 2",
        at: Some(Moment::AttackEnd),
        falls: true,
        beside: Beside::On,
        damage_dice: Some(clause!("avenge.2")),
        no_attack: Some(clause!("6.1")),
        attacks_only: Some(clause!("avenge.1")),
        discard_of_others: Some(clause!("avenge.1")),
        speaks_of: &[
            (keyword!("barrage"), clause!("avenge.1")),
            (keyword!("bombard"), clause!("avenge.1")),
            (keyword!("ion-cannon"), clause!("avenge.1")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("avenge"))
};

/// Whether damage of the running attack discarded the unit; what Area Damage adds to an attack is
/// part of it only by the other reading of 11.29.
fn by_attack(table: &Table, attack: &Attack, fallen: &Fallen) -> bool {
    fallen.attacker == Some(attack.attacker)
        || (table.reading(clause!("11.29")) == Some("attack-damage")
            && fallen.by.contains(&attack.attacker))
}

fn avenge(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table.attack().filter(|_| held.value > 0) else {
        return Proposal::Silent;
    };
    let (own, side) = (table.unit(held.unit), table.side(held.unit));
    let wronged: Vec<&Fallen> = table
        .fallen
        .iter()
        .filter(|f| f.unit != held.unit && f.controller == side)
        .filter(|f| own.arena().is_some() && f.from.arena() == own.arena())
        .filter(|f| by_attack(table, attack, f))
        .collect();
    let before = attack
        .at_end
        .iter()
        .filter(|e| e.keyword == held.keyword && e.source == held.unit)
        .count();
    let once = table.reading(clause!("11.28")) == Some("once");
    let allowed = if once {
        1usize.saturating_sub(before)
    } else {
        wronged.len()
    };
    if allowed == 0 && !wronged.is_empty() {
        return Proposal::skip(clause!("11.28"), "it has avenged in this attack already");
    }
    let deeds: Vec<Cited<Deed>> = wronged
        .iter()
        .take(allowed)
        .map(|f| {
            let cited = Cited::new(waits(table, held, attack), clause!("avenge.1"));
            if f.attacker.is_none() {
                cited.and(clause!("11.29"))
            } else if wronged.len() + before > 1 {
                cited.and(clause!("11.28"))
            } else {
                cited
            }
        })
        .collect();
    if deeds.is_empty() {
        return Proposal::Silent;
    }
    Proposal::Do(deeds)
}

fn waits(table: &Table, held: &Held, attack: &Attack) -> Deed {
    Deed::Wait(AtEnd {
        side: table.side(held.unit),
        source: held.unit,
        target: attack.attacker,
        amount: held.value,
        dice: true,
        keyword: held.keyword,
        cites: vec![clause!("avenge.2").into()],
    })
}
