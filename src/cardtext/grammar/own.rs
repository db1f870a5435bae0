//! The unit itself: by "this unit" or by its name.

use winnow::Parser;
use winnow::combinator::alt;

use super::input::{Ant, In, R, eat, fail};
use super::kinds::{is_stop, is_subtype, spell, this_noun};
use super::spelling::is_rules_word;
use crate::cardtext::tokens::Tok;

/// The unit itself: by "this unit", its name, or a pronoun that can only mean it.
pub(crate) fn this(i: &mut In<'_>) -> R<()> {
    let found: R<()> = alt((
        |i: &mut In<'_>| this_noun(i, false),
        |i: &mut In<'_>| own_name(i, false),
    ))
    .parse_next(i);
    if found.is_ok() {
        i.it = Ant::This;
    }
    found
}

/// The unit's own name, or on a unique unit a part of it.
pub(super) fn own_name(i: &mut In<'_>, possessive: bool) -> R<()> {
    if i.is_equipment() {
        // Its name is the card's, and the ability is its bearer's.
        return fail(i);
    }
    let start = *i;
    let _ = eat(i, "the");
    let own = i.own;
    let mut best = 0;
    for from in 0..own.len() {
        let Some(part) = own.get(from..) else {
            continue;
        };
        let same = part
            .iter()
            .zip(i.toks)
            .take_while(|(own, tok)| same_word(own, tok))
            .count();
        for len in 1..=part.len() {
            let Some((last, front)) = part.get(..len).and_then(<[_]>::split_last) else {
                continue;
            };
            let Some(tok) = i.toks.get(front.len()) else {
                continue;
            };
            // A card named by an ordinary word ("a") is not meant by that word, nor in small letters.
            let small = !i.toks.first().is_some_and(Tok::is_capital);
            let ordinary =
                own.len() == 1 && (small || is_stop(&last.low) || is_rules_word(&last.low));
            let whole = from == 0 && len == own.len() && !ordinary;
            let ends = if possessive {
                tok.low == format!("{}'s", last.low) || tok.low == format!("{}'", last.low)
            } else {
                same >= len
            };
            let plain = is_subtype(&last.low) || is_stop(&last.low) || is_rules_word(&last.low);
            let known = len == 1 && (small || plain || !last.is_capital());
            if same >= front.len() && ends && (whole || (own_short(i) && !known)) {
                best = best.max(len);
            }
        }
    }
    let next_capital = i
        .toks
        .get(best)
        .is_some_and(|t| t.is_capital() && !is_stop(&t.low));
    let part_of_longer = best < own.len()
        && next_capital
        && !possessive
        && super::filter::keyword(&mut skip(i, best)).is_err();
    // In what is quoted on Equipment a part of its name may be that of its bearer, all of it is not.
    let the_card = i.equipment && best == own.len() && std::ptr::eq(own, i.card);
    if best == 0 || part_of_longer || the_card {
        *i = start;
        return fail(i);
    }
    i.toks = i.toks.get(best..).unwrap_or_default();
    Ok(())
}

/// The name of the card, or a part of it, where another unit has the ability: that unit by its
/// whole name.
pub(super) fn the_card(i: &mut In<'_>, possessive: bool) -> R<String> {
    let mut look = *i;
    (look.own, look.short) = (i.card, i.card_short);
    look.equipment = false;
    if i.card.is_empty() || own_name(&mut look, possessive).is_err() {
        return fail(i);
    }
    i.toks = look.toks;
    Ok(spell(i.card))
}

/// Equipment that speaks of itself: by its name or a part of it, or as "this Equipment".
pub(super) fn the_equipment(i: &mut In<'_>) -> R<String> {
    if !i.is_equipment() {
        return fail(i);
    }
    let mut look = *i;
    (look.own, look.short) = (i.card, true);
    look.equipment = false;
    let named = eat(&mut look, "this equipment|card") || own_name(&mut look, false).is_ok();
    if !named || i.card.is_empty() || eat(&mut look.clone(), "from|attached") {
        return fail(i);
    }
    i.toks = look.toks;
    Ok(spell(i.card))
}

/// The same word, or a long one with a slip in it; a word of the game and a plural are no slips.
pub(crate) fn same_word(own: &Tok, printed: &Tok) -> bool {
    if own.low == printed.low {
        return true;
    }
    let means_something = |word: &str| {
        is_stop(word)
            || is_rules_word(word)
            || is_subtype(word)
            || crate::rulebook::Keyword::find(word).is_some()
    };
    printed.is_capital() && !means_something(&printed.low) && slipped(&own.low, &printed.low)
}

/// A letter too many, too few or wrong, in a long word.
fn slipped(own: &str, printed: &str) -> bool {
    let (own, printed): (Vec<char>, Vec<char>) = (own.chars().collect(), printed.chars().collect());
    if own.len() < 5 || own.len().abs_diff(printed.len()) > 1 || is_plural_of(&own, &printed) {
        return false;
    }
    let front = own.iter().zip(&printed).take_while(|(a, b)| a == b).count();
    let back = own
        .iter()
        .rev()
        .zip(printed.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let longer = own.len().max(printed.len());
    front + back + 1 >= longer
}

/// "Nightsisters" is no misspelt "Nightsister".
fn is_plural_of(own: &[char], printed: &[char]) -> bool {
    let longer = if own.len() > printed.len() {
        own
    } else {
        printed
    };
    own.len() != printed.len() && longer.last().is_some_and(|c| *c == 's' || *c == '\'')
}

fn own_short(i: &In<'_>) -> bool {
    i.short
}

fn skip<'t>(i: &In<'t>, n: usize) -> In<'t> {
    let mut look = *i;
    look.toks = i.toks.get(n..).unwrap_or_default();
    look
}
