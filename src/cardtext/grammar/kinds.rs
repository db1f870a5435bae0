//! What units are called: types, subtypes, sides, names.

mod names;
mod plural;
mod this;

pub(crate) use super::words::is_stop;
pub(crate) use names::{looks_like_name, name, name_span, names, one_word_name, spell};
pub(crate) use plural::singular;
pub(crate) use this::{this_kind, this_noun};

use crate::cardtext::tokens::{Sym, Tok};
use crate::cardtext::who::Kind;
use crate::game::{CardSide, CardType};

use self::names::own_full_name;
use super::input::{In, R, ahead, attempt, eat, fail, some};
use super::words::{is_small_subtype, is_term, near_term};

/// Whether a word, taken alone, is a subtype known in small letters.
pub(crate) fn is_subtype(word: &str) -> bool {
    let one = singular(word);
    is_small_subtype(&one)
}

/// Words with capital initials, as subtypes are kept.
fn titled(phrase: &str) -> String {
    let mut out = String::with_capacity(phrase.len());
    for word in phrase.split(' ') {
        if !out.is_empty() {
            out.push(' ');
        }
        if matches!(word, "of" | "the") {
            out.push_str(word);
            continue;
        }
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            out.extend(first.to_uppercase());
            out.push_str(chars.as_str());
        }
    }
    out
}

/// One alternative of a description: all its parts must fit.
pub(crate) struct Alt {
    /// The parts.
    pub kinds: Vec<Kind>,
    /// Whether its last word is a plural or "unit(s)": nothing is shared with what follows.
    pub closed: bool,
    /// Whether it ends in "card(s)".
    pub card: bool,
    /// Whether it says "unit(s)".
    pub unit: bool,
}

/// A type, subtype, side or "unit", as far as they go.
pub(crate) fn alt_kinds(i: &mut In<'_>) -> R<Alt> {
    let mut out = Alt {
        kinds: Vec::new(),
        closed: false,
        card: false,
        unit: false,
    };
    let mut any = false;
    while !out.closed && !out.card {
        let here = *i;
        let Some((kind, closed)) = attempt(i, one_kind) else {
            *i = here;
            if eat(i, "unit|units|unit's|units'") {
                out.closed = true;
                out.unit = true;
                out.card = eat(i, "card|cards");
                any = true;
            } else if any && eat(i, "card|cards") {
                out.card = true;
            }
            break;
        };
        any = true;
        out.closed = closed && !ahead(i, "unit|units|card|cards|unit's");
        out.kinds.push(kind);
    }
    if any { Ok(out) } else { fail(i) }
}

/// One part of a description.
pub(crate) fn single(i: &mut In<'_>) -> R<Kind> {
    one_kind(i).map(|(kind, _)| kind)
}

/// One part of a description, and whether it was a plural.
fn one_kind(i: &mut In<'_>) -> R<(Kind, bool)> {
    if let Some(kind) = attempt(i, own_full_name) {
        return Ok((kind, false));
    }
    if eat(i, "unique") {
        return Ok((Kind::Unique(true), false));
    }
    if eat(i, "non-unique") {
        return Ok((Kind::Unique(false), false));
    }
    if eat(i, "neutral") || eat(i, "neutrals") {
        return Ok((Kind::Side(CardSide::Neutral), false));
    }
    if eat(i, "dark side") {
        return Ok((Kind::Side(CardSide::Dark), false));
    }
    if eat(i, "light side") {
        return Ok((Kind::Side(CardSide::Light), false));
    }
    if let Some(kind) = attempt(i, negated) {
        return Ok((kind, false));
    }
    if let Some(term) = term(i) {
        return Ok(term);
    }
    let tok = some(i, i.toks.first())?;
    if tok.sym != Sym::Word {
        return fail(i);
    }
    if let Some(found) = type_word(tok) {
        if tok.low == "battle" && !ahead(i, "battle card|cards") {
            return fail(i);
        }
        i.toks = i.toks.get(1..).unwrap_or_default();
        return Ok(found);
    }
    let known = is_subtype(&tok.low);
    if is_stop(&tok.low) || !(known || tok.is_capital()) || tok.low.ends_with("'s") {
        return fail(i);
    }
    if crate::rulebook::Keyword::find(&tok.raw).is_some() && !known {
        return fail(i);
    }
    i.toks = i.toks.get(1..).unwrap_or_default();
    let one = singular(&tok.low);
    let plural = one != tok.low;
    Ok((Kind::Subtype(titled_like(tok, &one)), plural))
}

