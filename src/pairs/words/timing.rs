//! Keywords that change nothing about each other: when each of them acts.

use crate::clause;
use crate::rulebook::{Activation, ClauseId, Moment};
use crate::rules::keyword::def;

use super::super::probe::shared;
use super::super::recipe::Recipe;
use super::super::role::Role;
use super::{Said, both, both_when, first_of, firsts, name};

/// Both act.
pub(super) fn meet(recipes: &[Recipe; 2], roles: [Role; 2]) -> Said {
    let [a, b] = recipes;
    if let Some(moment) = shared([a.keyword, b.keyword]) {
        if let Some(said) = ordered(a, b, moment, roles) {
            return said;
        }
        let text = format!(
            "Both act {}, and neither switches the other off: {}.",
            moment.words(),
            both(a, b)
        );
        return (text, moments(recipes, [moment; 2]));
    }
    let (first, then) = if place(a.at()) <= place(b.at()) {
        (a, b)
    } else {
        (b, a)
    };
    if then.at() == Moment::Always || first.at() == Moment::Always {
        return side_by_side(first, then);
    }
    let text = format!("One after the other: {}.", both_when(first, then));
    (text, moments(recipes, [first, then].map(Recipe::at)))
}

/// The clauses of the moments, and for a moment without one the first clauses of the keywords.
fn moments(recipes: &[Recipe; 2], at: [Moment; 2]) -> Vec<ClauseId> {
    let mut clauses: Vec<ClauseId> = Vec::new();
    let named = at.into_iter().map(Moment::clause);
    for clause in named.clone().flatten() {
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    if named.clone().any(|c| c.is_none()) {
        clauses.extend(firsts(recipes));
    }
    clauses
}

/// Where a moment stands in a turn: before the attacks, or among the windows of one.
fn place(moment: Moment) -> (bool, Moment) {
    let before = [
        Moment::BattleStepStart,
        Moment::BuildStart,
        Moment::BuildStep,
        Moment::Arrival,
        Moment::Deploy,
        Moment::Play,
        Moment::Pay,
        Moment::Complete,
        Moment::Stacking,
    ];
    (!before.contains(&moment), moment)
}

/// In which order two act that act at one moment, besides something else that is said of them.
pub(super) fn order(recipes: &[Recipe; 2], roles: [Role; 2]) -> Said {
    let [a, b] = recipes;
    let Some(moment) = shared([a.keyword, b.keyword]) else {
        return Said::default();
    };
    match moment {
        Moment::BuildStart => (
            "Both act at the start of the build step, in the order their player chooses."
                .to_owned(),
            vec![clause!("8.1.1"), clause!("8.1.2")],
        ),
        Moment::AttackEnd => {
            let (how, clauses) = at_attack_end(roles);
            (format!("Both act when the attack ends, {how}."), clauses)
        }
        Moment::AttackPrevention => prevention(a, b).unwrap_or_default(),
        Moment::AttackPlacement => (
            format!(
                "Both act {}, and neither switches the other off.",
                moment.words()
            ),
            moments(recipes, [moment; 2]),
        ),
        _ => Said::default(),
    }
}

/// Whose effects come first at the end of an attack.
fn at_attack_end(roles: [Role; 2]) -> (&'static str, Vec<ClauseId>) {
    let [a, b] = roles.map(Role::side);
    if a == b {
        let how = "by our reading in the order their player chooses if one player has both";
        (
            how,
            vec![clause!("3.5.1"), clause!("3.5.3"), clause!("11.13")],
        )
    } else {
        let how = "all of the Dark Side’s effects before the Light Side’s";
        (how, vec![clause!("3.5.1"), clause!("3.5.2")])
    }
}

/// Two that prevent damage: what acts by itself comes first, and what is used is used on what is
/// left.
fn prevention(a: &Recipe, b: &Recipe) -> Option<Said> {
    if !a.prevents() || !b.prevents() {
        return None;
    }
    let activation = |r: &Recipe| r.keyword.entry().activation;
    let by_itself = |r: &Recipe| activation(r) == Activation::Triggered;
    if by_itself(a) != by_itself(b) {
        let (first, then) = if by_itself(a) { (a, b) } else { (b, a) };
        let text = format!(
            "Both act in damage prevention: {} by itself before anybody plays, {} after it on what is left.",
            name(first),
            name(then)
        );
        return Some((text, vec![clause!("6.3.10")]));
    }
    let used = [a, b].map(activation) == [Activation::Activated; 2];
    used.then(|| {
        let (own, guard) = if a.guards_others() { (b, a) } else { (a, b) };
        let text = if a.guards_others() == b.guards_others() {
            format!(
                "{} and {} can both be used on the same damage, in either order, each on what is left.",
                name(a),
                name(b)
            )
        } else {
            format!(
                "{} of the damaged unit and {} of a unit beside it can both be used on the same damage, in either order, each on what is left.",
                name(own),
                name(guard)
            )
        };
        (text, vec![clause!("6.3.1"), clause!("6.3.9")])
    })
}

/// Where the rules say in which order two keywords of one window act.
fn ordered(a: &Recipe, b: &Recipe, moment: Moment, roles: [Role; 2]) -> Option<Said> {
    let both = both(a, b);
    match moment {
        Moment::BuildStart => Some((
            format!(
                "Both act at the start of the build step, in the order their player chooses: {both}."
            ),
            vec![clause!("8.1.1"), clause!("8.1.2")],
        )),
        Moment::AttackEnd => {
            let (how, clauses) = at_attack_end(roles);
            let text = format!("Both act when the attack ends, {how}: {both}.");
            Some((text, clauses))
        }
        Moment::AttackPrevention => prevention(a, b),
        _ => None,
    }
}

fn side_by_side(a: &Recipe, b: &Recipe) -> Said {
    let text = format!("Side by side: {}.", both_when(a, b));
    (text, [a, b].into_iter().filter_map(first_of).collect())
}

/// Whether both act in one span of time, though at moments of their own: in an attack while the other
/// one lasts, or in a build step.
fn is_one_time(a: &Recipe, b: &Recipe) -> bool {
    let whenever = [Moment::Always, Moment::Chance];
    let build = [
        Moment::BuildStep,
        Moment::Deploy,
        Moment::Play,
        Moment::Pay,
        Moment::Complete,
        Moment::Stacking,
    ];
    let [first, second] = [a, b].map(|r| &r.keyword.entry().moments);
    let all_of = |r: &Recipe, kind: &[Moment]| kind.contains(&r.at());
    let builds = all_of(a, &build) && all_of(b, &build);
    let always = all_of(a, &whenever) || all_of(b, &whenever);
    let lasts = |own: &[Moment], others: &[Moment]| {
        let (from, to) = (own.iter().min(), own.iter().max());
        let within = |m: &&Moment| from.is_some_and(|f| f <= *m) && to.is_some_and(|t| *m <= t);
        own.len() > 1 && others.iter().any(|m| within(&m))
    };
    let standing = |r: &Recipe| {
        let own = def(r.keyword);
        own.is_some_and(|d| d.prevents_all.is_some() || d.unpreventable.is_some())
    };
    builds || always || lasts(first, second) || lasts(second, first) || standing(a) || standing(b)
}

/// They never act together.
pub(super) fn apart(recipes: &[Recipe; 2]) -> Said {
    let [a, b] = recipes;
    if a.at() == b.at() {
        let text = format!("Each for itself {}: {}.", a.at().words(), both(a, b));
        return (text, moments(recipes, [a.at(); 2]));
    }
    let in_attack = |r: &Recipe| r.at() <= Moment::AttackAfter;
    if in_attack(a) && in_attack(b) && !is_one_time(a, b) {
        let (first, then) = if a.at() <= b.at() { (a, b) } else { (b, a) };
        let text = format!("One after the other: {}.", both_when(first, then));
        return (text, moments(recipes, [first, then].map(Recipe::at)));
    }
    let how = if is_one_time(a, b) {
        "Each for itself"
    } else {
        "They act at different times"
    };
    let text = format!("{how}: {}.", both_when(a, b));
    (text, moments(recipes, [a, b].map(Recipe::at)))
}
