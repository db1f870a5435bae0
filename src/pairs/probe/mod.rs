//! What two keywords do to each other, found out by running the engine with both, with each
//! alone, and with neither.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `relation` | what can be found |
//! | `traces` | what a run says about a keyword |
//! | `bench` | the boards with their runs |
//! | `kinds` | what follows from when and how the two act |
//! | `lending` | one keyword twice, and keywords that lend others |
//! | `rolls` | dice: rerolled and read, more and fewer, of attacks and of damage |
//! | `again` | one makes its unit attack once more |
//! | `further` | what is counted after an attack, and what a kind does to another kind |
//! | `hits` | one predicts the hits, the other changes them |
//! | `deciding` | one switches the other off or gives it something to do |
//! | `moving` | one changes the defender |
//! | `ends` | what comes between an attack and a further one, and what goes on in it |
//! | `more` | what follows from the kinds besides |
//! | `sequel` | what follows from a clause that is quoted |

mod again;
mod bench;
mod deciding;
mod ends;
mod further;
mod hits;
mod kinds;
mod lending;
mod more;
mod moving;
mod relation;
mod rolls;
mod sequel;
mod traces;

pub use bench::Bench;
pub(super) use relation::{Finding, Relation, Seen};
pub(super) use traces::{acted, first_hits, says_nothing};
use traces::{is_named, result};

use std::cmp::Reverse;

use crate::rulebook::{Keyword, Moment};
use crate::rules::keyword::def;
use crate::rules::shown::{Beside, Start};

use super::board::{Board, Then, Variant};
use super::drive::run;
use super::recipe::{Need, Recipe, on_one_card, recipe};
use super::role::Role;
use bench::{PLAIN, Try, WEAK, plan};

impl Bench {
    /// What two keywords do to each other; whether a clause speaks of both.
    pub(super) fn examine(&mut self, pair: [Keyword; 2], spoken: bool) -> Finding {
        let recipes = on_one_card(pair.map(recipe));
        if one(&pair, 0) == one(&pair, 1) {
            return self.copies(&recipes);
        }
        let found = self.related(&recipes);
        let found = self.besides(&recipes, found, spoken);
        let found = deflected(&recipes, found, spoken);
        let found = more::more(&recipes, shown(&recipes, found, spoken), spoken);
        lasting(occupied(&recipes, found))
    }

    /// The finding, or what else they have to do with each other where they only act apart; and what is
    /// to be said besides.
    fn besides(&mut self, recipes: &[Recipe; 2], mut found: Finding, spoken: bool) -> Finding {
        let apart = matches!(found.relation, Relation::Meet | Relation::Apart);
        let kind = further::by_kind(recipes);
        let counted = matches!(kind, Some(Relation::Counted(_)))
            && matches!(found.relation, Relation::NoAttack(_));
        if let Some(kind) = kind {
            match kind {
                Relation::Within(_) if spoken => found.further.push(kind),
                Relation::Covered(_) if spoken => {
                    found.also.extend(further::board(self, recipes, &kind));
                    found.further.push(kind);
                }
                _ if (apart || counted) && !spoken => {
                    let board = match kind {
                        Relation::Firm(_) => foiled(recipes, &found),
                        _ => further::board(self, recipes, &kind),
                    };
                    let board = board.unwrap_or(found.board);
                    return Finding {
                        relation: kind,
                        board,
                        ..found
                    };
                }
                _ => {}
            }
        }
        let builds = recipes.iter().any(|r| r.shown.need == Need::Build);
        if apart
            && builds
            && !spoken
            && let Some(counters) = self.threshold(recipes)
        {
            return counters;
        }
        let decided = matches!(
            found.relation,
            Relation::Gives(..) | Relation::Leaves(..) | Relation::Meet | Relation::Apart
        );
        if decided && self.powers(recipes) {
            let together = shared(recipes.map(|r| r.keyword)).is_some();
            if apart && !spoken && !together {
                found.relation = Relation::Powers;
                return found;
            }
            found.further.push(Relation::Powers);
        }
        if spoken && let Some(excess) = further::excess(recipes) {
            found.further.push(excess.relation);
            found.further.extend(excess.further);
            found.also.push(excess.board);
        }
        // Attack dice that one adds besides what it does in the end.
        match kinds::not_concerned(recipes) {
            Some(dice @ Relation::OtherDice { adds: true, .. }) if found.meets.is_some() => {
                found.further.push(dice);
            }
            _ => {}
        }
        let next = further::next(recipes);
        match next {
            Some(next) if apart || !spoken && matches!(found.relation, Relation::More(..)) => next,
            Some(next) => {
                found.further.push(next.relation);
                found.and(next.board)
            }
            None if apart => again::again(recipes).unwrap_or(found),
            None => found,
        }
    }

