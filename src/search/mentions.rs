//! Cards that a question names, whole or in part.

use super::names::{Named, Names};
use super::tokens::{Word, folded};
use std::collections::BTreeMap;

impl Names {
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

#[cfg(test)]
mod tests {
    use super::super::names::tests::names;

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
}
