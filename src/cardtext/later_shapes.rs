//! Invented lines of forms that came to the reader late, and what each of them means.

use super::ability::{Ability, Event, StaticRule};
use super::effect::{Duration, Effect, Lender};
use super::read::{ReadContext, read_effect, read_line};
use super::who::{Cmp, Cond, Num, Place, Quantity, Trait, Who};
use crate::game::Arena;

fn line(text: &str) -> Vec<Ability> {
    let read = read_line(
        text,
        &ReadContext {
            name: "Tarn Vessik (B)",
            ..ReadContext::default()
        },
    );
    assert!(read.is_modelled(), "not read: {text}\n{:?}", read.abilities);
    read.abilities
}

fn effect(text: &str) -> Effect {
    let ctx = ReadContext {
        name: "Loud Song",
        ..ReadContext::default()
    };
    let read = read_effect(text, &ctx);
    assert!(read.is_some(), "not read: {text}");
    read.unwrap().effect
}

fn unread(text: &str) {
    let ctx = ReadContext::default();
    assert!(!read_line(text, &ctx).is_modelled(), "read: {text}");
    assert!(read_effect(text, &ctx).is_none(), "read: {text}");
}

/// "A or B" is one choice among both; where a verb follows a comma it is the next text of a choice.
#[test]
fn units_of_either_description() {
    let Effect::Tap(Who::Units(s)) =
        effect("Tap one of your Ewoks in the Ground arena or one of your units named Orla Venn.")
    else {
        panic!("no choice of units")
    };
    assert_eq!(s.quantity, Quantity::Choose(Num::Const(1)));
    assert_eq!(s.filter.places, [Place::Arena(Arena::Ground)]);
    assert_eq!(s.filter.or.len(), 1);
    let Effect::Untap(Who::Units(s)) =
        effect("Untap one of your Jedi in the Space arena or tapped Sith in the Ground arena.")
    else {
        panic!("no choice of units")
    };
    assert_eq!(s.filter.or[0].traits, [Trait::Tapped]);
    assert_eq!(s.filter.or[0].owner, s.filter.owner);
    let read = line(
        "When the battle phase starts, choose one: remove 1 damage counter from Tarn, or Tarn gets \
         Critical Hit 2 until end of battle.",
    );
    assert!(matches!(
        read.as_slice(),
        [Ability::Triggered(t)] if matches!(&t.effect, Effect::ChooseOne(all) if all.len() == 2)
    ));
}