    fn related(&mut self, recipes: &[Recipe; 2]) -> Finding {
        if let Some(found) = kinds::by_kind(recipes).or_else(|| moving::guarding(recipes)) {
            return found;
        }
        if recipes.iter().any(|r| r.shown.need == Need::Lends) {
            return self.lending(recipes);
        }
        let dice = self.rerolling(recipes).or_else(|| self.adding(recipes));
        let dice = dice.or_else(|| self.hits(recipes));
        if let Some(found) = dice.or_else(|| self.below(recipes)) {
            return found;
        }
        let falls = recipes.iter().any(|r| r.shown.falls);
        let variants = if falls { &[PLAIN, WEAK][..] } else { &[PLAIN] };
        let tried = self.tries(recipes, variants);
        let meets = meeting_place(recipes, &tried);
        let mut found = moving::moving(recipes, &tried)
            .or_else(|| rolls::counts(recipes, &tried))
            .or_else(|| self.deciding(recipes, &tried))
            .or_else(|| rolls::sums(&tried))
            .or_else(|| self.later(recipes))
            .or_else(|| self.threshold(recipes))
            .or_else(|| rolls::numbers(&tried))
            .or_else(|| further::excess(recipes))
            .or_else(|| further::goes_on(recipes, &tried))
            .unwrap_or_else(|| meeting(recipes, &tried));
        found.meets = meets.as_ref().map(Board::roles);
        if let Relation::Gives(which, _) = found.relation {
            let mut either = [which, 1 - which].into_iter();
            if let Some(leaves) = either.find_map(|by| self.leaving(recipes, &tried, by)) {
                found.further.push(leaves.relation);
                found.also.push(leaves.board);
            }
        }
        if matches!(found.relation, Relation::Sum { .. })
            && let Some(counters) = self.threshold(recipes)
        {
            found.further.push(counters.relation);
            found.also.push(counters.board);
        }
        if let Relation::Leaves(idle, _) = found.relation
            && one(recipes, idle).harms()
        {
            found.further.push(on_that_damage(recipes, idle));
        }
        match meets {
            Some(board) => both_seen(recipes, found, board),
            None => found,
        }
    }
}

/// Whether what prevents damage can be used on that which the other one does.
fn on_that_damage(recipes: &[Recipe; 2], harm: usize) -> Relation {
    if other(recipes, harm).shown.attacks_only.is_some() {
        return Relation::NoAttack(harm);
    }
    let seen = Seen {
        text: String::new(),
        cites: other(recipes, harm)
            .keyword
            .entry()
            .clauses
            .first()
            .copied()
            .into_iter()
            .collect(),
    };
    Relation::Gives(1 - harm, seen)
}

/// The finding with a board on which both act at one moment, and with the same the other way round,
/// where their order is told and the board of the finding shows something else.
fn both_seen(recipes: &[Recipe; 2], found: Finding, board: Board) -> Finding {
    let pair = [0, 1].map(|which| one(recipes, which).keyword);
    let elsewhere = board.roles() != found.board.roles();
    let gives = matches!(found.relation, Relation::Gives(..));
    if !gives || !elsewhere || in_order(pair).is_none() {
        return found;
    }
    let reversed = Board {
        reversed: true,
        ..board.clone()
    };
    found.and(board).and(reversed)
}

/// A board on which both act in one run, if they act at one moment.
fn meeting_place(recipes: &[Recipe; 2], tried: &[Try]) -> Option<Board> {
    shared([one(recipes, 0).keyword, one(recipes, 1).keyword])?;
    let both = |t: &&Try| {
        t.step_of(0).is_some() && t.step_of(1).is_some() && t.is_taken(0) && t.is_taken(1)
    };
    tried.iter().find(both).map(|t| t.board.clone())
}

/// The finding, with a board that shows what a clause says of both where the relation has none.
fn shown(recipes: &[Recipe; 2], mut found: Finding, spoken: bool) -> Finding {
    let apart = matches!(found.relation, Relation::OtherDice { .. } | Relation::Apart)
        || found.relation == Relation::Meet && found.meets.is_none();
    let mut board = None;
    if spoken && matches!(found.relation, Relation::Opens(_)) {
        // The clause says something else than whether a unit can be attacked.
        found.also.clear();
    }
    if spoken {
        board = beside(recipes, &found).or_else(|| foiled(recipes, &found));
        if board.is_none() && found.relation == Relation::Meet {
            board = rolls::no_natural(recipes);
        }
        board = board.or_else(|| strong(recipes, &found));
    }
    let of_dice = spoken && found.meets.is_some();
    if (apart || of_dice) && board.is_none() {
        board = rolls::on_damage_dice(recipes);
    }
    match board {
        Some(board) if of_dice => {
            let also = found.board.clone();
            Finding { board, ..found }.and(also)
        }
        Some(board) => Finding { board, ..found },
        None => found,
    }
}

