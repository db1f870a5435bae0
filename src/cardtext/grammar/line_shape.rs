//! What a line that was not understood looks like: when, and for which units, it could do anything.
//!
//! Laxness would be a silent guess, so every shape but the last needs words that leave no doubt.

use super::condition::condition;
use super::filter::{described, keyword};
use super::input::{In, ahead, at_end, attempt, eat, eat_sym, fail};
use super::subject::{self, Mode};
use super::{cost, keyword_line, static_rule, trigger_shape};
use crate::cardtext::ability::{Event, Shape};
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Filter, Owner, Who};
use crate::rulebook::Keyword;

/// The shape of an unread line: of each of its abilities, if it has several.
pub(crate) fn shape(i: &In<'_>) -> Shape {
    let mut starts = vec![0];
    starts.extend(
        sentence_starts(i)
            .into_iter()
            .filter(|at| begins_ability(i, *at)),
    );
    let mut shapes: Vec<Shape> = Vec::new();
    for (n, from) in starts.iter().enumerate() {
        let to = starts.get(n + 1).copied().unwrap_or(i.toks.len());
        let mut part = *i;
        part.toks = i.toks.get(*from..to).unwrap_or_default();
        part.forget();
        let found = of_one(&part);
        if !shapes.contains(&found) {
            shapes.push(found);
        }
    }
    match shapes.pop() {
        Some(only) if shapes.is_empty() => only,
        Some(last) => {
            shapes.push(last);
            Shape::AnyOf(shapes)
        }
        None => Shape::Static,
    }
}

/// The shape of one ability.
fn of_one(i: &In<'_>) -> Shape {
    let mut i = *i;
    while eat_sym(&mut i, Sym::Bullet) {}
    let mut look = i;
    if let Some(found) = attempt(&mut look, keyword)
        && eat_sym(&mut look, Sym::Colon)
        && let Some(shape) = by_keyword(found, &look)
    {
        return shape;
    }
    if ahead(&i, "equipped") || keyword_line::is_pilot(&i) {
        return Shape::Carried;
    }
    if ahead(&i, "as long as this card|unit is stacked beneath|under") {
        return Shape::Covered;
    }
    if ahead(
        &i,
        "if|when|whenever you|your opponent? search|searches|look|looks|reveal|reveals|shuffle",
    ) {
        return Shape::BuildOnly;
    }
    if let Some((events, exact)) = trigger_shape::events(&i) {
        return Shape::Triggered { events, exact };
    }
    if trigger_shape::opens(&i) {
        return Shape::TriggeredUnknown;
    }
    if outside_quotes(&i).any(|t| t.sym == Sym::Arrow) {
        return Shape::Activated;
    }
    if building(&i) {
        return Shape::BuildOnly;
    }
    if about_battle_cards(&i) {
        return Shape::BattleCards;
    }
    standing(&i)
}

/// What a keyword with a colon waits for.
fn by_keyword(found: Keyword, rest: &In<'_>) -> Option<Shape> {
    let exact = |event| {
        Some(Shape::Triggered {
            events: vec![event],
            exact: true,
        })
    };
    let any = || subject::each(Filter::default());
    match found.slug() {
        "bounty" => exact(Event::Discarded {
            who: any(),
            from: Vec::new(),
            by: Some(Who::This),
            caused: false,
        }),
        "last-stand" => exact(Event::Discarded {
            who: Who::This,
            from: Vec::new(),
            by: None,
            caused: false,
        }),
        "deploy" => exact(Event::Deployed {
            who: Who::This,
            into: Vec::new(),
            meditated: false,
        }),
        "foresight" => exact(Event::Attacks {
            who: Who::This,
            target: None,
        }),
        "forewarning" => exact(Event::Attacks {
            who: any(),
            target: Some(Who::This),
        }),
        "upkeep" | "alternative-cost" | "stack" => Some(Shape::BuildOnly),
        "enhance" => Some(Shape::BattleCards),
        "reserves" => Some(Shape::Reserves),
        "insert" => Some(Shape::Insert(Box::new(shape(rest)))),
        _ => None,
    }
}

/// Whether the sentence there could be an ability of its own rather than a part of the one before.
fn begins_ability(i: &In<'_>, at: usize) -> bool {
    let mut look = *i;
    look.toks = i.toks.get(at..).unwrap_or_default();
    look.forget();
    let goes_on = ahead(&look, "when this|that|the attack ends")
        || ahead(
            &look,
            "play|use|if|then|otherwise|it|he|she|they|that|those",
        );
    if look.toks.is_empty() || goes_on {
        return false;
    }
    trigger_shape::opens(&look)
        || begins_line(&look)
        || attempt(&mut look.clone(), keyword).is_some()
        || ahead(&look, "equipped")
        || attempt(&mut look.clone(), |i| {
            static_rule::line(i)?;
            if at_end(i) { Ok(()) } else { fail(i) }
        })
        .is_some()
}

