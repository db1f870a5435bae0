//! The single parts of the ways to ask: their words, those of questions too, or the runs of letters
//! of these.
//!
//! What tells is how large a part of a clause's ways to ask have a word, against the part that all
//! ways have it. That a rare word is there at all tells most the first time: a second way with the
//! same rare word is often the same writer again. What a question lacks tells as well: one without
//! the word that nearly every way to ask for a clause has is hardly about it.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// Keeps the part of a clause with few ways to ask from being large by chance.
const FEW: f32 = 2.0;

/// The part of all ways up to which one counts as rare.
const RARE: f32 = 0.1;

/// The number of parts of a question at which what it lacks counts half.
const SHORT: f32 = 6.0;

/// What a part of the ways to ask counts.
pub(super) struct Tells {
    /// The part of a clause's ways that have it.
    pub share: f32,
    /// That a way has it at all, by its rarity.
    pub once: f32,
    /// What is taken off when further ways have it.
    pub again: f32,
    /// What is taken off when a long question lacks it, by the part of a clause's ways that have it.
    pub lacking: f32,
}

impl Tells {
    /// What is taken off a question of so many parts: a short one lacks most of what could be said
    /// of any clause.
    fn lacking(&self, parts: usize) -> f32 {
        let parts = parts as f32;
        self.lacking * parts / (parts + SHORT)
    }
}

/// The parts of all texts: words or runs of letters.
#[derive(Default)]
pub(super) struct Spoken<Part> {
    /// The texts that have each part, in order.
    found: HashMap<Part, Vec<Found>>,
    /// The texts that have any ways to ask, in order.
    told: Vec<Told>,
}

/// A part in the ways to ask for a text.
struct Found {
    text: u32,
    /// The number of ways that have it, or what it tells once it is weighed.
    tells: f32,
    /// What it says against the text when a question lacks it: at most 0.
    lacking: f32,
}

/// The ways to ask for a text.
struct Told {
    text: u32,
    /// How many there are.
    ways: f32,
    /// What a question lacks that has nothing of them; once it is weighed, beside the mean of all
    /// texts, so that one without ways to ask stands neither before nor behind.
    lacking: f32,
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
        let mut told = Told {
            text,
            ways: ways.len() as f32,
            lacking: 0.0,
        };
        let parts = ways.iter().enumerate();
        let mut seen: Vec<(&Part, usize)> = parts
            .flat_map(|(at, way)| way.iter().map(move |part| (part, at)))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        for same in seen.chunk_by(|left, right| left.0 == right.0) {
            if let Some((part, _)) = same.first() {
                let tells = same.len() as f32;
                let lacking = (1.0 - tells / (told.ways + 1.0)).ln();
                told.lacking += lacking;
                let found = Found {
                    text,
                    tells,
                    lacking,
                };
                self.enter(found, part);
            }
        }
        self.told.push(told);
    }

    fn enter(&mut self, counted: Found, part: &Part) {
        match self.found.get_mut(part) {
            Some(texts) => texts.push(counted),
            None => {
                self.found.insert(part.clone(), vec![counted]);
            }
        }
    }

    /// Turns counts into what each part tells of each text, once all texts are entered.
    pub fn weigh(&mut self, tells: &Tells) {
        let texts = self.told.len() as f32;
        let all = self.told.iter().map(|told| told.ways).sum::<f32>().max(1.0);
        let ways: HashMap<u32, f32> = self.told.iter().map(|t| (t.text, t.ways)).collect();
        for found in self.found.values_mut() {
            let spread = found.len() as f32;
            let rarity = (1.0 + (texts - spread + 0.5) / (spread + 0.5)).ln();
            let everywhere = (found.iter().map(|part| part.tells).sum::<f32>() + 0.5) / all;
            for Found {
                text, tells: count, ..
            } in found.iter_mut()
            {
                let ways = ways.get(text).copied().unwrap_or(1.0);
                let here = *count / (ways + FEW);
                *count = tells.share * (1.0 + here / (everywhere + RARE)).ln()
                    + rarity * (tells.once - tells.again * *count / (*count + 1.0));
            }
            found.shrink_to_fit();
        }
        let mean = self.told.iter().map(|told| told.lacking).sum::<f32>() / texts.max(1.0);
        for told in &mut self.told {
            told.lacking -= mean;
        }
    }

    /// What the parts of a question, and what it lacks, add to each of the texts that have ways to
    /// ask.
    pub fn score(&self, question: &[Part], tells: &Tells, mut add: impl FnMut(usize, f32)) {
        let parts: BTreeSet<&Part> = question.iter().collect();
        let lacking = tells.lacking(parts.len());
        for found in parts
            .iter()
            .filter_map(|part| self.found.get(part))
            .flatten()
        {
            add(found.text as usize, found.tells - lacking * found.lacking);
        }
        if lacking > 0.0 {
            for told in &self.told {
                add(told.text as usize, lacking * told.lacking);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only what a question has.
    const PRESENT: Tells = Tells {
        share: 1.0,
        once: 1.0,
        again: 1.4,
        lacking: 0.0,
    };

    /// Only what it lacks.
    const LACKING: Tells = Tells {
        share: 0.0,
        once: 0.0,
        again: 0.0,
        lacking: 1.0,
    };

    fn scores(spoken: &Spoken<String>, question: &str, tells: &Tells) -> [f32; 3] {
        let mut scores = [0.0_f32; 3];
        spoken.score(&words(question), tells, |text, tells| {
            if let Some(sum) = scores.get_mut(text) {
                *sum += tells;
            }
        });
        scores
    }

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
        spoken.weigh(&PRESENT);
        let score = |question: &str| scores(&spoken, question, &PRESENT);
        let who = score("who");
        assert!(who[0] > who[1] && who[1] > 0.0 && who[2] == 0.0, "{who:?}");
        assert_eq!(score("who who"), who);
        assert!(score("free")[1] > who[1]);
    }

    #[test]
    fn a_question_without_what_nearly_all_ways_have_is_hardly_meant() {
        let mut spoken = Spoken::default();
        let seat = ["the vong seat", "who has the vong seat", "where is a vong"];
        let tie = ["who goes first", "is speed equal", "a tie"];
        spoken.add(0, &seat.map(words));
        spoken.add(1, &tie.map(words));
        spoken.weigh(&LACKING);
        let score = |question: &str| scores(&spoken, question, &LACKING);
        let [seat, tie, unknown] = score("who is it");
        assert!(seat < tie && unknown == 0.0, "{seat} {tie} {unknown}");
        assert!(score("who is it vong")[0] > seat);
        let [short, ..] = score("who");
        assert!(short > score("who a b c d e f")[0], "{short}");
    }
}
