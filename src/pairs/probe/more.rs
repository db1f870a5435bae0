//! What follows from the kinds of the two, told besides what else was found or instead of that they
//! act apart.

use super::super::board::Board;
use super::super::drive::run;
use super::super::recipe::{Need, Recipe};
use super::super::role::Role;
use super::bench::{PLAIN, plan};
use super::ends::{self, Extra};
use super::kinds::adds_dice;
use super::relation::{Finding, Relation};
use super::rolls::placed;
use super::traces::rests_on_clause;
use super::{one, other, sequel};
use crate::rulebook::Moment;
use crate::rules::keyword::def;

/// The finding with everything that follows from the kinds.
pub(super) fn more(recipes: &[Recipe; 2], found: Finding, spoken: bool) -> Finding {
    let persuaded = from_attacker(recipes, &found);
    let all = [
        ends::between(recipes),
        ends::chooses(recipes),
        ends::across(recipes),
        ends::foretold(recipes),
        ends::goes_back(recipes),
        sent_over(recipes),
        doubled(recipes),
        undoubled(recipes, spoken),
        unseen(recipes),
        hard(recipes),
        tied(recipes),
        late(recipes),
        on_top(recipes),
        persuaded,
        own_damage(recipes),
    ];
    let all = all.into_iter().chain(sequel::all(recipes, spoken));
    let all = all.into_iter().flatten();
    let found = all.fold(found, |found, extra| with(found, extra, spoken));
    if !matches!(found.relation, Relation::Tied(_)) {
        return found;
    }
    let wounded = plan(recipes, [Role::Defender; 2], PLAIN);
    found.and(Board {
        open: false,
        ..wounded
    })
}

/// Instead of a finding that says less, or besides one that says something else.
fn with(mut found: Finding, (relation, board): Extra, spoken: bool) -> Finding {
    let says_less = match found.relation {
        Relation::Meet | Relation::Apart => true,
        // What is no attack is said of it behind the rest, if that does not say so itself.
        Relation::NoAttack(_) => {
            if !spoken && matches!(relation, Relation::SentOver(_)) {
                found.further.push(found.relation.clone());
            }
            true
        }
        Relation::Opens(_) => matches!(relation, Relation::Tied(_)),
        _ => false,
    };
    if says_less && !spoken {
        if matches!(found.relation, Relation::Opens(_)) {
            found.also.clear();
        }
        found.relation = relation;
        found.board = board.unwrap_or(found.board);
        return found;
    }
    found.further.push(relation);
    let there = [true, true];
    match board {
        Some(board) if board.name(there) != found.board.name(there) => found.and(board),
        _ => found,
    }
}

/// The one of the two for which that holds of it and of the other one.
pub(super) fn which(recipes: &[Recipe; 2], of: impl Fn(&Recipe, &Recipe) -> bool) -> Option<usize> {
    [0, 1]
        .into_iter()
        .find(|w| of(one(recipes, *w), other(recipes, *w)))
}

/// Hits that one sends to a second unit, whose discard is one by the attack for the other one.
fn sent_over(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = which(recipes, |divides, waits| {
        let of_attacks = waits.shown.attacks_only.is_some();
        divides.shown.excess.is_some() && of_attacks && waits.shown.discard_of_others.is_some()
    })?;
    Some((Relation::SentOver(by), None))
}

fn adds_counters(recipe: &Recipe) -> bool {
    def(recipe.keyword).is_some_and(|d| d.extra_counters.is_some())
}

/// Damage that one adds to that of the hits, and counters that the other one adds for each of it.
fn doubled(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = which(recipes, |adds, doubles| {
        adds.shown.same_damage.is_some() && adds_counters(doubles)
    })?;
    let board = plan(recipes, [Role::Attacker; 2], PLAIN);
    let on = |there| {
        let ruling = run(&board, there).ruling;
        let unit = ruling.after.units.get(&Role::Defender.handle());
        unit.map_or(0, |u| u.damage)
    };
    let counters = [on([0, 1].map(|at| at != by)), on([true, true])];
    let [without, with] = counters;
    (with > without).then_some((Relation::Doubled { by, counters }, Some(board)))
}

