//! What two keywords have to do with each other besides, or instead of acting apart: what is counted
//! after an attack, and what a kind of keyword does to all others of another kind.

use super::super::board::{Board, Part, Variant};
use super::super::drive::run;
use super::super::recipe::{Need, Recipe, is_of_the_card};
use super::super::role::Role;
use super::bench::{
    Bench, LOW_FIRST, NEXT_TURN, NEXT_UNIT, PLAIN, RETURNED, Try, WEAK, arrangements, plan,
};
use super::lending::foil;
use super::relation::{Finding, Relation};
use super::rolls::placed;
use super::traces::{acted, attack_dice};
use super::{one, other};
use crate::rulebook::Moment;
use crate::rules::keyword::def;
use crate::rules::shown::{Bearer, Beside};
use crate::rules::trace::{Change, Ruling, StepKind};

impl Bench {
    /// The damage counters that one looks at are more or fewer by the other: with the number for
    /// which that decides.
    pub(super) fn threshold(&mut self, recipes: &[Recipe; 2]) -> Option<Finding> {
        let by = recipes.iter().position(|r| r.shown.threshold.is_some())?;
        if other(recipes, by).shown.again || other(recipes, by).shown.need == Need::Lends {
            return None;
        }
        let there = [0, 1].map(|at| at != by);
        let falls = other(recipes, by).shown.falls;
        for roles in arrangements(recipes) {
            let board = plan(recipes, roles, if falls { WEAK } else { PLAIN });
            let counted = one(&roles, by).handle();
            let on = |there| {
                let ruling = run(&board, there).ruling;
                let unit = ruling.after.units.get(&counted);
                unit.filter(|u| u.zone.arena().is_some()).map(|u| u.damage)
            };
            let (Some(without), Some(with)) = (on([false, false]), on(there)) else {
                continue;
            };
            if with == without {
                continue;
            }
            let number = without.max(with);
            let board = board.with_line(by, one(recipes, by).numbered(number));
            let counters = [without, with];
            if let Some(found) = self.attempt(board)
                && found.acts_alone(by) != found.acts_with(by)
            {
                let relation = Relation::Threshold {
                    by,
                    counters,
                    number,
                };
                return Some(found.into(relation));
            }
        }
        None
    }
}

impl Bench {
    /// Each of both changes how many attack dice some attack has.
    pub(super) fn powers(&mut self, recipes: &[Recipe; 2]) -> bool {
        recipes.iter().all(|recipe| {
            let shown = &recipe.shown;
            let plain = shown.need == Need::Attack && !shown.again && !shown.hides;
            let more = shown.falls.then_some(NEXT_UNIT);
            let variants = [RETURNED, NEXT_TURN].into_iter().chain(more);
            plain
                && variants.into_iter().any(|variant| {
                    let mut roles = Role::ALL.into_iter();
                    roles.any(|role| self.changes(recipe, role, variant) != [false; 2])
                })
        })
    }
}

/// The hits that one sends to a second unit are more or fewer by the other.
pub(super) fn excess(recipes: &[Recipe; 2]) -> Option<Finding> {
    let by = recipes.iter().position(|r| r.shown.excess.is_some())?;
    let changes = other(recipes, by);
    let shown = &changes.shown;
    if changes.prevents()
        || shown.again
        || shown.falls
        || shown.moves_the_attack
        || shown.need != Need::Attack
    {
        return None;
    }
    let alone = [0, 1].map(|at| at == by);
    let low = Variant {
        health: WEAK.health,
        ..LOW_FIRST
    };
    let at = |theirs: Role| {
        if theirs == Role::Partner && shown.unique.is_none() {
            return None;
        }
        [WEAK, low].into_iter().find_map(|variant| {
            let board = plan(recipes, placed(by, Role::Attacker, theirs), variant);
            let over = |there| sent(&run(&board, there).ruling, Role::Friend);
            let (without, with) = (over(alone), over([true, true]));
            (without != with).then_some(([without, with], board))
        })
    };
    let places = [Role::Attacker, Role::Defender, Role::Partner];
    let all = places
        .into_iter()
        .filter_map(|role| Some((role, at(role)?)));
    let all: Vec<_> = all.collect();
    let several = all.len() > 1;
    let told = |role, hits, again| Relation::Excess {
        by,
        hits,
        at: several.then_some(role),
        again,
    };
    let mut all = all.into_iter();
    let (role, (hits, board)) = all.next()?;
    let first = Finding::new(told(role, hits, false), board);
    Some(all.fold(first, |mut found, (role, (hits, board))| {
        found.further.push(told(role, hits, true));
        found.and(board)
    }))
}

