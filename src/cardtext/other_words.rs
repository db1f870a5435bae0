//! The same said in other words is read as the same.

use super::ability::Ability;
use super::read::{ReadContext, read_line};

fn line(text: &str) -> Vec<Ability> {
    let read = read_line(text, &ReadContext::default());
    assert!(read.is_modelled(), "not read: {text}\n{:?}", read.abilities);
    read.abilities
}

/// What means the same, each pair in two wordings.
const PAIRS: &[(&str, &str)] = &[
    (
        "As long as this unit has no damage counters, it gets Critical Hit 2.",
        "As long as this unit has no damage counters on it, it gets Critical Hit 2.",
    ),
    (
        "As long as you have 5 or more Force, this unit gets Ferocity.",
        "As long as your Force total is 5 or more, this unit gets Ferocity.",
    ),
    (
        "While you control the Space arena, this unit gets +3 power.",
        "As long as you control the Space arena, this unit gets +3 power.",
    ),
    (
        "This unit can't be attacked while you have another Ewok in the Character arena.",
        "As long as you have another Ewok in the Character arena, this unit can't be attacked.",
    ),
    (
        "While attacking a Droid, this unit gets +4 power.",
        "As long as this unit is attacking a Droid, it gets +4 power.",
    ),
    (
        "When defending, this unit gets Armor.",
        "As long as this unit is being attacked, it gets Armor.",
    ),
    (
        "This unit doesn't untap during your ready phase.",
        "This unit can't untap during your untap step.",
    ),
    (
        "This unit can only be attacked by units with speed 40 or more.",
        "This unit can't be attacked by units with speed less than 40.",
    ),
    (
        "This unit can only attack damaged units.",
        "This unit can't attack undamaged units.",
    ),
    (
        "Your opponent must pay 1 Force to attack this unit.",
        "Your opponent can't attack this unit unless he or she pays 1 Force.",
    ),
    (
        "Units that attack this unit get -2 power.",
        "Each unit gets -2 power when attacking this unit.",
    ),
    (
        "Whenever this unit attacks a Rebel, it gets +2 power.",
        "Whenever this unit attacks a Rebel, it gets +2 power for this attack.",
    ),
    (
        "When this unit attacks, you may pay 2 Force. If you do, it gets +3 power.",
        "When this unit attacks, you may pay 2 Force. If you do, it gets +3 power for this attack.",
    ),
    (
        "When this unit deploys, draw a card.",
        "When this unit is deployed, draw a card.",
    ),
    (
        "When equipped unit attacks, draw a card.",
        "When this unit attacks, draw a card.",
    ),
    (
        "You may have up to 2 Pilots on this unit.",
        "This unit can have up to 2 Pilots.",
    ),
    (
        "Pay 1 Force -> This unit gets +10 speed until end of turn. Play this ability any number \
         of times.",
        "Pay 1 Force -> This unit gets +10 speed until end of turn. You may play this ability any \
         number of times.",
    ),
    (
        "Pay 2 Force -> Evade 2. Play only when attacking a damaged unit.",
        "Pay 2 Force -> Evade 2. Play only when this unit is attacking a damaged unit.",
    ),
    (
        "Pay 1 Force -> Reroll one of this unit's attack dice.",
        "Pay 1 Force -> Reroll up to 1 attack dice. Play only when this unit is attacking.",
    ),
    (
        "Rebels in the Character arena get +1 power.",
        "Each Rebel in the Character arena gets +1 power.",
    ),
    (
        "Each unit with 2 or more damage counters gets -1 power.",
        "Each unit with 2 or more damage counters on it gets -1 power.",
    ),
    (
        "When your build step starts, pay 1 Force or discard this unit.",
        "When your build step starts, discard this unit unless you pay 1 Force.",
    ),
    (
        "[tap] -> Do damage equal to this unit's power to a unit in the Ground arena.",
        "[tap] -> Do damage to a unit in the Ground arena equal to this unit's power.",
    ),
    (
        "If you have a Jedi in each arena, this unit gets Armor.",
        "As long as you have a Jedi in the Space arena and a Jedi in the Ground arena and a Jedi \
         in the Character arena, this unit gets Armor.",
    ),
    (
        "Pay 1 Force -> Droids can't attack this turn.",
        "Pay 1 Force -> Each Droid can't attack this turn.",
    ),
    (
        "Pay 1 Force -> Do 2 damage to each of up to three of your opponent's units.",
        "Pay 1 Force -> Do 2 damage to up to 3 of your opponent's units.",
    ),
    (
        "Pay 1 Force -> Whenever one of your units attacks this turn, it gets +1 power.",
        "Pay 1 Force -> Whenever one of your units attacks this turn, it gets +1 power for this \
         attack.",
    ),
    (
        "Pay 1 Force -> End the current attack.",
        "Pay 1 Force -> The attack ends.",
    ),
    (
        "Each opponent's unit in this arena gets -1 power.",
        "Each of your opponent's units in this arena gets -1 power.",
    ),
    (
        "Each of your Rebels, other than this unit, gets +1 power.",
        "Each of your other Rebels gets +1 power.",
    ),
    (
        "As long as this unit is piloted, it gets +1 power.",
        "As long as this unit has a Pilot on it, it gets +1 power.",
    ),
    (
        "During the Space battle step, this unit gets +2 power.",
        "As long as it is the Space battle step, this unit gets +2 power.",
    ),
    (
        "Once per turn, when this unit attacks, you may draw a card.",
        "When this unit attacks, you may draw a card. Play only once per turn.",
    ),
    (
        "Pay 2 Force -> Prevent up to 3 damage to this unit or to another Droid in this arena.",
        "Pay 2 Force -> Prevent up to 3 damage to this unit or another Droid in this arena.",
    ),
    (
        "This unit can attack Stealth units.",
        "This unit can attack units with Stealth.",
    ),
    (
        "As long as your opponent controls an arena, this unit gets Armor.",
        "As long as your opponent controls 1 or more arenas, this unit gets Armor.",
    ),
    (
        "As long as this unit remains tapped, each of your other Rebels gets +1 power.",
        "As long as this unit is tapped, each of your other Rebels gets +1 power.",
    ),
    (
        "Pay 1 Force -> The defending unit can't prevent damage for this attack.",
        "Pay 1 Force -> For this attack, the defending unit can't prevent damage.",
    ),
    (
        "Pay 1 Force -> Prevent up to 3 damage to one of your units that is being attacked.",
        "Pay 1 Force -> Prevent up to 3 damage to one of your defending units.",
    ),
    (
        "Pay 1 Force -> Prevent up to 4 damage to one of your units. If that unit is a Jedi, \
         prevent up to 6 damage instead.",
        "Pay 1 Force -> Prevent up to 4 damage to one of your units. If that unit is a Jedi, \
         prevent up to 6 damage to it instead.",
    ),
    (
        "When this unit attacks, for each of your Clones in this arena, gain 1 Force.",
        "When this unit attacks, gain 1 Force for each of your Clones in this arena.",
    ),
    (
        "You may pay 1 Force when this unit attacks. If you do, it gets +1 power for that attack.",
        "When this unit attacks, you may pay 1 Force. If you do, it gets +1 power for that attack.",
    ),
    (
        "If you have a Jedi in this arena when this unit is attacked, it gets Parry 1.",
        "When this unit is attacked, if you have a Jedi in this arena, it gets Parry 1.",
    ),
    (
        "If this unit attacks a Droid, it gets +2 power.",
        "When this unit attacks a Droid, it gets +2 power.",
    ),
    (
        "Once each turn, you may pay 1 Force to untap this unit.",
        "Pay 1 Force -> Untap this unit. Play only once each turn.",
    ),
    (
        "Pay 2 Force -> Tap one of your Droids and one of your opponent's Droids.",
        "Pay 2 Force -> Tap one of your Droids. Tap one of your opponent's Droids.",
    ),
    (
        "Pay 2 Force -> Retreat this unit and one of your other units.",
        "Pay 2 Force -> Retreat this unit. Retreat one of your other units.",
    ),
    (
        "Pay 1 Force -> One of your Jedi and one of your Clones each get +2 power until end of turn.",
        "Pay 1 Force -> One of your Jedi gets +2 power until end of turn. One of your Clones gets \
         +2 power until end of turn.",
    ),
    (
        "This unit does 1 additional damage when attacking Droids.",
        "When this unit attacks a Droid, it does 1 more damage.",
    ),
    (
        "Pay 1 Force -> This unit does 1 damage to one of your opponent's Space units and 2 damage \
         to one of your opponent's Ground units.",
        "Pay 1 Force -> This unit does 1 damage to one of your opponent's Space units. This unit \
         does 2 damage to one of your opponent's Ground units.",
    ),
    (
        "Each of your Space units with no Pilot gets -1 power.",
        "Each of your Space units that doesn't have a Pilot gets -1 power.",
    ),
    (
        "Each of your Characters attacking a Jedi gets +1 power.",
        "Each of your Characters gets +1 power when attacking a Jedi.",
    ),
    (
        "Pay 2 Force -> Play only when one of your units is attacking. Double that unit's power for \
         this attack.",
        "Pay 2 Force -> Play only when one of your units is attacking. The power of that unit is \
         doubled for this attack.",
    ),
    (
        "You may choose not to untap this unit during your untap step.",
        "This unit may remain tapped during its untap step.",
    ),
    (
        "If this unit would be damaged, prevent 1 of that damage.",
        "When this unit would be damaged, prevent 1 of that damage.",
    ),
    (
        "Pay 1 Force -> Gain 2 Force or draw a card.",
        "Pay 1 Force -> Choose one: Gain 2 Force. Or: Draw a card.",
    ),
    (
        "[tap] -> Show a face-down Droid card in your build zone to your opponent. Put 2 build \
         counters on that card.",
        "[tap] -> Choose a partially built Droid card in your build zone. Put 2 build counters on \
         that card.",
    ),
];