/// The finding, with somebody on the board for a keyword that needs another unit's to act on.
fn occupied(recipes: &[Recipe; 2], mut found: Finding) -> Finding {
    if !matches!(
        found.relation,
        Relation::Meet | Relation::Apart | Relation::Opens(_)
    ) {
        return found;
    }
    // An attack into another arena is seen beside boards on which it cannot be made.
    found.board.apart = recipes
        .iter()
        .any(|r| matches!(r.shown.need, Need::Reach(_)));
    if found.board.foil.is_some() {
        return found;
    }
    let Some(which) = recipes.iter().position(|r| r.shown.foil.is_some()) else {
        return found;
    };
    let recipe = one(recipes, which);
    let without = if which == 0 {
        [false, true]
    } else {
        [true, false]
    };
    let outcome = |board: &Board, there| result(&run(board, there).ruling);
    let differs = |board: &Board| outcome(board, [true, true]) != outcome(board, without);
    if differs(&found.board) {
        return found;
    }
    let home = *one(&found.board.roles(), which);
    let boards = [home, Role::Attacker, Role::Defender].map(|role| {
        let mut board = found.board.clone();
        let [a, b] = &mut board.parts;
        let part = if which == 0 { a } else { b };
        part.role = role;
        board.foil = lending::foil(recipe, role);
        board
    });
    let busy = |board: &Board| is_named(recipe.keyword, &run(board, [true, true]).ruling);
    let better = boards.iter().find(|b| differs(b));
    if let Some(board) = better.or_else(|| boards.iter().find(|b| busy(b))) {
        found.board = board.clone();
    }
    found
}

/// The finding, with a further attack where one of the two acts and only that one shows it.
fn lasting(mut found: Finding) -> Finding {
    let tells = matches!(
        found.relation,
        Relation::Meet | Relation::Apart | Relation::Adds { .. }
    );
    if !tells || found.board.variant.then != Then::Nothing {
        return found;
    }
    let both = run(&found.board, [true, true]).ruling;
    let later = Board {
        variant: Variant {
            then: Then::NextTurn,
            ..found.board.variant
        },
        ..found.board.clone()
    };
    let outcome = |board: &Board, there| result(&run(board, there).ruling);
    let waits = [[false, true], [true, false]]
        .into_iter()
        .zip(found.board.keywords())
        .any(|(without, keyword)| {
            acted(keyword, &both).next().is_some()
                && outcome(&found.board, without) == result(&both)
                && outcome(&later, without) != outcome(&later, [true, true])
        });
    if waits {
        found.board = later;
    }
    found
}

/// One passes damage on that the other has made more: all of it.
fn strong(recipes: &[Recipe; 2], found: &Finding) -> Option<Board> {
    let by = recipes.iter().position(passes_on)?;
    let roles = rolls::placed(by, Role::Defender, Role::Attacker);
    let facing = found.board.roles() == roles;
    (found.relation == Relation::Meet && facing).then(|| {
        let line = one(recipes, by).strong_line();
        found.board.clone().with_line(by, line)
    })
}

/// It prevents damage and does as much elsewhere, which is no attack.
fn passes_on(recipe: &Recipe) -> bool {
    recipe.prevents() && recipe.shown.no_attack.is_some()
}

/// One passes damage on, and the other answers attacks: it lies where that damage goes, too.
fn deflected(recipes: &[Recipe; 2], found: Finding, spoken: bool) -> Finding {
    let Some(by) = recipes.iter().position(passes_on) else {
        return found;
    };
    let answers = &other(recipes, by).shown;
    let attacks = answers.attacks_only.is_some() && !answers.moves_the_attack;
    let roles = rolls::placed(by, Role::Defender, Role::Attacker);
    let told = matches!(found.relation, Relation::Meet | Relation::Gives(..));
    if !told || answers.falls || !(attacks || spoken) || found.board.roles() == roles {
        return found;
    }
    let board = plan(recipes, roles, PLAIN);
    found.and(board)
}

