//! Cards by the names people type: half names, typing errors, version letters, nicknames.
//!
//! A word that is met exactly always beats one met by its beginning, and that one always beats one
//! met by a typing error (one letter from four letters on, two from eight).

use super::closeness::{EXACT, POSSESSIVE, PREFIX, Penalty, Rank, TYPO, rank};
use super::document::Document;
use super::nicknames::spelled_out;
use super::tokens::{Word, distance, folded, letters, slack};
use super::versions::{LONGEST_VERSION, OTHER_VERSION, SAME_VERSION, like_version};
use crate::game::{Card, CardType};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;

/// The most words of a typed name that are looked at.
const MOST_NAME_WORDS: usize = 12;

/// A card found by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameHit {
    /// The place of the card among all documents.
    pub place: usize,
    /// Whether every word was met without a typing error.
    pub exact: bool,
    /// Whether what was typed is the whole name, its version left aside.
    pub whole: bool,
    /// The version that was asked for, where this card is another one.
    pub missed: Option<String>,
    rank: Rank,
}

/// The names of all cards.
#[derive(Default)]
pub struct Names {
    pub(super) cards: Vec<Named>,
    /// The cards that have a word, each by its place in `cards`.
    pub(super) words: BTreeMap<String, Vec<u32>>,
    /// Two neighbouring words written as one.
    joined: BTreeMap<String, Vec<u32>>,
    /// Which letters each word has, to pass over words that cannot be near.
    letters: Vec<(u32, String)>,
    /// Every version letter that a card has.
    versions: BTreeSet<String>,
}

pub(super) struct Named {
    pub place: usize,
    pub name: String,
    pub base: Vec<String>,
    /// The words of `base`, all in one.
    pub key: String,
    pub version: String,
    /// The place among all names in order.
    pub order: u32,
    possessive: Vec<String>,
    pub promo: bool,
    pub unit: bool,
}

/// A typed name, taken apart.
pub(super) struct Typed {
    pub words: Vec<String>,
    pub version: Option<String>,
    /// The words, all in one.
    pub key: String,
}

impl Typed {
    fn new(words: &[String], version: Option<&String>) -> Typed {
        Typed {
            key: words.concat(),
            words: words.to_vec(),
            version: version.cloned(),
        }
    }
}

impl Names {
    /// The names of the cards among the documents.
    #[must_use]
    pub fn new(documents: &[Document]) -> Names {
        let mut names = Names::default();
        for (place, document) in documents.iter().enumerate() {
            if let Some(facts) = &document.card {
                names.add(place, &facts.card);
            }
        }
        names.letters = names
            .words
            .keys()
            .map(|word| (letters(word), word.clone()))
            .collect();
        names.put_in_order();
        names
    }

    /// Notes where each name stands among all of them, so that ranks are numbers only.
    fn put_in_order(&mut self) {
        let mut places: Vec<usize> = (0..self.cards.len()).collect();
        let name = |place: &usize| self.cards.get(*place).map(|card| card.name.as_str());
        places.sort_by(|a, b| name(a).cmp(&name(b)).then(a.cmp(b)));
        for (order, place) in (0..).zip(places) {
            if let Some(card) = self.cards.get_mut(place) {
                card.order = order;
            }
        }
    }

    fn add(&mut self, place: usize, card: &Card) {
        let words = folded(card.base_name());
        let base: Vec<String> = words.iter().map(|w| w.text.clone()).collect();
        let at = u32::try_from(self.cards.len()).unwrap_or(u32::MAX);
        for word in &base {
            push(&mut self.words, word, at);
        }
        for pair in base.windows(2) {
            push(&mut self.joined, &pair.concat(), at);
        }
        let version = card.version().unwrap_or_default().to_lowercase();
        if !version.is_empty() {
            self.versions.insert(version.clone());
        }
        self.cards.push(Named {
            place,
            name: card.name.clone(),
            key: base.concat(),
            order: 0,
            possessive: words
                .iter()
                .filter(|w| possessive(card.base_name(), w))
                .map(|w| w.text.clone())
                .collect(),
            base,
            version,
            promo: card.rarity.eq_ignore_ascii_case("p")
                || card.set.to_lowercase().starts_with("promo"),
            unit: card.is_unit() && !card.types.contains(&CardType::Reminder),
        });
    }