/// Whether a keyword line, a Pilot's line or a cost with its arrow begins here.
pub(crate) fn begins_line(i: &In<'_>) -> bool {
    attempt(&mut i.clone(), cost::costs).is_some()
        || attempt(&mut i.clone(), keyword_line::line).is_some()
        || keyword_line::is_pilot(i)
}

/// Where sentences begin behind dots and list marks outside quotations.
pub(crate) fn sentence_starts(i: &In<'_>) -> Vec<usize> {
    let mut depth = 0_u32;
    let mut starts = Vec::new();
    for (at, tok) in i.toks.iter().enumerate() {
        match tok.sym {
            Sym::Open => depth += 1,
            Sym::Close => depth = depth.saturating_sub(1),
            Sym::Dot if depth == 0 => starts.push(at + 1),
            _ => {}
        }
    }
    starts
}

fn outside_quotes<'t>(i: &In<'t>) -> impl Iterator<Item = &'t crate::cardtext::tokens::Tok> {
    let mut depth = 0_u32;
    i.toks.iter().filter(move |t| {
        match t.sym {
            Sym::Open => depth += 1,
            Sym::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// Whether the line is about building and the phases before battle, and about nothing that could
/// change a number, damage or a play in battle.
fn building(i: &In<'_>) -> bool {
    const ABOUT: &[&[&str]] = &[
        &["build", "step"],
        &["build", "counter"],
        &["build", "counters"],
        &["untap", "step"],
        &["draw", "step"],
        &["finish", "building"],
        &["builds", "all"],
        &["to", "complete"],
        &["may", "stack"],
        &["hand", "revealed"],
        &["hidden", "cost"],
        &["reduced", "cost"],
        &["alternative", "cost"],
        &["upkeep", "costs"],
        &["equip", "costs"],
        &["as", "non-unique"],
        &["extra", "card"],
        &["extra", "cards"],
        &["toward", "controlling"],
    ];
    const BATTLE: &str = "power speed health damage damaged damages attack attacks attacked \
        attacking prevent prevented dice die hits gets get gains loses force disrupt disrupted \
        accuracy battle";
    // Permissions to attach, and what a player may do in a build step to come.
    if ahead(i, "you may equip|attach") || names_build_step_first(i) {
        return true;
    }
    let about = ABOUT.iter().any(|words| {
        i.toks
            .windows(words.len())
            .any(|w| w.iter().zip(*words).all(|(t, word)| t.low == *word))
    });
    let battle = i
        .toks
        .iter()
        .any(|t| BATTLE.split_whitespace().any(|w| w == t.low));
    about && !battle
}

/// "Your opponent may pay 1 build point during his or her next build step. ..."
fn names_build_step_first(i: &In<'_>) -> bool {
    let first = i
        .toks
        .split(|t| t.sym == Sym::Dot)
        .next()
        .unwrap_or_default();
    let during = first.iter().position(|t| t.low == "during");
    let rest = during.and_then(|at| first.get(at..)).unwrap_or_default();
    ahead(i, "your opponent may pay")
        && rest
            .windows(2)
            .any(|w| matches!(w, [a, b] if a.low == "build" && b.low == "step"))
}

/// "Each of your Battle cards ...": nothing without a Battle card.
fn about_battle_cards(i: &In<'_>) -> bool {
    let first = ahead(i, "each|your");
    let verb = i
        .toks
        .iter()
        .position(|t| matches!(t.low.as_str(), "gets" | "get" | "costs" | "cost" | "can't"));
    let subject = i.toks.get(..verb.unwrap_or(0)).unwrap_or_default();
    first
        && subject
            .windows(2)
            .any(|w| matches!(w, [a, b] if a.low == "battle" && b.low.starts_with("card")))
}

/// A sentence that holds while something is the case, or for units of a description.
fn standing(i: &In<'_>) -> Shape {
    let mut look = *i;
    if eat(&mut look, "as long as") {
        return match attempt(&mut look, condition) {
            Some(cond) if ahead(&look, ",") => Shape::While(Box::new(cond)),
            _ => Shape::Static,
        };
    }
    let subjects = outside_quotes(i)
        .filter(|t| {
            matches!(
                t.low.as_str(),
                "gets" | "get" | "loses" | "can't" | "has" | "have"
            )
        })
        .count();
    let whole = sentence_starts(i)
        .first()
        .is_none_or(|at| *at >= i.toks.len());
    if subjects != 1 || !whole {
        return Shape::Static;
    }
    match attempt(&mut look, each_of) {
        Some(filter) if ahead(&look, "gets|get|loses|can't|has|have") => {
            Shape::About(Box::new(filter))
        }
        _ => Shape::Static,
    }
}

/// "Each of your other Clones".
fn each_of<'t>(i: &mut In<'t>) -> super::input::R<Filter> {
    if let Some(Who::Units(units)) = attempt(i, |i| subject::who(i, Mode::Event)) {
        return Ok(units.filter);
    }
    described(i, Owner::Anyone, false)
}
