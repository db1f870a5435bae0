//! Version letters of cards.

/// The longest version letter, in characters: `A`, `B2`.
pub(super) const LONGEST_VERSION: usize = 2;

/// How far the version of a card is from the one that was asked for: smaller is better.
pub(super) type Far = u8;
pub(super) const SAME_VERSION: Far = 0;
const SAME_LETTER: Far = 1;
pub(super) const OTHER_VERSION: Far = 2;

/// Whether a word looks like a version: `b`, `b2`.
pub(super) fn like_version(word: &str) -> bool {
    let (letter, digits) = word.split_at_checked(1).unwrap_or_default();
    (1..=LONGEST_VERSION).contains(&word.len())
        && letter.starts_with(|c: char| c.is_ascii_lowercase())
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// How far a card's version is from the one that was asked for.
pub(super) fn apart(has: &str, asked: Option<&String>) -> Far {
    match asked {
        None => SAME_VERSION,
        Some(asked) if asked == has => SAME_VERSION,
        Some(asked) => match (letter(asked), letter(has)) {
            (Some(asked), Some(has)) if asked == has => SAME_LETTER,
            (Some(asked), Some(has)) => SAME_LETTER.saturating_add(asked.abs_diff(has)),
            _ => Far::MAX,
        },
    }
}

/// The letter of a version, as a number.
fn letter(version: &str) -> Option<u8> {
    version.bytes().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_letter_comes_first() {
        let far = |has: &str| apart(has, Some(&"b".to_owned()));
        assert_eq!(far("b"), SAME_VERSION);
        let order = ["b", "b2", "c", "l2", "r", ""];
        assert!(order.is_sorted_by_key(|has| far(has)));
        assert!(far("a") >= OTHER_VERSION && far("b2") < OTHER_VERSION);
    }
}
