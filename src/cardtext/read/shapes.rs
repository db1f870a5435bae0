//! Forms of lines that are read in one way only.

use super::*;
use crate::cardtext::effect::{Effect, Grant};
use crate::cardtext::who::{Cond, Kind, Place, Trait, Who};

fn one(text: &str) -> Ability {
    let read = read_line(
        text,
        &ReadContext {
            name: "Tarn Vessik (B)",
            ..ReadContext::default()
        },
    );
    match read.abilities.as_slice() {
        [one] => one.clone(),
        other => unreachable!("{text}: {other:?}"),
    }
}

/// What a bearer's condition calls "it" is the bearer, not the unit chosen before.
#[test]
fn conditions_of_grants_speak_of_the_bearer() {
    let text = "Choose one of your opponent's Characters. This turn, each of your Characters gets Critical Hit 1 \
                as long as he or she is attacking that Character.";
    let found = read_effect(text, &ReadContext::default());
    let Some(Effect::Seq(seq)) = found.map(|f| f.effect) else {
        unreachable!("{text}")
    };
    let Some(Effect::Give { grants, .. }) = seq.last() else {
        unreachable!("{seq:?}")
    };
    assert!(
        matches!(grants.as_slice(), [Grant::When(Cond::Attacking(Who::This, Some(f)), _)] if f.traits == [Trait::IsThat])
    );
}

/// "Dark Side" and "neutral" are sides, capital words behind a determiner subtypes, not names.
#[test]
fn sides_and_subtypes_are_no_names() {
    let text = "Whenever a Dark Side or Neutral unit is discarded from any arena, each player loses 1 Force.";
    let Ability::Triggered(t) = one(text) else {
        unreachable!("{text}")
    };
    let crate::cardtext::ability::Event::Discarded {
        who: Who::Units(s),
        from,
        ..
    } = t.event
    else {
        unreachable!()
    };
    assert_eq!(from, [Place::AnyArena]);
    assert_eq!(s.filter.kinds.len(), 2);
    assert!(
        !s.filter
            .kinds
            .iter()
            .flatten()
            .any(|k| matches!(k, Kind::Name(_)))
    );
}

/// A card in a hand or deck is not the unit spoken of, and what it cannot say stays unread.
#[test]
fn cards_are_not_units() {
    for text in [
        "Discard one of your Ewoks -> Put that unit card into its arena.",
        "Up to 2 of your units in the same arena get +2 power until end of turn.",
        "Remove X build counters from a card in your build zone and gain X build points.",
    ] {
        assert!(
            !read_line(text, &ReadContext::default()).is_modelled(),
            "{text}"
        );
    }
}

/// The card that speaks backwards.
#[test]
fn both_word_orders() {
    assert!(matches!(
        one("2 Force pay -> Evade 3"),
        Ability::Activated(_)
    ));
    let text =
        "When end the battle phase does, if Tarn in the Character arena is, +1 Force you gain.";
    let Ability::Triggered(t) = one(text) else {
        unreachable!("{text}")
    };
    assert!(matches!(t.effect, Effect::Force(..)) && t.condition.is_some());
    assert!(matches!(
        one("[tap] -> +1 Force you gain. Only during your build step play."),
        Ability::Activated(_)
    ));
}

/// What a unit carries, by kind and number; side and uniqueness of a carried card are not known.
#[test]
fn carried_cards() {
    let traits = |text| match one(text) {
        Ability::Static(s) => match s.condition {
            Some(Cond::Is(Who::This, f)) => f.traits,
            other => unreachable!("{text}: {other:?}"),
        },
        other => unreachable!("{text}: {other:?}"),
    };
    let sub = |word: &str| Kind::Subtype(word.to_owned());
    assert_eq!(
        traits("As long as Tarn has a Lightsaber Weapon attached, he gets Armor."),
        [Trait::Attached(
            vec![vec![sub("Lightsaber"), sub("Weapon")]],
            1
        )]
    );
    assert_eq!(
        traits("As long as Tarn has 3 or more Equipment attached, he gets Armor."),
        [Trait::Attached(Vec::new(), 3)]
    );
    assert_eq!(
        traits("As long as this unit has a Jedi Pilot, it gets Armor."),
        [Trait::PilotedBy(vec![vec![sub("Jedi")]], 1)]
    );
    assert_eq!(
        traits("As long as Orla Venn is piloting this unit, it gets Armor."),
        [Trait::PilotedBy(
            vec![vec![Kind::Name("Orla Venn".to_owned())]],
            1
        )]
    );
    let text = "As long as Tarn has a unique Weapon attached, he gets Armor.";
    assert!(!read_line(text, &ReadContext::default()).is_modelled());
}

