//! Sentences about hidden cards: decks, hands, discard piles. They change nothing a board shows
//! and are noted only.

use super::input::{In, R, ahead, eat, fail};
use crate::cardtext::ability::OffBoard;
use crate::cardtext::effect::Effect;
use crate::cardtext::tokens::{Sym, Tok};

/// Words that would touch the board or the pools: such a sentence is no mere note.
const TOUCHES: &[&str] = &[
    "arena", "force", "damage", "counter", "counters", "draw", "gain", "lose", "loses", "gains",
    "tap", "untap", "power", "speed", "health", "gets", "get", "attack", "attacks", "discards",
    "pay", "pays", "beneath", "under", "attach", "play", "die", "build", "disrupt", "points",
];

/// Words a sentence about hidden cards goes on with.
const CARDS: &[&str] = &["deck", "hand", "pile", "card", "cards"];

/// "Search your deck for a Jedi unit card, show it to your opponent, and put it into your hand."
pub(crate) fn sentence(i: &mut In<'_>) -> R<Effect> {
    let note = if ahead(i, "search") || ahead(i, "shuffle|shuffles") || ahead(i, "reveal") {
        OffBoard::Deck
    } else if ahead(i, "look at") || ahead(i, "your opponent reveals|shuffles") || ahead(i, "show")
    {
        OffBoard::HandSeen
    } else if ahead(i, "put|take|return") {
        OffBoard::DiscardPile
    } else {
        return fail(i);
    };
    let (words, end) = extent(i);
    let hidden = words.iter().any(|t| CARDS.contains(&t.low.as_str())) || ahead(i, "shuffle");
    let touches = words
        .iter()
        .enumerate()
        .any(|(at, t)| TOUCHES.contains(&t.low.as_str()) && !build_zone(words, at));
    if !hidden
        || touches
        || words
            .iter()
            .any(|t| matches!(t.sym, Sym::Open | Sym::Arrow | Sym::Num(_)) && t.low == "\"")
    {
        return fail(i);
    }
    let mut note = note;
    if words.iter().any(|t| t.low == "pile") {
        note = OffBoard::DiscardPile;
    }
    if words.iter().any(|t| t.low == "deck") {
        note = OffBoard::Deck;
    }
    i.toks = i.toks.get(end..).unwrap_or_default();
    // Later sentences about "that card" go on with the same hidden cards.
    while let Some(end) = continuation(i) {
        i.toks = i.toks.get(end..).unwrap_or_default();
    }
    Ok(Effect::Note(note))
}

/// The words up to the end of the sentence.
fn extent<'t>(i: &In<'t>) -> (&'t [Tok], usize) {
    let end = i
        .toks
        .iter()
        .position(|t| {
            matches!(
                t.sym,
                Sym::Dot | Sym::Close | Sym::Semi | Sym::Bullet | Sym::Slash | Sym::Colon
            )
        })
        .unwrap_or(i.toks.len());
    (i.toks.get(..end).unwrap_or_default(), end)
}

/// A further sentence about the same cards: "Then shuffle your deck."
fn continuation(i: &In<'_>) -> Option<usize> {
    let mut look = *i;
    if !eat(&mut look, ".") {
        return None;
    }
    let _ = eat(&mut look, "then ,?");
    let starts = ahead(&look, "shuffle|shuffles")
        || ahead(&look, "your opponent shuffles")
        || ahead(&look, "they shuffle")
        || ahead(&look, "show it|them")
        || ahead(&look, "put that|the|one|those card|rest|of|cards")
        || ahead(&look, "reveal it")
        || ahead(&look, "you may take|put")
        || ahead(&look, "you may put that");
    if !starts {
        return None;
    }
    let (words, end) = extent(&look);
    let touches = words
        .iter()
        .enumerate()
        .any(|(at, t)| TOUCHES.contains(&t.low.as_str()) && !build_zone(words, at));
    (!touches).then_some(i.toks.len() - look.toks.len() + end)
}

/// "build zone": a card that goes there face down is as hidden as in a deck, and so are the
/// build counters it comes with.
fn build_zone(words: &[Tok], at: usize) -> bool {
    let low = |k: Option<usize>| k.and_then(|k| words.get(k)).map_or("", |t| t.low.as_str());
    let here = low(Some(at));
    let next = low(at.checked_add(1));
    let before = low(at.checked_sub(1));
    (here == "build" && matches!(next, "zone" | "counter" | "counters" | "cost"))
        || (matches!(here, "counter" | "counters") && before == "build")
        || (here == "force" && next == "sensitive")
        || (here == "attack" && before == "star")
}
