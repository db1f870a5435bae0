//! Bonuses without a subject, "instead" behind what stands, nouns that tell two units apart.

use super::{CARD, ReadContext, read_effect, read_line, says, unread};
use crate::game::CardType;

/// Behind a cost, in front of a condition: what the unit with the text gets.
#[test]
fn without_a_subject_it_is_this_unit() {
    says(
        "Pay 2 Force -> Critical Hit 2 for this attack.",
        "This unit gets Critical Hit 2 for this attack",
    );
    says(
        "[tap] -> +2 power until end of turn.",
        "This unit gets +2 power until end of turn",
    );
    says(
        "Critical Hit 2 when attacking a Speeder.",
        "as long as this unit is attacking a Speeder unit",
    );
    says(
        "Armor as long as this unit is untapped.",
        "As long as this unit is untapped, this unit gets Armor",
    );
    // A played keyword is no bonus, and of another unit's attack it could be spoken.
    says("Pay 1 Force -> Evade 1", "1 Force: Evade 1");
    unread("When one of your Jedi attacks, +2 power for that attack.");
    unread("Pay 2 Force -> +2 power.");
}

#[test]
fn what_stands_gives_way_under_a_condition() {
    says(
        "Retaliate 2. If this unit has 2 or more damage counters on it, Retaliate 4 instead.",
        "As long as this unit has 2 or more damage counters on it, this unit gets Retaliate 4",
    );
    says(
        "Shields 1. As long as you control the Space arena, Shields 2 instead.",
        "As long as not (you control the Space arena), this unit gets Shields 1",
    );
    says(
        "Vessik gets +1 power. If you control the Space and Ground arenas, she gets +3 power instead.",
        "As long as you control the Space arena and you control the Ground arena, this unit gets +3",
    );
    unread(
        "Vessik gets +1 power. If you control the Space arena, Orla Venn gets +2 power instead.",
    );
    unread("Pay 1 Force -> Evade 1. If you control the Space arena, Evade 2 instead.");
}

/// Of two units of an event the noun tells which one is meant, if it fits one of them only.
#[test]
fn the_noun_tells_two_units_apart() {
    says(
        "When one of your Jedi attacks a Sith, tap that Sith.",
        "tap the defending unit",
    );
    says(
        "When a Sith attacks one of your Jedi, that Jedi gets +2 power for that attack.",
        "the defending unit gets +2 power",
    );
    says(
        "When a Sith attacks one of your Jedi, tap that Sith.",
        "tap the attacking unit",
    );
    says(
        "When one of your Jedi damages a Sith, tap that Sith.",
        "damages a Sith unit, tap that unit",
    );
    unread("When one of your Jedi attacks a Sith, tap that unit.");
    unread("When one of your Jedi Masters attacks a Jedi, tap that Jedi.");
    unread("When one of your Jedi attacks a Sith, tap that Sith. That Jedi gets +1 power.");
    unread("When one of your Jedi damages a Sith, that Jedi gets +2 power until end of turn.");
}

/// What earns a Bounty is a unit's discard, of which its text may speak.
#[test]
fn a_bounty_may_ask_about_the_discarded_unit() {
    says(
        "Bounty: Gain 1 Force. If the discarded unit was a Jedi, gain 3 Force instead.",
        "If that unit is a Jedi unit, gain 3 Force",
    );
    says(
        "Bounty: Gain X Force, where X is the discarded unit's printed build cost.",
        "the printed build cost of that unit",
    );
}

#[test]
fn one_source_is_chosen_and_all_sources_last() {
    says(
        "Pay 2 Force -> Prevent all damage to Vessik from one of your opponent's units.",
        "from one of your opponent's units",
    );
    says(
        "Pay 2 Force -> Prevent all damage to Vessik from your opponent's Sith this turn.",
        "your opponent's Sith units",
    );
    unread(
        "Pay 2 Force -> Prevent all damage to Vessik from one of your opponent's units this turn.",
    );
}

#[test]
fn other_words_for_what_is_read() {
    says(
        "Units attacked by Vessik can't use Evade.",
        "each defending unit can't use Evade",
    );
    says(
        "Whenever Vessik's damage causes a unit to be discarded, gain 1 Force.",
        "discarded by damage from this unit",
    );
    says(
        "Remove 1 damage counter from Vessik at the start of your build step.",
        "When your build step starts, remove 1 damage counter from this unit",
    );
    says(
        "Vessik gets +1 power for each damage counter on her, up to +3.",
        "the number of damage counters on this unit, up to 3",
    );
    unread("Vessik gets +1 power and +10 speed for each damage counter on her, up to +3.");
    says(
        "Vessik gets +2 power when using Bombard.",
        "as long as this unit is using Bombard to attack",
    );
    says(
        "Pay 2 Force -> Prevent half the damage to one of your units, rounded up.",
        "half of the damage to one of your units, rounded up",
    );
    says(
        "Vessik gets +1 power for every 2 damage counters on her.",
        "half the number of damage counters on this unit",
    );
    says(
        "As long as there are Imperial units in this arena, Vessik gets +1 power.",
        "there is an Imperial unit in this arena",
    );
    says("Vessik must attack each turn if able.", "must attack");
    says(
        "When Vessik enters the Ground arena, gain 1 Force.",
        "comes into the Ground arena",
    );
    says(
        "When Vessik attacks, roll a die. If the result is 4 or more, gain 1 Force.",
        "If you roll a 4 or more",
    );
    says(
        "As long as Vessik is your only unit in the Ground arena, she gets +1 power.",
        "this unit is in the Ground arena and you have no other units in the Ground arena",
    );
    says(
        "When Vessik is attacked, Vessik may do 1 damage to the attacking unit.",
        "you may have this unit do 1 damage to the attacking unit",
    );
    unread("Tap Orla Venn when she attacks.");
}

