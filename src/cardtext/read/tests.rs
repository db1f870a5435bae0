//! What lines, effects and modifiers are read as.

use super::*;
use crate::cardtext::ability::{Cost, Event, Shape, StaticRule};
use crate::cardtext::effect::Ban;
use crate::cardtext::who::{Num, Quantity, Who};

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

fn unread(text: &str) -> Unknown {
    let read = read_line(text, &ReadContext::default());
    match read.abilities.as_slice() {
        [Ability::Unknown(u)] => u.clone(),
        other => panic!("read: {text}\n{other:?}"),
    }
}

#[test]
fn keywords_and_costs() {
    assert!(matches!(line("Parry 2").as_slice(), [Ability::Keyword(_)]));
    let both = line("Pay 2 Force -> Evade 2 (Prevent up to 2.) Pay 3 force \u{2192} Deflect 1");
    assert!(matches!(
        both.as_slice(),
        [Ability::Activated(_), Ability::Activated(_)]
    ));
    let read = line("Pay 1 build point, [tap] -> Draw a card. Play only during your build step.");
    let [Ability::Activated(a)] = read.as_slice() else {
        panic!("{read:?}")
    };
    assert_eq!(
        a.costs,
        [Cost::BuildPoints(Num::Const(1)), Cost::Tap(Who::This)]
    );
    assert_eq!(a.limits, [Limit::BuildStep]);
}

#[test]
fn standing_prevention_is_static() {
    for text in [
        "When Tarn would be damaged, prevent 1 of that damage.",
        "Whenever this unit would be damaged when attacked, prevent all but 3 of that damage.",
    ] {
        let read = line(text);
        let [Ability::Static(s)] = read.as_slice() else {
            panic!("{read:?}")
        };
        assert!(matches!(s.rule, StaticRule::Prevent { to: Who::This, .. }));
    }
    let read = line(
        "When this unit would be damaged, prevent that damage unless your opponent pays 1 Force.",
    );
    assert!(matches!(read.as_slice(), [Ability::Triggered(_)]));
}

#[test]
fn own_name_is_the_unit() {
    let read = line("As long as Vessik is in the Ground arena, Tarn gets +1 power.");
    let [Ability::Static(s)] = read.as_slice() else {
        panic!("{read:?}")
    };
    assert!(matches!(&s.rule, StaticRule::Give { who: Who::This, .. }));
    let read = line("Orla Vessik gets +1 power.");
    let [Ability::Static(s)] = read.as_slice() else {
        panic!("{read:?}")
    };
    assert!(
        matches!(&s.rule, StaticRule::Give { who: Who::Units(u), .. } if u.quantity == Quantity::Each)
    );
}

#[test]
fn what_is_not_understood_keeps_its_words() {
    let u = unread("When this unit attacks, whistle a tune with Lucky 2.");
    assert!(matches!(u.shape, Shape::Triggered { exact: true, .. }));
    assert_eq!(u.keywords.len(), 1);
    assert_eq!(unread("Pay 2 Force -> Whistle.").shape, Shape::Activated);
    assert_eq!(
        unread("Whenever it rains, draw a card.").shape,
        Shape::TriggeredUnknown
    );
    let event = |text| match unread(text).shape {
        Shape::Triggered { events, .. } => events[0].clone(),
        other => panic!("{text}: {other:?}"),
    };
    for text in [
        "When this unit is deployed or Meditated, the next Battle card you play hums.",
        "Whenever you deploy a blue unit into the rain, hum.",
    ] {
        assert!(matches!(event(text), Event::Deployed { .. }), "{text}");
    }
    assert!(matches!(
        event("When a unit that hums attacks and does no damage, hum."),
        Event::Attacks { .. }
    ));
    assert_eq!(
        unread("Whenever a humming unit is discarded or attacks in the rain, hum.").shape,
        Shape::TriggeredUnknown
    );
    assert_eq!(unread("Each singer hums.").shape, Shape::Static);
    assert!(matches!(
        unread("Each of your Jedi gets louder.").shape,
        Shape::About(_)
    ));
    assert!(matches!(
        unread("As long as you have a Jedi in any arena, hum.").shape,
        Shape::While(_)
    ));
    assert_eq!(unread("Equipped Jedi hums.").shape, Shape::Carried);
    assert_eq!(unread("Reserves: Hum.").shape, Shape::Reserves);
    assert_eq!(
        unread("INSERT: Hum.").shape,
        Shape::Insert(Box::new(Shape::Static))
    );
    assert!(matches!(
        unread("Last Stand: Hum.").shape,
        Shape::Triggered { exact: true, .. }
    ));
    // What stands behind the trigger's sentence may be at work without it.
    let several = |text| match unread(text).shape {
        Shape::AnyOf(parts) => parts,
        other => panic!("{text}: {other:?}"),
    };
    let parts = several("When this unit attacks, hum. This unit gets +1 power.");
    assert_eq!(parts[1], Shape::Static);
    let parts = several("When this unit attacks, hum. Whenever a unit is discarded, hum.");
    assert!(matches!(parts[1], Shape::Triggered { exact: true, .. }));
    assert_eq!(
        unread("When this unit attacks, hum. When this attack ends, sing.").shape,
        unread("When this unit attacks, hum. Sing.").shape
    );
    assert_eq!(unread("The sky is blue.").shape, Shape::Static);
}

