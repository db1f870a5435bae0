//! One field: the marks of spreadsheets and word processors taken off, the doubtful ones reported.

use crate::catalogue::is_invisible;

/// A cleaned field and what was strange about it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Clean {
    pub(super) text: String,
    pub(super) doubts: Vec<&'static str>,
}

/// Cleans a field: takes off the quoting of a spreadsheet, invisible marks and control characters.
pub(super) fn clean(field: &str) -> Clean {
    let mut doubts = Vec::new();
    let (unquoted, quoting) = unquote(field.trim());
    doubts.extend(quoting);
    let mut text = String::with_capacity(unquoted.len());
    let (mut invisible, mut control) = (false, false);
    for c in unquoted.chars() {
        match c {
            '\u{a0}' | '\u{202f}' => text.push(' '),
            c if is_invisible(c) => invisible = true,
            c if c.is_control() => {
                control = true;
                text.push(' ');
            }
            c => text.push(c),
        }
    }
    if invisible {
        doubts.push("invisible marks (direction, joining) taken out");
    }
    if control {
        doubts.push("control characters replaced by blanks");
    }
    text = text.trim().to_owned();
    if text.contains('\u{fffd}') {
        doubts.push(
            "holds a replacement character: a letter was lost before the file came here; kept",
        );
    }
    if has_lost_apostrophe(&text) {
        doubts.push("a question mark inside a word, perhaps a lost apostrophe; kept");
    }
    if text.matches('"').count() % 2 == 1 {
        doubts.push("a quotation mark without its partner; kept");
    }
    Clean { text, doubts }
}

/// Takes off the quotes a spreadsheet puts around a field, whose inner quotes it doubles.
fn unquote(field: &str) -> (String, Option<&'static str>) {
    let inner = field.strip_prefix('"').and_then(|f| f.strip_suffix('"'));
    match inner {
        Some(inner) if inner.contains("\"\"") && !inner.replace("\"\"", "").contains('"') => {
            (inner.replace("\"\"", "\""), None)
        }
        Some(inner) if !inner.is_empty() && !inner.contains('"') => (
            inner.to_owned(),
            Some("the whole field stood in quotation marks; taken off"),
        ),
        _ => (field.to_owned(), None),
    }
}

fn has_lost_apostrophe(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters
        .windows(3)
        .any(|w| matches!(w, [a, '?', b] if a.is_alphabetic() && b.is_lowercase()))
}

/// Runs of blanks as one, and whether there were any.
pub(super) fn single_blanks(text: &str) -> (String, bool) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let joined = words.join(" ");
    let changed = joined != text;
    (joined, changed)
}

/// Ability lines: divided by `|`, in older files also by `;` before a new ability.
/// The flag says whether a `;` was taken as a division.
pub(super) fn ability_lines(text: &str) -> (Vec<String>, bool) {
    let mut lines = Vec::new();
    let mut by_semicolon = false;
    for part in text.split('|') {
        let mut rest = part;
        while let Some((line, after)) = at_semicolon(rest) {
            push_line(&mut lines, line);
            by_semicolon = true;
            rest = after;
        }
        push_line(&mut lines, rest);
    }
    (lines, by_semicolon)
}

fn push_line(lines: &mut Vec<String>, line: &str) {
    let line = line.trim();
    if !line.is_empty() {
        lines.push(line.to_owned());
    }
}

/// The first `;` outside quotes and brackets behind which a cost with its arrow, or a bracketed word, begins.
fn at_semicolon(text: &str) -> Option<(&str, &str)> {
    let (mut depth, mut quoted) = (0_i32, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' => depth += 1,
            ')' => depth -= 1,
            ';' if depth <= 0 && !quoted => {
                let after = text.get(at + 1..).unwrap_or_default();
                if begins_ability(after) {
                    return Some((text.get(..at).unwrap_or_default(), after));
                }
            }
            _ => {}
        }
    }
    None
}

fn begins_ability(text: &str) -> bool {
    let text = text.trim_start();
    let sentence = text.split(['.', ';']).next().unwrap_or_default();
    let cost = ["Pay ", "Tap"].iter().any(|word| text.starts_with(word))
        || text.starts_with(|c: char| c.is_ascii_digit());
    text.starts_with('[') || (cost && sentence.contains("->"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreadsheet_quoting_is_taken_off_and_plain_quotes_stay() {
        let cases = [
            ("\"It gets \"\"Armor\"\".\" ", "It gets \"Armor\".", 0),
            ("\"Stealth\" and \"Armor\"", "\"Stealth\" and \"Armor\"", 0),
            ("It gets \"Armor", "It gets \"Armor", 1),
            ("\"Pay, then draw.\"", "Pay, then draw.", 1),
            ("\"\"", "\"\"", 0),
            ("It gets \"\"Armor\"\"", "It gets \"\"Armor\"\"", 0),
        ];
        for (field, text, doubts) in cases {
            let clean = clean(field);
            assert_eq!(
                (clean.text.as_str(), clean.doubts.len()),
                (text, doubts),
                "{field}"
            );
        }
    }

    #[test]
    fn lost_letters_are_reported_and_kept() {
        assert_eq!(clean("you don?t pay").doubts.len(), 1);
        assert_eq!(clean("Which one? that one").doubts.len(), 0);
        assert_eq!(clean("\u{202e}Vader\u{200f}").text, "Vader");
    }

    #[test]
    fn lines_end_at_bars_and_at_semicolons_before_an_ability() {
        let lines = |t: &str| ability_lines(t).0;
        assert_eq!(
            lines("Armor|Stun 1 | | Fury 2|"),
            ["Armor", "Stun 1", "Fury 2"]
        );
        assert_eq!(
            lines("Pay 2 Force -> Evade 2 (this; that -> x); [Pilot] It flies"),
            [
                "Pay 2 Force -> Evade 2 (this; that -> x)",
                "[Pilot] It flies"
            ]
        );
        assert_eq!(
            lines("It gets: +1 power; * it rolls."),
            ["It gets: +1 power; * it rolls."]
        );
    }
}