/// A bearer named by capital words goes by that name or by those subtypes.
#[test]
fn named_bearers() {
    let kinds = |text| match one(text) {
        Ability::Static(s) => match s.condition {
            Some(Cond::Is(Who::This, f)) => f.kinds,
            other => unreachable!("{text}: {other:?}"),
        },
        other => unreachable!("{text}: {other:?}"),
    };
    assert_eq!(
        kinds("Equipped Quiet Inquisitor gets Armor."),
        [
            vec![
                Kind::Subtype("Quiet".to_owned()),
                Kind::Subtype("Inquisitor".to_owned())
            ],
            vec![Kind::Name("Quiet Inquisitor".to_owned())]
        ]
    );
    assert_eq!(kinds("Equipped Jedi Padawan gets Armor.").len(), 1);
    assert_eq!(kinds("Equipped Quiet Character gets Armor.").len(), 1);
}

/// Numbers that stay as they are, the card that attaches itself, and options paid one by one.
#[test]
fn bans_on_numbers_attaching_and_paid_options() {
    use crate::cardtext::ability::StaticRule;
    use crate::cardtext::effect::Ban;
    use crate::cardtext::who::Stat;
    let Ability::Static(s) = one("This unit can't gain or lose speed.") else {
        unreachable!()
    };
    let StaticRule::Give { grants, .. } = s.rule else {
        unreachable!()
    };
    assert_eq!(
        grants,
        [
            Grant::Cannot(Ban::Gain(Stat::Speed)),
            Grant::Cannot(Ban::LoseStat(Stat::Speed))
        ]
    );
    let text = "When one of your opponent's units taps, attach this Trait to that unit.";
    let Ability::Triggered(t) = one(text) else {
        unreachable!()
    };
    assert_eq!(t.effect, Effect::Attach(Who::Patient));
    let text = "Choose one: Pay 2 Force -> Gain 1 Force. Or: Pay 1 Force -> Gain 1 Force. \
                Play only if you have a Jedi in any arena.";
    assert!(read_effect(text, &ReadContext::default()).is_none());
}

/// Who may prevent damage although others may not, and attacks that go through.
#[test]
fn prevention_by_some_and_steady_attacks() {
    use crate::cardtext::ability::StaticRule;
    use crate::cardtext::effect::{Ban, DisruptWhat};
    let grants = |text| match one(text) {
        Ability::Static(s) => match s.rule {
            StaticRule::Give { grants, .. } => grants,
            other => unreachable!("{text}: {other:?}"),
        },
        other => unreachable!("{text}: {other:?}"),
    };
    let barred = |text| match grants(text).as_slice() {
        [
            Grant::Unpreventable {
                by,
                except: Some(f),
            },
        ] => (by.len(), f.kinds.len(), f.other),
        other => unreachable!("{text}: {other:?}"),
    };
    assert_eq!(
        barred("Damage from this unit can only be prevented by a Jedi."),
        (0, 1, false)
    );
    assert_eq!(
        barred("Only Jedi Masters can use Evade and Deflect to prevent damage from Tarn."),
        (2, 1, false)
    );
    assert_eq!(
        barred("Tarn can't use Evade to prevent damage from a Sith."),
        (1, 0, true)
    );
    for text in [
        "Damage from this unit can only be prevented except by a Jedi.",
        "Damage from this unit can't be prevented except by a Jedi.",
    ] {
        assert!(!read_line(text, &ReadContext::default()).is_modelled());
    }
    assert_eq!(
        grants("Attacks from Tarn can't be disrupted."),
        [Grant::Cannot(Ban::AttackDisrupted)]
    );
    let disrupted = |text| match one(text) {
        Ability::Activated(a) => a.effect,
        other => unreachable!("{text}: {other:?}"),
    };
    for text in [
        "Pay 5 Force -> Disrupt a Sith Character's attack.",
        "Pay 5 Force -> Disrupt an attack by a Sith.",
    ] {
        assert!(
            matches!(disrupted(text), Effect::Disrupt(DisruptWhat::Attack(Some(f))) if !f.kinds.is_empty()),
            "{text}"
        );
    }
}

