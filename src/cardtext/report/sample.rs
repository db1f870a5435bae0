//! Lines with their readings, for a reviewer.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::cardtext::ability::{Ability, Activated};
use crate::cardtext::print::{explain, explain_effect, on_card};
use crate::cardtext::read::read_effect;

use super::{Judged, PrintedLine, judge_line};

/// A line with its reading, for a reviewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sampled {
    /// The card's name.
    pub card: String,
    /// The line as printed.
    pub text: String,
    /// What was read, one ability each; "not modelled" for a line that was not understood.
    pub reading: Vec<String>,
}

/// Two lines in a hundred, the same for the same lines and seed.
pub fn sample<'a>(lines: impl IntoIterator<Item = PrintedLine<'a>>, seed: u64) -> Vec<Sampled> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = Vec::new();
    for line in lines {
        let Some(judged) = judge_line(&line) else {
            continue;
        };
        if rng.random_range(0..100) >= 2 {
            continue;
        }
        out.push(Sampled {
            card: line.card.to_owned(),
            text: line.text.to_owned(),
            reading: reading_of(&line, &judged)
                .iter()
                .map(|words| on_card(words, line.types))
                .collect(),
        });
    }
    out
}

fn reading_of(line: &PrintedLine<'_>, judged: &Judged) -> Vec<String> {
    if !judged.modelled {
        return vec!["not modelled".to_owned()];
    }
    if !judged.abilities.is_empty() {
        return judged.abilities.iter().map(explain).collect();
    }
    let Some(read) = read_effect(line.text, &line.context()) else {
        return Vec::new();
    };
    if read.costs.is_empty() && read.limits.is_empty() {
        return vec![explain_effect(&read.effect)];
    }
    // Beside the effect the reviewer sees what is paid and when it may be played.
    vec![explain(&Ability::Activated(Activated {
        costs: read.costs,
        effect: read.effect,
        limits: read.limits,
    }))]
}
