//! The type line: `Ground/Character`, `Mission - Trap`, and the phrases of the column "Subtype".

use crate::game::CardType;

/// The parts of a type line between its dashes, and whether a dash stood without blanks on both sides.
///
/// A dash divides only with a blank beside it, so `Monkey-Lizard` stays one word.
pub(super) fn segments(line: &str) -> (Vec<String>, bool) {
    let letters: Vec<char> = line.chars().collect();
    let mut parts = vec![String::new()];
    let mut uneven = false;
    for (at, c) in letters.iter().enumerate() {
        let blank = |i: Option<usize>| {
            i.and_then(|i| letters.get(i))
                .is_some_and(|c| c.is_whitespace())
        };
        let (before, after) = (blank(at.checked_sub(1)), blank(Some(at + 1)));
        if matches!(c, '-' | '–' | '—') && (before || after) {
            uneven |= before != after || *c != '-';
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(*c);
        }
    }
    let parts = parts
        .iter()
        .map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|p| !p.is_empty())
        .collect();
    (parts, uneven)
}

/// The types joined by `/`; the word that is none as error.
pub(super) fn types(text: &str) -> Result<Vec<CardType>, String> {
    text.split('/')
        .map(|word| CardType::find(word).ok_or_else(|| word.trim().to_owned()))
        .collect()
}

/// The arenas joined by `/`, if the text is nothing else.
pub(super) fn arenas(text: &str) -> Option<Vec<CardType>> {
    let types = types(text).ok()?;
    types.iter().all(|t| t.arena().is_some()).then_some(types)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_with_a_blank_divide() {
        let cases: [(&str, &[&str], bool); 6] = [
            (
                "Togruta Jedi Padawan - Republic Officer",
                &["Togruta Jedi Padawan", "Republic Officer"],
                false,
            ),
            (
                "Tatooine Kowakian Monkey-Lizard",
                &["Tatooine Kowakian Monkey-Lizard"],
                false,
            ),
            ("Character -Skill", &["Character", "Skill"], true),
            (
                "Character – Blaster Weapon",
                &["Character", "Blaster Weapon"],
                true,
            ),
            ("Onderon  Rebel Army ", &["Onderon Rebel Army"], false),
            ("", &[], false),
        ];
        for (line, parts, uneven) in cases {
            assert_eq!(
                segments(line),
                (parts.iter().map(|p| (*p).to_owned()).collect(), uneven),
                "{line}"
            );
        }
    }
}
