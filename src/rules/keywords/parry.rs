//! Parry X: a natural 1 in the attack roll against the unit prevents up to X damage.

use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Held, Hook, KeywordDef, Proposal};
use crate::rules::prevention;
use crate::rules::table::Table;
use crate::rules::trace::Cited;
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
        return if attack.first_shows(1) {
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
        amount: held.at_roll.min(instance.pending),
        by: held.unit,
        with: Some(held.keyword),
    };
    let ground = if attack.first_shows(1) {
        clause!("parry.1")
    } else {
        clause!("parry.9")
    };
    let mut cited = Cited::new(deed, ground).and(clause!("parry.1"));
    cited = prevention::despite(table, instance, held.unit, cited);
    if held.is_sum() {
        cited = cited.and(clause!("parry.12"));
    }
    if attack.dice.iter().filter(|d| **d == 1).count() > 1 {
        cited = cited.and(clause!("parry.3"));
    }
    Proposal::one(cited)
}
