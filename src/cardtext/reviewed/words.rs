//! Words that are one thing and look like another: names, piles, steps, places.

use super::{
    Ability, CARD, Effect, Kind, ReadContext, StaticRule, Who, effect, explain, explain_effect,
    read_line, says, unread,
};
use crate::cardtext::ability::OffBoard;
use crate::cardtext::effect::Pile::{BuildZone, Deck, Discard, Hand};

/// The reading on a card of that name.
fn on(name: &str, text: &str) -> Vec<Ability> {
    let card = ReadContext {
        name,
        types: &[],
        subtypes: &[],
    };
    let read = read_line(text, &card);
    assert!(read.is_modelled(), "not read: {text}\n{:?}", read.abilities);
    read.abilities
}

/// The card's own name is no word of the rules with a slip in it, and no plural.
#[test]
fn words_that_look_like_the_own_name() {
    let beasts = on("Beast", "Each of your Beasts gets +1 power.");
    let [Ability::Static(s)] = beasts.as_slice() else {
        panic!("{beasts:?}")
    };
    let StaticRule::Give {
        who: Who::Units(all),
        ..
    } = &s.rule
    else {
        panic!("{s:?}")
    };
    assert_eq!(all.filter.kinds, [[Kind::Subtype("Beast".to_owned())]]);
    for name in ["Reach", "Teach", "Beach", "Get", "Each"] {
        for text in [
            "Each of your Droids gets +1 power.",
            "Pay 2 Force -> Each of your Jedi gets \"Pay 1 Force -> Evade 2\" until end of turn.",
        ] {
            assert_eq!(on(name, text), on("Card", text), "{name}: {text}");
        }
    }
    // A slip in the name itself is still the name.
    says_this(
        "Tarn Vessik (B)",
        "Pay 1 Force -> Vesik gets +1 power until end of turn.",
    );
}

fn says_this(name: &str, text: &str) {
    let read = on(name, text);
    let said: Vec<String> = read.iter().map(explain).collect();
    assert!(said.join(" ").contains("This unit gets"), "{said:?}");
}

/// "one of ... in each arena" is one in every arena.
#[test]
fn one_in_each_arena() {
    let Effect::Seq(all) =
        effect("Put 1 damage counter on one of your opponent's units in each arena.")
    else {
        panic!("one unit in all")
    };
    let chosen = |e: &&Effect| matches!(e, Effect::Choose(_));
    assert_eq!(all.iter().filter(chosen).count(), 3);
    says(
        "[tap] -> This unit does 1 damage to each of your Droids in each arena.",
        "each of your Droid units in any arena",
    );
    unread("Discard one of your units in each arena -> Draw a card.");
}

/// A named battle step is that step, whichever runs.
#[test]
fn until_the_end_of_a_named_step() {
    says(
        "[tap] -> Vessik gets +2 power until the end of the Character battle step.",
        "until the end of the Character battle step",
    );
    says(
        "[tap] -> Vessik gets +2 power until the end of the battle step.",
        "until end of battle step",
    );
}

