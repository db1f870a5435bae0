//! Small things about words on a page.

/// The text with numbers tied to the word before them and arrows to the numbers around them, so
/// that a line never breaks inside "takes 1" or "5 → 3".
#[must_use]
pub fn tie(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text.chars().peekable();
    let mut last = ' ';
    while let Some(c) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        let tied = c == ' ' && (next.is_ascii_digit() || next == '→' || last == '→');
        out.push(if tied { '\u{a0}' } else { c });
        last = c;
    }
    out
}

/// A list in words: "a", "a and b", "a, b and c".
#[must_use]
pub fn said(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_with_their_word() {
        assert_eq!(
            tie("Luke takes 2; Force 5 → 3."),
            "Luke takes\u{a0}2; Force\u{a0}5\u{a0}→\u{a0}3."
        );
        assert_eq!(tie(""), "");
    }

    #[test]
    fn lists_read_as_sentences() {
        let items: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        assert_eq!(said(&items), "a, b and c");
        assert_eq!(said(&items[..2]), "a and b");
        assert_eq!(said(&[]), "");
    }
}
