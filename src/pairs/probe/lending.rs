//! One keyword twice, and keywords that lend others.

use super::super::board::{Board, Part, Then, Variant, part};
use super::super::drive::run;
use super::super::recipe::{Need, Recipe, is_of_the_card};
use super::super::role::Role;
use super::bench::{Bench, NEXT_TURN, PLAIN, RETURNED, WEAK, plan};
use super::relation::{Finding, Relation};
use super::traces::{acted, came_to, result};
use super::{home, one, other, shared};
use crate::rulebook::{Keyword, Moment};
use crate::rules::keyword::def;
use crate::rules::shown::Start;
use crate::rules::trace::{Cite, Ruling, StepKind};

impl Bench {
    /// One keyword twice, where two copies do more than one if they ever do.
    pub(super) fn copies(&mut self, recipes: &[Recipe; 2]) -> Finding {
        let keyword = one(recipes, 0).keyword;
        let relation = Relation::Copies(keyword.entry().stacking);
        let mut fallback = None;
        // What one attack leaves behind shows in the next one.
        for variant in [PLAIN, WEAK, NEXT_TURN, RETURNED] {
            for role in Role::ALL {
                let mut board = plan(recipes, [role; 2], variant);
                board.foil = foil(one(recipes, 0), role);
                board.back = taken_back(one(recipes, 0), role);
                second_line(&mut board);
                board.apart = matches!(one(recipes, 0).shown.need, Need::Reach(_));
                let neither = self.brief(&board, [false, false]);
                let single = self.brief(&board, [true, false]);
                if single.times(keyword) == 0 && single.result == neither.result {
                    continue;
                }
                if result(&run(&board, [true, true]).ruling) != single.result {
                    return on_two_units(recipes, Finding::new(relation, board));
                }
                // A copy at work shows more than one that only changes numbers.
                let works = single.times(keyword) > 0;
                if fallback.as_ref().is_none_or(|(before, _)| works && !before) {
                    fallback = Some((works, board));
                }
            }
        }
        let board = fallback.map(|(_, board)| board);
        let board = board.unwrap_or_else(|| plan(recipes, [home(recipes); 2], PLAIN));
        on_two_units(recipes, Finding::new(relation, board))
    }

    /// A keyword that lends abilities, and another ability.
    pub(super) fn lending(&mut self, recipes: &[Recipe; 2]) -> Finding {
        let by = usize::from(one(recipes, 0).shown.need != Need::Lends);
        let lent = other(recipes, by);
        if one(recipes, by).shown.start == Start::Retreated {
            return self.out_of_place(recipes, by);
        }
        let gone = one(recipes, by).shown.lends_for_the_turn && lent.shown.need == Need::Build;
        if gone {
            let board = lend(recipes, by, Role::Attacker, PLAIN);
            return Finding::new(Relation::Gone(by), board);
        }
        let boards = if lent.shown.need == Need::Lends || is_of_the_card(lent) {
            Vec::new()
        } else {
            // What one attack leaves behind shows in the next one.
            let places = [PLAIN, WEAK, NEXT_TURN, RETURNED].into_iter();
            let places = places.flat_map(|v| Role::ALL.map(|role| (role, v)));
            places.map(|(role, v)| lend(recipes, by, role, v)).collect()
        };
        let own = if by == 0 { SECOND } else { FIRST };
        let mut fallback = None;
        let mut weak = None;
        let mut works_only = None;
        for board in boards {
            let later = !matches!(board.variant.then, Then::Nothing);
            if later && works_only.is_none() {
                break;
            }
            let printed = self.brief(&board, own);
            let neither = self.brief(&board, [false, false]);
            let changes = printed.result != neither.result;
            let acts = printed.times(lent.keyword) > 0;
            if !acts && !changes && (lent.shown.foil.is_none() || weak.is_some()) {
                continue;
            }
            let both = run(&board, [true, true]).ruling;
            if both.request.is_some() {
                continue;
            }
            if !acts && !changes {
                let alone = run(&board, own).ruling;
                let named = names(&alone, lent.keyword) && names(&both, lent.keyword);
                weak = named.then_some(board);
                continue;
            }
            // The same dice, counters and places as if it were printed.
            let works = acted(lent.keyword, &both).next().is_some();
            if changes && (works || result(&both).is_same_as(&printed.result)) {
                return Finding::new(Relation::Lends(by, true), board);
            }
            if works {
                works_only = works_only.or(Some(board));
            } else {
                fallback = fallback.or(Some(board));
            }
        }
        let weak = works_only.or(weak);
        let works = weak.is_some();
        match weak.or(fallback) {
            Some(board) => Finding::new(Relation::Lends(by, works), board),
            None => {
                let board = plan(recipes, [home(recipes); 2], PLAIN);
                let lenders = recipes.iter().all(|r| r.shown.need == Need::Lends);
                let together =
                    lenders && shared(recipes.map(|r| r.keyword)) == Some(Moment::BuildStep);
                let of_the_card = is_of_the_card(lent) && lent.shown.on_deploy.is_none();
                let quiet = one(recipes, by).shown.quiets.is_some() && !of_the_card;
                let relation = if quiet {
                    Relation::Quiet(by)
                } else if together {
                    Relation::Meet
                } else {
                    Relation::Apart
                };
                Finding::new(relation, board)
            }
        }
    }
}

/// The second copy has its own line, where one of several is used.
fn second_line(board: &mut Board) {
    let [_, second] = &mut board.parts;
    let line = second.recipe.shown.second;
    if !line.is_empty() {
        line.clone_into(&mut second.line);
        // The second one is the one that is used.
        board.reversed = true;
    }
}