#[test]
fn what_stands_by_itself_in_an_unread_line_is_read() {
    let read = read_line(
        "Pay 2 Force -> Hum a tune. Pay 1 Force -> Evade 2. Shields 1",
        &ReadContext::default(),
    );
    assert!(!read.is_modelled());
    assert!(matches!(
        read.abilities.as_slice(),
        [
            Ability::Unknown(_),
            Ability::Activated(_),
            Ability::Keyword(_)
        ]
    ));
    // What limits an ability is not cut off it.
    let read = read_line(
        "Reserves: [tap] -> Prevent 1 damage to one of your units. Play only if it hums.",
        &ReadContext::default(),
    );
    assert!(matches!(read.abilities.as_slice(), [Ability::Unknown(_)]));
    let read = read_line("Double Damage If it rains, hum.", &ReadContext::default());
    assert!(matches!(
        read.abilities.as_slice(),
        [Ability::Keyword(_), Ability::Unknown(_)]
    ));
}

#[test]
fn effects_of_battle_cards() {
    let read = |text| {
        read_effect(
            text,
            &ReadContext {
                name: "Sudden Gust",
                ..ReadContext::default()
            },
        )
    };
    let found = read("Pay 2 Force -> Choose an arena. Sudden Gust does 1 damage to each unit in that arena. Play only when no unit is attacking.").unwrap();
    assert_eq!(found.costs.len(), 1);
    assert_eq!(found.limits, [Limit::NoAttack]);
    assert!(read("Prevent up to 2 damage to one of your Pilots, then sing.").is_none());
}

#[test]
fn a_unit_that_paid_is_told_from_the_target() {
    let read = |text| read_effect(text, &ReadContext::default()).unwrap();
    let found = read(
        "Tap one of your Masters in any arena -> Put 2 damage counters on one of your \
         opponent's units in that arena. That Master doesn't untap during your next untap step.",
    );
    let Effect::Seq(all) = &found.effect else {
        panic!("{found:?}")
    };
    let step = Grant::Cannot(Ban::UntapStep);
    assert!(matches!(&all[1], Effect::Give { who: Who::Paid, grants, .. } if *grants == [step]));
    let found = read(
        "Tap one of your units -> One of your units gets +X power for this attack, where X is \
         the power of the unit you tapped.",
    );
    assert!(format!("{found:?}").contains("StatOf(Paid, Power)"));
    let found = read("Choose a Jedi. That Jedi gets +1 power until end of turn.");
    assert!(format!("{found:?}").contains("Give { who: That"));
}

#[test]
fn your_unit_is_the_one_of_the_event() {
    let read = |text| read_line(text, &ReadContext::default());
    let found = read("Whenever one of your units is damaged by a Sith, retreat your unit.");
    assert!(format!("{found:?}").contains("Retreat(Patient)"));
    for text in [
        "Whenever a Jedi attacks, retreat your unit.",
        "Pay 1 Force -> Retreat your unit.",
        "Pay 1 Force -> Tap your opponent's unit.",
    ] {
        assert!(!read(text).is_modelled(), "{text}");
    }
    assert!(format!("{:?}", read("Pay 1 Force -> Untap your units.")).contains("Each"));
}

#[test]
fn one_of_the_others_behind_an_event_is_not_the_unit_of_the_event() {
    let read = |text| format!("{:?}", read_line(text, &ReadContext::default()));
    for text in [
        "Whenever you retreat a Jedi, untap one of your other Jedi.",
        "When one of your Jedi attacks, untap one of your other Jedi.",
    ] {
        assert!(read(text).contains("NotThat"), "{text}");
    }
    for text in [
        "When this unit attacks, untap one of your other Jedi.",
        "When the battle phase starts, untap one of your other Jedi.",
    ] {
        assert!(!read(text).contains("NotThat"), "{text}");
    }
}

#[test]
fn several_resources_are_cards_of_that_type() {
    let read = |text| format!("{:?}", read_line(text, &ReadContext::default()));
    let found = read("Pay 1 Force -> Discard one of your opponent's Resources.");
    assert!(found.contains("Type(Resource)"), "{found}");
}

#[test]
fn restrictions_keep_their_bounds() {
    let read = |text| format!("{:?}", read_line(text, &ReadContext::default()));
    assert!(read("This unit can't retreat during your retreat step.").contains("RetreatStep"));
    assert!(read("This unit can't retreat.").contains("(Retreat)"));
    let zone = |text| read_effect(text, &ReadContext::default()).map(|e| format!("{e:?}"));
    let theirs = zone("Choose a unit in your opponent's build zone. Tap that unit.").unwrap();
    assert!(theirs.contains("OpponentsBuild"));
    let own = zone("Choose a unit in your build zone. Tap that unit.").unwrap();
    assert!(own.contains("OwnBuild"));
    let dice = zone("Reroll up to 2 of your attack dice.").unwrap();
    assert!(dice.contains("Yours"));
    let both = read("As long as you have a Jedi and a Sith in any arena, this unit gets Armor.");
    assert!(both.contains("All([Count"));
    let any = read("As long as you have a Jedi or Sith in any arena, this unit gets Armor.");
    assert!(!any.contains("All(["));
}

#[test]
fn modifiers() {
    let read = |text| read_modifier(text, &ReadContext::default());
    assert_eq!(read("+2 power until end of battle").1, Duration::Battle);
    assert_eq!(read("Shields 1").1, Duration::Turn);
    assert!(matches!(
        read("can't be attacked until end of turn").0.as_slice(),
        [Grant::Cannot(_)]
    ));
    let (grants, until) = read("Pay 1 Force -> Evade 1 until end of battle step");
    assert_eq!(until, Duration::BattleStep);
    assert!(
        matches!(grants.as_slice(), [Grant::Ability(a)] if matches!(**a, Ability::Activated(_)))
    );
}
