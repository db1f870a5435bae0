//! Kinds of readings that a comparison with the printed text once found wrong: what each of them
//! means, and that the reading says so.

use super::ability::{Ability, Cost, Event, StaticRule};
use super::effect::{Effect, When};
use super::explain;
use super::explain_effect;
use super::read::{ReadContext, read_effect, read_line};
use super::who::{Filter, Kind, Num, Place, Who};
use crate::game::CounterKind;

const CARD: ReadContext<'_> = ReadContext {
    name: "Tarn Vessik (B)",
    types: &[],
    subtypes: &[],
};

fn line(text: &str) -> Vec<Ability> {
    let read = read_line(text, &CARD);
    assert!(read.is_modelled(), "not read: {text}\n{:?}", read.abilities);
    read.abilities
}

/// The reading in words.
fn said(text: &str) -> String {
    line(text)
        .iter()
        .map(explain)
        .collect::<Vec<_>>()
        .join(" + ")
}

fn effect(text: &str) -> Effect {
    let read = read_effect(text, &CARD);
    assert!(read.is_some(), "not read: {text}");
    read.unwrap().effect
}

fn says(text: &str, words: &str) {
    let said = said(text);
    assert!(said.contains(words), "{text}\n{said}\nlacks: {words}");
}

fn unread(text: &str) {
    assert!(!read_line(text, &CARD).is_modelled(), "read: {text}");
    assert!(read_effect(text, &CARD).is_none(), "read: {text}");
}

/// In what other units get, the card's name means the card, and outside of the quotes it always
/// does.
#[test]
fn the_own_name_in_what_others_get() {
    says(
        "Each of your Jedi gets \"Pay 1 Force -> Prevent 1 damage to Tarn.\"",
        "Prevent 1 damage to Tarn Vessik",
    );
    says(
        "[tap] -> Take 1 50/2/2 Guard Subordinate with \"When Tarn is discarded from any arena, \
         draw a card.\" and put it into the Ground arena.",
        "When Tarn Vessik is discarded",
    );
    says(
        "[tap] -> One of your Ewoks gets \"Vessik gets +1 power.\" until end of turn.",
        "\"Tarn Vessik gets +1 power.\"",
    );
    says(
        "Orla Venn gets Fury X, where X is the number of captivity counters on Tarn.",
        "the number of captivity counters on this unit",
    );
    says(
        "Orla Venn gets +1 power for each damage counter on Vessik.",
        "the number of damage counters on this unit",
    );
    says(
        "Orla Venn gets \"Pay 1 Force -> Orla gets +1 power until end of turn.\"",
        "This unit gets +1 power",
    );
    says(
        "Tarn gets \"Vessik can't retreat.\"",
        "This unit can't retreat",
    );
}

/// All descriptions are said, not the first one only.
#[test]
fn further_descriptions() {
    says(
        "This unit gets Fury 1 when attacking a damaged unit or a unit with 1 or more captivity \
         counters on it.",
        "attacking a damaged unit or a unit with 1 or more captivity counters on it",
    );
    says(
        "Each of your Ewoks gets Lucky 1 when attacking a unit with a Pilot ability or an Officer \
         in the Character arena.",
        "a unit with Pilot or an Officer unit in the Character arena",
    );
    says(
        "Your opponent's Characters can attack this unit.",
        "can attack this unit",
    );
    says(
        "Whenever this unit attacks a Jedi, each of that Jedi's activated abilities costs 1 more \
         Force for this attack.",
        "each activated ability of that unit costs",
    );
}

/// Events and conditions speak of any unit that fits, not of all of them together.
#[test]
fn any_unit_will_do() {
    says(
        "When one of your Jedi is discarded from any arena, gain 1 Force.",
        "When one of your Jedi units is discarded",
    );
    says(
        "Whenever a Sith attacks one of your other units, gain 1 Force.",
        "When a Sith unit attacks one of your other units",
    );
    says(
        "[tap] -> Draw a card. Play only when a Jedi is attacking.",
        "Play only when a Jedi unit is attacking.",
    );
    says(
        "Whenever one of your Ewoks would be damaged by a Sith, prevent 1 of that damage.",
        "Whenever one of your Ewok units would be damaged by a Sith unit, prevent 1 of that",
    );
}

