//! Keywords that change nothing about each other: when each of them acts.

use crate::clause;
use crate::rulebook::{Activation, Moment};

use super::super::probe::shared;
use super::super::recipe::Recipe;
use super::{Said, both, both_when, name};

/// Both act.
pub(super) fn meet(recipes: &[Recipe; 2]) -> Said {
    let [a, b] = recipes;
    if let Some(moment) = shared([a.keyword, b.keyword]) {
        if let Some(said) = ordered(a, b, moment) {
            return said;
        }
        let text = format!(
            "Both act {}, and neither switches the other off: {}.",
            moment.words(),
            both(a, b)
        );
        return (text, moment.clause().into_iter().collect());
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
    let clauses = [first, then].into_iter().filter_map(|r| r.at().clause());
    (text, clauses.collect())
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

/// Where the rules say in which order two keywords of one window act.
fn ordered(a: &Recipe, b: &Recipe, moment: Moment) -> Option<Said> {
    let both = both(a, b);
    let by_itself = |r: &Recipe| r.keyword.entry().activation == Activation::Triggered;
    match moment {
        Moment::BuildStart => Some((
            format!(
                "Both act at the start of the build step, in the order their player chooses: {both}."
            ),
            vec![clause!("8.1.1"), clause!("8.1.2")],
        )),
        Moment::AttackEnd => Some((
            format!(
                "Both act when the attack ends, all of the Dark Side’s effects before the Light Side’s: {both}."
            ),
            vec![clause!("3.5.1"), clause!("3.5.2")],
        )),
        Moment::AttackPrevention if by_itself(a) != by_itself(b) => {
            let (first, then) = if by_itself(a) { (a, b) } else { (b, a) };
            (then.keyword.entry().activation == Activation::Activated).then(|| {
                (
                    format!(
                        "Both act in damage prevention: {} by itself before anybody plays, {} after it on what is left.",
                        name(first),
                        name(then)
                    ),
                    vec![clause!("6.3.10")],
                )
            })
        }
        _ => None,
    }
}

fn side_by_side(a: &Recipe, b: &Recipe) -> Said {
    let text = format!("Side by side: {}.", both_when(a, b));
    (text, Vec::new())
}

/// They never act together.
pub(super) fn apart(recipes: &[Recipe; 2]) -> Said {
    let [a, b] = recipes;
    if a.at() == b.at() {
        let text = format!("Each for itself {}: {}.", a.at().words(), both(a, b));
        return (text, a.at().clause().into_iter().collect());
    }
    let always = [a, b].iter().any(|r| r.at() == Moment::Always);
    let how = if always {
        "Each for itself"
    } else {
        "They act at different times"
    };
    let text = format!("{how}: {}.", both_when(a, b));
    let clauses = [a, b].into_iter().filter_map(|r| r.at().clause());
    (text, clauses.collect())
}
