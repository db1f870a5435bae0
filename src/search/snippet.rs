//! A piece of a text with the words that matter marked.

use super::synonyms::lexicon;
use super::tokens::folded;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::Range;

/// A run of text, marked or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Run {
    /// The text.
    pub text: String,
    /// Whether it answers to the question.
    pub marked: bool,
}

/// What is marked in texts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marker {
    /// Tokens: keywords, synonyms, stems.
    pub tokens: BTreeSet<String>,
    /// Words as they stand, such as the spellings a misspelt word was taken for.
    pub words: BTreeSet<String>,
}

impl Marker {
    /// Marks what a question asks for.
    #[must_use]
    pub fn new(question: &str) -> Marker {
        Marker {
            tokens: lexicon()
                .tokens(question)
                .into_iter()
                .map(|token| token.text)
                .collect(),
            words: folded(question)
                .into_iter()
                .map(|word| word.text)
                .filter(|word| word.chars().count() > 3)
                .collect(),
        }
    }

    /// Marks these words too.
    #[must_use]
    pub fn and_words<'a>(mut self, words: impl IntoIterator<Item = &'a str>) -> Marker {
        for word in words {
            self.words
                .extend(folded(word).into_iter().map(|word| word.text));
            self.tokens
                .extend(lexicon().tokens(word).into_iter().map(|token| token.text));
        }
        self
    }

    /// The whole text in runs.
    #[must_use]
    pub fn mark(&self, text: &str) -> Vec<Run> {
        let mut places = self.places(text);
        places.sort_by_key(|place| (place.start, place.end));
        let mut runs: Vec<Run> = Vec::new();
        let mut done = 0;
        for place in places {
            if place.start < done {
                continue;
            }
            push(&mut runs, text.get(done..place.start), false);
            push(&mut runs, text.get(place.clone()), true);
            done = place.end;
        }
        push(&mut runs, text.get(done..), false);
        runs
    }

    /// At most about `length` characters around the first marked word, cut at blanks, in runs.
    #[must_use]
    pub fn excerpt(&self, text: &str, length: usize) -> Vec<Run> {
        if text.chars().count() <= length {
            return self.mark(text);
        }
        let first = self
            .places(text)
            .iter()
            .map(|place| place.start)
            .min()
            .unwrap_or(0);
        let before = text.get(..first).unwrap_or_default();
        let start = before
            .char_indices()
            .rev()
            .take(length / 3)
            .filter(|(_, c)| c.is_whitespace())
            .last()
            .map_or(
                if before.chars().count() <= length / 3 {
                    0
                } else {
                    first
                },
                |(at, c)| at + c.len_utf8(),
            );
        let rest = text.get(start..).unwrap_or_default();
        let end = match rest.char_indices().nth(length) {
            None => rest.len(),
            Some((cut, _)) => rest
                .get(..cut)
                .and_then(|part| part.rfind(char::is_whitespace))
                .filter(|end| *end > 0)
                .unwrap_or(cut),
        };
        let piece = rest.get(..end).unwrap_or_default();
        let mut shown = String::new();
        if start > 0 {
            shown.push('\u{2026}');
        }
        shown.push_str(piece);
        if end < rest.len() {
            shown.push('\u{2026}');
        }
        self.mark(&shown)
    }

    fn places(&self, text: &str) -> Vec<Range<usize>> {
        let tokens = lexicon().tokens(text).into_iter();
        let mut places: Vec<Range<usize>> = tokens
            .filter(|token| self.tokens.contains(&token.text))
            .map(|token| token.at)
            .collect();
        let words = folded(text).into_iter();
        places.extend(
            words
                .filter(|word| self.words.contains(&word.text))
                .map(|word| word.at),
        );
        places.retain(|place| !is_in_address(text, place));
        places
    }
}

/// Whether the place is a number in the address of a clause, as in "4.4.1": nobody asked for that.
fn is_in_address(text: &str, place: &Range<usize>) -> bool {
    let number = text.get(place.clone()).unwrap_or_default();
    let mut before = text.get(..place.start).unwrap_or_default().chars().rev();
    let mut after = text.get(place.end..).unwrap_or_default().chars();
    let alphanumeric = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    number.bytes().all(|b| b.is_ascii_digit())
        && (before.next() == Some('.') && alphanumeric(before.next())
            || after.next() == Some('.') && alphanumeric(after.next()))
}

fn push(runs: &mut Vec<Run>, text: Option<&str>, marked: bool) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        runs.push(Run {
            text: text.to_owned(),
            marked,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(runs: &[Run]) -> String {
        runs.iter()
            .map(|run| {
                if run.marked {
                    format!("[{}]", run.text)
                } else {
                    run.text.clone()
                }
            })
            .collect()
    }

    #[test]
    fn marks_synonyms_and_keywords() {
        let marker = Marker::new("does a unit that dies still retaliate?");
        let text = "It resolves even if the unit was discarded; Retaliation is rolled.";
        assert_eq!(
            shown(&marker.mark(text)),
            "It resolves even if the [unit] was [discarded]; [Retaliation] is rolled."
        );
        assert_eq!(shown(&Marker::new("").mark("x")), "x");
    }

    #[test]
    fn marks_what_a_misspelt_word_was_taken_for() {
        let marker = Marker::new("lightsabre").and_words(["lightsaber"]);
        assert_eq!(
            shown(&marker.mark("His lightsaber is lost.")),
            "His [lightsaber] is lost."
        );
    }

    #[test]
    fn long_texts_are_cut_at_blanks() {
        let text = format!("{} parry {}", "word ".repeat(60), "more ".repeat(60));
        let runs = Marker::new("parry").excerpt(&text, 80);
        let whole: String = runs.iter().map(|run| run.text.as_str()).collect();
        assert!(whole.starts_with('\u{2026}') && whole.ends_with('\u{2026}'));
        assert!(runs.iter().any(|run| run.marked));
        assert!(whole.chars().count() <= 83, "{whole}");
        let odd = "é".repeat(500);
        assert!(!Marker::new("x").excerpt(&odd, 10).is_empty());
    }

    #[test]
    fn numbers_of_clauses_are_no_words_of_a_question() {
        let marked = |text: &str| -> Vec<String> {
            let runs = Marker::new("may I evade one damage").mark(text).into_iter();
            runs.filter(|run| run.marked).map(|run| run.text).collect()
        };
        assert_eq!(marked("1 hit (4.4.1, evade.1)"), ["1", "evade"]);
        assert_eq!(marked("Prevent 1."), ["1"]);
    }
}