/// Cards that go from one pile to another are counted, or it is said that they are not.
#[test]
fn hidden_cards_that_move() {
    let moves = |text: &str| match effect(text) {
        Effect::Fetch(f) => (f.from, f.to, f.most, f.sure),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(
        moves(
            "Search your deck for a Jedi card, show it to your opponent, and put it into your hand. \
             Shuffle your deck."
        ),
        (Deck, Hand, 1, false)
    );
    assert_eq!(
        moves("Return up to 2 Ground unit cards from your discard pile to your hand."),
        (Discard, Hand, 2, false)
    );
    assert_eq!(
        moves("Return a Jedi card from your discard pile to your deck. Then shuffle your deck."),
        (Discard, Deck, 1, false)
    );
    assert_eq!(
        moves("Take the bottom card from your deck and put it into your hand."),
        (Deck, Hand, 1, true)
    );
    assert_eq!(
        moves(
            "Search your deck for a Clone card, show it to your opponent, and put it into your build \
             zone with 1 build counter on it. Shuffle your deck."
        ),
        (Deck, BuildZone, 1, false)
    );
    let note = |text: &str| match effect(text) {
        Effect::Note(what) => what,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(
        note("Search your opponent's deck for a Location card and discard it."),
        OffBoard::Uncounted
    );
    assert_eq!(
        note(
            "Look at the top 5 cards of your deck. Put 2 of those cards into your hand. Put the rest \
             on the bottom of your deck in any order."
        ),
        OffBoard::Uncounted
    );
    assert_eq!(
        note(
            "Look at the top 3 cards of your opponent's deck and put them back in the same order."
        ),
        OffBoard::Deck
    );
}

/// Whose hand a card leaves is said by the words behind it.
#[test]
fn a_card_from_the_other_hand() {
    let Effect::Seq(all) = effect(
        "Look at your opponent's hand. You may choose and discard a card from his or her hand.",
    ) else {
        panic!("one effect")
    };
    let said = explain_effect(&Effect::Seq(all));
    assert!(said.contains("opponent"), "{said}");
    assert!(!said.contains("your hand"), "{said}");
}

/// Where units go, and what goes with them.
#[test]
fn back_to_the_supply_and_out_with_the_stack() {
    says(
        "Return one of your Subordinates to your supply -> Evade 4",
        "eturn one of your Subordinate units to the supply",
    );
    says(
        "Last Stand: Remove Vessik and any cards in her stack from the game.",
        "the cards of its stack",
    );
    says(
        "Whenever Vessik causes a unit to be discarded, gain 1 Force.",
        "this unit causes a unit to be discarded",
    );
    says(
        "Whenever damage from Vessik causes a unit to be discarded, gain 1 Force.",
        "discarded by damage from this unit",
    );
    says(
        "[tap] -> Draw a card. Play only before any unit in the Space arena attacks.",
        "Play only before any unit in the Space arena attacks",
    );
    unread("[tap] -> Draw a card. Play only when the roll for build points is made.");
}

/// What was read by its sort alone is not called modelled.
#[test]
fn readings_that_say_nothing() {
    for text in [
        "To complete this card, you must also pay X Force.",
        "Equipment costs 1 less Force and 1 less build point to attach to Vessik.",
    ] {
        assert!(!read_line(text, &CARD).is_modelled(), "{text}");
    }
}

fn is_read(text: &str) -> bool {
    read_line(text, &ReadContext::default()).is_modelled()
}

/// Where a word could mean either of two units or cards, the line is not read.
#[test]
fn what_could_mean_either_is_not_read() {
    for text in [
        "Equipped unit gets \"Discard this Equipment -> Prevent all damage to this unit.\"",
        "Whenever this unit damages a unit, put 1 corruption counter on it.",
        "Each of your Jedi gets +1 power as long as you have another Jedi in this arena.",
        "Each of your Smugglers gets +1 power for each other Smuggler in that arena.",
        "Each of your opponent's units gets -1 power when attacking one of your other Rebels.",
        "Pay 1 Force -> Prevent 1 damage to each of your units.",
    ] {
        assert!(!is_read(text), "read: {text}");
    }
    assert!(is_read(
        "Whenever this unit damages a unit, it gets +1 power until end of turn."
    ));
}

/// "One of your attack dice" is one of them.
#[test]
fn one_die_is_not_any_number() {
    let said = |text: &str| format!("{:?}", read_line(text, &ReadContext::default()).abilities);
    let one = said("Pay 1 Force -> Reroll one of your attack dice.");
    assert_eq!(
        one,
        said("Pay 1 Force -> Reroll up to 1 of your attack dice.")
    );
    assert_ne!(
        one,
        said("Pay 1 Force -> Reroll any number of your attack dice.")
    );
}

/// A Pilot's subtype with a slip of the pen is the one that the line goes on to name.
#[test]
fn a_misprinted_pilot() {
    let said = |text: &str| format!("{:?}", read_line(text, &ReadContext::default()).abilities);
    assert_eq!(
        said("Starfigher Pilot. The Starfighter gets: +2 power"),
        said("Starfighter Pilot. The Starfighter gets: +2 power"),
    );
}

/// A number of cards is that number, unless the text leaves it open.
#[test]
fn so_many_cards_or_up_to_so_many() {
    says(
        "When Vessik attacks, search your deck for 2 Droid cards, show them to your opponent, and put them into your \
         hand. Shuffle your deck.",
        "take 2 cards",
    );
    says(
        "When Vessik attacks, search your deck for up to 2 Droid cards, show them to your opponent, and put them into \
         your hand. Shuffle your deck.",
        "take up to 2 cards",
    );
    says(
        "When Vessik attacks, return up to 2 Ground unit cards from your discard pile to your hand.",
        "take up to 2 cards",
    );
}

/// What may lie in a stack is said, for the card it is said of.
#[test]
fn stacks_that_texts_allow() {
    says(
        "You may stack this unit beneath one of your unique Smuggler Space units.",
        "You may stack this unit beneath one of your unique Smuggler Space units",
    );
    says(
        "You may stack Vessik under Orla Venn, and she can't be on top of his stack.",
        "You may stack this unit beneath Orla Venn",
    );
    says(
        "Vessik's stack can have 2 extra cards in it.",
        "This unit's stack can have 2 extra cards in it",
    );
    unread("You may stack Orla Venn beneath Vessik.");
    unread("You may stack Vessik beneath Orla Venn or pay 2 Force.");
    unread("Vessik can have more than 3 cards in her stack.");
}
