//! What follows from a clause that is quoted for two keywords, for a judge who asks just that.

use super::super::recipe::{Need, Recipe};
use super::ends::Extra;
use super::more::which;
use super::relation::Relation;
use crate::rulebook::Moment;
use crate::rules::keyword::def;
use crate::rules::shown::{Bearer, Beside, OfAnother};

/// All that follows for the two; the most of it only behind a clause that speaks of both.
pub(super) fn all(recipes: &[Recipe; 2], spoken: bool) -> Vec<Option<Extra>> {
    let quoted = [
        reaches(recipes),
        hides(recipes),
        place(recipes),
        as_always(recipes),
        settled(recipes),
        locked(recipes),
        hidden(recipes),
        firmly(recipes),
        no_hit(recipes),
        anyway(recipes),
        granted(recipes),
    ];
    let quoted = quoted.into_iter().filter(|_| spoken);
    [apiece(recipes), before(recipes), afterwards(recipes)]
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

/// A defender that cannot be changed, and a further attack on the same target.
fn locked(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |locks, again| {
        let fixes = def(locks.keyword).is_some_and(|d| d.locks_defender.is_some());
        fixes && again.shown.same_target.is_some()
    })
    .map(Relation::Locked)
}

/// Dice that are hidden, and what acts by them before they are shown.
fn hidden(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |hides, acts| {
        let by_itself = acts.prevents() && acts.shown.usage.is_none();
        let adds = acts.shown.same_damage.is_some();
        let hidden = def(hides.keyword).is_some_and(|d| d.hides_dice.is_some());
        hidden && (divides(acts) || by_itself || adds)
    })
    .map(Relation::Hidden)
}

/// Damage that cannot be prevented, and what is added to it or sent on.
fn firmly(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |firm, more| {
        let is_firm = def(firm.keyword).is_some_and(|d| d.unpreventable.is_some());
        is_firm && (divides(more) || more.shown.same_damage.is_some())
    })
    .map(Relation::Firmly)
}

/// Damage that is added without a hit, and a prediction of the hits.
fn no_hit(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |adds, predicts| {
        adds.shown.same_damage.is_some() && predicts.shown.hits.is_some()
    })
    .map(Relation::NoHit)
}

/// Damage that is no attack, and a unit hidden from attacks: where nobody chooses the unit.
fn anyway(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |harm, hides| {
        let chosen = harm.prevents() || harm.shown.beside == Beside::Reaches;
        let at_others = harm.shown.own_damage.is_none();
        hides.shown.hides && harm.harms() && at_others && !chosen
    })
    .map(Relation::Anyway)
}

/// A text that works from under the top card, and what it can give or where it then lies.
fn granted(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |grants, given| {
        let from_under = grants.shown.bearer == Bearer::Under;
        let lends = given.shown.need == Need::Lends && given.shown.bearer == Bearer::Unit;
        from_under && (lends || given.shown.covers.is_some())
    })
    .map(Relation::Granted)
}

/// Damage to the attacker when the attack ends, and what takes power by damage.
fn afterwards(recipes: &[Recipe; 2]) -> Option<Relation> {
    which(recipes, |harm, weakens| {
        let moments = &harm.keyword.entry().moments;
        let at_the_end = moments.contains(&Moment::AttackEnd) && harm.harms();
        let asks = weakens.shown.of_another.map(|(asked, _)| asked);
        at_the_end && harm.shown.own_damage.is_none() && asks == Some(OfAnother::DamageTo)
    })
    .map(Relation::Afterwards)
}
