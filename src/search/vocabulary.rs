//! Which words clauses, rulings and ways to ask have.

use super::prose::{Posting, Prose};
use super::synonyms::{Lexicon, Token};
use super::tokens;

/// The most spellings that a misspelt word is taken for.
const MOST_SPELLINGS: usize = 3;

impl Prose {
    /// Whether any text has the word, or the tables know it. The ways to ask do not count: they
    /// may hold words of cards' names.
    #[must_use]
    pub fn has_word(&self, word: &str, lexicon: &Lexicon) -> bool {
        lexicon.tokens(word).iter().all(|token| {
            let term = self.terms.get(&token.text);
            term.is_some_and(|term| self.spread_of(*term).written)
        })
    }

    /// How many clauses have the word themselves, and not only in a ruling or a way to ask.
    #[must_use]
    pub fn clauses_with(&self, word: &str, lexicon: &Lexicon) -> usize {
        let clauses = |token: &Token| {
            let term = self.terms.get(&token.text)?;
            let postings = self.postings.get(*term as usize)?;
            let in_clause = |posting: &&Posting| {
                let text = self.texts.get(posting.text);
                posting.written > 0.0 && text.is_some_and(|text| !text.is_ruling())
            };
            Some(postings.iter().filter(in_clause).count())
        };
        let tokens = lexicon.tokens(word);
        let counts = tokens.iter().map(|token| clauses(token).unwrap_or(0));
        counts.min().unwrap_or(usize::MAX)
    }

    /// Whether any text or way to ask has the word or one that it may be a misspelling of.
    pub(super) fn has_like(&self, word: &str, lexicon: &Lexicon) -> bool {
        lexicon.tokens(word).iter().all(|token| {
            self.knows(&token.text)
                || lexicon.keyword_near(&token.text).is_some()
                || !self.spellings(&token.text).is_empty()
        })
    }

    pub(super) fn knows(&self, term: &str) -> bool {
        self.terms.contains_key(term)
    }

    /// The known terms that a misspelt one is nearest to, the most frequent first.
    pub(super) fn spellings(&self, term: &str) -> Vec<&str> {
        let letters = term.chars().count();
        if tokens::slack(letters) == 0 || term.starts_with('~') {
            return Vec::new();
        }
        let first = term.chars().next();
        let alike = first.and_then(|first| self.spelled.get(&first));
        let wanted = tokens::letters(term);
        let mut near: Vec<(std::cmp::Reverse<u32>, &str)> = alike
            .into_iter()
            .flatten()
            // One letter taken for another makes two letters differ at most.
            .filter(|(letters, known)| {
                (letters ^ wanted).count_ones() <= 2 && tokens::one_apart(known, term)
            })
            .map(|(_, known)| {
                let spread = self.terms.get(known).map(|term| self.spread_of(*term));
                let clauses = spread.unwrap_or_default().clauses;
                (std::cmp::Reverse(clauses), known.as_str())
            })
            .collect();
        near.sort_unstable();
        near.truncate(MOST_SPELLINGS);
        near.into_iter().map(|(_, known)| known).collect()
    }
}
