//! Natural faces: what Accuracy can and cannot make of a die (3.4).

use crate::clause;
use crate::rulebook::ClauseId;

use super::keyword;
use super::table::{Attack, Table, UnitIx};

/// What is added to each attack die of a unit at the roll, and by which clauses.
#[must_use]
pub fn die_bonus(table: &Table, unit: UnitIx) -> (i32, Vec<ClauseId>) {
    let mut sum = 0;
    let mut clauses = Vec::new();
    for def in super::keywords::ALL {
        let Some(bonus) = def.die_bonus else { continue };
        for held in keyword::held(table, unit, def.keyword) {
            let (add, clause) = bonus(held.at_roll);
            sum += add;
            if add != 0 {
                clauses.push(clause);
            }
        }
    }
    (sum, clauses)
}

/// Whether a die of the present attack counts as this face only because something is added to it.
#[must_use]
pub fn made_by_accuracy(table: &Table, face: u8) -> bool {
    let Some(attack) = table.attack() else {
        return false;
    };
    let (bonus, _) = die_bonus(table, attack.attacker);
    bonus != 0
        && attack
            .dice
            .iter()
            .any(|d| i32::from(*d) + bonus == i32::from(face))
}

/// How often the face stands in the initial roll: on additional dice too, unless the other reading
/// of 11.16 was chosen.
#[must_use]
pub fn initial_count(table: &Table, attack: &Attack, face: u8) -> usize {
    if table.reading(clause!("11.16")) == Some("initial-only") {
        return attack.initial_count(face);
    }
    attack.first.iter().filter(|f| **f == face).count()
}
