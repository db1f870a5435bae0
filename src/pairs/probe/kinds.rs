//! The relations that follow from when and how the keywords act; such pairs are run for their
//! board only.

use crate::rules::keyword::def;
use crate::rules::shown::Start;
use crate::rules::window::WindowId;

use super::super::board::Variant;
use super::super::drive::run;
use super::super::recipe::{Need, Recipe};
use super::super::role::Role;
use super::bench::{PLAIN, WEAK, plan};
use super::relation::{Finding, Relation};
use super::traces::acted;
use super::{one, other, shared};

/// What follows from the kinds of the two.
pub(super) fn by_kind(recipes: &[Recipe; 2]) -> Option<Finding> {
    let [a, b] = recipes;
    if reaches(a) && reaches(b) {
        return Some(at_attacker(recipes, Relation::OneOf));
    }
    if let Some(by) = recipes
        .iter()
        .position(|r| r.shown.start == Start::Discarded)
    {
        return Some(shown_best(recipes, Relation::Returns(by)));
    }
    if let Some(found) = [0, 1].into_iter().find_map(|by| prevention(recipes, by)) {
        return Some(found);
    }
    if let (Some(first), Some(second)) = (a.mover(), b.mover()) {
        return Some(Finding {
            relation: Relation::Meet,
            board: plan(recipes, [first, second], PLAIN),
        });
    }
    if reaches(a) && is_around(b) || is_around(a) && reaches(b) {
        return Some(at_attacker(recipes, Relation::Meet));
    }
    let lends = |r: &Recipe| r.shown.need == Need::Lends;
    if lends(a) || lends(b) || !(is_off_battle(a) || is_off_battle(b)) {
        return None;
    }
    let relation = if shared([a.keyword, b.keyword]).is_some() {
        Relation::Meet
    } else {
        Relation::Apart
    };
    Some(shown_best(recipes, relation))
}

const fn reaches(recipe: &Recipe) -> bool {
    matches!(recipe.shown.need, Need::Reach(_))
}

const fn is_off_battle(recipe: &Recipe) -> bool {
    matches!(recipe.shown.need, Need::Complete | Need::Build)
}

/// It acts before or after the attacks: how one of them is made says nothing about it.
fn is_around(recipe: &Recipe) -> bool {
    matches!(recipe.shown.need, Need::Arrival | Need::Step)
        || recipe
            .shown
            .usage
            .is_some_and(|u| u.window == WindowId::AttackAfter)
}

fn at_attacker(recipes: &[Recipe; 2], relation: Relation) -> Finding {
    Finding {
        relation,
        board: plan(recipes, [Role::Attacker; 2], PLAIN),
    }
}

/// The relation with a board on which both act, if there is one.
fn shown_best(recipes: &[Recipe; 2], relation: Relation) -> Finding {
    use Role::{Attacker, Defender};
    let falls = recipes.iter().any(|r| r.shown.falls);
    let variant = if falls { WEAK } else { PLAIN };
    let [a, b] = [0, 1].map(|which| one(recipes, which).keyword);
    let same = [[Attacker, Attacker], [Defender, Defender]];
    let facing = [[Attacker, Defender], [Defender, Attacker]];
    // What acts on a discard shows best on a unit that falls.
    let places = if falls {
        [facing, same].concat()
    } else {
        [same, facing].concat()
    };
    let acts = |roles: &[Role; 2]| {
        let ruling = run(&plan(recipes, *roles, variant), [true, true]).ruling;
        [a, b].iter().all(|k| acted(*k, &ruling).next().is_some())
    };
    let roles = places.into_iter().find(acts).unwrap_or([Attacker; 2]);
    Finding {
        relation,
        board: plan(recipes, roles, variant),
    }
}

/// One of them lets prevention work where it would not, or has it chosen blindly.
fn prevention(recipes: &[Recipe; 2], by: usize) -> Option<Finding> {
    let (own, rest) = (def(one(recipes, by).keyword)?, other(recipes, by));
    let at = |relation, roles, variant: Variant| {
        Some(Finding {
            relation,
            board: plan(recipes, roles, variant),
        })
    };
    if own.prevents_all.is_some() && rest.prevents() && !rest.guards_others() {
        return at(Relation::Lets(by), [Role::Defender; 2], PLAIN);
    }
    let bought = rest
        .shown
        .usage
        .is_some_and(|u| u.window == WindowId::Prevention);
    if own.hides_dice.is_some() && bought {
        let victim = if rest.guards_others() {
            Role::Friend
        } else {
            Role::Defender
        };
        let roles = if by == 0 {
            [Role::Attacker, victim]
        } else {
            [victim, Role::Attacker]
        };
        return at(Relation::Blind(1 - by), roles, PLAIN);
    }
    None
}

/// Why one of the two is not concerned by what the other does: it speaks of other dice, or of
/// attacks.
pub(super) fn not_concerned(recipes: &[Recipe; 2]) -> Option<Relation> {
    let which = |of: fn(&Recipe, &Recipe) -> bool| {
        [0, 1]
            .into_iter()
            .find(|w| of(one(recipes, *w), other(recipes, *w)))
    };
    which(|reader, roller| reader.attack_dice().is_some() && roller.shown.damage_dice.is_some())
        .map(Relation::OtherDice)
        .or_else(|| {
            which(|does, answers| {
                does.shown.no_attack.is_some() && answers.shown.attacks_only.is_some()
            })
            .map(Relation::NoAttack)
        })
}