#[test]
fn arenas_that_may_be_chosen() {
    let chosen = |text: &str| match effect(text) {
        Effect::Seq(all) => match all.into_iter().next() {
            Some(Effect::ChooseArena { among, condition }) => (among, condition),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let then = "Each of your units in that arena gets +1 power until end of turn.";
    let (among, condition) = chosen(&format!("Choose Space or Character. {then}"));
    assert_eq!(among, [Arena::Space, Arena::Character]);
    assert_eq!(condition, None);
    let (among, condition) = chosen(&format!(
        "Choose an arena with 3 or more Ewoks in it. {then}"
    ));
    assert!(among.is_empty());
    assert!(matches!(
        condition,
        Some(Cond::Count(f, Cmp::AtLeast, Num::Const(3))) if f.places == [Place::ChosenArena]
    ));
    let (_, condition) = chosen(&format!(
        "Choose an arena where no Ewok has attacked this turn. {then}"
    ));
    assert!(matches!(
        condition,
        Some(Cond::Not(inner)) if matches!(*inner, Cond::Happened(..))
    ));
}

/// What is said once for two clauses holds for both; what follows "When ..., ..." waits with it.
#[test]
fn what_belongs_together_in_a_text() {
    let Effect::Seq(both) = effect(
        "Attacks from your Ewoks can't be disrupted, and your opponent's units can't retreat \
         until end of turn.",
    ) else {
        panic!("not two effects")
    };
    assert!(both.iter().all(|e| matches!(
        e,
        Effect::Stand {
            until: Duration::Turn,
            ..
        }
    )));
    assert!(matches!(
        effect(
            "When the battle phase starts, choose one of your opponent's units. Loud Song does 2 \
             damage to that unit."
        ),
        Effect::Later { effect, .. } if matches!(&*effect, Effect::Seq(all) if all.len() == 2)
    ));
    assert!(matches!(
        effect(
            "When the battle phase starts, choose one of your opponent's units. Loud Song does 2 \
             damage to that unit. Your opponent gains 2 Force. Draw a card."
        ),
        Effect::Later { effect, .. } if matches!(&*effect, Effect::Seq(all) if all.len() == 4)
    ));
    assert!(matches!(
        effect(
            "When the battle phase starts, gain 2 Force. This turn, each of your Ewoks gets +1 \
             power."
        ),
        Effect::Seq(all) if matches!(all.as_slice(), [Effect::Later { .. }, Effect::Give { .. }])
    ));
    assert!(matches!(
        effect(
            "Choose one of your Ewoks. Whenever the chosen unit would be damaged this turn, \
             prevent all but 1 of that damage."
        ),
        Effect::Seq(all) if matches!(&all[1], Effect::Give { .. })
    ));
    assert!(matches!(
        effect("Choose one of your Ewoks. Whenever the chosen unit damages a Sith this turn, gain 1 Force."),
        Effect::Seq(all) if matches!(&all[1], Effect::Later { each_time: true, .. })
    ));
}

#[test]
fn attacks_sent_elsewhere() {
    for text in [
        "Whenever one of your opponent's Ewoks attacks one of your units in the Ground arena, you \
         may have that Ewok attack this unit instead.",
        "Whenever one of your opponent's units would attack one of your Jedi, it must attack this \
         unit instead.",
        "Whenever one of your opponent's units would attack one of your units, your opponent rolls \
         a die. If he or she rolls a 3 or more, the attacking unit must attack this unit instead.",
    ] {
        let read = line(text);
        assert!(
            matches!(read.as_slice(), [Ability::Triggered(t)]
                if matches!(t.event, Event::Attacks { target: Some(_), .. })),
            "{text}"
        );
    }
    assert!(matches!(
        effect(
            "Choose one of your opponent's units. The next time it would attack this turn, you may \
             have it attack another of your opponent's units."
        ),
        Effect::Seq(all) if matches!(&all[1], Effect::Later { each_time: false, until: Duration::Turn, .. })
    ));
    assert!(matches!(
        effect("Disrupt an activated ability. The disrupted ability may not be activated again this turn."),
        Effect::Seq(all) if all.get(1) == Some(&Effect::NotAgain)
    ));
    unread("The next time it rains, hum.");
}

#[test]
fn damage_with_words_of_its_own() {
    assert!(matches!(
        effect("Loud Song does 4 damage divided as you choose between 1 or 2 of your opponent's units."),
        Effect::Divide { among: Who::Units(s), .. } if s.quantity == Quantity::UpTo(Num::Const(2))
    ));
    assert!(matches!(
        effect("Choose a Droid. Loud Song does 3 damage to that unit. This damage can only be prevented by an Ewok."),
        Effect::Seq(all) if matches!(&all[1], Effect::Damage { barred: Some(b), .. } if b.by.is_empty())
    ));
    assert!(matches!(
        effect(
            "Choose a Droid. Loud Song does 3 damage to that unit. Your opponent can't use Evade or \
             Deflect to prevent that damage unless that unit is an Ewok."
        ),
        Effect::Seq(all) if matches!(&all[1], Effect::Damage { barred: Some(b), .. } if b.by.len() == 2)
    ));
    // What X is must be understood where it is said.
    unread(
        "Choose a Droid. Loud Song does X damage to that unit, where X is the number of its songs.",
    );
}

#[test]
fn cards_carried_and_borrowed_abilities() {
    let read = line("Equipped Ewok gets \"Discard a Trait from this unit -> Draw a card.\"");
    assert!(matches!(read.as_slice(), [Ability::Static(s)]
        if matches!(&s.rule, StaticRule::Give { .. })));
    assert!(matches!(
        effect("Discard an Equipment card attached to one of your opponent's Droids."),
        Effect::DiscardAttached { of, .. } if of.is_empty()
    ));
    let read = line(
        "When the Ground battle step starts, choose an activated ability on another card in \
         Tarn's stack. Tarn gets the chosen ability until end of turn.",
    );
    assert!(matches!(read.as_slice(), [Ability::Triggered(t)]
        if matches!(&t.effect, Effect::Borrow { from: Lender::Stack, .. })));
}

#[test]
fn what_has_happened_this_turn() {
    let condition = |text: &str| match effect(text) {
        Effect::If(cond, ..) => cond,
        other => panic!("{text}: {other:?}"),
    };
    for (text, least) in [
        (
            "If one of your Ewoks was discarded from the Ground arena this turn, draw a card.",
            1,
        ),
        (
            "If your opponent retreated 2 or more Droids this turn, draw a card.",
            2,
        ),
        (
            "If one of your Ewoks was damaged this turn, draw a card.",
            1,
        ),
    ] {
        assert!(
            matches!(condition(text), Cond::Happened(_, n) if n == least),
            "{text}"
        );
    }
}

#[test]
fn events_of_two_sorts_and_chosen_by_others() {
    let read = line(
        "Whenever one of your Ewoks is discarded or returned to your hand from the Ground arena, \
         gain 1 Force.",
    );
    assert!(matches!(
        read.as_slice(),
        [Ability::Triggered(a), Ability::Triggered(b)]
            if matches!(a.event, Event::Discarded { .. }) && matches!(b.event, Event::Returned { .. })
    ));
    let read = line(
        "Whenever a unit is deployed or put into the Ground arena, its owner must choose one: Tap \
         that unit. Or: Put 1 damage counter on it.",
    );
    assert!(matches!(read.as_slice(), [Ability::Triggered(t)]
        if matches!(&t.effect, Effect::ChooseOneBy(_, all) if all.len() == 2)));
}

#[test]
fn costs_of_battle_cards_and_floors() {
    assert!(matches!(
        line("[tap] -> The next Battle card you play costs 2 less Force to play.").as_slice(),
        [Ability::Activated(a)] if matches!(a.effect, Effect::Stand { until: Duration::NextCard, .. })
    ));
    let read = line(
        "Each of Orla Venn's activated abilities costs 1 less Force to play. Abilities that cost 1 \
         or more Force can't cost less than 1 Force.",
    );
    assert!(matches!(read.as_slice(), [Ability::Static(s)]
        if matches!(s.rule, StaticRule::Tax { least: 1, .. })));
    assert_eq!(effect("Loud Song can't be disrupted."), Effect::Steady);
}

/// Whose build zone it is says whose unit is meant.
#[test]
fn units_in_a_build_zone_have_an_owner() {
    for (text, place) in [
        (
            "Choose a Character in your opponent's build zone.",
            Place::OpponentsBuild,
        ),
        ("Choose a Droid in your build zone.", Place::OwnBuild),
        ("Choose a Droid in the build zone.", Place::Build),
    ] {
        assert!(
            matches!(effect(text), Effect::Choose(s) if s.filter.places == [place]),
            "{text}"
        );
    }
}

/// A slip of the pen is mended only where the line can be read then.
#[test]
fn slips_of_the_pen() {
    assert!(matches!(
        line("Pay 1 Force -> Reterat this unit.").as_slice(),
        [Ability::Activated(_)]
    ));
    unread("Pay 1 Force -> Hum and reterat.");
}

/// Forms of attacks, stacks and numbers that are compared with all others.
#[test]
fn others_of_the_description_and_of_the_stack() {
    let read = line(
        "Tarn gets the following if a card with a name listed below is in its stack: Orla Venn: \
         \"Fury 2\"; Bren Sund: \"Pay 1 Force -> Evade 1\"",
    );
    assert!(matches!(
        read.as_slice(),
        [Ability::Static(a), Ability::Static(_)]
            if matches!(&a.condition, Some(Cond::Is(Who::This, f)) if matches!(f.traits.as_slice(), [Trait::StackHas(_, 1)]))
    ));
    assert!(matches!(
        effect("Choose one of your opponent's Ewoks with the highest power. Tap that unit."),
        Effect::Seq(all) if matches!(&all[0], Effect::Choose(s) if matches!(s.filter.traits.as_slice(), [Trait::Extreme { highest: true, .. }]))
    ));
    assert!(matches!(
        effect("One of your units using Bombard to attack a Ground unit gets +2 power for this attack."),
        Effect::Give { who: Who::Units(s), .. } if matches!(s.filter.traits.as_slice(), [Trait::AttacksWith(_)])
    ));
    let read = line(
        "This unit may attack a unit in the Ground arena instead of a unit in the Space arena, \
         using 4 power plus any other effects.",
    );
    assert!(
        matches!(read.as_slice(), [Ability::Keyword(k)] if k.keyword == crate::keyword!("bombard"))
    );
}

/// What holds as long as its unit remains tapped, what is looked at when the turn ends, and what
/// happens in an arena chosen on the way.
#[test]
fn durations_of_their_own() {
    let read = line(
        "[tap] -> Choose one of your opponent's Ewoks. As long as Tarn remains tapped, the chosen \
         Ewok doesn't untap during the untap step, and at the start of the Ground battle step, put \
         1 damage counter on the chosen Ewok.",
    );
    let [Ability::Activated(a)] = read.as_slice() else {
        panic!("{read:?}")
    };
    assert!(matches!(&a.effect, Effect::Seq(all)
    if matches!(all.as_slice(), [
        Effect::Choose(_),
        Effect::Give { until: Duration::Tapped, .. },
        Effect::Later { until: Duration::Tapped, each_time: true, .. },
    ])));
    assert!(matches!(
        effect("One of your Ewoks gets +1 power for this attack. If that unit does no damage this turn, tap it when the turn ends."),
        Effect::Seq(all) if matches!(&all[1], Effect::Later { when, .. } if **when == Event::TurnEnds)
    ));
    assert!(matches!(
        effect("Untap up to 2 of your Ewoks in one arena."),
        Effect::Seq(all) if matches!(&all[0], Effect::ChooseArena { .. })
    ));
    assert!(matches!(
        effect("Put damage counters on an Ewok until that unit has only 1 remaining health."),
        Effect::HealTo { put: true, .. }
    ));
    let read = line("Whenever this unit prevents damage to an Ewok, gain 1 Force.");
    assert!(matches!(read.as_slice(), [Ability::Triggered(t)]
        if matches!(&t.event, Event::Prevents { to: Some(_), .. })));
}
