//! The single parts of the ways to ask: their words, those of questions too, or the runs of letters
//! of these.
//!
//! What tells is how large a part of a clause's ways to ask have a word, against the part that all
//! ways have it. That a rare word is there at all tells most the first time: a second way with the
//! same rare word is often the same writer again.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// Keeps the part of a clause with few ways to ask from being large by chance.
const FEW: f32 = 2.0;

/// The part of all ways up to which one counts as rare.
const RARE: f32 = 0.1;

/// What a part of the ways to ask counts.
pub(super) struct Tells {
    /// The part of a clause's ways that have it.
    pub share: f32,
    /// That a way has it at all, by its rarity.
    pub once: f32,
    /// What is taken off when further ways have it.
    pub again: f32,
}

/// The parts of all texts: words or runs of letters.
#[derive(Default)]
pub(super) struct Spoken<Part> {
    /// The texts that have each part, in order, with the number of ways that have it, or what it
    /// tells once it is weighed.
    found: HashMap<Part, Vec<(u32, f32)>>,
    /// The number of ways of each text that has any.
    ways: HashMap<u32, f32>,
}

impl<Part: Ord + Hash + Clone> Spoken<Part> {
    /// Enters a text with the parts of each of its ways to ask.
    pub fn add(&mut self, text: usize, ways: &[Vec<Part>]) {
        let Ok(text) = u32::try_from(text) else {
            return;
        };
        if ways.is_empty() {
            return;
        }
        self.ways.insert(text, ways.len() as f32);
        let parts = ways.iter().enumerate();
        let mut seen: Vec<(&Part, usize)> = parts
            .flat_map(|(at, way)| way.iter().map(move |part| (part, at)))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        for same in seen.chunk_by(|left, right| left.0 == right.0) {
            if let Some((part, _)) = same.first() {
                self.enter((text, same.len() as f32), part);
            }
        }
    }

    fn enter(&mut self, counted: (u32, f32), part: &Part) {
        match self.found.get_mut(part) {
            Some(texts) => texts.push(counted),
            None => {
                self.found.insert(part.clone(), vec![counted]);
            }
        }
    }

    /// Turns counts into what each part tells of each text, once all texts are entered.
    pub fn weigh(&mut self, tells: &Tells) {
        let texts = self.ways.len() as f32;
        // Counts are whole numbers: their sum does not depend on the order.
        let all = self.ways.values().sum::<f32>().max(1.0);
        for found in self.found.values_mut() {
            let spread = found.len() as f32;
            let rarity = (1.0 + (texts - spread + 0.5) / (spread + 0.5)).ln();
            let everywhere = (found.iter().map(|(_, count)| count).sum::<f32>() + 0.5) / all;
            for (text, count) in found.iter_mut() {
                let ways = self.ways.get(text).copied().unwrap_or(1.0);
                let here = *count / (ways + FEW);
                *count = tells.share * (1.0 + here / (everywhere + RARE)).ln()
                    + rarity * (tells.once - tells.again * *count / (*count + 1.0));
            }
            found.shrink_to_fit();
        }
    }

    /// What the parts of a question add to each of the texts whose ways to ask have them.
    pub fn score(&self, question: &[Part], mut add: impl FnMut(usize, f32)) {
        for part in question.iter().collect::<BTreeSet<_>>() {
            for (text, tells) in self.found.get(part).into_iter().flatten() {
                add(*text as usize, *tells);
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
        spoken.weigh(&super::super::ranking::weight::WORDS);
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