/// Keeps inner capitals ("IG", "Twi'lek") and drops the plural ending.
fn titled_like(tok: &Tok, one: &str) -> String {
    if tok.is_capital() && tok.raw.to_lowercase() == one {
        return tok.raw.clone();
    }
    match tok.raw.get(..one.len()) {
        Some(stem) if tok.is_capital() && stem.to_lowercase() == one => stem.to_owned(),
        _ => titled(one),
    }
}

/// A type and whether the word is a plural.
fn type_word(tok: &Tok) -> Option<(Kind, bool)> {
    let low = tok.low.strip_suffix("'s").unwrap_or(&tok.low);
    let found = |t| Some((Kind::Type(t), false));
    match low {
        "space" => found(CardType::Space),
        "ground" => found(CardType::Ground),
        "character" => found(CardType::Character),
        "characters" => Some((Kind::Type(CardType::Character), true)),
        "battle" => found(CardType::Battle),
        "mission" => found(CardType::Mission),
        "location" => found(CardType::Location),
        "locations" => Some((Kind::Type(CardType::Location), true)),
        "equipment" => found(CardType::Equipment),
        "resource" => found(CardType::Resource),
        "resources" => Some((Kind::Type(CardType::Resource), true)),
        "subordinate" => found(CardType::Subordinate),
        "subordinates" => Some((Kind::Type(CardType::Subordinate), true)),
        _ => None,
    }
}

/// `non-Jedi`, `non-Droid`.
fn negated(i: &mut In<'_>) -> R<Kind> {
    let tok = some(i, i.toks.first())?;
    let rest = some(
        i,
        tok.raw
            .get(..4)
            .filter(|s| s.eq_ignore_ascii_case("non-"))
            .and_then(|_| tok.raw.get(4..)),
    )?;
    let low = rest.to_lowercase();
    let next = i.toks.get(1).map(|t| singular(&t.low)).unwrap_or_default();
    let two = format!("{low} {next}");
    if is_term(&two) {
        i.toks = i.toks.get(2..).unwrap_or_default();
        return Ok(Kind::Not(Box::new(Kind::Subtype(titled(&two)))));
    }
    i.toks = i.toks.get(1..).unwrap_or_default();
    let part = Tok {
        sym: Sym::Word,
        low: low.clone(),
        raw: rest.to_owned(),
    };
    let kind = match low.as_str() {
        "neutral" => Kind::Side(CardSide::Neutral),
        _ => type_word(&part).map_or_else(|| Kind::Subtype(titled(&singular(&low))), |(k, _)| k),
    };
    Ok(Kind::Not(Box::new(kind)))
}

/// A subtype of several words, and whether it was a plural.
fn term(i: &mut In<'_>) -> Option<(Kind, bool)> {
    if let Some(found) = term_with_of(i) {
        return Some(found);
    }
    for len in [3_usize, 2] {
        let Some(words) = i.toks.get(..len) else {
            continue;
        };
        let Some((last, front)) = words.split_last() else {
            continue;
        };
        let mut phrase = String::new();
        for tok in front {
            phrase.push_str(&tok.low);
            phrase.push(' ');
        }
        let end = singular(&last.low);
        phrase.push_str(&end);
        if !is_term(&phrase)
            && words.iter().all(Tok::is_capital)
            && let Some(meant) = near_term(&phrase)
        {
            phrase = meant.to_owned();
        }
        if is_term(&phrase) {
            i.toks = i.toks.get(len..).unwrap_or_default();
            return Some((Kind::Subtype(titled(&phrase)), end != last.low));
        }
    }
    None
}

/// A subtype with "of" in it, whose first word carries the plural ("Knights of Ren").
fn term_with_of(i: &mut In<'_>) -> Option<(Kind, bool)> {
    let [first, of, ..] = i.toks else { return None };
    if of.low != "of" {
        return None;
    }
    let one = singular(&first.low);
    let found = [4_usize, 3].into_iter().find_map(|len| {
        let rest = i.toks.get(1..len)?;
        let rest = rest.iter().map(|t| t.low.as_str());
        let phrase: Vec<&str> = std::iter::once(one.as_str()).chain(rest).collect();
        let phrase = phrase.join(" ");
        is_term(&phrase).then_some((phrase, len))
    });
    let (phrase, len) = found?;
    i.toks = i.toks.get(len..).unwrap_or_default();
    Some((Kind::Subtype(titled(&phrase)), one != first.low))
}
