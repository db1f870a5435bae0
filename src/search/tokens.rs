//! Words: folded for names, stemmed for rules text.
//!
//! Names and keywords are never stemmed. Apostrophes vanish, hyphens divide, accents are folded,
//! as in [`name_key`].

use crate::catalogue::name_key;
use std::ops::Range;
use tantivy::tokenizer::{Language, SimpleTokenizer, Stemmer, TextAnalyzer};

/// The most words of one text that are looked at; what comes after them is not searched.
pub const MOST_WORDS: usize = 5_000;

/// The longest word that is looked at, in bytes; longer ones are no words.
const LONGEST_WORD: usize = 60;

/// A word of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Folded: lower case, no accents, no apostrophes.
    pub text: String,
    /// Its stem.
    pub stem: String,
    /// Where it stands in the text, in bytes.
    pub at: Range<usize>,
}

/// Cuts text into words.
#[derive(Clone)]
pub struct Words {
    stemmer: TextAnalyzer,
}

impl Default for Words {
    fn default() -> Words {
        let stemmer = TextAnalyzer::builder(SimpleTokenizer::default())
            .filter(Stemmer::new(Language::English))
            .build();
        Words { stemmer }
    }
}

impl Words {
    /// The words of a text, folded and stemmed.
    #[must_use]
    pub fn of(&self, text: &str) -> Vec<Word> {
        let mut words = folded(text);
        let joined = join(words.iter().map(|word| word.text.as_str()));
        let mut stemmer = self.stemmer.clone();
        let mut stream = stemmer.token_stream(&joined);
        for word in &mut words {
            if stream.advance() && !word.text.bytes().all(|b| b.is_ascii_digit()) {
                word.stem.clone_from(&stream.token().text);
            }
        }
        words
    }
}

/// The words of a text, not stemmed: the stem is the word itself.
#[must_use]
pub fn folded(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    let ends = text.char_indices().chain([(text.len(), ' ')]);
    for (at, c) in ends {
        match (is_part(c), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                push(&mut words, text, from..at);
                start = None;
            }
            _ => {}
        }
        if words.len() >= MOST_WORDS {
            break;
        }
    }
    words
}

fn push(words: &mut Vec<Word>, text: &str, at: Range<usize>) {
    let Some(written) = text.get(at.clone()) else {
        return;
    };
    // A key can hold blanks where a letter is no part of any word.
    for key in name_key(written).split(' ') {
        if !key.is_empty() && key.len() <= LONGEST_WORD {
            words.push(Word {
                text: key.to_owned(),
                stem: key.to_owned(),
                at: at.clone(),
            });
        }
    }
}

/// Letters, digits, and what a name's key drops without a gap.
fn is_part(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(
            c,
            '\'' | '\u{2018}' | '\u{2019}' | '\u{2032}' | '`' | '\u{b4}' | '\u{300}'..='\u{36f}'
        )
}

/// Words with one blank between them.
pub fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// A run of letters of a word.
pub type Run = [u8; RUN];

/// How long a run is, in bytes.
const RUN: usize = 4;

/// The runs of letters of words, each word with a blank on either side. Words that are misspelt,
/// put together or have other endings share most of their runs.
pub(super) fn runs<'a>(words: impl Iterator<Item = &'a str>) -> Vec<Run> {
    let mut found = Vec::new();
    for word in words {
        let blank = std::iter::once(b' ');
        let mut run = [b' '; RUN];
        let letters = blank.clone().chain(word.bytes()).chain(blank);
        let mut ready = 0;
        for letter in letters {
            run.rotate_left(1);
            if let Some(last) = run.last_mut() {
                *last = letter;
            }
            ready += 1;
            if ready >= RUN {
                found.push(run);
            }
        }
        if ready < RUN {
            found.push(run);
        }
    }
    found
}

/// One bit for each letter or digit of a word.
pub(super) fn letters(word: &str) -> u32 {
    word.bytes()
        .map(|b| match b {
            b'a'..=b'z' => 1 << (b - b'a'),
            b'0'..=b'4' => 1 << 26,
            b'5'..=b'9' => 1 << 27,
            _ => 1 << 28,
        })
        .fold(0, |bits, bit| bits | bit)
}

/// Whether one letter added, dropped, changed or swapped with its neighbour turns one word into
/// the other; also for equal words.
#[must_use]
pub fn one_apart(left: &str, right: &str) -> bool {
    distance(left, right, 1).is_some()
}

/// The number of letters to add, drop, change or swap; `None` if more than `limit`.
#[must_use]
pub fn distance(left: &str, right: &str, limit: usize) -> Option<usize> {
    let a: Vec<char> = left.chars().collect();
    let b: Vec<char> = right.chars().collect();
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        next.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
            let mut best = (cell(&row, j) + usize::from(x != y))
                .min(cell(&row, j + 1) + 1)
                .min(cell(&next, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(cell(&before, j - 1) + 1);
            }
            next.push(best);
        }
        if next.iter().min().is_some_and(|least| *least > limit) {
            return None;
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|far| *far <= limit)
}

/// How many letters may be wrong in a word of that many letters.
#[must_use]
pub const fn slack(letters: usize) -> usize {
    match letters {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        folded(text).into_iter().map(|w| w.text).collect()
    }

    #[test]
    fn names_keep_their_words() {
        assert_eq!(
            texts("Inquisitor's Lightsaber"),
            ["inquisitors", "lightsaber"]
        );
        assert_eq!(texts("Obi-Wan, Padm\u{e9}"), ["obi", "wan", "padme"]);
        assert_eq!(texts("Padme\u{301} \u{202e}x"), ["padme", "x"]);
        assert!(texts("?! ' ''").is_empty());
    }

    #[test]
    fn rules_text_is_stemmed_with_its_place() {
        let words = Words::default().of("Units retaliated, 6 6's");
        let stems: Vec<&str> = words.iter().map(|w| w.stem.as_str()).collect();
        assert_eq!(stems, ["unit", "retali", "6", "6s"]);
        assert_eq!(words.get(1).map(|w| w.at.clone()), Some(6..16));
    }

    #[test]
    fn runs_of_letters_know_where_words_begin_and_end() {
        let runs = |text: &str| runs(text.split(' '));
        assert_eq!(runs("i die"), [*b"  i ", *b" die", *b"die "]);
        let other = runs("dies");
        let shared = runs("die").into_iter().filter(|run| other.contains(run));
        assert_eq!(shared.count(), 1);
    }

    #[test]
    fn distances_count_swaps_once() {
        assert_eq!(distance("vader", "vader", 2), Some(0));
        assert_eq!(distance("vader", "vadre", 1), Some(1));
        assert_eq!(distance("lightsabre", "lightsaber", 2), Some(1));
        assert_eq!(distance("ahsoka", "asoka", 1), Some(1));
        assert_eq!(distance("kitten", "sitting", 2), None);
        assert!(one_apart("parry", "pary") && !one_apart("yoda", "vader"));
    }
}
