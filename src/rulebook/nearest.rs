//! The known name closest to a misspelt one, for error messages.

/// The candidate with the smallest edit distance to `word` (letter case ignored), if that
/// distance is at most a third of the word's length plus one. The first of equals wins.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let limit = word.chars().count() / 3 + 1;
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance in characters.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, a) in left.chars().enumerate() {
        let mut above_left = index;
        let mut before = index + 1;
        let mut next = vec![before];
        for (b, above) in right.iter().zip(row.iter().skip(1)) {
            let changed = above_left + usize::from(a != *b);
            before = changed.min(above + 1).min(before + 1);
            above_left = *above;
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        assert_eq!(distance("parry", "parry"), 0);
        assert_eq!(distance("pary", "parry"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn finds_the_closest_name_or_none() {
        let known = ["parry", "riposte", "retaliate"];
        assert_eq!(nearest("Pary", known), Some("parry"));
        assert_eq!(nearest("retalliate", known), Some("retaliate"));
        assert_eq!(nearest("xylophone", known), None);
    }
}