/// What the keyword says of several units that have it, with a copy on each of two, if both act.
fn on_two_units(recipes: &[Recipe; 2], found: Finding) -> Finding {
    let recipe = one(recipes, 0);
    if recipe.shown.several.is_empty() {
        return found;
    }
    let places = [
        [Role::Defender, Role::Attacker],
        [Role::Defender, Role::Friend],
    ];
    let boards = places.map(|roles| plan(recipes, roles, PLAIN));
    let both = |board: &Board| {
        let ruling = run(board, [true, true]).ruling;
        // What acts by itself at all times may show in numbers only.
        let differs = || {
            let alone = [FIRST, SECOND].map(|there| result(&run(board, there).ruling));
            recipe.shown.usage.is_none() && alone.iter().all(|r| *r != result(&ruling))
        };
        ruling.refused.is_empty() && (acted(recipe.keyword, &ruling).nth(1).is_some() || differs())
    };
    match boards.into_iter().find(both) {
        Some(board) => found.and(board),
        None => found,
    }
}

impl Bench {
    /// What is lent in the build zone only, on a unit that is not there: the other keyword does
    /// nothing where it would if it were printed.
    fn out_of_place(&mut self, recipes: &[Recipe; 2], by: usize) -> Finding {
        if let Some(board) = self.listed(recipes, by) {
            return Finding::new(Relation::Retreated { by, works: true }, board);
        }
        let mut in_arena = *recipes;
        let [a, b] = &mut in_arena;
        let lender = if by == 0 { a } else { b };
        lender.shown.start = Start::Arena;
        let own = if by == 0 { SECOND } else { FIRST };
        let acts = matches!(other(recipes, by).shown.need, Need::Attack | Need::Step);
        let places = [PLAIN, WEAK].into_iter();
        let places = places.flat_map(|v| Role::ALL.map(|role| (role, v)));
        let shows = |board: &Board| {
            let printed = self.brief(board, own).result;
            acts && printed != self.brief(board, [false, false]).result
        };
        let mut boards = places.map(|(role, v)| lend(&in_arena, by, role, v));
        let board = boards.find(shows).unwrap_or_else(|| {
            let mut board = plan(recipes, [Role::Friend; 2], PLAIN);
            board.lender = None;
            board
        });
        Finding::new(Relation::Retreated { by, works: false }, board)
    }

    /// What is lent to a unit that is attacked in the build zone, or whose build step starts there:
    /// a board on which it acts.
    fn listed(&mut self, recipes: &[Recipe; 2], by: usize) -> Option<Board> {
        let lent = other(recipes, by);
        if !matches!(lent.shown.need, Need::Attack | Need::Build) {
            return None;
        }
        let own = if by == 0 { SECOND } else { FIRST };
        let grounds = def(lent.keyword).is_some_and(|d| d.prevents_all.is_some());
        if lent.shown.hides || lent.shown.threshold.is_some() || grounds {
            // At work as long as it is there, whether this attack shows it or not.
            let there = lend(recipes, by, Role::Defender, PLAIN);
            return Some(Board {
                into_zone: true,
                ..there
            });
        }
        [PLAIN, WEAK].into_iter().find_map(|variant| {
            let board = Board {
                into_zone: true,
                ..lend(recipes, by, Role::Defender, variant)
            };
            let both = run(&board, [true, true]).ruling;
            let printed = self.brief(&board, own);
            let works = acted(lent.keyword, &both).next().is_some()
                || came_to(&result(&both)) != came_to(&printed.result);
            (works && both.request.is_none()).then_some(board)
        })
    }
}

/// Whether a step that is no refusal rests on the keyword.
fn names(ruling: &Ruling, keyword: Keyword) -> bool {
    let rests = |cite: &Cite| matches!(cite, Cite::Clause(id) if id.keyword() == Some(keyword));
    let mut steps = ruling.steps.iter();
    steps.any(|s| s.kind != StepKind::Refusal && s.cites.iter().any(rests))
}

const FIRST: [bool; 2] = [true, false];
const SECOND: [bool; 2] = [false, true];

/// The board on which one keyword has the line of the other.
fn lend(recipes: &[Recipe; 2], by: usize, role: Role, variant: Variant) -> Board {
    let mut board = plan(recipes, [role; 2], variant);
    let lent = other(recipes, by);
    let giver = part(*one(recipes, by), role, Some(lent));
    let [a, b] = &mut board.parts;
    *(if by == 0 { a } else { b }) = giver;
    board.lender = Some(by);
    board.apart = matches!(lent.shown.need, Need::Reach(_));
    // What keeps a unit from being attacked is seen where somebody attacks it.
    board.open = false;
    board.foil = foil(lent, role);
    board
}

/// What the keyword on that unit needs of another unit.
pub(super) fn foil(recipe: &Recipe, role: Role) -> Option<Part> {
    let other = super::super::recipe::recipe(recipe.shown.foil?);
    let at = other.mover().unwrap_or(if role == Role::Attacker {
        Role::Defender
    } else {
        Role::Attacker
    });
    (at != role).then(|| part(other, at, None))
}

/// What changes the defender back after the first of two copies has changed it.
fn taken_back(recipe: &Recipe, role: Role) -> Option<Part> {
    let at = match recipe.mover()? {
        own if own != role => return None,
        Role::Friend => Role::Defender,
        _ => Role::Friend,
    };
    Some(part(*recipe, at, None))
}