    /// How many cards have the word in their names.
    #[must_use]
    pub fn cards_with(&self, word: &str) -> usize {
        self.words.get(word).map_or(0, Vec::len)
    }

    /// The cards whose names have every typed word, best first.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<NameHit> {
        let words: Vec<String> = folded(text)
            .into_iter()
            .take(MOST_NAME_WORDS)
            .map(|w| w.text)
            .collect();
        let mut hits = self.hits(&self.readings(&words));
        if hits.is_empty() {
            // No card has such a version; the others of that name are the nearest.
            hits = self.hits(&with_versions(&words));
        }
        hits
    }

    /// The cards met by any of these readings, best first.
    fn hits(&self, readings: &[Typed]) -> Vec<NameHit> {
        let mut best: HashMap<usize, (Rank, &Typed)> = HashMap::new();
        for typed in readings {
            for (card, rank) in self.met(typed) {
                let known = best.entry(card).or_insert((rank, typed));
                if rank < known.0 {
                    *known = (rank, typed);
                }
            }
        }
        let mut hits: Vec<NameHit> = best
            .into_iter()
            .filter_map(|(card, (rank, typed))| {
                let asked = typed.version.as_ref();
                Some(NameHit {
                    place: self.cards.get(card)?.place,
                    exact: rank.worst < TYPO,
                    whole: !rank.part,
                    missed: asked.filter(|_| rank.version != SAME_VERSION).cloned(),
                    rank,
                })
            })
            .collect();
        hits.sort_unstable_by_key(|hit| hit.rank);
        hits
    }

    /// The ways to read what was typed: with its last word as a version letter, and with nicknames.
    fn readings(&self, words: &[String]) -> Vec<Typed> {
        let mut readings = Vec::new();
        for words in [Some(words.to_vec()), spelled_out(words)]
            .into_iter()
            .flatten()
        {
            if let [before @ .., last] = words.as_slice()
                && !before.is_empty()
                && last.len() <= LONGEST_VERSION
                && self.versions.contains(last)
            {
                readings.push(Typed::new(before, Some(last)));
            }
            readings.push(Typed::new(&words, None));
        }
        readings.retain(|typed| !typed.words.is_empty());
        readings
    }

    /// The cards that have all typed words.
    fn met(&self, typed: &Typed) -> Vec<(usize, Rank)> {
        let mut found: Option<HashMap<u32, (Penalty, Penalty)>> = None;
        for word in &typed.words {
            let here = self.met_by(word);
            found = Some(match found {
                None => here.into_iter().map(|(card, p)| (card, (p, p))).collect(),
                Some(before) => before
                    .into_iter()
                    .filter_map(|(card, (worst, total))| {
                        let penalty = here.get(&card)?;
                        Some((card, (worst.max(*penalty), total + penalty)))
                    })
                    .collect(),
            });
        }
        found
            .unwrap_or_default()
            .into_iter()
            .filter_map(|(card, (worst, total))| {
                let card = card as usize;
                let rank = rank(self.cards.get(card)?, typed, worst, total);
                Some((card, rank))
            })
            .collect()
    }

    /// The cards that have one typed word, with how well.
    fn met_by(&self, word: &str) -> HashMap<u32, Penalty> {
        let mut met: HashMap<u32, Penalty> = HashMap::new();
        let mut meet = |cards: &[u32], penalty: Penalty| {
            for card in cards {
                let known = met.entry(*card).or_insert(penalty);
                *known = (*known).min(penalty);
            }
        };
        let exact = self.words.get(word).or_else(|| self.joined.get(word));
        if let Some(cards) = exact {
            meet(cards, EXACT);
        }
        let from = (Bound::Excluded(word.to_owned()), Bound::Unbounded);
        for (known, cards) in self
            .words
            .range::<String, _>(from)
            .take_while(|(known, _)| known.starts_with(word))
        {
            let owns = known.strip_prefix(word) == Some("s");
            for card in cards {
                let possessive = owns
                    && self
                        .cards
                        .get(*card as usize)
                        .is_some_and(|named| named.possessive.contains(known));
                meet(&[*card], if possessive { POSSESSIVE } else { PREFIX });
            }
        }
        if exact.is_none() {
            for (known, far) in self.near(word) {
                meet(
                    self.words.get(known).map_or(&[][..], Vec::as_slice),
                    TYPO + far,
                );
            }
        }
        met
    }

    /// Words of names that differ by a typing error.
    fn near(&self, word: &str) -> Vec<(&str, Penalty)> {
        let limit = slack(word.chars().count());
        if limit == 0 {
            return Vec::new();
        }
        let wanted = letters(word);
        self.letters
            .iter()
            .filter(|(has, _)| (has ^ wanted).count_ones() as usize <= 2 * limit)
            .filter_map(|(_, known)| {
                let far = distance(known, word, limit)?;
                Some((
                    known.as_str(),
                    Penalty::try_from(far).unwrap_or(Penalty::MAX),
                ))
            })
            .collect()
    }

    /// Whether a name has the word, begins with it, or has one that it may be a misspelling of.
    pub(super) fn has_like(&self, word: &str) -> bool {
        !self.met_by(word).is_empty()
    }

    /// Whether a card has that version, of the cards that have the word in their names; nothing
    /// where none has.
    pub(super) fn has_version(&self, word: &str, version: &str) -> Option<bool> {
        let cards = self.words.get(word)?;
        let mut named = cards.iter().filter_map(|at| self.cards.get(*at as usize));
        Some(named.any(|card| card.version == version))
    }

    /// Names that begin with or hold what was typed, for completion while typing.
    #[must_use]
    pub fn suggest(&self, text: &str, limit: usize) -> Vec<&str> {
        let hits = self.find(text).into_iter().take(limit);
        hits.filter_map(|hit| self.cards.iter().find(|card| card.place == hit.place))
            .map(|card| card.name.as_str())
            .collect()
    }
}

