//! Sentences about hidden cards: decks, hands, discard piles. They change nothing a board shows
//! and are noted only.

use super::input::{In, R, ahead, eat, fail};
use super::note_moves::{self, Moves};
use crate::cardtext::ability::OffBoard;
use crate::cardtext::effect::Effect;
use crate::cardtext::tokens::{Sym, Tok};

/// Words that would touch the board or the pools: such a sentence is no mere note.
const TOUCHES: &str = "arena force damage counter counters draw gain lose loses gains tap untap \
    power speed health gets get attack attacks discards pay pays beneath under attach play die \
    build disrupt points retreat unless if x deploy deploys stack stacks";

/// Words of which a sentence about hidden cards has at least one.
const HIDDEN: &str = "deck hand pile card cards outside";

/// "Search your deck for a Jedi unit card, show it to your opponent, and put it into your hand."
pub(crate) fn sentence(i: &mut In<'_>) -> R<Effect> {
    // "If your opponent has any unit cards there, ...": nobody but the players sees whether.
    if eat(i, "if your opponent has any") {
        let at = i.toks.iter().take(6).position(|t| t.low == "there");
        let at = super::input::some(i, at)?;
        i.toks = i.toks.get(at + 1..).unwrap_or_default();
        if !eat(i, ", you may") {
            return fail(i);
        }
        let note = sentence(i)?;
        return Ok(Effect::May(
            crate::cardtext::who::Player::You,
            Box::new(note),
        ));
    }
    let Some((words, end)) = extents(i).find(|(words, _)| fits(words)) else {
        return fail(i);
    };
    let kind = if words.iter().any(|t| t.low == "deck") {
        OffBoard::Deck
    } else if words.iter().any(|t| t.low == "pile") {
        OffBoard::DiscardPile
    } else {
        OffBoard::HandSeen
    };
    let all = i.toks;
    i.toks = i.toks.get(end..).unwrap_or_default();
    // Later sentences about "that card" go on with the same hidden cards.
    while let Some(end) = continuation(i) {
        i.toks = i.toks.get(end..).unwrap_or_default();
    }
    // "It" is the card that was found, which is none of the table.
    i.it = super::input::Ant::None;
    let read = all.len() - i.toks.len();
    let words = all.get(..read).unwrap_or_default();
    i.seen = note_moves::seen(words, i.seen);
    Ok(match note_moves::moves(words, i.seen) {
        Moves::None => Effect::Note(kind),
        Moves::Counted(fetch) => Effect::Fetch(fetch),
        Moves::Uncounted => Effect::Note(OffBoard::Uncounted),
    })
}

/// Whether the words speak of hidden cards and of nothing else.
fn fits(words: &[Tok]) -> bool {
    let has = |low: &str| words.iter().any(|t| t.low == low);
    let first = words.first().map_or("", |t| t.low.as_str());
    let starts = match first {
        "search" | "shuffle" | "shuffles" | "show" | "reveal" => true,
        "look" => words.get(1).is_some_and(|t| t.low == "at"),
        "put" if words.get(1).is_some_and(|t| t.low == "that") => {
            has("card") && (has("hand") || has("deck"))
        }
        "put" | "take" | "return" => {
            let of_them = first == "put" && has("them") && has("deck");
            of_them
                || (has("card") || has("cards")) && (has("pile") || has("deck") || has("outside"))
        }
        "place" => (has("card") || has("cards")) && has("deck"),
        _ => false,
    };
    // A card of the other player does not come into one's own build zone like one's own cards.
    if matches!(first, "put" | "take" | "return") && has("opponent's") && has("zone") {
        return false;
    }
    let hidden =
        matches!(first, "shuffle" | "show") || words.iter().any(|t| word_in(HIDDEN, &t.low));
    starts && hidden && !touches(words)
}

fn word_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|w| w == word)
}

fn touches(words: &[Tok]) -> bool {
    words.iter().enumerate().any(|(at, t)| {
        matches!(t.sym, Sym::Arrow | Sym::Plus | Sym::Minus | Sym::Colon)
            || (word_in(TOUCHES, &t.low) && !of_hidden_cards(words, at))
    })
}

/// What may be this sentence, the longest first: all of it, or up to an ", and".
fn extents<'t>(i: &In<'t>) -> impl Iterator<Item = (&'t [Tok], usize)> + use<'t> {
    let toks = i.toks;
    let end = sentence_end(toks);
    (1..=end).rev().filter_map(move |at| {
        let stops = at == end
            || toks
                .get(at)
                .is_some_and(|t| t.low == "and" || t.low == "," || t.low == "then");
        stops.then(|| (toks.get(..at).unwrap_or_default(), at))
    })
}

/// Where the sentence ends; the quotes around a part of a name do not end it.
fn sentence_end(toks: &[Tok]) -> usize {
    let mut quoted = false;
    for (at, tok) in toks.iter().enumerate() {
        match tok.sym {
            Sym::Open => quoted = true,
            Sym::Close if quoted => quoted = false,
            // "deck and/or discard pile"
            Sym::Slash if toks.get(at + 1).is_some_and(|t| t.low == "or") => {}
            sym if ends_sentence(sym) && !quoted => return at,
            _ => {}
        }
    }
    toks.len()
}

fn ends_sentence(sym: Sym) -> bool {
    matches!(
        sym,
        Sym::Dot | Sym::Close | Sym::Semi | Sym::Bullet | Sym::Slash | Sym::Colon
    )
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
        || ahead(&look, "put one|two|three|1|2|3 of those")
        || ahead(&look, "reveal it")
        || ahead(&look, "you may take|put");
    if !starts {
        return None;
    }
    let end = sentence_end(look.toks);
    let words = look.toks.get(..end)?;
    (!touches(words)).then_some(i.toks.len() - look.toks.len() + end)
}

/// Whether the card lies on the table already, partly built.
fn shown(words: &[Tok]) -> bool {
    words.windows(2).any(
        |w| matches!(w, [a, b] if a.low == "partially" || a.low == "face-down" && b.low == "card"),
    )
}

/// "build zone": a card that goes there face down is as hidden as in a deck, and so are the
/// build counters it comes with. "Force Sensitive" is a subtype.
fn of_hidden_cards(words: &[Tok], at: usize) -> bool {
    let low = |k: Option<usize>| k.and_then(|k| words.get(k)).map_or("", |t| t.low.as_str());
    let (here, next, before) = (
        low(Some(at)),
        low(at.checked_add(1)),
        low(at.checked_sub(1)),
    );
    (here == "build" && matches!(next, "zone" | "counter" | "counters" | "cost"))
        || (matches!(here, "counter" | "counters") && before == "build" && !shown(words))
        || (here == "force" && next == "sensitive")
        || (here == "if" && next == "any")
}
