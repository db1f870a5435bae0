//! Parry X: a natural 1 in the attack roll against the unit prevents up to X damage.

use crate::clause;
use crate::keyword;
use crate::rulebook::Edition;
use crate::rules::damage::DamageOrigin;
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::natural;
use crate::rules::prevention;
use crate::rules::shown::Shown;
use crate::rules::table::{Attack, Table};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Parry.
pub const PARRY: KeywordDef = KeywordDef {
    too_late: Some(clause!("parry.7")),
    hooks: &[Hook {
        window: WindowId::Prevention,
        order: 10,
        run: parry,
    }],
    not_damage_dice: Some((1, clause!("parry.11"))),
    less: Some(less),
    idle: Some(idle),
    shown: Shown {
        attacks_only: Some(clause!("parry.1")),
        on_rerolls: &[clause!("parry.4"), clause!("parry.9")],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("parry"))
};

fn parry(table: &Table, held: &Held) -> Proposal {
    let Some(attack) = table
        .attack()
        .filter(|a| a.defender == held.unit && a.rolled)
    else {
        return Proposal::Silent;
    };
    let Some(instance) = attack
        .instance
        .map(|i| table.instance(i))
        .filter(|i| table.open.contains(&i.id))
    else {
        return Proposal::Silent;
    };
    if !attack.shows(1) {
        return no_one(table, attack);
    }
    let barred = prevention::forbidden_reasons(table, instance, held.unit, clause!("parry.6"));
    if !barred.is_empty() {
        return Proposal::Skip(barred);
    }
    if instance.pending <= 0 {
        return Proposal::skip(
            clause!("6.3.9"),
            "no damage is pending that it could reduce",
        );
    }
    let asked = held.asked.unwrap_or(held.at_roll);
    let amount = asked.min(held.at_roll).min(instance.pending);
    let deed = prevention::deed(held, instance, amount);
    let mut cited = Cited::new(deed, clause!("parry.1"));
    if !attack.first_shows(1) {
        cited = cited.and(clause!("parry.9")).and(clause!("parry.4"));
    }
    if attack.attacker == held.unit {
        cited = cited.and(clause!("parry.5"));
    }
    if held.asked.is_some() {
        cited = cited.and(clause!("parry.2"));
        cited = cited.and(clause!("11.1"));
    }
    if prevention::needs_leave(table, instance, held.unit) {
        let leave = cited.and(clause!("parry.r1"));
        cited = prevention::despite(table, instance, held.unit, leave);
    }
    if held.is_sum() {
        cited = cited.and(clause!("parry.12"));
    }
    if attack.dice.iter().filter(|d| **d == 1).count() > 1 {
        cited = cited.and(clause!("parry.3"));
    }
    Proposal::one(cited.also(clause!("6.3.10")))
}

fn no_one(table: &Table, attack: &Attack) -> Proposal {
    if let Some(reasons) = natural::not_natural(table, 1, clause!("parry.8")) {
        return Proposal::Skip(reasons);
    }
    if attack.first_shows(1) {
        let text = "the 1 was rerolled away; the roll after rerolls counts";
        return Proposal::Skip(vec![
            Reason::by(clause!("parry.10"), text),
            Reason::by(clause!("parry.4"), text),
        ]);
    }
    Proposal::skip(
        clause!("parry.1"),
        "there is no natural 1 in the final roll",
    )
}

/// Hits sent on to the unit are no dice rolled against it.
fn idle(table: &Table, held: &Held) -> Proposal {
    let number = table.attack().map(|a| a.number);
    let sent_on = table
        .instances
        .iter()
        .any(|i| i.target == held.unit && i.attack == number && i.origin == DamageOrigin::Overkill);
    if sent_on {
        return Proposal::skip(
            clause!("parry.r2"),
            "the damage sent on to it does not come from the dice",
        );
    }
    Proposal::Silent
}

/// Whether its controller may take less than possible (11.1).
fn up_to(table: &Table) -> bool {
    match table.reading(clause!("11.1")) {
        Some("up-to") => true,
        Some("most-possible") => false,
        _ => table.edition != Edition::E2018,
    }
}

/// In edition 2018 it prevents the most possible; since 2025 its controller may take less (11.1).
fn less(table: &Table, held: &Held, asked: i32) -> Vec<Reason> {
    let pending = table
        .open_on(held.unit)
        .map(|i| i.pending)
        .max()
        .unwrap_or(0);
    let most = held.at_roll.min(pending);
    let (label, value) = (held.label(), held.at_roll);
    if asked < 0 || asked > value {
        let text = format!("{label} prevents at most {value}, not {asked}");
        return vec![Reason::by(clause!("parry.2"), text)];
    }
    if up_to(table) || asked >= most {
        return Vec::new();
    }
    let text = format!("{label} prevents the most possible, here {most}; nobody chooses");
    [clause!("parry.2"), clause!("11.1")]
        .map(|c| Reason::by(c, text.clone()))
        .into()
}
