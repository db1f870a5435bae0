//! The answer in one sentence.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `copies` | one keyword twice |
//! | `effects` | one keyword does something to the other |
//! | `rolls` | dice |
//! | `timing` | neither does: when each of them acts |

mod copies;
mod effects;
mod rolls;
mod timing;

use crate::rulebook::{ClauseId, Edition, Keyword, rulebook};

use super::probe::{Finding, Relation, one};
use super::recipe::{Recipe, recipe};

/// A sentence and the clauses it rests on.
pub(super) type Said = (String, Vec<ClauseId>);

/// The answer, and that it is a reading where it is.
pub(super) fn answer(pair: [Keyword; 2], found: &Finding, speaks: &[ClauseId]) -> Said {
    let (mut text, said) = settled(pair, found, speaks);
    let mut cites: Vec<ClauseId> = Vec::new();
    for clause in said {
        // What a third keyword of the board says is not what the answer rests on.
        let of_them = clause.keyword().is_none_or(|k| pair.contains(&k));
        if of_them && !cites.contains(&clause) {
            cites.push(clause);
        }
    }
    let open = cites.iter().any(|c| c.as_str().starts_with("11."));
    if open && !text.contains("reading") {
        text.push_str(" Part of this rests on our reading of an open question.");
    }
    (text, cites)
}

fn settled(pair: [Keyword; 2], found: &Finding, speaks: &[ClauseId]) -> Said {
    let recipes = pair.map(recipe);
    let roles = found.board.roles();
    match &found.relation {
        Relation::Copies(stacking) => copies::copies(one(&recipes, 0), *stacking),
        Relation::OneOf => effects::one_of(&recipes),
        Relation::Stops(which, reason) => effects::stops(&recipes, roles, *which, reason),
        Relation::Moves { by, still, cites } => effects::moves(&recipes, *by, *still, cites),
        Relation::Lends(by, same) => and(effects::lends(&recipes, *by, *same), spoken(speaks)),
        Relation::Gone(by) => effects::gone(&recipes, *by),
        Relation::Retreated(by) => effects::retreated(&recipes, *by),
        Relation::Returns(by) => effects::returns(&recipes, *by),
        Relation::Blind(which) => effects::blind(&recipes, *which),
        Relation::Lets(by) => effects::lets(&recipes, *by),
        Relation::Rerolls { by, face, counts } => rolls::rerolls(&recipes, *by, *face, *counts),
        Relation::Counts { by, dice } => rolls::counts(&recipes, *by, *dice),
        Relation::Adds { by, face } => {
            let (text, cites) = rolls::adds(&recipes, *by, *face);
            (text, [speaks, &cites].concat())
        }
        Relation::Guards(by) => effects::guards(&recipes, *by),
        // What a clause says of both is better than what one board shows.
        Relation::Gives(which, seen) if !speaks.is_empty() => {
            let shown = effects::gives(&recipes, *which, seen);
            and(spoken(speaks), and_meet(&recipes, found, shown))
        }
        Relation::More(which, seen) if !speaks.is_empty() => {
            and(spoken(speaks), effects::more(&recipes, *which, seen))
        }
        Relation::Below { by, damage, number } if !speaks.is_empty() => and(
            spoken(speaks),
            rolls::below(&recipes, *by, *damage, *number),
        ),
        _ if !speaks.is_empty() => match found.meets {
            Some(roles) => and(spoken(speaks), timing::order(&recipes, roles)),
            None => spoken(speaks),
        },
        Relation::Below { by, damage, number } => rolls::below(&recipes, *by, *damage, *number),
        Relation::Leaves(which, reason) => effects::leaves(&recipes, *which, reason),
        Relation::Gives(which, seen) => {
            let shown = effects::gives(&recipes, *which, seen);
            effects::and_no_attack(&recipes, and_meet(&recipes, found, shown))
        }
        Relation::More(which, seen) => effects::more(&recipes, *which, seen),
        Relation::Opens(by) => effects::opens(&recipes, *by),
        Relation::Hits { by, hits } => rolls::hits(&recipes, *by, *hits),
        Relation::Sum { dice } => rolls::sum(&recipes, *dice),
        Relation::Numbers { what, numbers } => rolls::numbers(&recipes, what, *numbers),
        Relation::OtherDice(which) => rolls::other_dice(&recipes, *which),
        Relation::NoAttack(which) => effects::no_attack(&recipes, *which),
        Relation::Meet => effects::and_no_attack(&recipes, timing::meet(&recipes, roles)),
        Relation::Apart => timing::apart(&recipes),
    }
}

/// One thing behind the other; each clause once.
fn and((text, mut cites): Said, (more, grounds): Said) -> Said {
    if more.is_empty() {
        return (text, cites);
    }
    for clause in grounds {
        if !cites.contains(&clause) {
            cites.push(clause);
        }
    }
    (format!("{text} {more}"), cites)
}

/// The same, with what is to be said of their order where both act at one moment too.
fn and_meet(recipes: &[Recipe; 2], found: &Finding, said: Said) -> Said {
    match found.meets {
        Some(roles) => and(said, timing::order(recipes, roles)),
        None => said,
    }
}

fn name(recipe: &Recipe) -> &'static str {
    recipe.keyword.name()
}

/// What a keyword does: its name and the words behind it.
fn does(recipe: &Recipe) -> String {
    format!("{} {}", name(recipe), recipe.does)
}

/// What both do, in that order.
fn both(a: &Recipe, b: &Recipe) -> String {
    format!("{}; {}", does(a), does(b))
}

/// What both do and when, in that order.
fn both_when(a: &Recipe, b: &Recipe) -> String {
    let when = |r: &Recipe| {
        let (does, when) = (does(r), r.at().words());
        let event = when.rsplit(' ').next().unwrap_or(when);
        // Some say so themselves.
        if does.contains(" when ") && does.contains(event) {
            does
        } else {
            format!("{does}, {when}")
        }
    };
    format!("{}; {}", when(a), when(b))
}

/// The words of the clauses that speak of both, three at most.
fn spoken(speaks: &[ClauseId]) -> Said {
    let said: Vec<ClauseId> = speaks.iter().copied().take(3).collect();
    let text: Vec<String> = said.iter().map(|c| words_of(*c)).collect();
    (text.join(" "), said)
}

fn words_of(clause: ClauseId) -> String {
    let said = quoted(clause);
    match clause.keyword() {
        Some(owner) => format!("What {} says of it: {said}.", owner.name()),
        None => format!("What the rules say of it: {said}."),
    }
}

/// The words of a clause without marks and without their last stop.
fn quoted(clause: ClauseId) -> String {
    let text = rulebook().clause(clause).text(Edition::default());
    let plain: String = text.chars().filter(|c| *c != '*').collect();
    plain.trim().trim_end_matches('.').to_owned()
}

/// The first clauses of both.
fn firsts(recipes: &[Recipe; 2]) -> Vec<ClauseId> {
    recipes.iter().filter_map(first_of).collect()
}

/// The first clause of a keyword.
fn first_of(recipe: &Recipe) -> Option<ClauseId> {
    recipe.keyword.entry().clauses.first().copied()
}

/// A text to be set in the middle of a sentence: without its full stop, and without the capital
/// of an article.
fn closed(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    match text.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => text.to_owned(),
    }
}
