//! The answer in one sentence.

use crate::clause;
use crate::rulebook::{Activation, ClauseId, Edition, Keyword, Moment, Stacking, rulebook};
use crate::rules::trace::Reason;

use super::board::Role;
use super::probe::{Finding, Relation, one, other, shared};
use super::recipe::{Need, Recipe, recipe};

/// A sentence and the clauses it rests on.
pub(super) type Said = (String, Vec<ClauseId>);

/// The answer.
pub(super) fn answer(pair: [Keyword; 2], found: &Finding, speaks: &[ClauseId]) -> Said {
    let recipes = pair.map(recipe);
    match &found.relation {
        Relation::Copies(stacking) => copies(one(&recipes, 0), *stacking),
        Relation::OneOf => one_of(&recipes),
        Relation::Stops(which, reason) => stops(&recipes, found.board.roles(), *which, reason),
        Relation::Gives(..) if !speaks.is_empty() => spoken(speaks),
        Relation::Gives(which, step) => gives(&recipes, *which, step),
        Relation::Rerolls { by, face, counts } => rerolls(&recipes, *by, *face, *counts),
        Relation::Moves(by, still) => moves(&recipes, *by, *still),
        Relation::Lends(by, same) => lends(&recipes, *by, *same),
        Relation::Retreated(by) => retreated(&recipes, *by),
        Relation::Opens(by) => opens(&recipes, *by),
        Relation::Blind(which) => blind(&recipes, *which),
        Relation::Lets(by) => lets(&recipes, *by),
        Relation::Meet | Relation::Apart if !speaks.is_empty() => spoken(speaks),
        Relation::Meet => meet(&recipes),
        Relation::Apart => apart(&recipes),
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
    let when = |r: &Recipe| format!("{}, {}", does(r), r.at().words());
    format!("{}; {}", when(a), when(b))
}

fn copies(recipe: &Recipe, stacking: Stacking) -> Said {
    let own = own_clause_of_copies(recipe.keyword);
    let (text, general) = if recipe.shown.need == Need::Lends {
        lent_twice(recipe, own)
    } else {
        copies_by_kind(recipe.keyword, stacking)
    };
    (text, own.into_iter().chain(general).collect())
}

/// What lends a text is not used or added up; what it lends is.
fn lent_twice(recipe: &Recipe, own: Option<ClauseId>) -> Said {
    let text = match own {
        Some(clause) => spoken(&[clause]).0,
        None => format!(
            "Each {} lends its text by itself, and what they lend combines as its own kind says.",
            name(recipe)
        ),
    };
    (text, vec![clause!("5.2.1")])
}

/// The clause of the keyword that speaks of several copies of it.
fn own_clause_of_copies(keyword: Keyword) -> Option<ClauseId> {
    let several = format!("several {}", keyword.name().to_lowercase());
    let speaks = |clause: &&ClauseId| {
        let text = rulebook().clause(**clause).text(Edition::default());
        let text = text.to_lowercase();
        text.contains("copies") || text.contains(" copy ") || text.contains(&several)
    };
    keyword.entry().clauses.iter().find(speaks).copied()
}

fn copies_by_kind(keyword: Keyword, stacking: Stacking) -> Said {
    let name = keyword.name();
    match stacking {
        Stacking::Cumulative => (
            format!(
                "Yes, they add up: several copies of {name} on one unit are one {name} with the sum of their numbers."
            ),
            vec![clause!("5.2.cumulative")],
        ),
        Stacking::Layered => (
            format!(
                "Each copy stands alone: two copies of {name} on one unit are two abilities, each used or triggered by itself."
            ),
            vec![clause!("5.2.layered")],
        ),
        Stacking::Isolated => (
            format!("No: a second copy of {name} on one unit does nothing more."),
            vec![clause!("5.2.isolated")],
        ),
        Stacking::Selective => (
            format!(
                "They do not add up: of several copies of {name} on one unit each is an option of its own."
            ),
            vec![clause!("5.2.selective")],
        ),
        Stacking::Unclassed => (
            format!(
                "The glossary does not say how copies of {name} combine; each is taken to give its own effect."
            ),
            vec![clause!("5.2")],
        ),
    }
}

fn one_of(recipes: &[Recipe; 2]) -> Said {
    let [a, b] = recipes;
    let text = format!(
        "One attack uses one of them: {}, {}, and the unit chooses when it attacks.",
        does(a),
        does(b)
    );
    (text, vec![clause!("7.3"), clause!("3.3.2")])
}

/// Where a keyword lies, seen from the unit of another one: "Against an attacker with Ferocity".
fn seen_from(own: Role, role: Role, keyword: &str) -> String {
    match (own, role) {
        (own, role) if own == role => format!("With {keyword} on the same unit"),
        (_, Role::Attacker) => format!("Against an attacker with {keyword}"),
        (Role::Attacker, Role::Defender) => format!("Against a defender with {keyword}"),
        (_, Role::Defender) => format!("With {keyword} on the attacked unit"),
        (_, Role::Friend) => format!("With {keyword} on a unit beside the attacked one"),
    }
}

fn stops(recipes: &[Recipe; 2], roles: [Role; 2], which: usize, why: &Reason) -> Said {
    let (idle, cause) = (one(recipes, which), other(recipes, which));
    let place = seen_from(*one(&roles, which), *other(&roles, which), name(cause));
    let text = format!(
        "{place}, {} does nothing: {}.",
        name(idle),
        closed(&why.text)
    );
    (text, why.clause.into_iter().collect())
}

fn gives(recipes: &[Recipe; 2], which: usize, (step, cites): &(String, Vec<ClauseId>)) -> Said {
    let (helped, cause) = (one(recipes, which), other(recipes, which));
    let how = match helped.keyword.entry().activation {
        Activation::Activated => "can be used on",
        _ => "acts on",
    };
    let text = format!(
        "{} {how} what {} does: {}.",
        name(helped),
        name(cause),
        closed(step)
    );
    (text, cites.clone())
}

fn rerolls(recipes: &[Recipe; 2], by: usize, face: u8, counts: bool) -> Said {
    let (reroller, reader) = (name(one(recipes, by)), name(other(recipes, by)));
    if counts {
        let text = format!(
            "{reroller} can make or remove the natural {face} that {reader} looks for: the roll after all rerolls counts."
        );
        return (text, vec![clause!("3.4"), clause!("attack.reroll")]);
    }
    let text = format!(
        "{reroller} comes too late for {reader}: it looks for a natural {face} in the first roll, and no reroll adds or removes that."
    );
    (text, vec![clause!("3.4"), clause!("attack.initial-roll")])
}

fn moves(recipes: &[Recipe; 2], by: usize, still: bool) -> Said {
    let (mover, other) = (name(one(recipes, by)), name(other(recipes, by)));
    let text = if still {
        format!(
            "{mover} changes the defender; {other} counts for the new defender, and the first defender’s is not undone either."
        )
    } else {
        format!(
            "{mover} changes the defender: {other} of the new defender counts, that of the first defender does nothing any more."
        )
    };
    (text, vec![clause!("7.1.7")])
}

fn lends(recipes: &[Recipe; 2], by: usize, same: bool) -> Said {
    let (lender, lent) = (name(one(recipes, by)), name(other(recipes, by)));
    let text = if same {
        format!(
            "{lender} can give a unit {lent}, which then works as if it were printed on the unit."
        )
    } else {
        format!("{lender} can give a unit {lent}, which then follows its own clauses.")
    };
    (text, Vec::new())
}

fn retreated(recipes: &[Recipe; 2], by: usize) -> Said {
    let (reserves, other) = (one(recipes, by), other(recipes, by));
    let text = format!(
        "{} works only while its unit is retreated; {} {}, {}.",
        name(reserves),
        name(other),
        other.does,
        other.at().words()
    );
    (text, vec![clause!("1.2.3")])
}

/// The words of the clause that speaks of both.
/// The words of the clauses that speak of both, two at most.
fn spoken(speaks: &[ClauseId]) -> Said {
    let said: Vec<ClauseId> = speaks.iter().copied().take(2).collect();
    let text: Vec<String> = said.iter().map(words_of).collect();
    (text.join(" "), said)
}

fn words_of(clause: &ClauseId) -> String {
    let owner = clause.keyword().map_or("", Keyword::name);
    let text = rulebook().clause(*clause).text(Edition::default());
    let plain: String = text.chars().filter(|c| *c != '*').collect();
    format!(
        "What {owner} says of it: {}.",
        plain.trim().trim_end_matches('.')
    )
}

fn blind(recipes: &[Recipe; 2], which: usize) -> Said {
    let text = format!(
        "Against an attacker with Cunning, {} is chosen before the attack dice are shown.",
        name(one(recipes, which))
    );
    (text, vec![clause!("cunning.2"), clause!("cunning.3")])
}

fn lets(recipes: &[Recipe; 2], by: usize) -> Said {
    let (leave, other) = (name(one(recipes, by)), name(other(recipes, by)));
    let text = format!(
        "With {leave} on the same unit, {other} works even on damage that cannot be prevented."
    );
    (text, vec![clause!("fortitude.1"), clause!("fortitude.2")])
}

fn opens(recipes: &[Recipe; 2], by: usize) -> Said {
    let (stealth, other) = (name(one(recipes, by)), name(other(recipes, by)));
    let text = format!(
        "{stealth} only decides whether its unit can be attacked; once the attack is made, {other} works as always."
    );
    (text, vec![clause!("7.2")])
}

fn meet(recipes: &[Recipe; 2]) -> Said {
    let [a, b] = recipes;
    if let Some(moment) = shared([a.keyword, b.keyword]) {
        if let Some(said) = ordered(a, b, moment) {
            return said;
        }
        let text = format!(
            "Both act {}, and neither switches the other off: {}.",
            moment.words(),
            both(a, b)
        );
        return (text, moment.clause().into_iter().collect());
    }
    let (first, then) = if place(a.at()) <= place(b.at()) {
        (a, b)
    } else {
        (b, a)
    };
    if then.at() == Moment::Always || first.at() == Moment::Always {
        return side_by_side(first, then);
    }
    let text = format!("One after the other: {}.", both_when(first, then));
    let clauses = [first, then].into_iter().filter_map(|r| r.at().clause());
    (text, clauses.collect())
}

/// Where a moment stands in a turn: before the attacks, or among the windows of one.
fn place(moment: Moment) -> (bool, Moment) {
    let before = [
        Moment::BattleStepStart,
        Moment::BuildStart,
        Moment::BuildStep,
        Moment::Arrival,
        Moment::Deploy,
        Moment::Play,
        Moment::Pay,
        Moment::Complete,
        Moment::Stacking,
    ];
    (!before.contains(&moment), moment)
}

/// Where the rules say in which order two keywords of one window act.
fn ordered(a: &Recipe, b: &Recipe, moment: Moment) -> Option<Said> {
    let both = both(a, b);
    let by_itself = |r: &Recipe| r.keyword.entry().activation == Activation::Triggered;
    match moment {
        Moment::BuildStart => Some((
            format!(
                "Both act at the start of the build step, in the order their player chooses: {both}."
            ),
            vec![clause!("8.1.1"), clause!("8.1.2")],
        )),
        Moment::AttackEnd => Some((
            format!(
                "Both act when the attack ends, all of the Dark Side’s effects before the Light Side’s: {both}."
            ),
            vec![clause!("3.5.1"), clause!("3.5.2")],
        )),
        Moment::AttackPrevention if by_itself(a) != by_itself(b) => {
            let (first, then) = if by_itself(a) { (a, b) } else { (b, a) };
            (then.keyword.entry().activation == Activation::Activated).then(|| {
                (
                    format!(
                        "Both act in damage prevention: {} by itself before anybody plays, {} after it on what is left.",
                        name(first),
                        name(then)
                    ),
                    vec![clause!("6.3.10")],
                )
            })
        }
        _ => None,
    }
}

fn side_by_side(a: &Recipe, b: &Recipe) -> Said {
    let text = format!("Side by side: {}.", both_when(a, b));
    (text, Vec::new())
}

fn apart(recipes: &[Recipe; 2]) -> Said {
    let [a, b] = recipes;
    if a.at() == b.at() {
        let text = format!("Each for itself {}: {}.", a.at().words(), both(a, b));
        return (text, a.at().clause().into_iter().collect());
    }
    let always = [a, b].iter().any(|r| r.at() == Moment::Always);
    let how = if always {
        "Each for itself"
    } else {
        "They act at different times"
    };
    let text = format!("{how}: {}.", both_when(a, b));
    let clauses = [a, b].into_iter().filter_map(|r| r.at().clause());
    (text, clauses.collect())
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
