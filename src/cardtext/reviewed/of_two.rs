//! Where two units were spoken of: which of them "other", "that Droid", "it" and "under it" could mean.

use super::{says, unread};

/// Others than the unit of the event or than both, which nothing says.
#[test]
fn other_units_behind_an_event_of_two() {
    for text in [
        "When one of your Jedi is attacked by a Sith, untap one of your other Jedi.",
        "When one of your Jedi damages a Sith, untap one of your other Jedi.",
        "When one of your Jedi attacks a Sith, one of your other Jedi gets +2 power until end of turn.",
        "When one of your Jedi attacks a Sith, each other Sith gets -1 power until end of turn.",
        "When Vessik attacks a Sith, each other Sith gets -1 power until end of turn.",
    ] {
        unread(text);
    }
    says(
        "When Vessik attacks a Sith, untap one of your other Jedi.",
        "untap one of your other Jedi",
    );
    says(
        "When one of your Jedi attacks, untap one of your other Jedi.",
        "untap one of your Jedi units other than that unit",
    );
}

/// A noun that fits one unit of the event, beside another that fits neither.
#[test]
fn nouns_that_mean_an_event_s_unit_and_another() {
    unread(
        "When one of your Jedi attacks a Sith, choose one of your Droids. That Sith gets -1 power \
         and that Droid gets +1 power until end of turn.",
    );
    unread("When one of your Jedi attacks a Sith or Droid, tap that Droid.");
    unread("When Vessik attacks a Sith or Droid, tap that Droid.");
    says(
        "When one of your Jedi attacks a Sith, that Sith gets -1 power for this attack.",
        "the defending unit gets -1 power",
    );
}

/// A loss among what "it" gets is no gain.
#[test]
fn losses_are_seen_wherever_they_stand() {
    says(
        "When Vessik damages a unit, it gets Accuracy -1 until end of turn.",
        "that unit gets Accuracy -1",
    );
    unread("When Vessik damages a unit, it gets Armor and -1 power until end of turn.");
    says(
        "When Vessik damages a unit, it gets +1 power until end of turn.",
        "this unit gets +1 power",
    );
}

/// What lies on or under "it".
#[test]
fn whose_cards_and_counters_are_counted() {
    for counted in [
        "for each damage counter on it",
        "for every 2 damage counters on it",
        "for each card under it",
        "for each Equipment card on it",
    ] {
        unread(&format!(
            "When Vessik attacks a unit, Vessik gets +1 power {counted} until end of turn."
        ));
        says(&format!("Vessik gets +1 power {counted}."), "this unit");
    }
    unread("When Vessik attacks a unit, gain 1 Force for each card under it.");
    unread(
        "When Vessik attacks a unit, Vessik gets +X power until end of turn, where X is the number \
         of damage counters on it.",
    );
    says(
        "When Vessik attacks, Vessik gets +1 power for each damage counter on it until end of turn.",
        "the number of damage counters on this unit",
    );
}

/// What lasts is a text of the unit it is given to, and would speak of that one as its own.
#[test]
fn prevention_that_lasts_between_two_units() {
    unread(
        "Pay 2 Force -> Prevent all damage from one of your opponent's units to Vessik this turn.",
    );
}

/// "Instead" takes the place of all that stood before, or it is not known of what.
#[test]
fn instead_of_one_of_several() {
    unread("Accuracy 1 and Critical Hit 1. If Vessik is damaged, Critical Hit 2 instead.");
    unread("Vessik gets +1 power and Armor. If Vessik is damaged, she gets +2 power instead.");
    says(
        "Critical Hit 1. If Vessik is damaged, Critical Hit 2 instead.",
        "Critical Hit 2",
    );
}

/// Only a keyword that the unit attacks with is used for a whole attack.
#[test]
fn using_a_keyword() {
    for keyword in ["Evade", "Deflect", "Retaliate", "Critical Hit"] {
        unread(&format!("Vessik gets +2 power when using {keyword}."));
    }
    for keyword in ["Bombard", "Barrage", "Ion Cannon"] {
        says(
            &format!("Vessik gets +2 power when using {keyword}."),
            "to attack",
        );
    }
}

/// How a unit was when it was discarded is not kept; what is printed on it can still be told.
#[test]
fn what_a_discarded_unit_was() {
    for was in ["tapped", "untapped", "damaged", "in the Space arena"] {
        unread(&format!(
            "When one of your opponent's units is discarded, if that unit was {was}, gain 2 Force."
        ));
        unread(&format!(
            "Bounty: If the discarded unit was {was}, gain 2 Force."
        ));
    }
    unread("Bounty: Gain X Force, where X is the number of damage counters on the discarded unit.");
    says(
        "Bounty: If the discarded unit was a Droid, gain 2 Force.",
        "a Droid",
    );
    says(
        "When one of your opponent's units is discarded, if that unit was a Droid, gain 2 Force.",
        "a Droid",
    );
}
