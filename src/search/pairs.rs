//! Neighbouring words in the ways to ask.
//!
//! Single words do not tell "how many may I" from "may I how": words of questions, left out
//! elsewhere, count here, for it is in pairs that they say what is asked.

use std::collections::{BTreeMap, HashMap};

/// Saturation: how much a pair that a text has several times adds.
const K1: f32 = 1.0;

/// What stands before the first word.
const START: &str = "^";

/// The pairs of all texts.
#[derive(Default)]
pub(super) struct Pairs {
    words: HashMap<String, u32>,
    /// The texts that have each pair, in order, with how often.
    found: HashMap<(u32, u32), Vec<(usize, f32)>>,
}

impl Pairs {
    /// Enters a text with the words of each of its ways to ask.
    pub fn add(&mut self, text: usize, ways: &[Vec<String>]) {
        let mut counts: BTreeMap<(u32, u32), f32> = BTreeMap::new();
        for way in ways {
            let numbers: Vec<u32> = started(way).map(|word| self.number(word)).collect();
            for pair in numbers.windows(2) {
                if let [left, right] = pair {
                    *counts.entry((*left, *right)).or_default() += 1.0;
                }
            }
        }
        for (pair, count) in counts {
            self.found.entry(pair).or_default().push((text, count));
        }
    }

    /// What the pairs of a question add to each of the texts that have them; `rare` says how much
    /// something tells that so many texts have.
    pub fn score(
        &self,
        question: &[String],
        rare: impl Fn(u32) -> f32,
        mut add: impl FnMut(usize, f32),
    ) {
        let numbers: Vec<Option<&u32>> =
            started(question).map(|word| self.words.get(word)).collect();
        for pair in numbers.windows(2) {
            let [Some(left), Some(right)] = pair else {
                continue;
            };
            let Some(texts) = self.found.get(&(**left, **right)) else {
                continue;
            };
            let tells = rare(u32::try_from(texts.len()).unwrap_or(u32::MAX));
            for (text, count) in texts {
                add(*text, tells * count * (K1 + 1.0) / (count + K1));
            }
        }
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.words.get(word) {
            return *number;
        }
        let number = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        self.words.insert(word.to_owned(), number);
        number
    }
}

fn started(words: &[String]) -> impl Iterator<Item = &str> {
    std::iter::once(START).chain(words.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_order_of_words_tells_texts_apart() {
        let mut pairs = Pairs::default();
        pairs.add(0, &[words("may he go first"), words("who may go first")]);
        pairs.add(1, &[words("first he may go")]);
        let mut scores = [0.0_f32; 2];
        pairs.score(
            &words("may he go"),
            |_| 1.0,
            |text, score| {
                if let Some(sum) = scores.get_mut(text) {
                    *sum += score;
                }
            },
        );
        assert!(scores[0] > scores[1] && scores[1] == 0.0, "{scores:?}");
        // Two ways with the same pair count more than one, less than twice.
        let mut go_first = 0.0;
        pairs.score(&words("go first"), |_| 1.0, |_, score| go_first += score);
        assert!(go_first > 1.0 && go_first < 2.0, "{go_first}");
    }
}
