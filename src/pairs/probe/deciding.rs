//! One keyword switches the other off, or gives it something to do.

use crate::rules::keyword::def;
use crate::rules::shown::Beside;
use crate::rules::trace::{Reason, Ruling};

use super::super::board::{Board, Variant};
use super::super::drive::run;
use super::super::recipe::Recipe;
use super::super::role::Role;
use super::bench::{
    Bench, DEADLY, EXPOSED, FRAIL, LATER, LOW_FIRST, PLAIN, Try, WEAK, arrangements, plan,
};
use super::relation::{Finding, Relation};
use super::traces::{seen, why_not};
use super::{one, other};

impl Bench {
    /// One stops the other wherever that one acts, gives it an occasion it never has alone, or
    /// makes it act once more.
    pub(super) fn deciding(&mut self, recipes: &[Recipe; 2], tried: &[Try]) -> Option<Finding> {
        for which in [0, 1] {
            for roles in roles_of(tried) {
                if let Some(found) = self.stopped(recipes, tried, roles, which) {
                    return Some(found);
                }
            }
        }
        if let Some(found) = occasion(recipes, tried) {
            return Some(found);
        }
        // Damage that the other does on top may make a unit fall.
        let falls = recipes.iter().any(|r| r.shown.falls);
        let harms = |r: &Recipe| r.harms() || r.shown.beside == Beside::Reaches;
        if falls && recipes.iter().any(harms) {
            let frail = self.tries(recipes, &[FRAIL, EXPOSED]);
            if let Some(found) = occasion(recipes, &frail) {
                return Some(found);
            }
        }
        // So may counters that come on top of the damage.
        let extra = |r: &Recipe| def(r.keyword).is_some_and(|d| d.extra_counters.is_some());
        if falls && recipes.iter().any(extra) {
            let later = self.tries(recipes, &[LATER]);
            if let Some(found) = occasion(recipes, &later) {
                return Some(found);
            }
        }
        [0, 1]
            .into_iter()
            .find_map(|by| self.leaving(recipes, tried, by))
    }

    fn stopped(
        &mut self,
        recipes: &[Recipe; 2],
        tried: &[Try],
        roles: [Role; 2],
        which: usize,
    ) -> Option<Finding> {
        let here = || {
            tried
                .iter()
                .filter(|t| t.roles() == roles && t.acts_alone(which))
        };
        if here().next().is_none() || here().any(|t| t.acts_with(which)) {
            return None;
        }
        let keyword = one(recipes, which).keyword;
        let (at, reason) = here().find_map(|t| Some((t, why_not(keyword, &t.both.ruling)?)))?;
        // Other dice: what one die or one damage more or less makes is no rule.
        for dice in [LOW_FIRST, DEADLY] {
            let again = self.attempt(plan(recipes, roles, dice));
            if again.is_some_and(|t| t.acts_alone(which) && t.acts_with(which)) {
                return None;
            }
        }
        Some(at.clone().into(Relation::Stops(which, reason)))
    }

    /// One asks whether the attack did less damage than its number, and the other makes it more or
    /// less: with the number for which that decides.
    pub(super) fn below(&mut self, recipes: &[Recipe; 2]) -> Option<Finding> {
        let by = recipes.iter().position(|r| r.shown.below.is_some())?;
        // A further attack adds no damage to the one that was made.
        if other(recipes, by).shown.again {
            return None;
        }
        for roles in arrangements(recipes) {
            let board = plan(recipes, roles, PLAIN);
            if *one(&roles, by) != Role::Attacker {
                continue;
            }
            let there = [0, 1].map(|at| at != by);
            let done = |ruling: &Ruling| damage_of(ruling, Role::Defender);
            let without = done(&run(&board, [false, false]).ruling);
            let with = done(&run(&board, there).ruling);
            if with == without || without == 0 {
                continue;
            }
            let number = without.max(with);
            let mut board = board;
            let [a, b] = &mut board.parts;
            let part = if by == 0 { a } else { b };
            part.line = one(recipes, by).numbered(number);
            let Some(found) = self.attempt(board) else {
                continue;
            };
            if found.acts_alone(by) == found.acts_with(by) {
                continue;
            }
            let damage = [without, with];
            return Some(found.into(Relation::Below { by, damage, number }));
        }
        None
    }

