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
    match moment {
        Moment::AttackDeclare => "when an attack is declared",
        Moment::AttackTriggers => "on attack triggers",
        Moment::AttackPop => "in the attack chance",
        Moment::AttackRoll => "in the initial roll",
        Moment::AttackInitialRoll => "on the initial roll",
        Moment::AttackRerollTriggers => "in triggered rerolls",
        Moment::AttackReroll => "in the reroll chance",
        Moment::AttackHits => "when hits are counted",
        Moment::AttackPending => "when damage becomes pending",
        Moment::AttackPrevention => "in damage prevention",
        Moment::AttackPlacement => "when counters are placed",
        Moment::AttackDiscard => "when units are discarded",
        Moment::AttackEnd => "when the attack ends",
        Moment::AttackAfter => "after the attack",
        Moment::BattleStepStart => "when a battle step starts",
        Moment::BuildStart => "at the start of the build step",
        Moment::BuildStep => "in the build step",
        Moment::Chance => "in any open chance",
        Moment::Arrival => "when an opponent’s unit arrives",
        Moment::Deploy => "when the unit is deployed",
        Moment::Play => "when the card is played",
        Moment::Pay => "when its cost is paid",
        Moment::Complete => "when a card in the build zone is completed",
        Moment::Stacking => "when cards are stacked",
        Moment::DiscardPile => "in the discard pile",
        Moment::Always => "at all times",
    }
}

/// Keywords that act in the window of that clause.
pub fn acting_in(window: &str) -> impl Iterator<Item = Keyword> {
    Keyword::all().filter(move |k| k.entry().moments.iter().any(|m| name(*m) == window))
}

/// Whether a text has that name as a word of its own, written with its capital.
#[must_use]
pub fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + name.len()..).and_then(|t| t.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

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
