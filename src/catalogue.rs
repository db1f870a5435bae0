//! All known cards in memory, found by the names people write.
//!
//! A name is found exactly, or without regard to case, accents, punctuation and brackets
//! (`inquisitors lightsaber`, `Ahsoka Tano H`), or without its version where only one version
//! exists, or by a beginning that only one card has. Looser ways of writing a name are the search's job.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod key;
mod nearest;
mod starter;

use std::collections::BTreeMap;

use crate::game::Card;

#[cfg(feature = "server")]
pub(crate) use key::is_invisible;
pub use key::{compact_key, name_key, slug};
pub use starter::{StarterError, starter_cards};

/// The shortest text that is taken as the beginning of a name, in characters.
const SHORTEST_PREFIX: usize = 3;

/// What a name was found to mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found<'a> {
    /// One card.
    One(&'a Card),
    /// Several cards; their full names in alphabetical order.
    Many(Vec<&'a str>),
    /// No card; at most three names that look alike, nearest first.
    None {
        /// The names.
        nearest: Vec<&'a str>,
    },
}

impl<'a> Found<'a> {
    /// The card, if exactly one was found.
    #[must_use]
    pub fn one(self) -> Option<&'a Card> {
        match self {
            Found::One(card) => Some(card),
            Found::Many(_) | Found::None { .. } => None,
        }
    }
}

/// The catalogue in memory. Cards are held in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct CardIndex {
    cards: BTreeMap<String, Card>,
    by_key: BTreeMap<String, Vec<String>>,
    by_base: BTreeMap<String, Vec<String>>,
    by_compact: BTreeMap<String, Vec<String>>,
    version: String,
}

impl CardIndex {
    /// The index of these cards. Of several cards with the same name the first is kept.
    #[must_use]
    pub fn from_cards(cards: impl IntoIterator<Item = Card>) -> CardIndex {
        let mut index = CardIndex::default();
        for card in cards {
            index.add(card);
        }
        index.version = index.fingerprint();
        index
    }

    /// The index of the cards that come with Arbiter.
    ///
    /// # Errors
    /// If one of the embedded files is not what it should be; a test reads them all.
    pub fn starter() -> Result<CardIndex, StarterError> {
        Ok(CardIndex::from_cards(starter_cards()?))
    }

    fn add(&mut self, card: Card) {
        if self.cards.contains_key(&card.name) {
            return;
        }
        let name = card.name.clone();
        let key = name_key(&name);
        let base = name_key(card.base_name());
        push(&mut self.by_compact, compact_key(&key), &name);
        if base != key {
            push(&mut self.by_base, base, &name);
        }
        push(&mut self.by_key, key, &name);
        self.cards.insert(name, card);
    }

    fn fingerprint(&self) -> String {
        let mut hash = blake3::Hasher::new();
        for card in self.cards.values() {
            // A card is strings, numbers and lists of them, which always have a JSON form.
            hash.update(&serde_json::to_vec(card).unwrap_or_default());
            hash.update(b"\n");
        }
        hash.finalize().to_hex().chars().take(16).collect()
    }

