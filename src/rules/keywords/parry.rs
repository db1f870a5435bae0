//! Parry X: a natural 1 in the attack roll against the unit prevents up to X damage.

use crate::clause;
use crate::keyword;
use crate::rulebook::Edition;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::natural;
use crate::rules::prevention;
use crate::rules::table::Table;
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
        return if natural::made_by_accuracy(table, 1) {
            Proposal::skip(
                clause!("parry.8"),
                "Accuracy makes a result of 1, but no natural 1",
            )
        } else if attack.first_shows(1) {
            Proposal::skip(
                clause!("parry.10"),
                "the 1 was rerolled away; the roll after rerolls counts",
            )
        } else {
            Proposal::skip(
                clause!("parry.1"),
                "there is no natural 1 in the final roll",
            )
        };
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
    let deed = Deed::Prevent {
        instance: instance.id,
        amount: held
            .asked
            .unwrap_or(held.at_roll)
            .min(held.at_roll)
            .min(instance.pending),
        by: held.unit,
        with: Some(held.keyword),
    };
    let ground = if attack.first_shows(1) {
        clause!("parry.1")
    } else {
        clause!("parry.9")
    };
    let mut cited = Cited::new(deed, ground).and(clause!("parry.1"));
    if held.asked.is_some() {
        cited = cited.and(clause!("parry.2"));
    }
    cited = prevention::despite(table, instance, held.unit, cited);
    if held.is_sum() {
        cited = cited.and(clause!("parry.12"));
    }
    if attack.dice.iter().filter(|d| **d == 1).count() > 1 {
        cited = cited.and(clause!("parry.3"));
    }
    Proposal::one(cited)
}

/// In edition 2018 it prevents the most possible; since 2025 its controller may take less (11.1).
fn less(table: &Table, held: &Held, asked: i32) -> Vec<Reason> {
    let pending = table
        .open_on(held.unit)
        .map(|i| i.pending)
        .max()
        .unwrap_or(0);
    let most = held.at_roll.min(pending);
    let text = if asked < 0 || asked > held.at_roll {
        format!(
            "{} prevents at most {}, not {asked}",
            held.label(),
            held.at_roll
        )
    } else if table.edition == Edition::E2018 && asked < most {
        format!(
            "{} prevents the most possible, here {most}; nobody chooses",
            held.label()
        )
    } else {
        return Vec::new();
    };
    vec![Reason::by(clause!("parry.2"), text)]
}
