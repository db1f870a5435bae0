//! The answer in one sentence.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `copies` | one keyword twice |
//! | `effects` | one keyword does something to the other |
//! | `further` | what is counted after an attack, and what a kind does to another kind |
//! | `more` | what follows from the kinds besides |
//! | `rolls` | dice |
//! | `sequel` | what follows from a clause that is quoted |
//! | `timing` | neither does: when each of them acts |

mod copies;
mod effects;
mod further;
mod more;
mod rolls;
mod sequel;
mod timing;

use crate::rulebook::{ClauseId, Edition, Keyword, Provenance, rulebook};

use super::mentions;
use crate::rules::keyword::def;
use crate::rules::window::WindowId;

use super::probe::{Finding, Relation, one, other};
use super::recipe::{AimAt, Recipe, recipe};
use super::role::Role;

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
    let open = cites.iter().find(|c| c.as_str().starts_with("11."));
    if let Some(open) = open.filter(|_| !text.contains("reading")) {
        let note = format!(" Part of this rests on our reading of an open question ({open}).");
        text.push_str(&note);
    }
    (text, cites)
}

/// What they have to do with each other, and what else.
fn settled(pair: [Keyword; 2], found: &Finding, speaks: &[ClauseId]) -> Said {
    let recipes = pair.map(recipe);
    let first = first(pair, found, speaks);
    // What one adds to the damage says what is meant by a clause about it.
    let leads = |relation: &&Relation| matches!(relation, Relation::Within(_));
    let (before, after): (Vec<_>, Vec<_>) = found.further.iter().partition(leads);
    let said = |relation: &Relation| further::said(&recipes, relation);
    let before = before.into_iter().map(said).fold(Said::default(), and);
    after.into_iter().map(said).fold(and(before, first), and)
}

fn first(pair: [Keyword; 2], found: &Finding, speaks: &[ClauseId]) -> Said {
    let recipes = pair.map(recipe);
    let roles = found.board.roles();
    match &found.relation {
        Relation::Copies(stacking) => copies::copies(one(&recipes, 0), *stacking),
        Relation::OneOf => effects::one_of(&recipes),
        Relation::Stops(which, reason) => {
            let more = speaks.iter().copied().filter(|c| Some(*c) != reason.clause);
            let more: Vec<ClauseId> = more.collect();
            let stops = effects::stops(&recipes, roles, *which, reason);
            and(stops, spoken(pair, &more))
        }
        Relation::Moves { by, still, cites } => effects::moves(&recipes, *by, *still, cites),
        Relation::Lends(by, same) => {
            and(effects::lends(&recipes, *by, *same), spoken(pair, speaks))
        }
        Relation::Gone(by) => effects::gone(&recipes, *by),
        Relation::Retreated { by, works } => {
            let mut retreated = effects::retreated(&recipes, *by, *works);
            let listed = other(&recipes, *by);
            let anyway = def(listed.keyword).is_some_and(|d| d.in_build_zone);
            if !works && !anyway && !speaks.is_empty() {
                let text = format!(" {} that it lists does nothing there either.", name(listed));
                retreated.0.push_str(&text);
            } else if !works && is_placed(listed) {
                let text = format!(
                    " By our reading {} that it lists gives nobody power there: it asks for a unit in its own arena.",
                    name(listed)
                );
                retreated.0.push_str(&text);
                retreated.1.extend(first_of(listed));
            }
            and(spoken(pair, speaks), retreated)
        }
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
            and(spoken(pair, speaks), and_meet(&recipes, found, shown))
        }
        Relation::More(which, seen) if !speaks.is_empty() => and(
            spoken(pair, speaks),
            effects::more(&recipes, Some(roles), *which, seen),
        ),
        Relation::Sum { dice } if !speaks.is_empty() => {
            and(spoken(pair, speaks), rolls::sum(&recipes, *dice))
        }
        Relation::Below { by, damage, number } if !speaks.is_empty() => and(
            spoken(pair, speaks),
            rolls::below(&recipes, *by, (*damage, *number), &found.board),
        ),
        _ if !speaks.is_empty() => match found.meets {
            Some(roles) => and(spoken(pair, speaks), timing::order(&recipes, roles)),
            None => spoken(pair, speaks),
        },
        Relation::Below { by, damage, number } => {
            rolls::below(&recipes, *by, (*damage, *number), &found.board)
        }
        Relation::Leaves(which, reason) => effects::leaves(&recipes, *which, reason),
        Relation::Gives(which, seen) => {
            let shown = effects::gives(&recipes, *which, seen);
            effects::and_no_attack(&recipes, and_meet(&recipes, found, shown))
        }
        Relation::More(which, seen) => effects::more(&recipes, Some(roles), *which, seen),
        Relation::Opens(by) => effects::opens(&recipes, *by),
        Relation::Hits { by, hits } => rolls::hits(&recipes, *by, *hits),
        Relation::Sum { dice } => and_meet(&recipes, found, rolls::sum(&recipes, *dice)),
        Relation::Numbers { what, numbers } => rolls::numbers(&recipes, what, *numbers),
        Relation::OtherDice { reader, adds } => rolls::other_dice(&recipes, *reader, *adds),
        Relation::NoAttack(which) => effects::no_attack(&recipes, *which),
        Relation::Meet => effects::and_no_attack(&recipes, timing::meet(&recipes, roles)),
        Relation::Apart => timing::apart(&recipes),
        relation => further::said(&recipes, relation),
    }
}

