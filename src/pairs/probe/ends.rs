//! What comes between an attack and a further one, and what an attack is still the same attack for:
//! shown by boards.

use super::super::board::{Board, Health, Variant};
use super::super::drive::run;
use super::super::recipe::{Need, Recipe};
use super::super::role::Role;
use super::bench::{EXPOSED, FRAIL, PLAIN, WEAK, plan};
use super::relation::Relation;
use super::rolls::placed;
use super::traces::{acted, attack_dice};
use super::{one, other};
use crate::rulebook::Moment;
use crate::rules::shown::Beside;
use crate::rules::trace::Ruling;

/// A relation with the board that shows it, if there is one.
pub(super) type Extra = (Relation, Option<Board>);

/// It does damage of its own when an attack ends.
fn harms_at_the_end(recipe: &Recipe) -> bool {
    let moments = &recipe.keyword.entry().moments;
    moments.contains(&Moment::AttackEnd) && recipe.harms()
}

/// The damage that one does at the end of the attack comes before the further attack that the other
/// makes, and its unit may fall by that damage.
pub(super) fn between(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = recipes.iter().position(|r| r.shown.again)?;
    if !harms_at_the_end(other(recipes, by)) {
        return None;
    }
    let alone = [0, 1].map(|at| at == by);
    let attacks = |ruling: &Ruling| attack_dice(ruling).len();
    let boards = [EXPOSED, FRAIL].into_iter().flat_map(|variant| {
        let roles = Role::ALL.into_iter();
        roles.map(move |role| plan(recipes, placed(by, Role::Attacker, role), variant))
    });
    let mut boards = boards.filter(|board| {
        let both = run(board, [true, true]).ruling;
        let gone = both.after.units.get(&Role::Attacker.handle());
        attacks(&both) == 1
            && gone.is_some_and(|u| !u.zone.on_table())
            && attacks(&run(board, alone).ruling) > 1
    });
    boards
        .next()
        .map(|board| (Relation::Between(1 - by), Some(board)))
}

/// Whom a further attack may be made on, where the other one keeps its unit from being attacked.
pub(super) fn chooses(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = recipes.iter().position(|r| r.shown.again)?;
    if !other(recipes, by).shown.hides {
        return None;
    }
    let relation = Relation::Chooses(by);
    if one(recipes, by).shown.same_target.is_some() {
        return Some((relation, None));
    }
    // The first defender falls, and the hidden unit is left.
    let hidden = Board {
        open: false,
        ..plan(recipes, placed(by, Role::Attacker, Role::Friend), WEAK)
    };
    let ruling = run(&hidden, [true, true]).ruling;
    (!ruling.refused.is_empty()).then_some((relation, Some(hidden)))
}

/// What one does at the end of the attack is done to an attacker of another arena, too.
pub(super) fn across(recipes: &[Recipe; 2]) -> Option<Extra> {
    let reaches = |r: &Recipe| matches!(r.shown.need, Need::Reach(_));
    let by = recipes.iter().position(reaches)?;
    if !harms_at_the_end(other(recipes, by)) {
        return None;
    }
    let alone = [0, 1].map(|at| at == by);
    let places = [(Role::Defender, PLAIN), (Role::Friend, WEAK)];
    places.into_iter().find_map(|(role, variant)| {
        let board = Board {
            apart: true,
            ..plan(recipes, placed(by, Role::Attacker, role), variant)
        };
        let hurt = |there| {
            let ruling = run(&board, there).ruling;
            let unit = ruling.after.units.get(&Role::Attacker.handle());
            unit.map_or(0, |u| u.damage)
        };
        (hurt([true, true]) > hurt(alone)).then_some((Relation::Across(1 - by), Some(board)))
    })
}

/// A prediction, and a defender that changes after it was made.
pub(super) fn foretold(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = recipes.iter().position(|r| r.mover().is_some())?;
    let stands = one(recipes, by).mover()?;
    let predicts = other(recipes, by);
    if !predicts.shown.usage.is_some_and(|u| u.predicts) {
        return None;
    }
    let at = |role| {
        let board = plan(recipes, placed(by, stands, role), PLAIN);
        let ruling = run(&board, [true, true]).ruling;
        let acts = acted(predicts.keyword, &ruling).next().is_some();
        acts.then_some(board)
    };
    if let Some(board) = at(Role::Attacker) {
        return Some((Relation::Foretold { by, own: true }, Some(board)));
    }
    let first = at(Role::Defender)?;
    let relation = Relation::Foretold { by, own: false };
    at(Role::Friend)
        .is_none()
        .then_some((relation, Some(first)))
}

/// Where the hits that are too many for the new defender go: to the unit attacked first, too.
pub(super) fn goes_back(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = recipes.iter().position(|r| r.mover().is_some())?;
    let stands = one(recipes, by).mover()?;
    let divides = other(recipes, by);
    if divides.shown.excess.is_none() || divides.shown.beside != Beside::Reaches {
        return None;
    }
    let variant = Variant {
        health: Health::Weak,
        ..PLAIN
    };
    let board = plan(recipes, placed(by, stands, Role::Attacker), variant);
    let hurt = |there| {
        let ruling = run(&board, there).ruling;
        let unit = ruling.after.units.get(&Role::Defender.handle());
        unit.map_or(0, |u| u.damage)
    };
    let mover = [0, 1].map(|at| at == by);
    (hurt([true, true]) > hurt(mover)).then_some((Relation::GoesBack(by), Some(board)))
}
