//! What follows from a clause that is quoted for two keywords, for a judge who asks just that.

use super::super::recipe::{Need, Recipe};
use super::ends::Extra;
use super::more::which;
use super::relation::Relation;
use crate::rulebook::Moment;
use crate::rules::shown::Beside;

/// All that follows for the two; the most of it only behind a clause that speaks of both.
pub(super) fn all(recipes: &[Recipe; 2], spoken: bool) -> Vec<Option<Extra>> {
    let quoted = [
        reaches(recipes),
        hides(recipes),
        place(recipes),
        as_always(recipes),
        settled(recipes),
    ];
    let quoted = quoted.into_iter().filter(|_| spoken);
    [apiece(recipes), before(recipes)]
        .into_iter()
        .chain(quoted)
        .map(|relation| relation.map(|r| (r, None)))
        .collect()
}

fn divides(recipe: &Recipe) -> bool {
    recipe.shown.excess.is_some()
}

/// Hits that one sends to another unit, where the other counts the damage of the attack.
fn apiece(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |sends, counts| {
        divides(sends) && counts.shown.below.is_some()
    })
    .map(Relation::Apiece)
}

/// Hits that are divided, and prevention that comes after that.
fn before(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |sends, prevents| {
        divides(sends) && prevents.prevents() && !prevents.guards_others()
    })
    .map(Relation::Before)
}

/// Damage that is no attack, and a unit hidden from attacks: where a player chooses the unit.
fn reaches(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |harm, hides| {
        let passes_on = harm.prevents() && harm.shown.no_attack.is_some();
        let chosen = passes_on || harm.shown.beside == Beside::Reaches;
        hides.shown.hides && chosen && harm.mover().is_none()
    })
    .map(Relation::Reaches)
}

/// A hidden unit, and counters that are taken off it.
fn hides(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |heals, hides| {
        heals.shown.heals.is_some() && hides.shown.hides
    })
    .map(Relation::Hides)
}

/// An attack into another arena, and a text that asks for units in one arena.
fn place(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |reach, text| {
        let passes_on = text.prevents() && text.shown.no_attack.is_some();
        let asks = text.mover().is_some() || divides(text) || passes_on;
        let second = text.shown.beside == Beside::Reaches;
        matches!(reach.shown.need, Need::Reach(_)) && (asks || second)
    })
    .map(Relation::Where)
}

/// What answers attacks, on the unit that was attacked.
fn as_always(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |sends, answers| {
        let of_its_own = answers.shown.discard_of_others.is_none();
        divides(sends) && answers.shown.attacks_only.is_some() && answers.harms() && of_its_own
    })
    .map(Relation::AsAlways)
}

/// What was done on attack triggers, and a change of the defender after that. What predicts hits is
/// told in its own way.
fn settled(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |moves, acts| {
        let moments = &acts.keyword.entry().moments;
        let at_declaration = moments.contains(&Moment::AttackTriggers);
        moves.mover().is_some() && at_declaration && acts.shown.hits.is_none()
    })
    .map(Relation::Settled)
}
