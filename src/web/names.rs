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

/// The same among the cards that can stand in a field. Where the name means other cards only, none
/// is found.
#[must_use]
pub fn meant_among<'a>(
    cards: &'a CardIndex,
    typed: &str,
    fits: impl Fn(&Card) -> bool,
) -> Found<'a> {
    match meant(cards, typed) {
        Found::One(card) if fits(card) => Found::One(card),
        Found::None { nearest } => {
            let near = |name: &&str| cards.get(name).is_some_and(&fits);
            let nearest = nearest.into_iter().filter(near).collect();
            Found::None { nearest }
        }
        Found::One(_) | Found::Many(_) => {
            let half = beginning(cards, typed).into_iter().filter(|c| fits(c));
            let half: Vec<&Card> = half.collect();
            match half.as_slice() {
                [] => Found::None {
                    nearest: Vec::new(),
                },
                [one] => Found::One(one),
                many => Found::Many(many.iter().map(|card| card.name.as_str()).collect()),
            }
        }
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

    #[test]
    fn a_field_finds_only_what_can_stand_in_it() {
        let cards = CardIndex::starter().unwrap();
        let equipment = |card: &Card| card.types.contains(&crate::game::CardType::Equipment);
        let found = meant_among(&cards, "inquisitors", equipment);
        assert_eq!(
            found.one().map(|c| c.name.as_str()),
            Some("Inquisitor's Lightsaber")
        );
        let unit = |card: &Card| !equipment(card);
        let found = meant_among(&cards, "inquisitor e", unit);
        assert_eq!(
            found.one().map(|c| c.name.as_str()),
            Some("Grand Inquisitor (E)")
        );
        let none = Found::None {
            nearest: Vec::new(),
        };
        assert_eq!(meant_among(&cards, "mace windu b", equipment), none);
    }
}