/// Numbers that are counted in different ways are told apart.
#[test]
fn several_numbers() {
    says(
        "This unit gets +10 speed and +1 power for each face-down card under it.",
        "+X speed and +Y power, where X is 10 times the number of face-down cards under this \
         unit and Y is the number of face-down cards under this unit",
    );
    says(
        "This unit gets -1 power and Lucky 1 for each damage counter on it.",
        "-X power and Lucky X, where X is the number of damage counters on this unit.",
    );
    says(
        "This unit gets +X power and Precision when attacking a damaged unit, where X is the \
         number of damage counters on that unit.",
        "where X is the number of damage counters on the defending unit",
    );
    says(
        "This unit's power is equal to half your Force total (rounded up).",
        "half your Force total, rounded up",
    );
}

/// A name beside other descriptions is a name; a slip in a subtype of two words makes none of it.
#[test]
fn names_and_subtypes() {
    let kinds = |text: &str| match line(text).as_slice() {
        [Ability::Static(s)] => match (&s.condition, &s.rule) {
            (Some(super::who::Cond::Is(Who::This, f)), _) => f.kinds.clone(),
            (
                _,
                StaticRule::Give {
                    who: Who::Units(u), ..
                },
            ) => u.filter.kinds.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let named = |name: &str| vec![Kind::Name(name.to_owned())];
    assert!(kinds("Equipped Wookiee or Orla Venn gets Lucky 1.").contains(&named("Orla Venn")));
    let slip = kinds("Each of your Yuuzhann Vong in the Space arena gets +1 power.");
    assert_eq!(slip, [[Kind::Subtype("Yuuzhan Vong".to_owned())]]);
    assert_eq!(
        kinds("Each of your units named Duros Vong gets +1 power."),
        [named("Duros Vong")]
    );
}

/// What is only a part of what the text says is not read.
#[test]
fn half_understood_is_not_read() {
    // A Mission is more than a Trap, and a Weapon is no unit.
    unread("[tap] -> Disrupt a Trap.");
    unread("Each Weapon loses its game text.");
    unread("Tap one of your opponent's Lightsabers.");
}

/// Counters on a card that lies on the table are no hidden matter.
#[test]
fn cards_that_are_partly_built() {
    let Effect::PutCounters {
        kind,
        on: Who::Units(cards),
        ..
    } = effect(
        "Reveal a partially built Droid unit card in your build zone to your opponent and put 1 \
         build counter on it.",
    )
    else {
        panic!("no counters")
    };
    assert_eq!(kind, CounterKind::Build);
    assert_eq!(cards.filter.places, [Place::Partly]);
    assert_eq!(cards.filter.kinds, [[Kind::Subtype("Droid".to_owned())]]);
    let Effect::RemoveCounters { from, .. } =
        effect("Remove 2 build counters from a face-down card in your opponent's build zone.")
    else {
        panic!("no counters")
    };
    let said = super::explain_who(&from);
    assert_eq!(said, "a partially built card in your opponent's build zone");
}

/// Which cards have to be given up is said, though nobody sees them; those of a discard pile are
/// counted.
#[test]
fn cards_as_a_cost() {
    says(
        "Discard a Battle card without Meditate from your hand -> This unit gets Armor until end \
         of turn.",
        "Discard 1 Battle card without Meditate from your hand",
    );
    says(
        "Remove X Ewok unit cards from your discard pile from the game -> Gain X Force.",
        "Remove X Ewok unit cards from your discard pile from the game",
    );
    let read = line("Remove 2 cards from your discard pile from the game -> Draw a card.");
    let [Ability::Activated(a)] = read.as_slice() else {
        panic!("{read:?}")
    };
    let count = Num::Const(2);
    assert_eq!(a.costs, [Cost::RemoveDiscarded { count, of: None }]);
}

/// "... and 1 build point when your next build step starts": all of it comes then.
#[test]
fn what_comes_with_the_next_build_step() {
    let Effect::Later { when, effect, .. } =
        effect("Gain 1 Force and 2 build points at the start of the next build step.")
    else {
        panic!("not later")
    };
    assert!(matches!(*when, Event::BuildStepStarts(_)));
    assert!(matches!(*effect, Effect::Seq(all) if all.len() == 2));
    assert!(matches!(
        super::reviewed::effect("Gain 2 build points at the start of the next build step."),
        Effect::BuildPoints(_, _, When::NextBuildStep)
    ));
}

/// The next time is one time.
#[test]
fn the_next_time() {
    let read = effect(
        "Choose one of your opponent's units. The next time it would attack this turn, you may \
         have it attack another of your opponent's units.",
    );
    let said = explain_effect(&read);
    assert!(said.contains("the next time that unit"), "{said}");
}

/// "this Patrol Ship" asks for the whole of the subtype.
#[test]
fn this_unit_of_a_subtype_of_two_words() {
    let read =
        line("As long as you have no other units in this arena, this Patrol Ship gets +1 power.");
    let wanted = Kind::Subtype("Patrol Ship".to_owned());
    let asks = |f: &Filter| f.kinds == [[wanted.clone()]];
    let [Ability::Static(s)] = read.as_slice() else {
        panic!("{read:?}")
    };
    let Some(super::who::Cond::All(all)) = &s.condition else {
        panic!("{:?}", s.condition)
    };
    assert!(
        all.iter()
            .any(|c| matches!(c, super::who::Cond::Is(Who::This, f) if asks(f)))
    );
}

/// A card that was found in a deck is none of the units spoken of.
#[test]
fn what_was_found_is_no_unit() {
    unread(
        "Pay 1 Force -> Discard one of your Ewoks. Search your deck for an Ewok card and put it \
         into the same arena.",
    );
}

/// Who chooses, and who pays what, is said; a payment on a unit needs the unit.
#[test]
fn who_chooses_and_who_pays() {
    says(
        "[tap] -> Your opponent chooses one of his or her Ewoks. Tap that unit unless your \
         opponent discards 1 card from his or her hand.",
        "Your opponent chooses one of his or her Ewok units. Tap that unit unless your opponent \
         discards 1 card from his or her hand",
    );
    says(
        "[tap] -> Put 2 captivity counters on one of your opponent's Ewoks unless your opponent \
         puts 1 damage counter on that unit.",
        "Choose one of your opponent's Ewok units. Put 2 captivity counters on that unit unless",
    );
    says(
        "[tap] -> Tap a unit unless your opponent has a Jedi in that arena and pays 1 Force.",
        "Otherwise tap",
    );
    says(
        "When you complete a Location, gain 1 Force.",
        "When you complete a",
    );
    says(
        "Pay X Force -> One of your Ewoks gets -10 times X speed until end of turn.",
        "gets -10 times X speed until",
    );
}

/// What is asked of the arena that is chosen says which arenas may be chosen.
#[test]
fn what_is_asked_of_the_chosen_arena() {
    let read = read_effect(
        "Choose an arena. Untap each of your Ewoks in that arena. Play only if you have an Ewok in \
         the chosen arena and only when no unit is attacking.",
        &CARD,
    )
    .unwrap();
    assert_eq!(read.limits, [super::ability::Limit::NoAttack]);
    assert!(matches!(
        read.effect,
        Effect::Seq(all) if matches!(&all[0], Effect::ChooseArena { condition: Some(_), .. })
    ));
}

/// All sentences of an additional cost that replaces the basic effect do so.
#[test]
fn instead_of_all_of_it() {
    says(
        "Enhance: Pay 1 more Force -> Tap that unit instead. Draw a card.",
        "instead, tap that unit. draw 1 card",
    );
}

mod active;
mod bare;
mod of_two;
mod pronouns;
mod whose;
mod words;

mod spoken;

/// Subtypes of several words stand for one thing, also with a number word or "of" in them.
#[test]
fn subtypes_with_small_words() {
    says(
        "Each of your other First Order Officers gets +1 power.",
        "Each of your other First Order Officer units",
    );
    says(
        "Each of your Knights of Ren gets +10 speed.",
        "Each of your Knight of Ren units",
    );
    says(
        "Each of your Bad Batch gets +1 power.",
        "Each of your Bad Batch units",
    );
    says(
        "When Tarn attacks a Guardian of the Whills, gain 1 Force.",
        "attacks a Guardian of the Whills unit",
    );
    says("Stack: Any Bad Batch.", "Stack: Bad Batch unit");
}