/// Whom damage is not done to is chosen as well.
#[test]
fn one_target_is_chosen() {
    says(
        "Pay 2 Force -> Prevent all damage from the attacking unit to one of your Sith.",
        "to one of your Sith units from the attacking unit",
    );
    unread(
        "Pay 2 Force -> Prevent all damage from the attacking unit to one of your Sith this turn.",
    );
}

/// What completing a card asks for is read where its costs and conditions are.
#[test]
fn what_completing_asks_for_besides() {
    says(
        "To finish building Vessik, you must also pay 2 Force and discard a card from your hand.",
        "To complete this card, you must also pay 2 Force, discard 1 card from your hand",
    );
    says(
        "You can't deploy Vessik unless you have a Sith in the Ground arena.",
        "You may complete this card only if you have a Sith unit in the Ground arena",
    );
    let read = read_effect(
        "To complete Vessik, you must also tap one of your Officers. Draw a card.",
        &CARD,
    );
    assert_eq!(read.map(|r| r.costs.len()), Some(1));
    let read = read_effect(
        "To complete Vessik, you must also have 2 or more Jedi in the Ground arena. Draw a card.",
        &CARD,
    );
    assert_eq!(read.map(|r| (r.costs.len(), r.limits.len())), Some((0, 1)));
    for unclear in ["pay X Force", "win"] {
        let text = format!("To complete Vessik, you must also {unclear}.");
        assert!(!read_line(&text, &CARD).is_modelled(), "{text}");
    }
}

/// "His or her units" of each player are no units of anybody's.
#[test]
fn of_each_player_the_own_units() {
    says(
        "When the battle phase starts, each player discards one of his or her units.",
        "discard one of your units. Your opponent chooses and discards one of his or her units",
    );
    unread(
        "When the battle phase starts, each player puts 1 damage counter on one of his or her units.",
    );
    unread("When the battle phase starts, each player may tap one of his or her Jedi.");
    says(
        "When Vessik's attack ends, Vessik may attack again.",
        "this unit may attack a unit",
    );
}

/// Units that are attacked, or not, are told by words that can only mean them.
#[test]
fn who_is_meant_in_an_attack() {
    says(
        "Only unique units can attack Vessik.",
        "each non-unique unit",
    );
    says(
        "Only non-unique units can attack Vessik.",
        "each unique unit",
    );
    unread("Units with less power than Vessik can't attack her.");
    unread("Each Sith gets -1 power when attacking her.");
    unread("Each Sith with speed 30 or less can't attack it.");
}

/// Equipment that speaks of itself by name does not mean the unit that carries it.
#[test]
fn equipment_is_not_its_bearer() {
    let card = ReadContext {
        name: "Long Blade",
        types: &[CardType::Equipment],
        subtypes: &[],
    };
    let read = |text: &str| read_line(text, &card).is_modelled();
    for text in [
        "When equipped unit is discarded, return Long Blade to your hand.",
        "When equipped unit attacks, tap Long Blade.",
        "Whenever Long Blade attacks, gain 1 Force.",
        "Equipped unit gets \"When this unit is discarded, return Long Blade to your hand.\"",
    ] {
        assert!(!read(text), "{text}");
    }
    assert!(read("When equipped unit attacks, discard Long Blade."));
    assert!(read("When equipped unit is discarded, gain 1 Force."));
}

/// Behind an event "other" units are others than its unit, and a pronoun is the one that the sense
/// tells, or nobody.
#[test]
fn others_than_the_unit_of_the_event() {
    says(
        "When one of your Jedi attacks, each of your other Jedi gets +1 power until end of turn.",
        "each of your Jedi units other than that unit",
    );
    says(
        "When one of your Jedi attacks, it gets +1 power for each of your other Jedi for that attack.",
        "the number of your Jedi units other than that unit",
    );
    says(
        "When Vessik attacks, Vessik does 1 damage to each of your opponent's other units.",
        "each of your opponent's units other than that unit",
    );
    unread(
        "When one of your Sith damages a unit, it does 1 damage to one of your opponent's other units.",
    );
    unread("When Vessik discards a Sith, remove it from the game.");
    says(
        "When this unit damages the defending unit, tap it.",
        "damages the defending unit, tap that unit",
    );
    says(
        "When Vessik damages a Sith, it gets -1 power until end of turn.",
        "that unit gets -1 power",
    );
    says(
        "As long as an Ewok is tapped, it gets -1 power.",
        "each tapped Ewok unit gets -1 power",
    );
    unread("As long as a Sith is attacking Vessik, that Jedi gets -1 power.");
    says(
        "Pay 1 Force -> The attacking unit attacks another of your Jedi instead.",
        "other than the defending unit instead",
    );
    unread("When you roll for build points, gain 1 Force.");
}

/// What harms a unit is for the other side's.
#[test]
fn a_negative_keyword_harms() {
    says(
        "When Vessik attacks, if the defending unit is a Sith, it gets Resilience -1 for this attack.",
        "the defending unit gets Resilience -1",
    );
    unread(
        "When Vessik attacks, if the defending unit is a Sith, it gets \"This unit can't use Evade\" \
         for this attack.",
    );
}