/// Two units that get something are not one unit of either kind.
#[test]
fn both_are_not_either() {
    let both = "Pay 1 Force -> One of your Jedi and one of your Clones each get Armor until end of \
                turn.";
    let either =
        "Pay 1 Force -> One of your Jedi or one of your Clones gets Armor until end of turn.";
    assert_ne!(line(both), line(either));
}

/// "Each player" means a choice of each, of the own units.
#[test]
fn each_player_chooses_of_the_own_units() {
    use super::print::explain;
    let told = |text: &str| -> String { line(text).iter().map(explain).collect() };
    assert_eq!(
        told("When this unit is deployed, each player retreats one of his or her Jedi."),
        "When this unit is deployed, retreat one of your Jedi units. Your opponent chooses and \
         retreats one of his or her Jedi units."
    );
}

#[test]
fn other_words_mean_the_same() {
    for (one, other) in PAIRS {
        assert_eq!(line(one), line(other), "{one}\n{other}");
    }
}

/// What looks like it, but says something that is not acted on.
#[test]
fn what_is_not_the_same_stays_unread() {
    for text in [
        "If equipped unit is discarded, return this card to your hand.",
        "[tap] -> Equipped unit gets Stealth until end of turn.",
        "This unit can only attack damaged Droids in the Ground arena.",
        "This unit doesn't untap.",
    ] {
        let read = read_line(text, &ReadContext::default());
        assert!(!read.is_modelled(), "read: {text}\n{:?}", read.abilities);
    }
}

/// "If you do, put them into your hand": as many as were looked for.
#[test]
fn they_are_as_many_as_were_looked_for() {
    let said = |text: &str| format!("{:?}", line(text));
    for (text, most) in [
        (
            "When you deploy this unit, you may search your deck for up to 3 Rebel unit cards. If \
             you do, show them to your opponent and put them into your hand.",
            3,
        ),
        (
            "When you deploy this unit, you may search your deck for a Rebel unit card. If you do, \
             show it to your opponent and put it into your hand.",
            1,
        ),
    ] {
        assert!(said(text).contains(&format!("most: {most}")), "{text}");
    }
}