/// It is used when counters are placed, on a unit in its arena.
fn is_placed(recipe: &Recipe) -> bool {
    let usage = recipe.shown.usage;
    usage.is_some_and(|u| u.window == WindowId::Placement && u.aim == AimAt::Itself)
}

/// One thing behind the other; each clause once.
fn and((text, mut cites): Said, (more, grounds): Said) -> Said {
    if more.is_empty() {
        return (text, cites);
    }
    if text.is_empty() {
        return (more, grounds);
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
    format!("{}; {}", when(a), when(b))
}

/// What one does and when.
fn when(recipe: &Recipe) -> String {
    let (does, when) = (does(recipe), recipe.at_words());
    let event = when.rsplit(' ').next().unwrap_or(when);
    // Some say so themselves.
    if does.contains(" when ") && does.contains(event.trim_end_matches('s')) {
        does
    } else {
        format!("{does}, {when}")
    }
}

/// The words of the clauses that speak of both, three at most; those of one keyword together.
fn spoken(pair: [Keyword; 2], speaks: &[ClauseId]) -> Said {
    let mut said: Vec<ClauseId> = Vec::new();
    for clause in speaks {
        if said.len() < 3 && !alike(&said, *clause) {
            said.push(*clause);
        }
    }
    let mut text: Vec<String> = Vec::new();
    let mut before = None;
    for clause in &said {
        let whose = whose(*clause, pair);
        let words = about(*clause, pair);
        match text.last_mut() {
            Some(last) if before.as_ref() == Some(&whose) => {
                last.push(' ');
                last.push_str(&words);
                last.push('.');
            }
            _ => text.push(format!("{whose}: {words}.")),
        }
        before = Some(whose);
    }
    (text.join(" "), said)
}

/// Whether one of them is that clause, or says the same.
fn alike(said: &[ClauseId], clause: ClauseId) -> bool {
    let text = quoted(clause);
    said.iter().any(|s| *s == clause || quoted(*s) == text)
}

/// Who says it, and that it is our reading where it is, or said of another pair.
fn whose(clause: ClauseId, pair: [Keyword; 2]) -> String {
    let clauses = rulebook().clause(clause);
    let ours = clauses.provenance == Provenance::Inference;
    match clause.keyword() {
        Some(owner) if ours => format!("Our reading of {}", owner.name()),
        Some(owner) => format!("What {} says of it", owner.name()),
        None if is_of_others(clauses.text(Edition::default()), pair) => {
            "What the rules say of a like case".to_owned()
        }
        None => "What the rules say of it".to_owned(),
    }
}

/// Whether a text names one of the two beside a third keyword, and not the other one.
fn is_of_others(text: &str, pair: [Keyword; 2]) -> bool {
    let lower = text.to_lowercase();
    let [a, b] = pair.map(|k| lower.contains(&k.name().to_lowercase()));
    let third = |k: &Keyword| !pair.contains(k) && mentions(text, k.name());
    a != b && Keyword::all().any(|k| third(&k))
}

/// What a clause says of the pair: of several sentences those that name the other keyword.
fn about(clause: ClauseId, pair: [Keyword; 2]) -> String {
    let words = quoted(clause);
    let mut others = pair.into_iter().filter(|k| Some(*k) != clause.keyword());
    let (Some(other), None, true) = (others.next(), others.next(), clause.keyword().is_some())
    else {
        return words;
    };
    let sentences = words.split(". ").filter(|s| mentions(s, other.name()));
    let named: Vec<&str> = sentences.collect();
    if named.is_empty() {
        words.clone()
    } else {
        named.join(". ")
    }
}

/// The words of a clause without marks and without their last stop.
fn quoted(clause: ClauseId) -> String {
    let text = rulebook().clause(clause).text(Edition::default());
    let plain: String = text.chars().filter(|c| *c != '*').collect();
    // What points elsewhere is no part of a sentence about two keywords.
    let notes = [" (The wording of", " See 11."];
    let ends = notes.iter().filter_map(|note| plain.find(note)).min();
    let plain = ends.and_then(|end| plain.get(..end)).unwrap_or(&plain);
    plain.trim().trim_end_matches('.').to_owned()
}

/// A sentence to be set behind a colon: without the capital it begins with.
fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars.clone()).collect()
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
    let text = unnamed(text.trim().trim_end_matches('.'));
    match text.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => text,
    }
}

/// The text with what the units of a board are in place of their names, which nobody knows here.
fn unnamed(text: &str) -> String {
    let units = [Role::Attacker, Role::Defender, Role::Friend, Role::Partner];
    units.into_iter().fold(text.to_owned(), |text, role| {
        text.replace(role.name(), role.words())
    })
}
