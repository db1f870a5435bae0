//! Whom "it", "that unit" and a bare comparison mean where several units are spoken of.

use super::{CARD, explain_effect, read_effect, says, unread};

fn plays(text: &str, words: &str) {
    let read = read_effect(text, &CARD);
    assert!(read.is_some(), "not read: {text}");
    let said = explain_effect(&read.unwrap().effect);
    assert!(said.contains(words), "{text}\n{said}\nlacks: {words}");
}

/// A condition behind what several units get is asked of each of them.
#[test]
fn asked_of_each_bearer() {
    for (text, words) in [
        (
            "Each of your Ewoks gets +2 power as long as it's attacking a Sith.",
            "+2 power as long as it is attacking a Sith unit",
        ),
        (
            "Each of your Ewoks gets Parry 1 while he or she is damaged.",
            "Parry 1 as long as it is damaged",
        ),
        (
            "Each of your Ewoks can't be attacked unless it's tapped.",
            "can't be attacked as long as not (it is tapped)",
        ),
        (
            "Orla Venn gets +2 power as long as she's attacking a Sith.",
            "Orla Venn gets +2 power as long as it is attacking a Sith unit",
        ),
        (
            "Each of your Padawans gets +1 power as long as Tarn is in the same arena.",
            "+1 power as long as Tarn Vessik is in this arena",
        ),
        (
            "As long as one of your Rebels is attacking a Sith, it gets +1 power.",
            "each of your Rebel units gets +1 power as long as it is attacking a Sith unit",
        ),
        (
            "As long as Orla Venn is in the Space arena, she gets +2 power and Tarn gets +10 speed.",
            "Orla Venn in the Space arena gets +2 power",
        ),
        (
            "As long as this unit is damaged, each of your Ewoks gets +1 power.",
            "As long as this unit is damaged, each of your Ewok units gets +1 power",
        ),
    ] {
        says(text, words);
    }
    unread("Each of your Ewoks gets +1 power as long as it's in this arena.");
    unread("As long as Tarn is attacking Orla Venn, she can't use Evade.");
}

/// Behind "if the defending unit is ...", what harms "it" is for that unit, what helps it for the
/// unit whose text it is.
#[test]
fn asked_of_the_other_unit_in_the_attack() {
    for (text, words) in [
        (
            "When Tarn attacks, if the defending unit is damaged, it loses Parry for this attack.",
            "the defending unit loses Parry",
        ),
        (
            "When Tarn attacks, if the defending unit is damaged, it gets +1 power for this attack.",
            "this unit gets +1 power",
        ),
        (
            "When Tarn's attack ends, if the defending unit is untapped, you may tap it.",
            "tap the defending unit",
        ),
        (
            "When Tarn is attacked, if the attacking unit has higher speed, it gets -2 power for \
             this attack.",
            "the attacking unit gets -2 power",
        ),
        (
            "Whenever one of your Ewoks attacks, if the defending unit is a Sith, it gets +1 power \
             for that attack.",
            "a Sith unit, that unit gets +1 power",
        ),
        (
            "When this unit uses Ion Cannon, if the defending unit is damaged, tap that unit.",
            "tap the defending unit",
        ),
    ] {
        says(text, words);
    }
    for text in [
        "When Tarn attacks a Sith, if it's damaged, it can't use Evade for this attack.",
        "When Tarn damages the defending unit, if it's a Jedi, tap it.",
        "When Tarn attacks, if the defending unit is damaged, retreat it.",
        "When Tarn attacks, the defending unit gets -10 speed until end of turn. If it's a Jedi, it \
         also can't use Evade for this attack.",
        "If Tarn damages a Sith, he does 1 more damage to it.",
    ] {
        unread(text);
    }
}

/// In a card that is played once, a condition is about its first unit, and a state is no event.
#[test]
fn asked_by_a_battle_card() {
    for (text, words) in [
        (
            "If the attacking unit has higher speed than the defending unit, it gets +4 power for \
             this attack.",
            "the attacking unit gets +4 power",
        ),
        (
            "If the defending unit is damaged, the attacking unit gets +4 power for this attack.",
            "If the defending unit is damaged, the attacking unit",
        ),
        (
            "The attacking unit gets +2 power for this attack. If the defending unit is tapped, it \
             also gets Critical Hit 1 for this attack.",
            "the attacking unit gets Critical Hit 1",
        ),
        (
            "One of your units gets +1 power for this attack for each of your other units in the \
             same arena.",
            "your units other than that unit in that arena",
        ),
        (
            "The attacking unit gets +1 power for this attack for each of your other units in that \
             arena.",
            "other than the attacking unit in the same arena as the attacking unit",
        ),
        (
            "Choose one of your attacking units. When this attack ends, that unit may attack \
             another unit.",
            "other than the defending unit",
        ),
        (
            "The attacking unit attacks another of your units in the same arena instead.",
            "other than the defending unit in the same arena as the defending unit",
        ),
        (
            "Choose a unit. Its controller discards it unless he or she pays 5 Force.",
            "unless that unit's controller pays",
        ),
        (
            "Tap a Character unless its controller pays 2 Force.",
            "Choose a Character unit. Tap that unit unless that unit's controller",
        ),
        (
            "Put 2 build counters on a Droid in your build zone.",
            "a partially built Droid card in your build zone",
        ),
    ] {
        plays(text, words);
    }
    plays(
        "One of your Ewoks gets +2 power when attacking a unit with lower speed until end of turn.",
        "speed less than the speed of it",
    );
    let bare = "If the attacking unit has higher speed, it gets +2 power for this attack.";
    assert!(read_effect(bare, &CARD).is_none());
    let of_two = "If one of your units has lower speed than the attacking unit, tap it.";
    assert!(read_effect(of_two, &CARD).is_none());
}

/// Whom a unit must attack is never that unit.
#[test]
fn attacks_that_must_be_made() {
    says(
        "[tap] -> Choose one of your opponent's Ewoks. Tarn must attack it this turn.",
        "must attack that unit",
    );
    unread("As long as Orla Venn is in the Character arena, Tarn must attack her.");
    unread("If your opponent has a Jedi in the Character arena, Tarn must attack it.");
    unread(
        "When your build step starts, choose one of your Ewoks. Tarn gets +1 power for each damage \
         counter on it until end of turn.",
    );
}

/// "With lower speed" alone is lower than that of this unit, which must be one of the two.
#[test]
fn lower_than_whose() {
    says(
        "When Tarn attacks a unit with lower speed, he gets +1 power for this attack.",
        "speed less than the speed of this unit",
    );
    says(
        "Each of your Ewoks gets +1 power when attacking a unit with lower speed.",
        "as long as it is attacking a unit with speed less than the speed of it",
    );
    for text in [
        "Whenever one of your Ewoks attacks a unit with lower speed, it gets +1 power for that \
         attack.",
        "Each of your Ewoks can't be attacked by units with lower speed.",
        "Characters can't attack units with higher speed.",
        "When one of your Ewoks damages a unit with higher build cost, gain 1 Force.",
    ] {
        unread(text);
    }
}
