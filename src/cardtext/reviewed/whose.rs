//! Names, players, cards and costs that a reading has to say as they are meant.

use super::{effect, line, says};
use crate::cardtext::ability::{Ability, Event, KeywordValue};
use crate::cardtext::effect::Effect;
use crate::cardtext::read::{ReadContext, read_effect, read_ways};
use crate::cardtext::who::{Kind, Trait, Who};

/// In a list of what may be stacked, a word that is no subtype names one card.
#[test]
fn one_word_is_a_name_in_a_stack() {
    let kinds = |text: &str| match line(text).as_slice() {
        [Ability::Keyword(k)] => match &k.value {
            KeywordValue::List(list) => list.iter().flat_map(|f| f.kinds.clone()).collect(),
            other => unreachable!("{other:?}"),
        },
        other => unreachable!("{other:?}"),
    };
    let named = |name: &str| vec![Kind::Name(name.to_owned())];
    let of = |s: &str| vec![Kind::Subtype(s.to_owned())];
    let one: Vec<Vec<Kind>> = kinds("Stack: K9-XR4.");
    assert_eq!(one, [named("K9-XR4")]);
    let both: Vec<Vec<Kind>> = kinds("Stack: Any unique Astromech and ZED-12.");
    let unique = [vec![Kind::Unique(true)], of("Astromech")].concat();
    assert_eq!(both, [unique, named("ZED-12")]);
    let plain: Vec<Vec<Kind>> = kinds("Stack: Padawan");
    assert_eq!(plain, [of("Padawan")]);
}

/// "An attack from" is one by the unit that attacks.
#[test]
fn an_attack_that_discards() {
    let text = "Whenever an attack from a Character with the Bounty ability causes an opponent's \
                unit to be discarded, you gain 1 Force.";
    let [Ability::Triggered(t)] = &line(text)[..] else {
        unreachable!()
    };
    assert!(t.condition.is_none());
    assert!(matches!(
        &t.event,
        Event::Discarded { by: Some(Who::Units(s)), .. } if s.filter.traits.contains(&Trait::Attacking)
    ));
}

/// What is said of others is said of their player.
#[test]
fn whose_step() {
    says(
        "[tap] -> Tap one of your opponent's Characters. That unit doesn't untap during your \
         opponent's next untap step.",
        "untap during its controller's next untap step",
    );
    says(
        "Your opponent can't retreat any Space units during his or her retreat step.",
        "during your opponent's retreat step",
    );
    says("Pay X Force -> Evade X+1", "Evade X+1");
    says(
        "When this unit is deployed or Meditated, gain 1 Force.",
        "is deployed or Meditated",
    );
    says(
        "Whenever a Tatooine Location is completed, gain 1 Force.",
        "When a player completes",
    );
    says(
        "[tap] -> Discard the fifth card from the top of your opponent's deck.",
        "the fifth card from the top",
    );
    says(
        "When the battle phase starts, choose a Bounty ability on any card in play. This unit \
         gets the chosen Bounty ability until end of turn.",
        "choose a Bounty ability on any card in play",
    );
}

/// A partly built card of a kind need not be a unit, unless the text says so.
#[test]
fn unit_cards_and_cards() {
    says(
        "[tap] -> Show a face-down Ewok card in your build zone to your opponent. Put 2 build \
         counters on that card.",
        "a partially built Ewok card in your build zone. Put 2 build counters on that card",
    );
    says(
        "[tap] -> Show a face-down Ewok unit card in your build zone to your opponent. Put 2 build \
         counters on that card.",
        "a partially built Ewok unit card",
    );
}

/// What a search puts on the card is said.
#[test]
fn counters_of_what_is_found() {
    says(
        "[tap] -> Search your deck for a Naboo Character, show it to your opponent, and put it into \
         your build zone with 1 build counter on it. Shuffle your deck.",
        "with 1 build counter on it",
    );
}

/// "This turn" is all of the turn, and a ban on an arena a rule for that arena.
#[test]
fn all_of_the_turn() {
    let found = effect(
        "When one of your opponent's units attacks and does damage to one of your units this turn, \
         do that much damage to the attacking unit.",
    );
    assert!(matches!(
        found,
        Effect::Later {
            each_time: true,
            ..
        }
    ));
    let found = effect("Choose an arena. Units in the chosen arena can't attack this turn.");
    assert!(matches!(found, Effect::Seq(all) if matches!(all.last(), Some(Effect::Stand { .. }))));
}

/// Of texts with a cost each one is played, with the limits that are its own.
#[test]
fn ways_to_play_a_card() {
    let ctx = ReadContext::default();
    let lines = [
        "Choose one: Pay 4 Force -> One of your Ewoks gets +2 power until end of turn.",
        "Or: Pay 2 Force -> One of your Ewoks gets +2 power until end of turn. Play only if your \
         opponent has a Jedi in any arena.",
    ];
    assert!(read_effect(&lines.join(" "), &ctx).is_none());
    let ways = read_ways(&lines, &ctx).unwrap();
    let limits: Vec<usize> = ways.iter().map(|w| w.limits.len()).collect();
    assert_eq!(limits, [0, 1]);
    assert!(read_ways(&["Pay 1 Force -> Draw a card.", "Hum."], &ctx).is_none());
}