/// The hits that go to that unit, which is not attacked.
fn sent(ruling: &Ruling, role: Role) -> i32 {
    let before = ruling
        .steps
        .iter()
        .take_while(|s| s.kind != StepKind::Place);
    let changes = before.flat_map(|s| &s.changes);
    let pending = changes.filter_map(|c| match c {
        Change::Pending { unit, from, to } if *unit == role.handle() => Some(to - from),
        _ => None,
    });
    pending.sum()
}

/// One changes the defender, and the other one of the attacker goes on.
pub(super) fn goes_on(recipes: &[Recipe; 2], tried: &[Try]) -> Option<Finding> {
    let by = recipes.iter().position(|r| r.mover().is_some())?;
    let stands = one(recipes, by).mover()?;
    let acts = other(recipes, by);
    let in_attacks = Moment::AttackTriggers <= acts.at() && acts.at() <= Moment::AttackEnd;
    if acts.shown.need != Need::Attack || !in_attacks {
        return None;
    }
    let roles = placed(by, stands, Role::Attacker);
    let here = tried.iter().filter(|t| t.roles() == roles);
    let both = |t: &&Try| {
        t.acts_alone(1 - by) && t.acts_with(1 - by) && t.step_of(by).is_some() && t.is_taken(by)
    };
    let found = here.clone().find(both)?;
    let looks = [Moment::AttackPlacement, Moment::AttackDiscard].contains(&acts.at());
    let turns = looks || acts.shown.excess.is_some();
    Some(found.clone().into(Relation::GoesOn { by, turns }))
}

/// What follows from the kinds of two of which neither changes the other on a board.
pub(super) fn by_kind(recipes: &[Recipe; 2]) -> Option<Relation> {
    let which = |of: &dyn Fn(&Recipe, &Recipe) -> bool| {
        [0, 1]
            .into_iter()
            .find(|w| of(one(recipes, *w), other(recipes, *w)))
    };
    let within =
        |adds: &Recipe, prevents: &Recipe| adds.shown.same_damage.is_some() && prevents.prevents();
    let covered = |lets: &Recipe, text: &Recipe| {
        let of_the_card = matches!(text.shown.need, Need::Complete | Need::DiscardPile);
        lets.shown.covers.is_some() && !of_the_card && text.shown.bearer == Bearer::Unit
    };
    let wards = |guard: &Recipe, harm: &Recipe| {
        let guards = def(guard.keyword).is_some_and(|d| d.prevents_all.is_some());
        guards && harm.harms() && !harm.prevents()
    };
    let quiet = |rides: &Recipe, text: &Recipe| {
        let of_a_unit = text.shown.covers.is_some() || text.shown.on_deploy.is_some();
        let of_the_card = is_of_the_card(text) && !of_a_unit;
        let own = text.shown.bearer != Bearer::Equipment;
        rides.shown.quiets.is_some() && !of_the_card && own
    };
    let firm = |firm: &Recipe, harm: &Recipe| {
        let is_firm = def(firm.keyword).is_some_and(|d| d.unpreventable.is_some());
        is_firm && harm.harms() && !harm.prevents()
    };
    let counted =
        |hits: &Recipe, prevents: &Recipe| hits.shown.hits.is_some() && prevents.prevents();
    which(&within)
        .map(Relation::Within)
        .or_else(|| which(&quiet).map(Relation::Quiet))
        .or_else(|| which(&covered).map(Relation::Covered))
        .or_else(|| which(&wards).map(Relation::Wards))
        .or_else(|| which(&firm).map(Relation::Firm))
        .or_else(|| which(&counted).map(Relation::Counted))
        .or_else(|| standing(recipes))
}

