//! Abilities in words: the regular notation that reads back to the same ability, and a plain
//! reading for people.

mod ability;
mod cond;
mod cost;
mod deed;
mod effect;
mod event;
mod grant;
mod limit;
mod num;
mod rule;
mod who;

use super::ability::{Ability, KeywordAbility, KeywordValue, OffBoard};
use super::effect::Effect;
use super::read::{ReadContext, read_line};

/// What stands before the exact form of an ability whose words would not read back.
const EXACT: &str = "exactly: ";

/// The ability in card notation. [`read_line`] reads it back to the same ability; where words
/// alone would not, the exact form is given.
#[must_use]
pub fn to_notation(ability: &Ability) -> String {
    if let Ability::Unknown(u) = ability {
        return u.words.clone();
    }
    let words = ability::ability(ability);
    if read_line(&words, &ReadContext::default())
        .abilities
        .as_slice()
        == std::slice::from_ref(ability)
    {
        return words;
    }
    // A parsed form is plain data without maps: writing it cannot fail.
    serde_json::to_string(ability).map_or(words, |exact| format!("{EXACT}{exact}"))
}

/// The ability of an exact form, if the text is one.
pub(super) fn read_exact(text: &str) -> Option<Ability> {
    serde_json::from_str(text.trim().strip_prefix(EXACT.trim_end())?).ok()
}

/// The ability in plain words for a judge: what it costs, what it does, how often.
#[must_use]
pub fn explain(ability: &Ability) -> String {
    match ability {
        Ability::Unknown(u) => format!("not understood: {}", u.words),
        Ability::Keyword(k) => {
            let name = ability::keyword_ability(k);
            match k.value {
                KeywordValue::Bare | KeywordValue::Number(_) => {
                    format!("{name}: {}", summary(k))
                }
                _ => name,
            }
        }
        Ability::Activated(a) => {
            let costs = cost::costs(&a.costs);
            let costs = costs.strip_prefix("Pay ").unwrap_or(&costs);
            let effect = match &a.effect {
                Effect::Keyword(k) => {
                    format!("{}: {}", ability::keyword_ability(k), summary(k))
                }
                other => effect::effect(other),
            };
            let limits: String = a
                .limits
                .iter()
                .map(|l| format!(" {}", limit::limit(l)))
                .collect();
            if a.costs.is_empty() {
                return format!("{effect}{limits}");
            }
            format!("{costs}: {effect}{limits}")
        }
        other => ability::ability(other),
    }
}

/// What a keyword does, with its number where that is printed.
fn summary(k: &KeywordAbility) -> String {
    let words = &k.keyword.entry().summary;
    let KeywordValue::Number(n) = &k.value else {
        return words.to_owned();
    };
    let number = num::num(n);
    let put = |word: &str| {
        if word == "X" {
            number.clone()
        } else {
            word.to_owned()
        }
    };
    words.split(' ').map(put).collect::<Vec<_>>().join(" ")
}

/// A reading of a card that is no unit, with what it calls itself: outside of quotes "this unit" is
/// the card, or the unit that carries it.
#[must_use]
pub(super) fn on_card(words: &str, types: &[crate::game::CardType]) -> String {
    use crate::game::CardType;
    let says = match types.first() {
        Some(CardType::Equipment) => "the equipped unit",
        Some(CardType::Resource) => "this Resource",
        Some(CardType::Location) => "this Location",
        Some(CardType::Battle | CardType::Mission) => "this card",
        _ => return words.to_owned(),
    };
    let parts = words.split('"').enumerate().map(|(n, part)| {
        if n % 2 == 0 {
            let part = part.replace("this unit", says);
            part.replace("This unit", &capital(says))
        } else {
            part.to_owned()
        }
    });
    parts.collect::<Vec<_>>().join("\"")
}

/// An effect in words.
#[must_use]
pub fn explain_effect(effect: &Effect) -> String {
    effect::effect(effect)
}

/// Units in words, as a sentence speaks of them.
#[must_use]
pub fn explain_who(who: &super::who::Who) -> String {
    who::who(who)
}

/// What an effect outside the board is about.
const fn off_board(what: OffBoard) -> &'static str {
    match what {
        OffBoard::HandSeen => "look at hidden cards as printed (nothing on the board changes)",
        OffBoard::Deck => "search or arrange a deck as printed (nothing on the board changes)",
        OffBoard::DiscardPile => {
            "take cards from a discard pile as printed (nothing on the board changes)"
        }
        OffBoard::Uncounted => {
            "move cards between hands, decks and piles as printed (they are not counted)"
        }
        OffBoard::Pilots => "which Pilots it may carry",
        OffBoard::BuildCosts => "what attaching or building costs besides",
        OffBoard::Completing => "what completing it asks for besides",
    }
}

