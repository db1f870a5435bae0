//! The moments at which keywords act, in words, and the rail of an attack.

use crate::rulebook::{Keyword, Moment};

/// One window of the rail.
#[derive(Clone, Debug)]
pub struct RailEntry {
    /// Its heading.
    pub name: &'static str,
    /// Whether the keyword acts in it.
    pub acts: bool,
    /// The clause that describes it.
    pub href: &'static str,
}

/// The name of the window, where the moment is one: `attack.prevention`.
#[must_use]
pub fn name(moment: Moment) -> &'static str {
    match moment.clause().map(crate::rulebook::ClauseId::as_str) {
        Some(id) if id.starts_with("attack.") => id,
        _ => "",
    }
}

/// A moment in words.
#[must_use]
pub const fn words(moment: Moment) -> &'static str {
    moment.words()
}

/// Keywords that act in the window of that clause.
pub fn acting_in(window: &str) -> impl Iterator<Item = Keyword> {
    Keyword::all().filter(move |k| k.entry().moments.iter().any(|m| name(*m) == window))
}

pub use crate::pairs::mentions;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_as_whole_words_only() {
        assert!(mentions("with Evade, it", "Evade"));
        assert!(!mentions("Evader", "Evade"));
        assert!(!mentions("it may evade", "Evade"));
    }

    #[test]
    fn parry_acts_in_damage_prevention() {
        assert!(acting_in("attack.prevention").any(|k| k.slug() == "parry"));
    }
}