    /// Sixteen hexadecimal letters that change whenever a fact of any card changes.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there are no cards at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Every card, in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = &Card> {
        self.cards.values()
    }

    /// The card of exactly this full name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Card> {
        self.cards.get(name)
    }

    /// The card or cards that a typed name means.
    #[must_use]
    pub fn find(&self, name: &str) -> Found<'_> {
        if let Some(card) = self.cards.get(name.trim()) {
            return Found::One(card);
        }
        let key = name_key(name);
        if key.is_empty() {
            return Found::None {
                nearest: Vec::new(),
            };
        }
        self.named(self.by_key.get(&key))
            .or_else(|| self.named(self.by_base.get(&key)))
            .or_else(|| self.named(self.by_compact.get(&compact_key(&key))))
            .or_else(|| self.named(self.beginning(&key).as_ref()))
            .unwrap_or_else(|| Found::None {
                nearest: self.alike(&key),
            })
    }

    fn named(&self, names: Option<&Vec<String>>) -> Option<Found<'_>> {
        let mut cards: Vec<&Card> = names?.iter().filter_map(|n| self.cards.get(n)).collect();
        cards.sort_by(|a, b| a.name.cmp(&b.name));
        match cards.as_slice() {
            [] => None,
            [card] => Some(Found::One(card)),
            many => Some(Found::Many(many.iter().map(|c| c.name.as_str()).collect())),
        }
    }

    fn beginning(&self, key: &str) -> Option<Vec<String>> {
        if key.chars().count() < SHORTEST_PREFIX {
            return None;
        }
        let names: Vec<String> = self
            .by_key
            .range(key.to_owned()..)
            .take_while(|(k, _)| k.starts_with(key))
            .flat_map(|(_, names)| names.iter().cloned())
            .collect();
        Some(names)
    }

    fn alike(&self, key: &str) -> Vec<&str> {
        let names = self.by_key.iter().chain(&self.by_base);
        nearest::nearest(
            key,
            names.flat_map(|(k, names)| names.iter().map(move |n| (k.as_str(), n.as_str()))),
        )
    }
}

fn push(map: &mut BTreeMap<String, Vec<String>>, key: String, name: &str) {
    map.entry(key).or_default().push(name.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str) -> Card {
        Card {
            set: "TST".to_owned(),
            number: "1".to_owned(),
            ..Card::named(name)
        }
    }

    fn index() -> CardIndex {
        CardIndex::from_cards(
            [
                "Ahsoka Tano (H)",
                "Ahsoka Tano (E)",
                "Inquisitor's Lightsaber",
                "Padmé Amidala (B)",
                "Obi-Wan's Mastery",
            ]
            .map(card),
        )
    }

    fn one(typed: &str) -> Option<String> {
        index().find(typed).one().map(|c| c.name.clone())
    }

    #[test]
    fn finds_names_as_people_write_them() {
        for (typed, name) in [
            ("Ahsoka Tano (H)", "Ahsoka Tano (H)"),
            ("  ahsoka tano h ", "Ahsoka Tano (H)"),
            ("ahsoka tano [h]", "Ahsoka Tano (H)"),
            ("inquisitors lightsaber", "Inquisitor's Lightsaber"),
            ("Inquisitor\u{2019}s Lightsaber", "Inquisitor's Lightsaber"),
            ("padme amidala", "Padmé Amidala (B)"),
            ("padme", "Padmé Amidala (B)"),
            ("OBI WANS MASTERY", "Obi-Wan's Mastery"),
            ("obiwans mastery", "Obi-Wan's Mastery"),
        ] {
            assert_eq!(one(typed).as_deref(), Some(name), "{typed}");
        }
    }

    #[test]
    fn several_versions_are_all_named() {
        assert_eq!(
            index().find("ahsoka tano"),
            Found::Many(vec!["Ahsoka Tano (E)", "Ahsoka Tano (H)"])
        );
        assert_eq!(
            index().find("ahs"),
            Found::Many(vec!["Ahsoka Tano (E)", "Ahsoka Tano (H)"])
        );
    }

    #[test]
    fn an_unknown_name_gets_the_nearest() {
        assert_eq!(
            index().find("inquisitor lightsabre"),
            Found::None {
                nearest: vec!["Inquisitor's Lightsaber"]
            }
        );
        assert_eq!(index().find("()"), Found::None { nearest: vec![] });
        assert_eq!(index().find("ah"), Found::None { nearest: vec![] });
    }

    #[test]
    fn the_version_follows_the_facts_not_the_order() {
        let ab = CardIndex::from_cards([card("A"), card("B")]);
        let ba = CardIndex::from_cards([card("B"), card("A")]);
        assert_eq!(ab.version(), ba.version());
        let mut other = card("B");
        other.text.push("Armor".to_owned());
        assert_ne!(
            ab.version(),
            CardIndex::from_cards([card("A"), other]).version()
        );
        assert_eq!(ab.version().len(), 16);
    }
}
