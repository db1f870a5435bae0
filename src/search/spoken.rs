//! The single words of the ways to ask, those of questions too.
//!
//! What tells is how large a part of a clause's ways to ask have a word, against the part that all
//! ways have it. That a rare word is there at all tells most the first time: a second way with the
//! same rare word is often the same writer again.

use super::ranking::weight;
use std::collections::{BTreeSet, HashMap};

/// Keeps the part of a clause with few ways to ask from being large by chance.
const FEW: f32 = 2.0;

/// The part of all ways up to which a word counts as rare.
const RARE: f32 = 0.1;

/// The words of all texts.
#[derive(Default)]
pub(super) struct Spoken {
    /// The texts that have each word, in order, with the number of ways that have it, or what it
    /// tells once it is weighed.
    found: HashMap<String, Vec<(usize, f32)>>,
    /// The number of ways of each text that has any.
    ways: HashMap<usize, f32>,
}

impl Spoken {
    /// Enters a text with the words of each of its ways to ask.
    pub fn add(&mut self, text: usize, ways: &[Vec<String>]) {
        if ways.is_empty() {
            return;
        }
        self.ways.insert(text, ways.len() as f32);
        for way in ways {
            for word in way.iter().collect::<BTreeSet<_>>() {
                self.enter(text, word);
            }
        }
    }

    fn enter(&mut self, text: usize, word: &str) {
        match self.found.get_mut(word) {
            Some(texts) => match texts.last_mut() {
                Some((last, count)) if *last == text => *count += 1.0,
                _ => texts.push((text, 1.0)),
            },
            None => {
                self.found.insert(word.to_owned(), vec![(text, 1.0)]);
            }
        }
    }

    /// Turns counts into what each word tells of each text, once all texts are entered.
    pub fn weigh(&mut self) {
        let texts = self.ways.len() as f32;
        // Counts are whole numbers: their sum does not depend on the order.
        let all = self.ways.values().sum::<f32>().max(1.0);
        for found in self.found.values_mut() {
            let spread = found.len() as f32;
            let rarity = (1.0 + (texts - spread + 0.5) / (spread + 0.5)).ln();
            let everywhere = (found.iter().map(|(_, count)| count).sum::<f32>() + 0.5) / all;
            for (text, count) in found {
                let ways = self.ways.get(text).copied().unwrap_or(1.0);
                let here = *count / (ways + FEW);
                *count = weight::SHARE * (1.0 + here / (everywhere + RARE)).ln()
                    + rarity * (weight::SPOKEN - weight::AGAIN * *count / (*count + 1.0));
            }
        }
    }

    /// What the words of a question add to each of the texts whose ways to ask have them.
    pub fn score(&self, question: &[String], mut add: impl FnMut(usize, f32)) {
        for word in question.iter().collect::<BTreeSet<_>>() {
            for (text, tells) in self.found.get(word).into_iter().flatten() {
                add(*text, *tells);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_word_tells_more_where_a_larger_part_of_the_ways_has_it() {
        let mut spoken = Spoken::default();
        spoken.add(0, &[words("who goes first"), words("who is next")]);
        spoken.add(
            1,
            &[words("who pays"), words("is it free"), words("what now")],
        );
        spoken.add(2, &[words("when is it")]);
        spoken.weigh();
        let score = |question: &str| {
            let mut scores = [0.0_f32; 3];
            spoken.score(&words(question), |text, tells| {
                if let Some(sum) = scores.get_mut(text) {
                    *sum += tells;
                }
            });
            scores
        };
        let who = score("who");
        assert!(who[0] > who[1] && who[1] > 0.0 && who[2] == 0.0, "{who:?}");
        assert_eq!(score("who who"), who);
        assert!(score("free")[1] > who[1]);
    }
}
