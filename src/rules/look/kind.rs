//! Whether a unit or a card is of a kind: its types, subtypes, name, side.

use crate::cardtext::Kind;
use crate::game::CardType;
use crate::rules::derive;
use crate::rules::table::{SubCard, Table, Unit, UnitIx};

/// Whether the unit is of one of the kinds; without kinds every unit is.
#[must_use]
pub fn kinds_fit(table: &Table, kinds: &[Vec<Kind>], ix: UnitIx) -> bool {
    kinds.is_empty()
        || kinds
            .iter()
            .any(|all| all.iter().all(|k| kind_fits(table, k, ix)))
}

fn kind_fits(table: &Table, kind: &Kind, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    match kind {
        Kind::Type(t) => has_type(unit, *t),
        Kind::Subtype(word) if word.eq_ignore_ascii_case("multi-arena") => {
            unit.types.iter().filter(|t| t.arena().is_some()).count() > 1
        }
        Kind::Subtype(word) => {
            derive::has_subtype(table, ix, word) || unit.unique && is_name(unit, word)
        }
        Kind::Name(name) => has_name(unit, name),
        Kind::Side(side) => unit.card_side == Some(*side),
        Kind::Unique(unique) => unit.unique == *unique,
        Kind::AnyCard => true,
        Kind::Not(inner) => !kind_fits(table, inner, ix),
    }
}

/// A unit of several arenas is of the type of the arena it is in; elsewhere it is of each of them.
fn has_type(unit: &Unit, wanted: CardType) -> bool {
    match (unit.arena(), wanted.arena()) {
        (Some(here), Some(arena)) if unit.types.len() > 1 => here == arena,
        _ => unit.types.contains(&wanted),
    }
}

/// Whether the words are the whole name of the unit, its version apart.
fn is_name(unit: &Unit, words: &str) -> bool {
    let full = unit.name.to_lowercase();
    let wanted = words.to_lowercase();
    full.split(" (").next().is_some_and(|name| name == wanted)
}

/// Whether the unit goes by that name, whatever its version. A Spirit is not the person (1.5.4).
pub(super) fn has_name(unit: &Unit, name: &str) -> bool {
    let full = unit.name.to_lowercase();
    let wanted = name.to_lowercase();
    let spirit = full.contains("spirit") && !wanted.contains("spirit");
    !spirit && contains_words(&full, &wanted)
}

/// Whether the words stand in the text as whole words; a possessive does not count.
#[must_use]
pub fn contains_words(text: &str, words: &str) -> bool {
    let words = words.trim();
    if words.is_empty() {
        return false;
    }
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(words)) {
        let start = from + at;
        let end = start + words.len();
        let before = text.get(..start).and_then(|t| t.chars().next_back());
        let mut after = text.get(end..).unwrap_or("").chars();
        let next = after.next();
        let possessive = matches!(next, Some('\'' | '’')) && after.next().is_some_and(|c| c == 's');
        let whole = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        if whole(before) && whole(next) && !possessive {
            return true;
        }
        from = end;
    }
    false
}

/// How many of the cards carried fit one of the descriptions.
pub(super) fn carries(cards: &[SubCard], of: &[Vec<Kind>]) -> usize {
    carried(cards, of).len()
}

/// The places of the cards carried that fit one of the descriptions.
#[must_use]
pub fn carried(cards: &[SubCard], of: &[Vec<Kind>]) -> Vec<usize> {
    let fits =
        |card: &SubCard| of.is_empty() || of.iter().any(|all| all.iter().all(|k| card_is(card, k)));
    let mut out = Vec::new();
    for (at, card) in cards.iter().enumerate() {
        if fits(card) {
            out.push(at);
        }
    }
    out
}

/// Whether a carried card is of that kind.
fn card_is(card: &SubCard, kind: &Kind) -> bool {
    match kind {
        Kind::Type(t) => card.types.contains(t),
        Kind::Subtype(word) => {
            let word = word.to_lowercase();
            card.subtypes
                .iter()
                .any(|s| contains_words(&s.to_lowercase(), &word))
        }
        Kind::Name(name) => contains_words(&card.name.to_lowercase(), &name.to_lowercase()),
        Kind::AnyCard => true,
        Kind::Not(inner) => !card_is(card, inner),
        Kind::Side(side) => card.card_side == Some(*side),
        Kind::Unique(unique) => card.unique == *unique,
    }
}
