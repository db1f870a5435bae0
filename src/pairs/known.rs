//! The answers of this version, so that a list of them need not be worked out. A test works them
//! all out and writes the file anew when it is stale.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::rulebook::Keyword;

/// The lines of [`Answer::line`](super::Answer::line) for all pairs.
const ANSWERS: &str = include_str!("answers.txt");

/// The answer for two keywords.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// One changes what the other does, both act in one window, or a clause speaks of both.
    pub interacts: bool,
    /// The answer in one sentence.
    pub answer: String,
}

/// The answer for two keywords, [ordered](super::ordered).
#[must_use]
pub fn known(pair: [Keyword; 2]) -> Option<&'static Known> {
    static ALL: OnceLock<BTreeMap<[Keyword; 2], Known>> = OnceLock::new();
    ALL.get_or_init(|| ANSWERS.lines().filter_map(read).collect())
        .get(&pair)
}

fn read(line: &str) -> Option<([Keyword; 2], Known)> {
    let (mark, rest) = line.split_once(' ')?;
    let (names, sentence) = rest.split_once(": ")?;
    let (a, b) = names.split_once(" with ")?;
    let pair = [named(a)?, named(b)?];
    let known = Known {
        interacts: mark == "+",
        answer: sentence.to_owned(),
    };
    Some((pair, known))
}

fn named(name: &str) -> Option<Keyword> {
    Keyword::all().find(|k| k.name() == name)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::Instant;

    use super::super::{Bench, all, answer};
    use super::{ANSWERS, read};

    /// A change of the engine or of the rules may change answers: this test then writes the file
    /// anew and fails once, so that the difference is read by somebody.
    #[test]
    fn answers_are_up_to_date() {
        let started = Instant::now();
        let mut now = String::new();
        let mut bench = Bench::default();
        for [a, b] in all() {
            now.push_str(&answer(&mut bench, [a, b]).line());
            now.push('\n');
        }
        let seconds = started.elapsed().as_secs_f64();
        println!("all pairs of keywords in {seconds:.1} s");
        if now != ANSWERS {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pairs/answers.txt");
            fs::write(path, now).unwrap();
            panic!("the answers were stale; they have been written anew");
        }
    }

    #[test]
    fn every_line_is_read() {
        assert_eq!(ANSWERS.lines().count(), all().count());
        assert!(ANSWERS.lines().all(|line| read(line).is_some()));
    }
}