/// One reaches a second unit: what the other one does there, which is not the attacked unit.
fn beside(recipes: &[Recipe; 2], found: &Finding) -> Option<Board> {
    let reaches = |r: &Recipe| r.shown.beside == Beside::Reaches && r.mover().is_none();
    let by = recipes.iter().position(reaches)?;
    let decided = matches!(found.relation, Relation::Gives(..) | Relation::More(..));
    let hides = other(recipes, by).shown.hides;
    let defends = *one(&found.board.roles(), 1 - by) == Role::Defender;
    ((defends || hides) && !decided).then(|| {
        let roles = rolls::placed(by, Role::Attacker, Role::Friend);
        let board = plan(recipes, roles, WEAK);
        // What hides is untapped there: nobody attacks it.
        Board {
            open: board.open && !hides,
            ..board
        }
    })
}

/// One makes damage unpreventable that the other one does: with somebody who would prevent it.
fn foiled(recipes: &[Recipe; 2], found: &Finding) -> Option<Board> {
    let firm = |r: &Recipe| def(r.keyword).is_some_and(|d| d.unpreventable.is_some());
    let by = recipes.iter().position(firm)?;
    let role = *one(&found.board.roles(), by);
    let same = found.board.roles() == [role; 2];
    (same && other(recipes, by).harms()).then(|| {
        let foil = lending::foil(one(recipes, by), role);
        Board {
            foil,
            ..found.board.clone()
        }
    })
}

/// Nothing decides between them: they act in one run, or they never do.
fn meeting(recipes: &[Recipe; 2], tried: &[Try]) -> Finding {
    let strictly = |t: &Try| t.step_of(0).is_some() && t.step_of(1).is_some();
    let taken = |t: &Try| strictly(t) && t.is_taken(0) && t.is_taken(1);
    let loosely = |t: &Try| t.acts_with(0) && t.acts_with(1);
    if let Some(by) = recipes.iter().position(|r| r.shown.hides)
        && let Some(any) = tried.iter().find(|t| t.acts_with(1 - by))
    {
        let found = any.clone().into(Relation::Opens(by));
        let theirs = *other(&found.board.roles(), by);
        let roles = rolls::placed(by, Role::Defender, theirs);
        let hidden = Board {
            open: false,
            ..plan(recipes, roles, found.board.variant)
        };
        return found.and(hidden);
    }
    // A board on which a use is refused shows less than one on which all are made.
    let smooth = |found: &dyn Fn(&Try) -> bool| {
        let fit = tried.iter().filter(|t| found(t));
        fit.min_by_key(|t| t.both.ruling.refused.len())
    };
    let found = smooth(&taken)
        .or_else(|| smooth(&strictly))
        .or_else(|| smooth(&loosely));
    let meets = found.is_some();
    // Where both have something to do, there is more to see.
    let busy = || {
        let works = |t: &&Try| {
            (
                usize::from(t.acts_alone(0)) + usize::from(t.acts_alone(1)),
                Reverse(t.both.ruling.refused.len()),
            )
        };
        tried.iter().rev().max_by_key(works)
    };
    let board = found.or_else(busy).map_or_else(
        || plan(recipes, [home(recipes); 2], PLAIN),
        |t| t.board.clone(),
    );
    let together = meets && shared([one(recipes, 0).keyword, one(recipes, 1).keyword]).is_some();
    let relation = if together {
        Relation::Meet
    } else if let Some(apart) = kinds::not_concerned(recipes) {
        apart
    } else if meets {
        Relation::Meet
    } else {
        Relation::Apart
    };
    Finding::new(relation, board)
}

/// Where both lie if it does not matter: a card that stays in the build zone neither attacks nor is
/// attacked.
pub(super) fn home(recipes: &[Recipe; 2]) -> Role {
    let stays = |r: &Recipe| r.shown.start == Start::Retreated;
    if recipes.iter().any(stays) {
        Role::Friend
    } else {
        Role::Attacker
    }
}

/// The first (0) or the second (1) of two.
pub(super) const fn one<T>(two: &[T; 2], which: usize) -> &T {
    let [a, b] = two;
    if which == 0 { a } else { b }
}

/// The one that is not that.
pub(super) const fn other<T>(two: &[T; 2], which: usize) -> &T {
    one(two, 1 - which)
}

/// The moment at which both act, if an order of theirs is told there.
pub(super) fn in_order(pair: [Keyword; 2]) -> Option<Moment> {
    let moments = [
        Moment::BuildStart,
        Moment::AttackEnd,
        Moment::AttackPrevention,
    ];
    shared(pair).filter(|m| moments.contains(m))
}

/// A moment at which both keywords act.
pub(super) fn shared(pair: [Keyword; 2]) -> Option<Moment> {
    let [a, b] = pair.map(|k| &k.entry().moments);
    a.iter().find(|m| b.contains(m)).copied()
}
