//! What a card may be on a unit: Equipment, a Pilot, a card of its stack. It is asked of cards of
//! the catalogue only, whose types are known; an ad-hoc card is what its writer says.

use crate::game::CardType;
use crate::rules::situation::Facts;

/// The part a card plays on a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnUnit {
    /// `attached`: Equipment (8.5).
    Attached,
    /// `pilot`: a card with a Pilot ability (8.6).
    Pilot,
    /// `under`: a card of its stack (1.5.5).
    Under,
}

impl OnUnit {
    /// Whether a card of these types and lines can play the part. What a unit with Stack lists is
    /// for [`OnUnit::refuses`] to say, which knows the unit.
    #[must_use]
    pub fn takes(self, types: &[CardType], text: &[String]) -> bool {
        match self {
            OnUnit::Attached => types.contains(&CardType::Equipment),
            OnUnit::Pilot => text.iter().any(|line| is_pilot_line(line)),
            OnUnit::Under => types
                .iter()
                .any(|t| t.arena().is_some() || *t == CardType::Subordinate),
        }
    }

    /// Why the card cannot play the part on that unit; `None` if it can, or if its types are not
    /// known.
    #[must_use]
    pub fn refuses(self, card: &Facts, top: Option<&Facts>) -> Option<String> {
        let listed =
            self == OnUnit::Under && top.is_some_and(|top| top.text.iter().any(|line| lists(line)));
        if card.types.is_empty() || listed || self.takes(&card.types, &card.text) {
            return None;
        }
        let types: Vec<&str> = card.types.iter().map(|t| t.name()).collect();
        let (name, types) = (&card.name, types.join("/"));
        Some(match self {
            OnUnit::Attached => format!(
                "`{name}` is a card of type {types}; only Equipment can be attached to a unit"
            ),
            OnUnit::Pilot => format!("`{name}` has no Pilot ability, so it cannot pilot a unit"),
            OnUnit::Under => format!(
                "`{name}` is a card of type {types}; only unit cards and cards that the top card's Stack lists lie under a unit"
            ),
        })
    }
}

/// Whether a line is a Pilot's, or a Pilot's text stands in it behind its sign.
fn is_pilot_line(line: &str) -> bool {
    const SIGNS: [&str; 2] = ["[Pilot]", ">o<"];
    let behind = |sign| line.split(sign).skip(1).any(is_pilot_text);
    is_pilot_text(line) || SIGNS.into_iter().any(behind)
}

/// Whether the first sentence is who may carry a Pilot, a subtype or a list of some, and the word
/// itself.
fn is_pilot_text(line: &str) -> bool {
    const LONGEST: usize = 8;
    let first = line.split(['.', ':']).next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    let is_pilot = |word: &&str| word.eq_ignore_ascii_case("pilot");
    let is_verb = |word: &&str| matches!(*word, "gets" | "get" | "has" | "a" | "this" | "when");
    words.last().is_some_and(is_pilot) && words.len() <= LONGEST && !words.iter().any(is_verb)
}

/// Whether a line lists cards that may be stacked under its unit.
fn lists(line: &str) -> bool {
    line.split_whitespace().next() == Some("Stack")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pilots_are_known_by_their_line() {
        for line in [
            ">o< Speeder Pilot. The Speeder gets: +1 power.",
            "Starfighter and Transport Pilot. The Starfighter or Transport gets: Evade 1.",
            "[Pilot] Walker pilot. The Walker gets: Armor",
            "+1 power against Ewoks. [Pilot] Walker Pilot. The Walker gets +1 power.",
        ] {
            assert!(is_pilot_line(line), "{line}");
        }
        for line in [
            "This unit can't have a [Pilot] aboard.",
            "It gets +1 power when it attacks a Pilot.",
            "Parry 2",
            "",
        ] {
            assert!(!is_pilot_line(line), "{line}");
        }
    }
}
