//! The same things said in other ways: of the attackers, of the unit that discards, of what comes
//! instead.

use super::says;

/// What attackers can't do, and what they get.
#[test]
fn of_those_that_attack_it() {
    for (text, words) in [
        (
            "Each Sith attacking this unit gets -1 power.",
            "As long as this unit is attacked by a Sith unit, each attacking Sith unit gets -1",
        ),
        (
            "Units attacking Tarn get -1 power.",
            "As long as this unit is attacked by a unit, each attacking unit gets -1 power",
        ),
        (
            "As long as a Sith is attacking Tarn, that Sith gets -1 power.",
            "As long as this unit is attacked by a Sith unit, each attacking Sith unit gets -1",
        ),
        (
            "Your opponent can't attack Tarn as long as you have an Ewok in the Character arena.",
            "this unit can't be attacked by each of your opponent's units",
        ),
        (
            "Units with speed 30 or less can't attack Tarn.",
            "can't be attacked by each unit with speed 30 or less",
        ),
        (
            "Only Jedi can attack Tarn.",
            "can't be attacked by each non-Jedi unit",
        ),
        (
            "Tarn can be attacked only by Jedi.",
            "can't be attacked by each non-Jedi unit",
        ),
        (
            "This unit can attack only tapped units.",
            "can't attack each untapped unit",
        ),
        (
            "Tarn may not be attacked by Droids.",
            "can't be attacked by each Droid unit",
        ),
    ] {
        says(text, words);
    }
}

/// Who discards, who pays to do something, and who takes damage.
#[test]
fn of_those_that_do_it() {
    for (text, words) in [
        (
            "When Tarn discards a Jedi, gain 3 Force.",
            "When this unit causes a Jedi unit to be discarded",
        ),
        (
            "When Tarn is discarded by a Sith, gain 5 Force.",
            "When a Sith unit causes this unit to be discarded",
        ),
        (
            "When Tarn damages an untapped unit, tap it.",
            "tap that unit",
        ),
        (
            "When this unit bombards, it gets +2 power for that attack.",
            "When this unit uses Bombard, this unit gets +2 power",
        ),
        (
            "When Tarn attacks, you may pay 2 Force to tap the defending unit.",
            "you may pay 2 Force. If you do, tap the defending unit",
        ),
        (
            "[tap] -> Choose one of your opponent's Ewoks. That unit takes 2 damage.",
            "does 2 damage to that unit",
        ),
        (
            "Tarn's damage can't be prevented.",
            "Damage from this unit can't be prevented",
        ),
        (
            "At the start of your opponent's build step, your opponent loses 1 Force.",
            "When your opponent's build step starts, your opponent loses 1 Force",
        ),
        (
            "As long as Tarn isn't tapped, he gets Shields 1.",
            "As long as not (this unit is tapped), this unit gets Shields 1",
        ),
    ] {
        says(text, words);
    }
}

/// A better effect instead of the first one.
#[test]
fn instead_of_the_first() {
    for (text, words) in [
        (
            "[tap] -> Gain 1 Force. If you control the Space arena, gain 2 Force instead.",
            "If you control the Space arena, gain 2 Force. Otherwise gain 1 Force",
        ),
        (
            "Pay 1 Force -> The defending unit gets -1 power for this attack. If it's a Jedi, it \
             gets -2 power instead.",
            "the defending unit gets -2 power for this attack. Otherwise the defending unit gets -1",
        ),
    ] {
        says(text, words);
    }
}
