//! Words typed by people, made safe to stand beside ours whatever the format.
//!
//! This is not escaping, which each format does for itself: it removes what no format shows but
//! every reader suffers from, such as marks that turn the direction of the text around.

/// The text in one line: no control characters, no direction marks, no invisible blanks, single
/// spaces only.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_invisible(*c)) {
        match is_blank(c) {
            true if line.is_empty() || line.ends_with(' ') => {}
            true => line.push(' '),
            false => line.push(c),
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// The text with at most `most` characters; a longer one is cut after a word if one ends in the
/// second half, and closed with an ellipsis.
#[must_use]
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    let cut = match kept.rfind(' ') {
        Some(at) if at * 2 >= kept.len() => kept.get(..at).unwrap_or(&kept),
        _ => &kept,
    };
    format!("{}…", cut.trim_end_matches([' ', ',', ';', ':']))
}

/// The text with numbers tied to the word before them and arrows tied to both sides, so that no
/// line breaks between `takes` and `1`.
#[must_use]
pub fn tie(text: &str) -> String {
    let mut tied = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let before_number = rest
            .peek()
            .is_some_and(|next| next.is_ascii_digit() || *next == '→');
        let tie = c == ' ' && (before_number || tied.ends_with('→'));
        tied.push(if tie { '\u{a0}' } else { c });
    }
    tied
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Characters that show nothing and change how their neighbours are shown.
fn is_invisible(c: char) -> bool {
    let direction = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let empty = matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}');
    let marks = matches!(c, '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    // XML cannot hold the last two characters of the first plane.
    direction || empty || marks || matches!(c, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_out_what_cannot_be_seen() {
        assert_eq!(clean("Luke\u{202e}evil\u{202c}\u{200b}"), "Lukeevil");
        assert_eq!(
            clean(" two\r\nlines\0 and\u{2028}more\t"),
            "two lines and more"
        );
        assert_eq!(clean("Padmé 👩\u{200d}🚀 קשת"), "Padmé 👩\u{200d}🚀 קשת");
    }

    #[test]
    fn cuts_long_texts_after_a_word() {
        assert_eq!(shorten("short", 5), "short");
        assert_eq!(shorten("Darth Vader, Sith Lord", 16), "Darth Vader…");
        assert_eq!(shorten(&"x".repeat(300), 10), format!("{}…", "x".repeat(9)));
        assert_eq!(shorten("ééééé", 3), "éé…");
    }

    #[test]
    fn ties_numbers_to_their_word() {
        assert_eq!(
            tie("Ahsoka takes 2, 5 → 3"),
            "Ahsoka takes\u{a0}2,\u{a0}5\u{a0}→\u{a0}3"
        );
    }
}