    /// One prevents all of the damage, so that the other does nothing.
    pub(super) fn leaving(
        &mut self,
        recipes: &[Recipe; 2],
        tried: &[Try],
        by: usize,
    ) -> Option<Finding> {
        let (prevents, idle) = (one(recipes, by), other(recipes, by));
        if !prevents.prevents() || idle.prevents() {
            return None;
        }
        let variant = if idle.shown.falls { WEAK } else { PLAIN };
        for roles in roles_of(tried) {
            let here = |t: &&Try| t.roles() == roles && t.board.variant == variant;
            if !tried.iter().filter(here).any(|t| t.times_alone(1 - by) > 0) {
                continue;
            }
            let Some(all) = self.attempt(strong(recipes, roles, by, variant)) else {
                continue;
            };
            let stopped = all.times_alone(1 - by) > 0
                && all.step_of(1 - by).is_none()
                && all.step_of(by).is_some();
            if stopped {
                let reason = why_not(idle.keyword, &all.both.ruling).unwrap_or_else(nothing_left);
                return Some(all.into(Relation::Leaves(1 - by, reason)));
            }
        }
        None
    }
}

/// The damage counters on a unit at the end.
fn damage_of(ruling: &Ruling, role: Role) -> i32 {
    let unit = ruling.after.units.get(&role.handle());
    unit.map_or(0, |u| u.damage)
}

/// What a keyword says of itself that has nothing to speak of.
fn nothing_left() -> Reason {
    Reason {
        clause: None,
        text: "no damage is left that it could act on".to_owned(),
    }
}

/// The board on which one prevents whatever is done.
fn strong(recipes: &[Recipe; 2], roles: [Role; 2], by: usize, variant: Variant) -> Board {
    let mut board = plan(recipes, roles, variant);
    let [a, b] = &mut board.parts;
    let part = if by == 0 { a } else { b };
    part.line = one(recipes, by).strong_line();
    board
}

/// One gives the other an occasion that it never has alone, or one more.
fn occasion(recipes: &[Recipe; 2], tried: &[Try]) -> Option<Finding> {
    [0, 1]
        .into_iter()
        .find_map(|which| given(recipes, tried, which))
        .or_else(|| {
            [0, 1]
                .into_iter()
                .find_map(|which| once_more(recipes, tried, which))
        })
}

fn given(recipes: &[Recipe; 2], tried: &[Try], which: usize) -> Option<Finding> {
    if one(recipes, which).shown.hides {
        return None;
    }
    for roles in roles_of(tried) {
        let here = || tried.iter().filter(|t| t.roles() == roles);
        if here().any(|t| t.acts_alone(which)) {
            continue;
        }
        let mut given = here().filter(|t| t.is_taken(which));
        if let Some((at, step)) = given.find_map(|t| t.step_of(which).map(|s| (t, s))) {
            return Some(at.clone().into(Relation::Gives(which, seen(step))));
        }
    }
    None
}

/// One acts more often beside the other, after that one has acted.
fn once_more(recipes: &[Recipe; 2], tried: &[Try], which: usize) -> Option<Finding> {
    if one(recipes, which).shown.again || one(recipes, which).shown.hides {
        return None;
    }
    tried.iter().find_map(|t| {
        let cause = t.step_of(1 - which)?.n;
        let (steps, last) = t
            .steps_of(which)
            .fold((0, None), |(n, _), step| (n + 1, Some(step)));
        let last = last.filter(|step| step.n > cause)?;
        let alone = t.times_alone(which);
        (alone > 0 && steps > alone).then(|| t.clone().into(Relation::More(which, seen(last))))
    })
}

fn roles_of(tried: &[Try]) -> Vec<[Role; 2]> {
    let mut all: Vec<[Role; 2]> = Vec::new();
    for one in tried {
        if !all.contains(&one.roles()) {
            all.push(one.roles());
        }
    }
    all
}
