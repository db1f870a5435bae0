//! The relations that follow from when and how the keywords act; such pairs are run for their
//! board only.

use std::cmp::Reverse;

use crate::rules::keyword::def;
use crate::rules::shown::{Beside, Start};
use crate::rules::window::WindowId;

use super::super::board::{Board, Variant};
use super::super::drive::run;
use super::super::recipe::{Need, Recipe, is_of_the_card};
use super::super::role::Role;
use super::bench::{PLAIN, WEAK, arrangements, plan};
use super::lending::foil;
use super::relation::{Finding, Relation};
use super::rolls::placed;
use super::traces::{acted, attack_dice, seen};
use super::{one, other, shared};

/// What follows from the kinds of the two.
pub(super) fn by_kind(recipes: &[Recipe; 2]) -> Option<Finding> {
    let [a, b] = recipes;
    if reaches(a) && reaches(b) {
        let board = plan(recipes, [Role::Attacker; 2], PLAIN);
        let other = Board {
            reversed: true,
            ..board.clone()
        };
        return Some(Finding::new(Relation::OneOf, board).and(other));
    }
    if let Some(by) = recipes
        .iter()
        .position(|r| r.shown.start == Start::Discarded)
    {
        let waits = &other(recipes, by).shown;
        if is_occasion_of(other(recipes, by)) {
            return Some(shown_best(recipes, Relation::Occasion(1 - by)));
        }
        let place = match (waits.own_discard, waits.discard_of_others) {
            (Some(_), _) => Some(Role::Defender),
            (_, Some(_)) if waits.beside == Beside::On => Some(Role::Friend),
            (_, Some(_)) => Some(Role::Attacker),
            _ => None,
        };
        let relation = Relation::Returns(by);
        return Some(match place {
            // The card that comes back is the one that falls.
            Some(place) => {
                let roles = placed(by, Role::Defender, place);
                Finding::new(relation, plan(recipes, roles, WEAK))
            }
            None => shown_best(recipes, relation),
        });
    }
    if let Some(found) = [0, 1].into_iter().find_map(|by| prevention(recipes, by)) {
        return Some(found);
    }
    if let (Some(first), Some(second)) = (a.mover(), b.mover()) {
        return Some(both_move(recipes, [first, second]));
    }
    if reaches(a) && is_around(b) || is_around(a) && reaches(b) {
        return Some(shown_best(recipes, Relation::Meet));
    }
    let lends = |r: &Recipe| r.shown.need == Need::Lends;
    if lends(a) || lends(b) || !(is_off_battle(a) || is_off_battle(b)) {
        return None;
    }
    let completes = |r: &Recipe| def(r.keyword).is_some_and(|d| d.completes.is_some());
    let waiting = recipes.iter().position(is_occasion_of);
    let occasion = waiting.filter(|w| completes(other(recipes, *w)));
    let relation = if completes(a) && completes(b) && a.keyword != b.keyword {
        Relation::OnePrice
    } else if let Some(waiting) = occasion {
        Relation::Occasion(waiting)
    } else if shared([a.keyword, b.keyword]).is_some() {
        Relation::Meet
    } else {
        Relation::Apart
    };
    Some(shown_best(recipes, relation))
}

/// A unit that is deployed is its occasion.
fn is_occasion_of(recipe: &Recipe) -> bool {
    recipe.shown.on_deploy.is_some() || recipe.shown.need == Need::Arrival
}

const fn reaches(recipe: &Recipe) -> bool {
    matches!(recipe.shown.need, Need::Reach(_))
}

fn is_off_battle(recipe: &Recipe) -> bool {
    is_of_the_card(recipe) || matches!(recipe.shown.need, Need::Build)
}

/// It acts before or after the attacks: how one of them is made says nothing about it.
fn is_around(recipe: &Recipe) -> bool {
    matches!(recipe.shown.need, Need::Arrival | Need::Step)
        || recipe
            .shown
            .usage
            .is_some_and(|u| u.window == WindowId::AttackAfter)
}

/// Both change the defender: on the unit that is the new one, the second has its occasion by the
/// first, or else each where it does so by itself.
fn both_move(recipes: &[Recipe; 2], [first, second]: [Role; 2]) -> Finding {
    let keywords = [0, 1].map(|which| one(recipes, which).keyword);
    for (which, role) in [(1, first), (0, second)] {
        let board = plan(recipes, [role; 2], PLAIN);
        let ruling = run(&board, [true, true]).ruling;
        let taken = ruling.refused.is_empty();
        let step = acted(*one(&keywords, which), &ruling).next().map(seen);
        if let (true, Some(step)) = (taken, step) {
            return Finding::new(Relation::Gives(which, step), board);
        }
    }
    Finding::new(Relation::Meet, plan(recipes, [first, second], PLAIN))
}

/// The relation with a board on which both act, or else as many of the two as can.
fn shown_best(recipes: &[Recipe; 2], relation: Relation) -> Finding {
    use Role::{Attacker, Defender};
    let falls = recipes.iter().any(|r| r.shown.falls);
    let variant = if falls { WEAK } else { PLAIN };
    let same = [[Attacker, Attacker], [Defender, Defender]];
    let facing = [[Attacker, Defender], [Defender, Attacker]];
    // What acts on a discard shows best on a unit that falls.
    let mut places = if falls {
        [facing, same].concat()
    } else {
        [same, facing].concat()
    };
    let more = arrangements(recipes).into_iter();
    let more: Vec<[Role; 2]> = more.filter(|r| !places.contains(r)).collect();
    places.extend(more);
    let mut best: Option<((usize, Reverse<usize>), Board)> = None;
    for roles in places {
        let board = plan(recipes, roles, variant);
        let ruling = run(&board, [true, true]).ruling;
        let act = recipes.iter();
        let acting = act.filter(|r| acted(r.keyword, &ruling).next().is_some());
        // A board on which a use is refused shows less than one on which all are made.
        let shows = (acting.count(), Reverse(ruling.refused.len()));
        if best.as_ref().is_none_or(|(most, _)| shows > *most) {
            best = Some((shows, board));
        }
        if shows == (recipes.len(), Reverse(0)) {
            break;
        }
    }
    let board = best.map_or_else(|| plan(recipes, [Attacker; 2], variant), |(_, board)| board);
    Finding::new(relation, board)
}

/// One of them lets prevention work where it would not, or has it chosen blindly.
fn prevention(recipes: &[Recipe; 2], by: usize) -> Option<Finding> {
    let (own, rest) = (def(one(recipes, by).keyword)?, other(recipes, by));
    let at = |relation, roles, variant: Variant| {
        Some(Finding::new(relation, plan(recipes, roles, variant)))
    };
    if own.prevents_all.is_some() && rest.prevents() && !rest.guards_others() {
        let mut board = plan(recipes, [Role::Defender; 2], PLAIN);
        board.foil = foil(one(recipes, by), Role::Defender);
        return Some(Finding::new(Relation::Lets(by), board));
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

/// Whether its unit rolls more attack dice by it.
pub(super) fn adds_dice(recipe: &Recipe) -> bool {
    let board = plan(&[*recipe; 2], [Role::Attacker; 2], PLAIN);
    let dice = |there| attack_dice(&run(&board, there).ruling);
    dice([true, false]).first() > dice([false, false]).first()
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
        .map(|reader| Relation::OtherDice {
            reader,
            adds: adds_dice(other(recipes, reader)),
        })
        .or_else(|| {
            which(|does, answers| {
                does.shown.no_attack.is_some() && answers.shown.attacks_only.is_some()
            })
            .map(Relation::NoAttack)
        })
}
