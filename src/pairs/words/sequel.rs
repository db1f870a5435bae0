//! What follows from a clause that is quoted for two keywords.

use super::super::probe::{Relation, one, other};
use super::super::recipe::Recipe;
use super::{Said, first_of, name};
use crate::clause;

/// What is said of such a relation.
pub(super) fn said(recipes: &[Recipe; 2], relation: &Relation) -> Said {
    let of = |by: usize| (one(recipes, by), other(recipes, by));
    match relation {
        Relation::Apiece(by) => apiece(of(*by)),
        Relation::Before(by) => before(of(*by)),
        Relation::Reaches(by) => reaches(of(*by)),
        Relation::Hides(by) => hides(of(*by)),
        Relation::Where(by) => place(of(*by)),
        Relation::AsAlways(by) => as_always(of(*by)),
        Relation::Settled(by) => settled(of(*by)),
        _ => Said::default(),
    }
}

/// Damage that counts for the unit it is done to.
fn apiece((divides, counts): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "By our reading {} counts only what the attack does to its target, not the hits that {} sends to another unit.",
        name(counts),
        name(divides)
    );
    let clauses = [counts.shown.below, divides.shown.excess];
    (text, clauses.into_iter().flatten().collect())
}

/// Hits that are divided before anything is prevented.
fn before((divides, prevents): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "How many hits go over is decided before any damage is prevented: {} of the defender works on those that stay, and changes nothing of that.",
        name(prevents)
    );
    let clauses = divides.shown.excess.into_iter();
    (text, clauses.chain([clause!("attack.pending")]).collect())
}

/// A hidden unit that is chosen.
fn reaches((harm, hides): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "So a unit that {} keeps from being attacked can be chosen for {}.",
        name(hides),
        name(harm)
    );
    (text, vec![clause!("7.2")])
}

/// Counters that are taken off.
fn hides((heals, hides): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "So an untapped unit with {} cannot be attacked any more once {} has removed its last damage counter.",
        name(hides),
        name(heals)
    );
    (
        text,
        first_of(hides)
            .into_iter()
            .chain(heals.shown.heals)
            .collect(),
    )
}

/// The arena of an attack.
fn place((reach, _): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "In an attack with {} that is the arena of the attacked unit, not the attacker’s.",
        name(reach)
    );
    (text, Vec::new())
}

/// What the attacked unit does.
fn as_always((divides, answers): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "{} of the unit that was attacked acts as in any attack, whatever {} sends on.",
        name(answers),
        name(divides)
    );
    (text, first_of(answers).into_iter().collect())
}

/// What was done before the defender changed.
fn settled((moves, acts): (&Recipe, &Recipe)) -> Said {
    let text = format!(
        "So what {} has done for the attack stays after {}, and it is not used again.",
        name(acts),
        name(moves)
    );
    (text, vec![clause!("7.1.2")])
}