/// The words with the last one, or what it is a nickname of, read as a version that no card has.
fn with_versions(words: &[String]) -> Vec<Typed> {
    let spelled = spelled_out(words);
    let all = std::iter::once(words).chain(spelled.as_deref());
    all.filter_map(|words| match words {
        [before @ .., last] if !before.is_empty() && like_version(last) => {
            Some(Typed::new(before, Some(last)))
        }
        _ => None,
    })
    .collect()
}

/// Whether the best hits mean different cards equally well, so that the reader has to choose.
#[must_use]
pub fn ambiguous(hits: &[NameHit]) -> bool {
    match hits {
        [first, second, ..] => {
            // How far off two other versions are makes none of them the one that was meant.
            let version = |hit: &NameHit| hit.rank.version.min(OTHER_VERSION);
            let close = |hit: &NameHit| (hit.rank.worst, version(hit), hit.rank.part);
            close(first) == close(second)
        }
        _ => false,
    }
}

fn possessive(name: &str, word: &Word) -> bool {
    name.get(word.at.clone()).is_some_and(|written| {
        written
            .to_lowercase()
            .trim_end_matches('s')
            .ends_with(['\'', '\u{2019}'])
    })
}

fn push(table: &mut BTreeMap<String, Vec<u32>>, word: &str, card: u32) {
    let cards = table.entry(word.to_owned()).or_default();
    if cards.last() != Some(&card) {
        cards.push(card);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::game::CardSide;

    fn card(name: &str, kind: CardType) -> Card {
        Card {
            set: "T".to_owned(),
            side: CardSide::Neutral,
            types: vec![kind],
            rarity: "C".to_owned(),
            ..Card::named(name)
        }
    }

    pub fn names() -> (Names, Vec<Document>) {
        use CardType::{Character, Equipment, Ground};
        let cards = [
            ("Ahsoka Tano (H)", Character),
            ("Ahsoka Tano (A)", Character),
            ("Ahsoka's Lightsaber (H)", Equipment),
            ("Darth Vader (B)", Character),
            ("Darth Vader (A)", Character),
            ("Vader's Lightsaber (B)", Equipment),
            ("Darth Vader's TIE Fighter (B)", CardType::Space),
            ("Luke Skywalker (A)", Character),
            ("Luke Skywalker (B)", Character),
            ("Inquisitor's Lightsaber", Equipment),
            ("Bounty Hunter Guild Squad (C)", Ground),
            ("Nom Anor (B)", Character),
            ("Nom Anor (A)", Character),
            ("R2-D2 (A)", Character),
            ("Vade Mecum", Character),
        ];
        let documents: Vec<Document> = cards
            .into_iter()
            .map(|(name, kind)| Document::card(&card(name, kind), false))
            .collect();
        (Names::new(&documents), documents)
    }

    fn found(text: &str) -> Vec<String> {
        let (names, documents) = names();
        names
            .find(text)
            .into_iter()
            .filter_map(|hit| documents.get(hit.place).map(|d| d.id.clone()))
            .collect()
    }

    #[test]
    fn half_names_versions_typos_and_nicknames() {
        for (typed, first) in [
            ("ahsoka h", "Ahsoka Tano (H)"),
            ("vader b", "Darth Vader (B)"),
            ("inquisitors lightsabre", "Inquisitor's Lightsaber"),
            ("bountyhunter guild", "Bounty Hunter Guild Squad (C)"),
            ("nom anor b", "Nom Anor (B)"),
            ("asoka", "Ahsoka Tano (A)"),
            ("DARTH VADER (B)", "Darth Vader (B)"),
            ("artoo", "R2-D2 (A)"),
            ("vaders lightsaber", "Vader's Lightsaber (B)"),
            ("ahsokas saber", ""),
        ] {
            let names = found(typed);
            assert_eq!(
                names.first().map_or("", String::as_str),
                first,
                "{typed}: {names:?}"
            );
        }
        assert!(found("").is_empty() && found("b").len() < 3);
    }

    #[test]
    fn a_version_that_no_card_has_gives_the_others_the_nearest_first() {
        for (typed, first) in [
            ("vader b2", "Darth Vader (B)"),
            ("luke c", "Luke Skywalker (B)"),
            ("artoo c", "R2-D2 (A)"),
        ] {
            let (names, documents) = names();
            let hits = names.find(typed);
            let hit = hits.first().unwrap();
            assert_eq!(documents.get(hit.place).unwrap().id, first, "{typed}");
            let version = typed.rsplit(' ').next();
            assert_eq!(hit.missed.as_deref(), version, "{typed}");
        }
        let (names, _) = names();
        assert!(names.find("vader b").first().unwrap().missed.is_none());
        assert!(names.find("zorblat b2").is_empty());
    }

    #[test]
    fn one_letter_more_or_less_never_beats_the_exact_word() {
        let names = found("vade");
        assert_eq!(names.first().map(String::as_str), Some("Vade Mecum"));
    }

    #[test]
    fn two_versions_are_ambiguous_and_one_is_not() {
        let (names, _) = names();
        assert!(ambiguous(&names.find("luke")));
        assert!(!ambiguous(&names.find("luke b")));
        assert!(!ambiguous(&names.find("inquisitors lightsaber")));
        assert!(ambiguous(&names.find("nom anor")));
    }
}
