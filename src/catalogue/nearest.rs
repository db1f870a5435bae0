//! The nearest known names to one that is not known.

use std::collections::BTreeSet;

/// The number of names offered.
const OFFERED: usize = 3;

/// The names whose keys differ from `key` in at most a third of its letters, nearest first.
pub(super) fn nearest<'a>(
    key: &str,
    names: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<&'a str> {
    let wanted: Vec<char> = key.chars().collect();
    let limit = wanted.len() / 3;
    let mut ranked: BTreeSet<(usize, &str)> = BTreeSet::new();
    for (other, name) in names {
        if let Some(distance) = distance(&wanted, other, limit) {
            ranked.insert((distance, name));
        }
    }
    let mut offered: Vec<&str> = Vec::new();
    for (_, name) in ranked {
        if !offered.contains(&name) {
            offered.push(name);
        }
        if offered.len() == OFFERED {
            break;
        }
    }
    offered
}

/// The number of letters to add, drop or change; `None` if more than `limit`.
fn distance(wanted: &[char], other: &str, limit: usize) -> Option<usize> {
    let other: Vec<char> = other.chars().collect();
    if wanted.len().abs_diff(other.len()) > limit {
        return None;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in wanted.iter().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        let mut best = left;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (b, cell) in other.iter().zip(row.iter_mut().skip(1)) {
            let here = (diagonal + usize::from(a != b))
                .min(left + 1)
                .min(*cell + 1);
            diagonal = *cell;
            *cell = here;
            left = here;
            best = best.min(here);
        }
        if best > limit {
            return None;
        }
    }
    row.last().copied().filter(|d| *d <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn far(a: &str, b: &str) -> Option<usize> {
        distance(&a.chars().collect::<Vec<_>>(), b, 3)
    }

    #[test]
    fn distances() {
        assert_eq!(far("vader", "vader"), Some(0));
        assert_eq!(far("vader", "vadre"), Some(2));
        assert_eq!(far("lightsaber", "lightsabers"), Some(1));
        assert_eq!(far("", "abc"), Some(3));
        assert_eq!(far("abc", ""), Some(3));
        assert_eq!(far("kitten", "sitting"), Some(3));
        assert_eq!(far("yoda", "vader and more"), None);
    }
}