/// Counters that one adds for the damage of the attack, and damage that the other one does besides.
fn undoubled(recipes: &[Recipe; 2], spoken: bool) -> Option<Extra> {
    let by = which(recipes, |doubles, harm| {
        adds_counters(doubles) && harm.harms() && !harm.prevents()
    })?;
    let adds = adds_dice(other(recipes, by));
    (!spoken).then_some((Relation::Undoubled { by, adds }, None))
}

/// Damage that one does to its own unit, where the other asks for another unit.
fn own_damage(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = which(recipes, |harm, asks| {
        harm.shown.own_damage.is_some() && asks.shown.of_another.is_some()
    })?;
    Some((Relation::OwnDamage(by), None))
}

/// Counters that one adds after prevention, and what the other one prevents or lets be prevented.
fn unseen(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = which(recipes, |adds, prevents| {
        let lets = def(prevents.keyword).is_some_and(|d| d.prevents_all.is_some());
        adds_counters(adds) && (prevents.prevents() || lets)
    })?;
    Some((Relation::Unseen(by), None))
}

/// Dice that one adds, against a unit that is hard to hit.
fn hard(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = which(recipes, |adds, hard| {
        adds.shown.added_dice.is_some() && hard.is_hard_to_hit()
    })?;
    let board = plan(recipes, placed(by, Role::Attacker, Role::Defender), PLAIN);
    Some((Relation::Hard(by), Some(board)))
}

/// Both look at the damage counters of one unit: one is on with some, the other hides it without.
fn tied(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = which(recipes, |hides, looks| {
        hides.shown.hides && looks.shown.threshold.is_some()
    })?;
    let mut untouched = Board {
        open: false,
        ..plan(recipes, [Role::Defender; 2], PLAIN)
    };
    for part in &mut untouched.parts {
        part.recipe.shown.wounded = false;
    }
    Some((Relation::Tied(by), Some(untouched)))
}

/// A card that one completes at any time, also after the start of the step at which the other acts.
fn late(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = which(recipes, |starts, completes| {
        let at_start = starts.shown.need == Need::Step || starts.shown.from_step;
        let moments = &completes.keyword.entry().moments;
        let whenever = moments.contains(&Moment::Chance);
        at_start && whenever && def(completes.keyword).is_some_and(|d| d.completes.is_some())
    })?;
    Some((Relation::Late(by), None))
}

/// A cost besides that of the card, which the other one changes.
fn on_top(recipes: &[Recipe; 2]) -> Option<Extra> {
    let by = which(recipes, |besides, cost| {
        let declared = def(besides.keyword).is_some_and(|d| d.grounds.declared.is_some());
        // What completes a card in a chance of its own asks for Force of its own, and changes no cost.
        let whenever = cost.keyword.entry().moments.contains(&Moment::Chance);
        let replaces = cost.shown.need == Need::DiscardPile
            || def(cost.keyword).is_some_and(|d| d.completes.is_some());
        declared && !whenever && replaces
    })?;
    Some((Relation::OnTop(by), None))
}

/// Prevention that costs the attacking unit power, on damage that the other one does: whether it
/// does so there.
fn from_attacker(recipes: &[Recipe; 2], found: &Finding) -> Option<Extra> {
    let by = which(recipes, |prevents, harm| {
        let elsewhere = harm.harms() || harm.shown.excess.is_some();
        prevents.shown.from_attacker.is_some() && elsewhere
    })?;
    let gives = matches!(found.relation, Relation::Gives(which, _) if which == by);
    let ruling = run(&found.board, [true, true]).ruling;
    let loses = one(recipes, by)
        .shown
        .from_attacker
        .is_some_and(|clause| rests_on_clause(&ruling, clause));
    gives.then_some((Relation::Persuaded { by, loses }, None))
}
