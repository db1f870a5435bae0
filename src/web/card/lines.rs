//! How Arbiter reads each line of a card, in our words, and what it cannot act on.

use crate::cardtext::report::nearest;
use crate::cardtext::{
    Ability, Activated, ReadContext, Shape, Unknown, explain, read_effect, read_line,
};
use crate::game::{Card, CardType};

/// A line with its reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineView {
    /// As printed.
    pub text: String,
    /// What it does, one sentence for each ability.
    pub says: Vec<String>,
    /// The parts that are not modelled.
    pub unread: Vec<Unread>,
}

/// A part of a line that the engine does not act on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// Its words.
    pub words: String,
    /// Why not.
    pub why: &'static str,
    /// The nearest phrase that is known.
    pub near: Option<&'static str>,
}

/// All lines of a card.
#[must_use]
pub fn of(card: &Card) -> Vec<LineView> {
    card.text.iter().map(|text| read(card, text)).collect()
}

fn read(card: &Card, text: &str) -> LineView {
    let context = ReadContext {
        name: &card.name,
        types: &card.types,
        subtypes: &card.subtypes,
    };
    let is = |kind: CardType| card.types.contains(&kind);
    let once = context.takes_effect_once();
    let mut view = LineView {
        text: text.to_owned(),
        says: Vec::new(),
        unread: Vec::new(),
    };
    if let Some(form) = once.then(|| read_effect(text, &context)).flatten() {
        let played = Ability::Activated(Activated {
            costs: form.costs,
            effect: form.effect,
            limits: form.limits,
        });
        let words = explain(&played);
        // Without a cost of its own nothing stands before the colon.
        view.says.push(words.trim_start_matches(": ").to_owned());
        return view;
    }
    for ability in read_line(text, &context).abilities {
        match &ability {
            Ability::Unknown(unknown) => view.unread.push(unread(unknown)),
            _ if is(CardType::Battle) => view.unread.push(Unread {
                words: text.to_owned(),
                why: "a Battle card acts once, and this reads as an ability that stays",
                near: None,
            }),
            known => view.says.push(explain(known)),
        }
    }
    view
}

fn unread(unknown: &Unknown) -> Unread {
    let why = match &unknown.shape {
        Shape::Activated => "it is played for a cost, and its effect is none that Arbiter knows",
        Shape::Triggered { .. } => "what sets it off is known, what it does is not",
        Shape::TriggeredUnknown => "what sets it off is not known",
        Shape::BuildOnly => "it works in the build step, which Arbiter does not run",
        _ => "it changes the rules in a way that Arbiter does not know",
    };
    Unread {
        words: unknown.words.clone(),
        why,
        near: nearest(&unknown.words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(types: Vec<CardType>, text: &[&str]) -> Card {
        Card {
            types,
            text: text.iter().map(|t| (*t).to_owned()).collect(),
            ..Card::named("Tarn Vessik (B)")
        }
    }

    #[test]
    fn every_line_says_what_it_does_or_why_not() {
        let lines = of(&card(
            vec![CardType::Character],
            &["Pay 2 Force -> Evade 2", "Whenever it hums, sing."],
        ));
        assert!(lines[0].says[0].starts_with("2 Force: Evade 2"));
        assert!(lines[0].unread.is_empty());
        assert_eq!(lines[1].unread[0].why, "what sets it off is not known");
    }

    #[test]
    fn a_battle_card_is_read_as_what_happens_once() {
        let lines = of(&card(
            vec![CardType::Battle],
            &["Prevent up to 2 damage to one of your units."],
        ));
        assert_eq!(lines[0].says.len(), 1);
        assert!(!lines[0].says[0].starts_with(':'), "{:?}", lines[0].says);
    }
}
