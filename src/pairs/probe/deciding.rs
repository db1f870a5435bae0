//! One keyword switches the other off, or gives it something to do.

use crate::game::Side;
use crate::rules::keyword::def;
use crate::rules::shown::Beside;
use crate::rules::trace::{Board as Outcome, Reason, Ruling};

use super::super::board::{Board, Variant};
use super::super::drive::run;
use super::super::recipe::Recipe;
use super::super::role::Role;
use super::again::again;
use super::bench::{
    Bench, DEADLY, EXPOSED, FRAIL, LATER, LOW_FIRST, PLAIN, Try, WEAK, arrangements, plan,
};
use super::lending::foil;
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
        let mut found = at.clone().into(Relation::Stops(which, reason));
        if is_paid(&at.both.ruling, *one(&roles, which))
            && one(recipes, which).shown.moves_the_attack
            // What hides has a clause of its own on that.
            && !other(recipes, which).shown.hides
        {
            found.further.push(Relation::Spent(which));
        }
        Some(found)
    }

    /// One asks whether the attack did less damage than its number, and the other makes it more or
    /// less: with the number for which that decides.
    pub(super) fn below(&mut self, recipes: &[Recipe; 2]) -> Option<Finding> {
        let by = recipes.iter().position(|r| r.shown.below.is_some())?;
        // A further attack adds no damage to the one that was made.
        if other(recipes, by).shown.again {
            return None;
        }
        // One die more or less shows where that die hits.
        let dice = [PLAIN, LOW_FIRST].into_iter();
        let places = dice.flat_map(|variant| {
            let roles = arrangements(recipes).into_iter();
            roles.map(move |roles| (variant, roles))
        });
        let own = places.filter(|(_, roles)| *one(roles, by) == Role::Attacker);
        own.collect::<Vec<_>>()
            .into_iter()
            .find_map(|(variant, roles)| {
                let board = Board {
                    foil: foil(other(recipes, by), *other(&roles, by)),
                    ..plan(recipes, roles, variant)
                };
                self.asked(recipes, by, &board)
            })
    }

    /// The number for which the other one decides on that board.
    fn asked(&mut self, recipes: &[Recipe; 2], by: usize, board: &Board) -> Option<Finding> {
        let there = [0, 1].map(|at| at != by);
        let done = |there| damage_of(&run(board, there).ruling, Role::Defender);
        let (without, with) = (done([false, false]), done(there));
        if with == without || without.max(with) == 0 {
            return None;
        }
        let mut with_number = |number| {
            let line = one(recipes, by).numbered(number);
            self.attempt(board.clone().with_line(by, line))
        };
        let number = without.max(with);
        let found = with_number(number)?;
        if found.acts_alone(by) != found.acts_with(by) {
            let damage = [without, with];
            return Some(found.into(Relation::Below { by, damage, number }));
        }
        // Counters that come on top of the damage are none.
        let on_top = def(other(recipes, by).keyword).is_some_and(|d| d.extra_counters.is_some());
        let number = without + 1;
        let found = with_number(number).filter(|f| f.acts_alone(by) && f.acts_with(by))?;
        on_top.then(|| {
            let counters = [without, with];
            let mut found = found.into(Relation::Uncounted {
                by,
                counters,
                number,
            });
            let again = again(recipes).map(|more| more.relation);
            found.further.extend(again);
            found
        })
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

/// Whether the player of a unit there has paid Force.
fn is_paid(ruling: &Ruling, role: Role) -> bool {
    let pool = |board: &Outcome| match role.side() {
        Side::Dark => board.dark.force,
        Side::Light => board.light.force,
    };
    pool(&ruling.after) < pool(&ruling.before)
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
    plan(recipes, roles, variant).with_line(by, one(recipes, by).strong_line())
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
