//! Cards by the names people type: half names, typing errors, version letters, nicknames.
//!
//! A word that is met exactly always beats one met by its beginning, and that one always beats one
//! met by a typing error (one letter from four letters on, two from eight).

use super::document::Document;
use super::synonyms::file;
use super::tokens::{Word, distance, folded, join, letters, slack};
use crate::catalogue::{compact_key, name_key};
use crate::game::{Card, CardType};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::OnceLock;

/// The file of nicknames.
const NICKNAMES: &str = "nicknames.toml";

/// The longest version letter, in characters: `A`, `B2`.
const LONGEST_VERSION: usize = 2;

/// The most words of a typed name that are looked at.
const MOST_NAME_WORDS: usize = 12;

/// How a typed word is met by a word of a name: smaller is better.
type Penalty = u32;
const EXACT: Penalty = 0;
const POSSESSIVE: Penalty = 1;
const PREFIX: Penalty = 2;
const TYPO: Penalty = 4;

/// A card found by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameHit {
    /// The place of the card among all documents.
    pub place: usize,
    /// Whether every word was met without a typing error.
    pub exact: bool,
    rank: Rank,
}

/// Orders hits; the derived order compares field after field.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    /// The worst-met word decides first.
    worst: Penalty,
    /// The version that was asked for is another one.
    other_version: bool,
    /// The typed words are not the whole name.
    part: bool,
    total: Penalty,
    /// The typed words begin somewhere inside the name.
    inside: bool,
    promo: bool,
    /// Units before what is built for them.
    no_unit: bool,
    words_left: usize,
    name: String,
}

/// The names of all cards.
#[derive(Default)]
pub struct Names {
    cards: Vec<Named>,
    /// The cards that have a word, each by its place in `cards`.
    words: BTreeMap<String, Vec<u32>>,
    /// Two neighbouring words written as one.
    joined: BTreeMap<String, Vec<u32>>,
    /// Which letters each word has, to pass over words that cannot be near.
    letters: Vec<(u32, String)>,
}

struct Named {
    place: usize,
    name: String,
    base: Vec<String>,
    version: String,
    possessive: Vec<String>,
    promo: bool,
    unit: bool,
}

/// A typed name, taken apart.
struct Typed {
    words: Vec<String>,
    version: Option<String>,
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
        names
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
        self.cards.push(Named {
            place,
            name: card.name.clone(),
            possessive: words
                .iter()
                .filter(|w| possessive(card.base_name(), w))
                .map(|w| w.text.clone())
                .collect(),
            base,
            version: card.version().unwrap_or_default().to_lowercase(),
            promo: card.rarity.eq_ignore_ascii_case("p")
                || card.set.to_lowercase().starts_with("promo"),
            unit: card.is_unit() && !card.types.contains(&CardType::Reminder),
        });
    }

    /// The cards whose names have every typed word, best first.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<NameHit> {
        let words: Vec<String> = folded(text)
            .into_iter()
            .take(MOST_NAME_WORDS)
            .map(|w| w.text)
            .collect();
        let mut best: BTreeMap<usize, Rank> = BTreeMap::new();
        for typed in self.readings(&words) {
            for (card, rank) in self.met(&typed) {
                match best.get(&card) {
                    Some(known) if *known <= rank => {}
                    _ => drop(best.insert(card, rank)),
                }
            }
        }
        let mut hits: Vec<NameHit> = best
            .into_iter()
            .filter_map(|(card, rank)| {
                Some(NameHit {
                    place: self.cards.get(card)?.place,
                    exact: rank.worst < TYPO,
                    rank,
                })
            })
            .collect();
        hits.sort_by(|a, b| a.rank.cmp(&b.rank));
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
                && self.cards.iter().any(|card| card.version == *last)
            {
                readings.push(Typed {
                    words: before.to_vec(),
                    version: Some(last.clone()),
                });
            }
            readings.push(Typed {
                words,
                version: None,
            });
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

    /// Names that begin with or hold what was typed, for completion while typing.
    #[must_use]
    pub fn suggest(&self, text: &str, limit: usize) -> Vec<&str> {
        self.find(text)
            .into_iter()
            .take(limit)
            .map(|hit| hit.rank.name)
            .filter_map(|name| self.cards.iter().find(|card| card.name == name))
            .map(|card| card.name.as_str())
            .collect()
    }

    /// The cards that a question names, those named in full first. Names hold `ordinary` words of
    /// the rules too: these alone name a card only as its whole name of at least two words.
    #[must_use]
    pub fn in_question(&self, question: &str, ordinary: impl Fn(&str) -> bool) -> Vec<Mention> {
        let words: Vec<(Word, bool)> = folded(question)
            .into_iter()
            .map(|word| {
                let ordinary = ordinary(&word.text);
                (word, ordinary)
            })
            .collect();
        let mut mentions: BTreeMap<usize, Mention> = BTreeMap::new();
        for (start, (word, _)) in words.iter().enumerate() {
            // "Vader's damage" names Vader too.
            let owner = word.text.strip_suffix('s').and_then(|w| self.words.get(w));
            let cards = self.words.get(&word.text).into_iter().chain(owner);
            for card in cards.flatten() {
                let Some(named) = self.cards.get(*card as usize) else {
                    continue;
                };
                let rest = words.get(start..).unwrap_or_default();
                if let Some(mention) = mentioned(named, rest) {
                    let known = mentions
                        .entry(named.place)
                        .or_insert_with(|| mention.clone());
                    if mention.rank() < known.rank() {
                        *known = mention;
                    }
                }
            }
        }
        let mut found: Vec<Mention> = mentions.into_values().collect();
        let longest = found.iter().map(|m| m.words).max().unwrap_or(0);
        found.retain(|mention| mention.words == longest || mention.whole);
        found.sort_by_key(Mention::rank);
        found
    }
}

