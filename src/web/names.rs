//! Cards by half-typed names: every typed word begins a word of the name, a single letter is a
//! version.

use crate::catalogue::{CardIndex, Found, name_key};
use crate::game::Card;

/// The cards whose names have every typed word at the start of one of theirs, those that begin
/// with the typed text first.
#[must_use]
pub fn beginning<'a>(cards: &'a CardIndex, typed: &str) -> Vec<&'a Card> {
    let key = name_key(&typed.chars().take(80).collect::<String>());
    let words: Vec<&str> = key.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(bool, &Card)> = cards
        .iter()
        .filter_map(|card| {
            let name = name_key(&card.name);
            let fits = words
                .iter()
                .all(|word| name.split(' ').any(|part| begins(part, word)));
            fits.then(|| (!name.starts_with(&key), card))
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.name.cmp(&b.1.name)));
    found.into_iter().map(|(_, card)| card).collect()
}

fn begins(part: &str, word: &str) -> bool {
    if word.chars().count() == 1 {
        part == word
    } else {
        part.starts_with(word)
    }
}

/// What a name means: as the catalogue finds it, else the cards it begins.
#[must_use]
pub fn meant<'a>(cards: &'a CardIndex, typed: &str) -> Found<'a> {
    let found = cards.find(typed);
    if matches!(found, Found::One(_)) {
        return found;
    }
    let half = beginning(cards, typed);
    match half.as_slice() {
        [] => found,
        [one] => Found::One(one),
        many => Found::Many(many.iter().map(|card| card.name.as_str()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_names_are_enough() {
        let cards = CardIndex::starter().unwrap();
        for (typed, name) in [
            ("inquisitor e", "Grand Inquisitor (E)"),
            ("ahsoka h", "Ahsoka Tano (H)"),
            ("Ahsoka Tano (H)", "Ahsoka Tano (H)"),
            ("inquis lightsab", "Inquisitor's Lightsaber"),
        ] {
            assert_eq!(
                meant(&cards, typed).one().map(|c| c.name.as_str()),
                Some(name),
                "{typed}"
            );
        }
        assert!(matches!(meant(&cards, "mace windu"), Found::Many(_)));
        assert!(matches!(meant(&cards, "zzyzx"), Found::None { .. }));
        assert!(beginning(&cards, "  ").is_empty());
    }
}
