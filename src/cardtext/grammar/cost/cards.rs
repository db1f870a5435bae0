//! Payments with cards of a hand, a deck or a discard pile.

use winnow::Parser;

use crate::cardtext::ability::Cost;
use crate::cardtext::effect::{Effect, Fetch, Pile};
use crate::cardtext::grammar::input::{self, In, R, ahead, attempt, eat, fail, p};
use crate::cardtext::grammar::{filter, num, subject};
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Num, Player};

/// "puts the top 3 cards of his or her deck into the discard pile".
pub(super) fn milled(i: &mut In<'_>) -> R<Cost> {
    p("put|puts the top").parse_next(i)?;
    let count = attempt(i, num::number).unwrap_or(Num::Const(1));
    p("card|cards of").parse_next(i)?;
    if !(eat(i, "your|their deck") || eat(i, "his or her deck")) {
        return fail(i);
    }
    p("into").parse_next(i)?;
    if !(eat(i, "his or her") || eat(i, "your|the|their")) {
        return fail(i);
    }
    p("discard pile").parse_next(i)?;
    Ok(Cost::DiscardCards {
        count,
        from_deck: true,
        of: None,
    })
}

/// "2 cards from your hand", "the top card of your deck".
pub(super) fn cards(i: &mut In<'_>) -> R<Cost> {
    if eat(i, "the top") {
        let count = attempt(i, num::number).unwrap_or(Num::Const(1));
        p("card|cards of|from").parse_next(i)?;
        if !(eat(i, "your|their deck") || eat(i, "his or her deck")) {
            return fail(i);
        }
        return Ok(Cost::DiscardCards {
            count,
            from_deck: true,
            of: None,
        });
    }
    if let Some((count, of)) = attempt(i, hand_card) {
        return Ok(Cost::DiscardCards {
            count,
            from_deck: false,
            of: Some(of),
        });
    }
    let count = num::number(i)?;
    p("card|cards").parse_next(i)?;
    if eat(i, "from the top of your|their deck") || eat(i, "from the top of his or her deck") {
        return Ok(Cost::DiscardCards {
            count,
            from_deck: true,
            of: None,
        });
    }
    let _ = eat(i, "from your hand") || eat(i, "from his or her hand") || eat(i, "from their hand");
    let ends = i.toks.is_empty() || input::at_end(i) || ahead(i, "->|,|and|or|unless");
    if ends {
        Ok(Cost::DiscardCards {
            count,
            from_deck: false,
            of: None,
        })
    } else {
        fail(i)
    }
}

/// "a Jedi card from your hand", "a Battle card without Meditate from your hand": which cards a
/// hand holds is not known here, so only the words are kept.
fn hand_card(i: &mut In<'_>) -> R<(Num, String)> {
    let count = num::number(i)?;
    let of = hidden_kind(i)?;
    p("from your hand").parse_next(i)?;
    Ok((count, of))
}

/// What sort of card in a hand or pile: sides, types, subtypes, and keywords it has or lacks.
fn hidden_kind(i: &mut In<'_>) -> R<String> {
    let before = *i;
    let at = i
        .toks
        .iter()
        .take(40)
        .position(|t| matches!(t.low.as_str(), "card" | "cards"));
    let at = input::some(i, at.filter(|n| *n > 0))?;
    let words = i.toks.get(..at).unwrap_or_default();
    let named = words.iter().all(|t| {
        t.sym == Sym::Comma
            || t.is_capital()
            || matches!(
                t.low.as_str(),
                "or" | "and" | "unit" | "unique" | "neutral" | "non-unique"
            )
    });
    if !named {
        return fail(i);
    }
    i.toks = i.toks.get(at + 1..).unwrap_or_default();
    let _ = attempt(i, |i| {
        p("with|without").parse_next(i)?;
        filter::keyword(i)
    });
    let read = before.toks.len() - i.toks.len();
    let words = before.toks.get(..read).unwrap_or_default();
    Ok(crate::cardtext::tokens::words(words))
}

pub(super) fn draws(i: &mut In<'_>) -> R<Effect> {
    let player = attempt(i, subject::player).unwrap_or(Player::You);
    p("draw|draws").parse_next(i)?;
    let n = num::number(i)?;
    p("card|cards").parse_next(i)?;
    Ok(Effect::Draw(player, n))
}

/// "Discard the top card of your opponent's deck".
pub(super) fn opponents_deck(i: &mut In<'_>) -> R<Effect> {
    p("discard the top").parse_next(i)?;
    let n = attempt(i, num::number).unwrap_or(Num::Const(1));
    p("card|cards of|from your opponent's deck").parse_next(i)?;
    Ok(Effect::DiscardDeck(Player::Opponent, n))
}

/// Payments with hidden cards: "Reveal the top card of your deck", "Remove a card from any discard
/// pile from the game".
pub(super) fn hidden(i: &mut In<'_>) -> R<Effect> {
    use crate::cardtext::ability::OffBoard;
    if eat(i, "reveal the top card of your deck") {
        return Ok(Effect::Note(OffBoard::HandSeen));
    }
    if eat(i, "shuffle a card from your hand into your deck") {
        return Ok(Effect::Fetch(Fetch {
            from: Pile::Hand,
            to: Pile::Deck,
            most: 1,
            up_to: false,
            sure: true,
            counters: 0,
        }));
    }
    p("remove").parse_next(i)?;
    num::number(i)?;
    if !eat(i, "card|cards") {
        hidden_kind(i)?;
    }
    p("from|in").parse_next(i)?;
    if !eat(i, "your opponent's") {
        p("any|a").parse_next(i)?;
    }
    p("discard pile from the game").parse_next(i)?;
    Ok(Effect::Note(OffBoard::Uncounted))
}

/// "Remove 2 cards from your discard pile from the game."
pub(super) fn own_pile(i: &mut In<'_>) -> R<Cost> {
    p("remove|removes").parse_next(i)?;
    let count = num::number(i)?;
    let of = if eat(i, "card|cards") {
        None
    } else {
        Some(hidden_kind(i)?)
    };
    p("from|in your discard pile from the game").parse_next(i)?;
    Ok(Cost::RemoveDiscarded { count, of })
}
