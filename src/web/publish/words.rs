//! The difference of two texts, word by word.

/// More pairs of words than this are not compared: all of the middle then counts as changed.
const MOST: usize = 4_000_000;

/// A run of words that are on both sides, only in the older text, or only in the newer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Run {
    /// On both sides.
    Same(String),
    /// Taken away.
    Gone(String),
    /// Put in.
    New(String),
}

/// The runs that lead from the older text to the newer one.
#[must_use]
pub fn difference(old: &str, new: &str) -> Vec<Run> {
    let (old, new) = (words(old), words(new));
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (tail(&old, start), tail(&new, start));
    let end = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (old_mid, same_end) = old_rest.split_at(old_rest.len() - end);
    let (new_mid, _) = new_rest.split_at(new_rest.len() - end);
    let mut runs = Vec::new();
    push(&mut runs, Run::Same, old.get(..start).unwrap_or_default());
    middle(&mut runs, old_mid, new_mid);
    push(&mut runs, Run::Same, same_end);
    runs
}

/// Words with the blanks after them, so that runs put together give the text again.
fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(char::is_whitespace).collect()
}

fn tail<'a, 'b>(words: &'b [&'a str], start: usize) -> &'b [&'a str] {
    words.get(start..).unwrap_or_default()
}

/// The longest common sequence of the middle parts decides what stayed.
fn middle(runs: &mut Vec<Run>, old: &[&str], new: &[&str]) {
    if old.len().saturating_mul(new.len()) > MOST {
        push(runs, Run::Gone, old);
        push(runs, Run::New, new);
        return;
    }
    let table = lengths(old, new);
    let width = new.len() + 1;
    let length = |i: usize, j: usize| table.get(i * width + j).copied().unwrap_or(0);
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (old.get(i), new.get(j)) {
        if a == b {
            push(runs, Run::Same, &[*a]);
            i += 1;
            j += 1;
        } else if length(i + 1, j) >= length(i, j + 1) {
            push(runs, Run::Gone, &[*a]);
            i += 1;
        } else {
            push(runs, Run::New, &[*b]);
            j += 1;
        }
    }
    push(runs, Run::Gone, tail(old, i));
    push(runs, Run::New, tail(new, j));
}

/// For every pair of places the length of the longest common sequence of what follows.
fn lengths(old: &[&str], new: &[&str]) -> Vec<u32> {
    let width = new.len() + 1;
    let mut table = vec![0_u32; width * (old.len() + 1)];
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            let at = |i: usize, j: usize| table.get(i * width + j).copied().unwrap_or(0);
            let best = if a == b {
                at(i + 1, j + 1) + 1
            } else {
                at(i + 1, j).max(at(i, j + 1))
            };
            if let Some(cell) = table.get_mut(i * width + j) {
                *cell = best;
            }
        }
    }
    table
}

/// Adds words to the last run if it is of the same kind.
fn push(runs: &mut Vec<Run>, kind: fn(String) -> Run, words: &[&str]) {
    if words.is_empty() {
        return;
    }
    let text = words.concat();
    let run = kind(text);
    match (runs.last_mut(), &run) {
        (Some(Run::Same(last)), Run::Same(text))
        | (Some(Run::Gone(last)), Run::Gone(text))
        | (Some(Run::New(last)), Run::New(text)) => last.push_str(text),
        _ => runs.push(run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(runs: &[Run]) -> (String, String) {
        let (mut old, mut new) = (String::new(), String::new());
        for run in runs {
            match run {
                Run::Same(text) => {
                    old.push_str(text);
                    new.push_str(text);
                }
                Run::Gone(text) => old.push_str(text),
                Run::New(text) => new.push_str(text),
            }
        }
        (old, new)
    }

    #[test]
    fn changed_words_stand_out_and_both_texts_can_be_read() {
        let runs = difference(
            "No. Parry stops all of it.",
            "No. Parry stops one of it, always.",
        );
        assert_eq!(
            runs,
            [
                Run::Same("No. Parry stops ".to_owned()),
                Run::Gone("all ".to_owned()),
                Run::New("one ".to_owned()),
                Run::Same("of ".to_owned()),
                Run::Gone("it.".to_owned()),
                Run::New("it, always.".to_owned()),
            ]
        );
    }

    proptest::proptest! {
        #[test]
        fn runs_give_both_texts_again(old in "[ab \n]{0,40}", new in "[ab \n]{0,40}") {
            proptest::prop_assert_eq!(sides(&difference(&old, &new)), (old, new));
        }
    }
}
