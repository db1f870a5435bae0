//! Other cards that a card has to do with, and why.

use super::CardLink;
use crate::catalogue::CardIndex;
use crate::game::Card;
use crate::rulebook::Keyword;
use crate::web::moments::mentions;

/// The most cards shown for one reason.
const MOST: usize = 40;

/// Cards shown for one reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// Why they are shown.
    pub why: String,
    /// The cards.
    pub cards: Vec<CardLink>,
    /// How many more there are.
    pub more: usize,
}

/// Other versions, cards that its text names, cards whose text names it.
#[must_use]
pub fn of(card: &Card, all: &CardIndex) -> Vec<Related> {
    let others = || all.iter().filter(|other| other.name != card.name);
    let base = card.base_name();
    let versions = others().filter(|other| card.is_unique() && other.base_name() == base);
    let named = others().filter(|other| other.base_name() != base && names(card, other));
    let naming = others().filter(|other| other.base_name() != base && names(other, card));
    [
        (format!("Other versions of {base}"), links(versions)),
        ("Its text names them".to_owned(), links(named)),
        (format!("Their text names {base}"), links(naming)),
    ]
    .into_iter()
    .filter(|(_, cards)| !cards.is_empty())
    .map(|(why, mut cards)| {
        let more = cards.len().saturating_sub(MOST);
        cards.truncate(MOST);
        Related { why, cards, more }
    })
    .collect()
}

fn links<'a>(cards: impl Iterator<Item = &'a Card>) -> Vec<CardLink> {
    cards.map(|card| CardLink::to(&card.name)).collect()
}

/// Whether a line of the first card has the name of the second. A name that may be an ordinary
/// word or a keyword is none: one word without a version letter says too little.
fn names(card: &Card, other: &Card) -> bool {
    let base = other.base_name();
    let telling = base.contains(' ') || other.is_unique();
    telling && Keyword::find(base).is_none() && card.text.iter().any(|line| mentions(line, base))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CardIndex;

    fn card(name: &str, text: &str) -> Card {
        Card {
            text: vec![text.to_owned()],
            ..Card::named(name)
        }
    }

    #[test]
    fn cards_are_related_by_names_in_both_directions() {
        let tarn = card("Tarn Vessik (B)", "If you have Orla Venn, draw a card.");
        let all = CardIndex::from_cards([
            tarn.clone(),
            card("Tarn Vessik (C)", "Parry 1"),
            card("Orla Venn (A)", "Evade 1"),
            card("Vessik's Blade", "Only Tarn Vessik can carry it."),
            card("Ambush", "Tarn hums."),
        ]);
        let related = of(&tarn, &all);
        let names: Vec<Vec<&str>> = related
            .iter()
            .map(|r| r.cards.iter().map(|c| c.name.as_str()).collect())
            .collect();
        assert_eq!(
            names,
            [["Tarn Vessik (C)"], ["Orla Venn (A)"], ["Vessik's Blade"]]
        );
    }
}
