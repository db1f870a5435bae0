//! Whom a line means: pronouns behind a verb, all units of a description, the bearer of Equipment.

use super::{CARD, explain, says, unread};
use crate::cardtext::{ReadContext, read_line};
use crate::game::CardType;

fn on_equipment(text: &str) -> String {
    let card = ReadContext {
        name: "Frost Charge",
        types: &[CardType::Equipment],
        subtypes: &[],
    };
    let read = read_line(text, &card);
    assert!(read.is_modelled(), "not read: {text}\n{:?}", read.abilities);
    let said: Vec<String> = read.abilities.iter().map(explain).collect();
    said.join(" ")
}

/// What a unit does to "it" it does to the other unit spoken of; where that could be two, nothing
/// is read.
#[test]
fn it_is_not_the_unit_that_does_damage() {
    says(
        "When a Space unit retreats, this unit does 3 damage to it.",
        "3 damage to that unit",
    );
    says(
        "Pay 2 Force -> Choose one of your opponent's units. This unit does 2 damage to it.",
        "2 damage to that unit",
    );
    says(
        "When this unit attacks a unit, this unit does 1 damage to itself.",
        "1 damage to itself",
    );
    says(
        "Pay 1 Force -> Evade 1, and if the attacking unit is a Jedi, do 1 damage to it.",
        "1 damage to the attacking unit",
    );
    unread("When a unit attacks this unit, it does 1 damage to it.");
}

/// A die decides whether there is a replacement at all; nothing says that.
#[test]
fn a_die_before_instead() {
    unread(
        "If one of your other units would be discarded, you may roll a die. If you roll a 5 or 6, \
         retreat that unit instead.",
    );
    says(
        "When this unit would be discarded, you may discard one of your other units instead. If you \
         do, remove all damage counters from it.",
        "remove all damage counters from this unit",
    );
}

/// "Each of them is" denies that one is not.
#[test]
fn all_of_them() {
    says(
        "This unit can't be attacked unless each of your other units in this arena is tapped.",
        "not (you have no other untapped units in this arena)",
    );
    unread("One of your Ewoks gets +1 power as long as it's damaged.");
}

/// Numbers in a description are no numbers of cards, and not every pile is one's own.
#[test]
fn cards_that_are_sought() {
    says(
        "When this unit is deployed, search your deck for a Hutt card with build cost 4 or less and \
         put it into your hand.",
        "take a card",
    );
    unread("[tap] -> Put a Droid card from your opponent's discard pile into your build zone.");
    unread(
        "When this unit is discarded, search your deck for Bren Sund and deploy him on top of its stack.",
    );
    says(
        "When a unit is discarded, its controller may return a Droid card from his or her discard \
         pile to his or her hand.",
        "not counted",
    );
}

/// Events and brackets that say more than what is known.
#[test]
fn more_than_is_known() {
    unread("Whenever your opponent moves a unit into this arena, tap that unit.");
    unread("This unit gets +1 power for each of your Ewoks in this arena (maximum +3).");
    unread("When this unit attacks, tap another of your opponent's units in the Space arena.");
    let card = ReadContext {
        types: &[CardType::Equipment],
        ..CARD
    };
    let gone = "When the equipped unit is discarded by damage from an opponent's Character, attach this \
                Equipment to that Character.";
    assert!(!read_line(gone, &card).is_modelled());
    assert!(!read_line("Any other equipped unit gets Armor.", &card).is_modelled());
}

/// On Equipment its own name is the card and "the equipped unit" has the ability.
#[test]
fn equipment_and_its_bearer() {
    let own = "iscard Frost Charge from this unit";
    for text in [
        "When the equipped unit attacks, discard Frost Charge.",
        "When the equipped unit attacks, you may discard Frost. If you do, the equipped unit gets +2 power for this attack.",
        "Discard Frost Charge -> Equipped unit gets +4 power for this attack.",
        "When your opponent's build step starts, he or she may pay 4 build points. If he or she does, discard this Equipment.",
    ] {
        let said = on_equipment(text);
        assert!(said.contains(own), "{text}: {said}");
    }
    let said = on_equipment("If Orla Venn is equipped, she also gets Critical Hit 2.");
    assert!(said.contains("As long as this unit is Orla Venn"), "{said}");
    assert!(on_equipment("The equipped unit can't untap.").contains("This unit can't untap"));
}

/// Small words that stand in lines of which the rest is read.
#[test]
fn small_words() {
    says(
        "This unit can attack Ground units.",
        "can attack Ground units",
    );
    says(
        "[tap] -> One of your opponent's units must attack this turn if able.",
        "must attack",
    );
    says(
        "When this unit is damaged by an attack, draw a card.",
        "attacks and damages",
    );
    says(
        "Each Character that isn't a Droid gets -1 power.",
        "non-Droid",
    );
    says(
        "As long as the Pale Lantern is in the Space arena, this unit gets +1 power.",
        "Pale Lantern is in the Space arena",
    );
    says(
        "[tap] -> Put 1 build counter on one of your partially built Locations.",
        "a partially built Location card in your build zone",
    );
    says(
        "When this unit attacks, it does 1 damage to each other unit in its arena.",
        "in this arena",
    );
    says(
        "Capital Ships can't attack Starfighters.",
        "Each Capital Ship",
    );
    says(
        "[tap] -> Roll a die. If you roll a 5 or 6, draw a card. Otherwise, tap this unit.",
        "4 or less, tap this unit",
    );
    says(
        "Pay 1 Force -> Dr. Orla Venn gets +1 power for this attack.",
        "Dr. Orla Venn",
    );
}
