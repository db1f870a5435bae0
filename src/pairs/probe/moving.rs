//! What changes the defender, and a keyword of the defender.

use super::super::recipe::Recipe;
use super::super::role::Role;
use super::bench::{PLAIN, Try, plan};
use super::relation::{Finding, Relation};
use super::rolls::placed;
use super::traces::seen;
use super::{one, other};

/// What guards other units than its own cannot guard it once it is the defender; on the unit
/// attacked first it then guards the new one.
pub(super) fn guarding(recipes: &[Recipe; 2]) -> Option<Finding> {
    let by = recipes.iter().position(|r| r.mover().is_some())?;
    let stands = one(recipes, by).mover()?;
    if !other(recipes, by).guards_others() {
        return None;
    }
    let board = plan(recipes, placed(by, stands, Role::Defender), PLAIN);
    let itself = plan(recipes, placed(by, stands, stands), PLAIN);
    Some(Finding::new(Relation::Guards(by), board).and(itself))
}

/// The other keyword acts on the new defender as it did on the first one.
pub(super) fn moving(recipes: &[Recipe; 2], tried: &[Try]) -> Option<Finding> {
    let by = recipes.iter().position(|r| r.mover().is_some())?;
    let stands = one(recipes, by).mover()?;
    if other(recipes, by).shown.hides {
        return None;
    }
    let at = |theirs: Role| {
        let roles = placed(by, stands, theirs);
        tried.iter().filter(move |t| t.roles() == roles)
    };
    let alone = at(Role::Defender).any(|t| t.acts_alone(1 - by));
    let as_new = at(Role::Friend).find(|t| t.step_of(1 - by).is_some() && !t.acts_alone(1 - by))?;
    if !alone {
        return None;
    }
    let still = at(Role::Defender).any(|t| t.step_of(1 - by).is_some());
    let cites = as_new.step_of(by).map(|s| seen(s).cites);
    let relation = Relation::Moves {
        by,
        still,
        cites: cites.unwrap_or_default(),
    };
    let mut found = as_new.clone().into(relation);
    if !still {
        let first = plan(
            recipes,
            placed(by, stands, Role::Defender),
            found.board.variant,
        );
        found = found.and(first);
    }
    // What the first defender does as well is shown beside it.
    found.board.twin = still.then_some((1 - by, Role::Defender));
    Some(found)
}
