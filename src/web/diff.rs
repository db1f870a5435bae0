//! Two wordings compared word by word.

/// The most pairs of words that are compared; longer texts are shown whole, one after the other.
const MOST: usize = 4_000_000;

/// A stretch of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The words with single blanks between.
    pub text: String,
    /// Whether only the older wording has them.
    pub gone: bool,
    /// Whether only the newer wording has them.
    pub new: bool,
}

/// What leads from one wording to the other.
#[must_use]
pub fn words(old: &str, new: &str) -> Vec<Run> {
    let old: Vec<&str> = old.split_whitespace().collect();
    let new: Vec<&str> = new.split_whitespace().collect();
    let mut runs = Runs::default();
    if old.len().saturating_mul(new.len()) > MOST {
        old.iter().for_each(|word| runs.push(word, true, false));
        new.iter().for_each(|word| runs.push(word, false, true));
        return runs.0;
    }
    let table = Table::of(&old, &new);
    let (mut a, mut b) = (0, 0);
    loop {
        match (old.get(a), new.get(b)) {
            (Some(gone), Some(word)) if gone == word => {
                runs.push(word, false, false);
                (a, b) = (a + 1, b + 1);
            }
            (Some(gone), next) if next.is_none() || table.at(a + 1, b) >= table.at(a, b + 1) => {
                runs.push(gone, true, false);
                a += 1;
            }
            (_, Some(word)) => {
                runs.push(word, false, true);
                b += 1;
            }
            (_, None) => return runs.0,
        }
    }
}

#[derive(Default)]
struct Runs(Vec<Run>);

impl Runs {
    fn push(&mut self, word: &str, gone: bool, new: bool) {
        match self.0.last_mut().filter(|r| (r.gone, r.new) == (gone, new)) {
            Some(run) => {
                run.text.push(' ');
                run.text.push_str(word);
            }
            None => self.0.push(Run {
                text: word.to_owned(),
                gone,
                new,
            }),
        }
    }
}

/// How many words the ends of both wordings have in common, by where the ends start.
struct Table {
    width: usize,
    common: Vec<u32>,
}

impl Table {
    fn of(old: &[&str], new: &[&str]) -> Table {
        let width = new.len() + 1;
        let mut table = Table {
            width,
            common: vec![0; width * (old.len() + 1)],
        };
        for (a, gone) in old.iter().enumerate().rev() {
            for (b, word) in new.iter().enumerate().rev() {
                let common = if gone == word {
                    table.at(a + 1, b + 1) + 1
                } else {
                    table.at(a + 1, b).max(table.at(a, b + 1))
                };
                if let Some(cell) = table.common.get_mut(a * width + b) {
                    *cell = common;
                }
            }
        }
        table
    }

    fn at(&self, a: usize, b: usize) -> u32 {
        let cell = self.common.get(a * self.width + b);
        cell.copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(old: &str, new: &str) -> String {
        let one = |r: &Run| match (r.gone, r.new) {
            (true, _) => format!("[-{}-]", r.text),
            (_, true) => format!("[+{}+]", r.text),
            _ => r.text.clone(),
        };
        words(old, new)
            .iter()
            .map(one)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn only_what_differs_is_marked() {
        assert_eq!(
            shown(
                "prevent one of that damage",
                "prevent up to one of that  damage"
            ),
            "prevent [+up to+] one of that damage"
        );
        assert_eq!(shown("a b c", "a x c"), "a [-b-] [+x+] c");
        assert_eq!(shown("", "a"), "[+a+]");
        assert_eq!(shown("a", ""), "[-a-]");
        assert_eq!(shown("", ""), "");
    }

    proptest! {
        #[test]
        fn both_wordings_can_be_read_off(old in "([ab] ?){0,12}", new in "([abc] ?){0,12}") {
            let runs = words(&old, &new);
            let side = |drop: fn(&Run) -> bool| {
                let kept: Vec<&str> = runs.iter().filter(|r| !drop(r)).map(|r| r.text.as_str()).collect();
                kept.join(" ")
            };
            let plain = |t: &str| t.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(side(|r| r.new), plain(&old));
            prop_assert_eq!(side(|r| r.gone), plain(&new));
        }
    }
}
