//! Natural faces: what Accuracy can and cannot make of a die (3.4).

use crate::clause;
use crate::rulebook::ClauseId;

use super::grounds;
use super::keyword::{self, Held};
use super::look::Look;
use super::table::{Attack, Table, UnitIx};
use super::trace::Reason;

/// What is added to each attack die of a unit at the roll, and by which clauses.
#[must_use]
pub fn die_bonus(table: &Table, unit: UnitIx) -> (i32, Vec<ClauseId>) {
    let mut sum = 0;
    let mut clauses = Vec::new();
    for def in super::keyword::all() {
        let Some(bonus) = def.die_bonus else { continue };
        for held in keyword::held(table, unit, def.keyword) {
            let (add, clause) = bonus(held.at_roll);
            sum += add;
            if add != 0 || held.is_sum() {
                clauses.push(clause);
            }
            if held.is_sum() && signs_differ(table, &held) {
                clauses.push(clause!("5.2.3"));
            }
            let lent = held.copies.iter().find_map(|c| c.through);
            clauses.extend(lent.map(|l| l.clause));
        }
    }
    (sum, clauses)
}

/// Whether some copies add and others take away (5.2.3).
#[must_use]
pub fn signs_differ(table: &Table, held: &Held) -> bool {
    let look = Look::from(table, held.unit);
    let values = || {
        held.copies
            .iter()
            .filter_map(|c| c.keyword())
            .map(|k| keyword::number_of(table, &look, k))
    };
    values().any(|v| v < 0) && values().any(|v| v > 0)
}

/// Why a die of the present attack that counts as this face, because something is added to it, does
/// not show it: by the clause of the keyword that looks for it, and by that of what is added.
#[must_use]
pub fn not_natural(table: &Table, face: u8, ground: ClauseId) -> Option<Vec<Reason>> {
    let attack = table.attack()?;
    let (bonus, _) = die_bonus(table, attack.attacker);
    let made = attack
        .dice
        .iter()
        .any(|d| i32::from(*d) + bonus == i32::from(face));
    if bonus == 0 || !made {
        return None;
    }
    let stays = grounds::on_unit(table, attack.attacker, |g| g.natural_stays);
    let (what, general) = match stays {
        Some((keyword, clause)) => (keyword.name(), Some(clause)),
        None => ("what is added", None),
    };
    let text = format!("{what} makes a result of {face}, but no natural {face}");
    let all = [ground].into_iter().chain(general);
    Some(all.map(|c| Reason::by(c, text.clone())).collect())
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