/// A card that a question names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The place of the card among all documents.
    pub place: usize,
    /// Whether the name is there in full, its version left aside.
    pub whole: bool,
    /// Whether the version is there too.
    pub version: bool,
    /// How many words of the name.
    pub words: usize,
}

impl Mention {
    fn rank(&self) -> (bool, bool, std::cmp::Reverse<usize>, usize) {
        (
            !self.whole,
            !self.version,
            std::cmp::Reverse(self.words),
            self.place,
        )
    }
}

/// How far the words at the start of `rest` are the words of a name, in order; each word of `rest`
/// comes with whether it is an ordinary one.
fn mentioned(named: &Named, rest: &[(Word, bool)]) -> Option<Mention> {
    let (first, _) = rest.first()?;
    let begin = named
        .base
        .iter()
        .position(|word| same_word(word, &first.text))?;
    let run = named
        .base
        .iter()
        .skip(begin)
        .zip(rest)
        .take_while(|(word, (typed, _))| same_word(word, &typed.text))
        .count();
    let whole = begin == 0 && run == named.base.len();
    let telling = if rest.iter().take(run).all(|(_, ordinary)| *ordinary) {
        whole && run >= 2
    } else {
        run >= 2 || first.text.chars().count() >= 4
    };
    let version = !named.version.is_empty()
        && rest
            .get(run)
            .is_some_and(|(typed, _)| typed.text == named.version);
    telling.then_some(Mention {
        place: named.place,
        whole,
        version,
        words: run + usize::from(version),
    })
}

/// Whether a word of a question is a word of a name, with or without a possessive ending.
fn same_word(name: &str, typed: &str) -> bool {
    name == typed || typed.strip_suffix('s') == Some(name) || name.strip_suffix('s') == Some(typed)
}

fn rank(named: &Named, typed: &Typed, worst: Penalty, total: Penalty) -> Rank {
    let whole = join(typed.words.iter().map(String::as_str));
    let name = join(named.base.iter().map(String::as_str));
    let same = compact_key(&whole) == compact_key(&name);
    Rank {
        worst,
        other_version: typed
            .version
            .as_ref()
            .is_some_and(|version| named.version != *version),
        part: !same,
        total,
        inside: !name.starts_with(typed.words.first().map_or("", String::as_str)),
        promo: named.promo,
        no_unit: !named.unit,
        words_left: named.base.len().saturating_sub(typed.words.len()),
        name: named.name.clone(),
    }
}

/// Whether the best hits mean different cards equally well, so that the reader has to choose.
#[must_use]
pub fn ambiguous(hits: &[NameHit]) -> bool {
    match hits {
        [first, second, ..] => {
            let close = |hit: &NameHit| (hit.rank.worst, hit.rank.other_version, hit.rank.part);
            close(first) == close(second)
        }
        _ => false,
    }
}

/// The typed words with nicknames replaced; nothing if there are none.
fn spelled_out(words: &[String]) -> Option<Vec<String>> {
    let table = nicknames();
    let mut spelled = Vec::new();
    let mut found = false;
    let mut rest = words;
    while let Some((first, after)) = rest.split_first() {
        let pair = after.first().map(|second| format!("{first} {second}"));
        let two = pair.as_ref().and_then(|pair| table.get(pair));
        if let Some(meant) = two.or_else(|| table.get(first)) {
            spelled.extend(meant.split(' ').map(str::to_owned));
            found = true;
            rest = after.get(usize::from(two.is_some())..).unwrap_or_default();
        } else {
            spelled.push(first.clone());
            rest = after;
        }
    }
    found.then_some(spelled)
}

#[derive(Deserialize)]
struct NicknameFile {
    nicknames: BTreeMap<String, String>,
}

/// The embedded nicknames, folded. A faulty file gives none; a test reads it.
fn nicknames() -> &'static BTreeMap<String, String> {
    static TABLE: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let table: Option<NicknameFile> = toml::from_str(&file(NICKNAMES)).ok();
        let pairs = table.map(|table| table.nicknames).unwrap_or_default();
        pairs
            .into_iter()
            .map(|(nick, name)| (name_key(&nick), name_key(&name)))
            .collect()
    })
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
mod tests {
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

    fn names() -> (Names, Vec<Document>) {
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

    #[test]
    fn questions_name_cards() {
        let (names, documents) = names();
        let named = |question: &str| -> Vec<String> {
            let ordinary =
                |word: &str| matches!(word, "does" | "bounty" | "damage" | "prevented" | "work");
            let mentions = names.in_question(question, ordinary);
            mentions
                .iter()
                .filter_map(|m| documents.get(m.place).map(|d| d.id.clone()))
                .collect()
        };
        assert_eq!(
            named("Can Nom Anor (B) be tapped?"),
            ["Nom Anor (B)", "Nom Anor (A)"]
        );
        assert_eq!(named("may ahsoka tano's stun work").len(), 2);
        for question in ["Vader's damage can't be prevented", "Darth Vader's damage"] {
            assert!(named(question).contains(&"Darth Vader (A)".to_owned()));
        }
        assert!(named("does a bounty pay at once").is_empty());
    }

    #[test]
    fn the_nicknames_load() {
        assert!(nicknames().len() > 10);
    }
}