/// Whose attack "when attacking" is, and which of two descriptions it needs.
#[test]
fn attacks_on_this_and_on_either() {
    let Ability::Static(s) = one("Each Droid gets Accuracy 1 when attacking this unit.") else {
        unreachable!()
    };
    assert!(matches!(
        s.condition,
        Some(Cond::Attacked(Who::This, Some(_)))
    ));
    let Ability::Static(s) =
        one("This unit gets +1 power when attacking a Droid or a unit with a Pilot.")
    else {
        unreachable!()
    };
    let crate::cardtext::ability::StaticRule::Give { grants, .. } = s.rule else {
        unreachable!()
    };
    assert!(matches!(
        grants.as_slice(),
        [Grant::When(Cond::Attacking(Who::This, Some(of)), _)] if of.or.len() == 1
    ));
    let text = "Each Jedi gets -2 power when attacking unit.";
    assert!(!read_line(text, &ReadContext::default()).is_modelled());
}

/// How an attack went is looked at when it ends, or when its damage is done.
#[test]
fn attacks_that_did_so_much() {
    use crate::cardtext::ability::Event;
    use crate::cardtext::who::{Cmp, Num};
    let of = |text| match one(text) {
        Ability::Triggered(t) => (t.event, t.condition),
        other => unreachable!("{text}: {other:?}"),
    };
    let (event, condition) = of("Whenever this unit attacks and does no damage, untap it.");
    assert!(matches!(event, Event::AttackEnds { .. }));
    assert_eq!(
        condition,
        Some(Cond::Compare(Num::DamageDone, Cmp::Is, Num::Const(0)))
    );
    let (event, condition) =
        of("Whenever Tarn attacks a Jedi and does more than 3 damage, discard that unit.");
    assert!(matches!(
        event,
        Event::Damages {
            attacking: true,
            ..
        }
    ));
    assert_eq!(
        condition,
        Some(Cond::Compare(Num::DamageDone, Cmp::AtLeast, Num::Const(4)))
    );
}

/// INSERT in older words, taxes in a step, what stands instead of a weaker effect.
#[test]
fn older_words_steps_and_instead() {
    use crate::cardtext::ability::KeywordValue;
    let text =
        "As long as this card is on top or beneath the top card of Tarn's stack, Tarn gets Armor.";
    assert!(
        matches!(one(text), Ability::Keyword(k) if matches!(&k.value, KeywordValue::Abilities(a) if a.len() == 1))
    );
    let text = "Each Battle card you play during the Space battle step costs 1 less Force to play.";
    let Ability::Static(s) = one(text) else {
        unreachable!()
    };
    assert_eq!(
        s.condition,
        Some(Cond::BattleStep(crate::game::Arena::Space))
    );
    let text = "Prevent 1 damage to one of your units. If you have a Jedi in any arena, prevent up to 2 damage to that unit instead.";
    let found = read_effect(text, &ReadContext::default());
    assert!(
        matches!(found.map(|f| f.effect), Some(Effect::If(_, a, Some(b))) if matches!((&*a, &*b), (Effect::Prevent { target: t, .. }, Effect::Prevent { target: u, .. }) if t == u))
    );
}

/// "That unit" is never the unit that has the ability.
#[test]
fn that_unit_is_another() {
    let text =
        "When Tarn attacks, if the defending unit is damaged, Tarn does 2 damage to that unit.";
    let Ability::Triggered(t) = one(text) else {
        unreachable!("{text}")
    };
    assert!(matches!(
        t.effect,
        Effect::Damage {
            source: Who::This,
            target: Who::Patient,
            ..
        }
    ));
    let text = "When this unit is tapped, discard that unit.";
    assert!(!read_line(text, &ReadContext::default()).is_modelled());
}

/// A misspelt own name still means the unit.
#[test]
fn misspelt_own_name() {
    let Ability::Static(s) = one("Vesik gets +1 power.") else {
        unreachable!()
    };
    assert!(matches!(
        s.rule,
        crate::cardtext::ability::StaticRule::Give { who: Who::This, .. }
    ));
}

#[test]
fn odd_text_takes_bounded_time() {
    let deep = "gets \"".repeat(300);
    for text in [
        "",
        "->",
        "\"",
        "Pay",
        "Choose one:",
        "when when when",
        deep.as_str(),
    ] {
        let _ = read_line(text, &ReadContext::default());
        let _ = read_effect(text, &ReadContext::default());
        let _ = read_modifier(text, &ReadContext::default());
    }
}