/// First letter in lower case.
fn small(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

/// First letter in upper case.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// "a", "a and b", "a, b, and c" with the given word.
fn join(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [a, b] => format!("{a} {word} {b}"),
        [front @ .., last] => format!("{}, {word} {last}", front.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Invented lines of the forms cards use.
    const LINES: &[&str] = &[
        "Parry 2",
        "Pay 1 Force -> Evade 2",
        "Pay 1 Force, [tap] -> Deflect 1 and Evade 1",
        "[tap], Put 2 damage counters on this unit -> Draw 2 cards. Play only during your build step.",
        "Each of your other Gungans in the Ground arena gets +1 power, Armor and \"Pay 1 Force -> Evade 1\".",
        "As long as this unit is attacking a Droid, it gets Critical Hit 2.",
        "As long as you have 2 or more Wookiees in any arena, this unit gets +20 speed.",
        "When this unit attacks, you may pay 1 Force. If you do, it gets +2 power for this attack.",
        "Whenever this unit damages a Creature, tap that unit.",
        "When this unit is discarded from the Space arena, gain 2 Force and draw a card.",
        "When the Space battle step starts, choose one: this unit gets Armor until end of turn. Or: gain 1 Force.",
        "Whenever this unit would be damaged, prevent 1 of that damage.",
        "Damage from this unit can't be prevented.",
        "Bounty: Gain 1 build point.",
        "Upkeep: Pay 1 Force, discard a card from your hand, or tap this unit.",
        "INSERT: Pay 2 Force -> Evade 1",
        "Switch: +2 power/Fury 1, Overkill",
        "Walker and Speeder Pilot. The Walker or Speeder gets: +10 speed, Lucky 1.",
        "Equipped Ewok gets Stun 2.",
        "[tap] -> Choose one of your opponent's Characters with power 4 or less. Tap that unit unless your opponent pays 3 Force.",
        "Pay 2 Force -> Evade X, where X is the number of Ewoks you have in any arena.",
        "Your opponent can't attack this unit unless he or she pays 1 Force.",
        "[tap] -> Take 2 40/1/2 Sentry Subordinates with \"Armor\" and put them into the Ground arena.",
    ];

    #[test]
    fn notation_reads_back() {
        for text in LINES {
            let read = read_line(text, &ReadContext::default());
            assert!(read.is_modelled(), "not read: {text}");
            for ability in &read.abilities {
                let words = to_notation(ability);
                let again = read_line(&words, &ReadContext::default());
                assert_eq!(
                    again.abilities.as_slice(),
                    std::slice::from_ref(ability),
                    "{text}\n{words}"
                );
            }
        }
    }

    #[test]
    fn most_lines_need_no_exact_form() {
        let exact: Vec<String> = LINES
            .iter()
            .flat_map(|text| read_line(text, &ReadContext::default()).abilities)
            .map(|a| to_notation(&a))
            .filter(|n| n.starts_with(EXACT))
            .collect();
        assert!(exact.len() <= 2, "{exact:#?}");
    }

    #[test]
    fn plain_reading() {
        let read = read_line("Pay 2 Force -> Evade 2", &ReadContext::default());
        let said = explain(&read.abilities[0]);
        assert!(said.starts_with("2 Force: Evade 2: "), "{said}");
    }

    /// Every line of a folder of card files, if one is named, reads back.
    #[test]
    fn lines_of_a_card_folder_read_back() {
        let Some(dir) = std::env::var_os("ARBITER_LACKEY") else {
            return;
        };
        let mut seen = 0;
        for file in std::fs::read_dir(dir).unwrap().flatten() {
            let text = String::from_utf8_lossy(&std::fs::read(file.path()).unwrap()).into_owned();
            for field in text.split('\t').flat_map(|f| f.split('|')) {
                let read = read_line(field, &ReadContext::default());
                for ability in read
                    .abilities
                    .iter()
                    .filter(|a| !matches!(a, Ability::Unknown(_)))
                {
                    let words = to_notation(ability);
                    let again = read_line(&words, &ReadContext::default());
                    assert_eq!(
                        again.abilities.as_slice(),
                        std::slice::from_ref(ability),
                        "{field}\n{words}"
                    );
                    seen += 1;
                }
            }
        }
        assert!(seen > 0, "no line was read");
    }
}