/// The board that shows such a relation, if the one on which the two were tried does not.
pub(super) fn board(
    bench: &mut Bench,
    recipes: &[Recipe; 2],
    relation: &Relation,
) -> Option<Board> {
    match relation {
        Relation::Covered(by) => under_another(bench, recipes, *by),
        Relation::Moves { by, .. } => {
            let stands = one(recipes, *by).mover()?;
            let mut board = plan(recipes, [stands; 2], PLAIN);
            board.foil = foil(other(recipes, *by), stands);
            let first = one(recipes, *by).shown.beside == Beside::Reaches;
            if first {
                board = plan(recipes, placed(*by, stands, Role::Friend), PLAIN);
                board.foil = foil(other(recipes, *by), Role::Friend);
            }
            Some(board)
        }
        Relation::GoesOn { by, .. } => {
            let stands = one(recipes, *by).mover()?;
            let acts = other(recipes, *by);
            let mut board = plan(recipes, placed(*by, stands, Role::Attacker), PLAIN);
            // It meets what the new defender has.
            board.foil = foil(acts, Role::Attacker).map(|part| Part {
                role: Role::Friend,
                ..part
            });
            Some(board)
        }
        _ => None,
    }
}

/// Where the keyword has something to do on a unit, and nothing on a card under it.
fn under_another(bench: &mut Bench, recipes: &[Recipe; 2], by: usize) -> Option<Board> {
    let text = other(recipes, by);
    let variant = if text.shown.falls { WEAK } else { PLAIN };
    let alone = [0, 1].map(|at| at != by);
    Role::ALL.into_iter().find_map(|role| {
        let mut board = plan(recipes, [role; 2], variant);
        board.foil = foil(text, role);
        board.covered = Some(1 - by);
        let neither = bench.brief(&board, [false, false]);
        let own = bench.brief(&board, alone);
        let acts = own.times(text.keyword) > 0 || own.result != neither.result;
        let idle = run(&board, [true, true]).ruling;
        (acts && acted(text.keyword, &idle).next().is_none()).then_some(board)
    })
}

/// What acts by itself as long as an attack lasts, beside what decides who is attacked.
fn standing(recipes: &[Recipe; 2]) -> Option<Relation> {
    let by = recipes
        .iter()
        .position(|r| r.mover().is_some() || r.shown.hides)?;
    let own = def(other(recipes, by).keyword)?;
    let of_the_attack = own.unpreventable.is_some() || own.hides_dice.is_some();
    let of_the_unit = own.prevents_all.is_some();
    if one(recipes, by).shown.hides {
        (of_the_attack || of_the_unit).then_some(Relation::Opens(by))
    } else if of_the_unit {
        Some(Relation::Moves {
            by,
            still: false,
            cites: Vec::new(),
        })
    } else {
        of_the_attack.then_some(Relation::GoesOn { by, turns: false })
    }
}

/// A further attack is the next one for which the other has left more or fewer dice.
pub(super) fn next(recipes: &[Recipe; 2]) -> Option<Finding> {
    let by = recipes.iter().position(|r| r.shown.again)?;
    let leaves = other(recipes, by);
    if leaves.shown.again || leaves.shown.need != Need::Attack || leaves.shown.falls {
        return None;
    }
    let alone = [0, 1].map(|at| at == by);
    [Role::Attacker, Role::Defender]
        .into_iter()
        .find_map(|role| {
            let board = plan(recipes, placed(by, Role::Attacker, role), PLAIN);
            let dice = |there| attack_dice(&run(&board, there).ruling);
            let (without, with) = (dice(alone), dice([true, true]));
            let first = [without.first()?, with.first()?];
            let dice = [*without.get(1)?, *with.get(1)?];
            let [before, now] = dice;
            (first[0] == first[1] && before != now)
                .then(|| Finding::new(Relation::Next { by, dice }, board))
        })
}
