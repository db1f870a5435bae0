//! Reading a printed line. It never fails: what is not fully understood is kept as
//! [`Ability::Unknown`] with its words.

use std::cell::Cell;

use winnow::Parser;
use winnow::combinator::alt;

use super::ability::{Ability, Limit, Shape, Unknown};
use super::effect::{Duration, Effect, Grant};
use super::grammar::input::{FUEL, In, R, attempt, eat_sym, fail};
use super::grammar::{self, cost, duration, effect, filter, grant, limits, trigger_shape};
use super::tokens::{Sym, Tok, tokenize};
use crate::game::CardType;
use crate::rulebook::Keyword;

/// What is known of the card a line stands on.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReadContext<'a> {
    /// The card's name with or without its version letter; empty if it has none.
    pub name: &'a str,
    /// The card's types.
    pub types: &'a [CardType],
    /// The card's subtypes.
    pub subtypes: &'a [String],
}

/// A line as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its abilities in printed order.
    pub abilities: Vec<Ability>,
}

impl Reading {
    /// Whether all of the line was understood.
    #[must_use]
    pub fn is_modelled(&self) -> bool {
        !self
            .abilities
            .iter()
            .any(|a| matches!(a, Ability::Unknown(_)))
    }
}

/// The text of a Battle card or Mission as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EffectReading {
    /// What is paid besides the printed cost; for "cost -> effect" texts everything before the arrow.
    pub costs: Vec<super::ability::Cost>,
    /// What happens.
    pub effect: Effect,
    /// "Play only ..." sentences.
    pub limits: Vec<Limit>,
}

/// The card's own name without version letter, and whether a part of it may stand for it.
fn own_name(name: &str) -> (Vec<Tok>, bool) {
    let name = name.trim();
    let (base, unique) = match name.rfind('(') {
        Some(at) => (name.get(..at).unwrap_or(name), true),
        None => (name, false),
    };
    let toks = tokenize(&base.replace(['"', '\''], "'"));
    (
        toks.into_iter()
            .filter(|t| t.sym == Sym::Word || matches!(t.sym, Sym::Num(_) | Sym::Comma))
            .collect(),
        unique,
    )
}

/// Reads an ability line of a unit, Equipment, Pilot, Location or Resource.
#[must_use]
pub fn read_line(text: &str, ctx: &ReadContext<'_>) -> Reading {
    if let Some(ability) = super::print::read_exact(text) {
        return Reading {
            abilities: vec![ability],
        };
    }
    let toks = tokenize(text);
    let (own, short) = own_name(ctx.name);
    let fuel = Cell::new(FUEL);
    let mut i = In::new(&toks, &own, short, &fuel);
    let abilities = match attempt(&mut i, whole(grammar::abilities)) {
        Some(found) => found,
        None => vec![unknown(text, &toks, &own, short)],
    };
    Reading { abilities }
}

/// Reads the text of a Battle card or Mission: `cost -> effect` or bare sentences.
/// `None` if not all of it is understood.
#[must_use]
pub fn read_effect(text: &str, ctx: &ReadContext<'_>) -> Option<EffectReading> {
    let toks = tokenize(text);
    let (own, short) = own_name(ctx.name);
    let fuel = Cell::new(FUEL);
    let mut i = In::new(&toks, &own, short, &fuel);
    i.once = true;
    attempt(&mut i, whole(once))
}

/// Costs, effects, limits.
fn once(i: &mut In<'_>) -> R<EffectReading> {
    let costs = attempt(i, cost::costs).unwrap_or_default();
    let mut found = effect::body(i)?;
    while eat_sym(i, Sym::Dot) {}
    while let Some(more) = attempt(i, limits::sentence) {
        found.limits.extend(more);
        let _ = eat_sym(i, Sym::Dot);
    }
    Ok(EffectReading {
        costs,
        effect: found.effect,
        limits: found.limits,
    })
}

/// Reads an effect already at work, as a situation lists it: "+2 power until end of turn",
/// "Shields 1 until end of battle", "can't be attacked". Without a duration: the turn.
#[must_use]
pub fn read_modifier(text: &str, ctx: &ReadContext<'_>) -> (Vec<Grant>, Duration) {
    let toks = tokenize(text);
    let (own, short) = own_name(ctx.name);
    let fuel = Cell::new(FUEL);
    let mut i = In::new(&toks, &own, short, &fuel);
    if let Some(found) = attempt(&mut i, whole(modifier)) {
        return found;
    }
    // Another ability in card notation, with or without a duration behind it.
    let (words, until) = without_duration(&toks, &own, &fuel);
    let mut i = In::new(words, &own, short, &fuel);
    let abilities = match attempt(&mut i, whole(grammar::abilities)) {
        Some(found) => found,
        None => vec![unknown(text, &toks, &own, short)],
    };
    (abilities.into_iter().map(grant::grant_of).collect(), until)
}

fn modifier(i: &mut In<'_>) -> R<(Vec<Grant>, Duration)> {
    let _ = attempt(i, grammar::subject::this);
    i.it = grammar::input::Ant::This;
    i.that = grammar::input::Ant::This;
    let grants = alt((grant::predicate, grant::list)).parse_next(i)?;
    let until = attempt(i, duration::duration).unwrap_or(Duration::Turn);
    Ok((grants, until))
}

/// The words in front of a duration at the end of the text.
fn without_duration<'t>(
    toks: &'t [Tok],
    own: &'t [Tok],
    fuel: &'t Cell<u32>,
) -> (&'t [Tok], Duration) {
    for at in (1..toks.len()).rev() {
        let (front, back) = toks.split_at(at);
        let mut i = In::new(back, own, false, fuel);
        if let Some(until) = attempt(&mut i, whole(duration::duration)) {
            return (front, until);
        }
    }
    (toks, Duration::Turn)
}

/// The parser, which must take all of the text; a last dot may stand behind it.
fn whole<'t, T>(mut inner: impl FnMut(&mut In<'t>) -> R<T>) -> impl FnOnce(&mut In<'t>) -> R<T> {
    move |i: &mut In<'t>| {
        while eat_sym(i, Sym::Bullet) {}
        let found = inner(i)?;
        while eat_sym(i, Sym::Dot) || eat_sym(i, Sym::Semi) {}
        if i.toks.is_empty() {
            Ok(found)
        } else {
            fail(i)
        }
    }
}

/// A line that was not understood, with what its words show.
fn unknown(text: &str, toks: &[Tok], own: &[Tok], short: bool) -> Ability {
    let fuel = Cell::new(FUEL);
    let mut i = In::new(toks, own, short, &fuel);
    let shape = shape(&mut i);
    Ability::Unknown(Unknown {
        words: text.trim().to_owned(),
        shape,
        keywords: keywords(toks, own, &fuel),
    })
}

fn shape(i: &mut In<'_>) -> Shape {
    let arrow = i
        .toks
        .iter()
        .take_while(|t| t.sym != Sym::Open)
        .any(|t| t.sym == Sym::Arrow);
    if let Some(event) = trigger_shape::event(i) {
        return Shape::Triggered(Box::new(event));
    }
    if trigger_shape::opens(i) {
        return Shape::TriggeredUnknown;
    }
    if arrow {
        return Shape::Activated;
    }
    let building = i.toks.windows(2).any(|w| matches!(w, [a, b] if a.low == "build" && (b.low == "step" || b.low.starts_with("counter"))));
    if building {
        Shape::BuildOnly
    } else {
        Shape::Static
    }
}

/// The keywords a line names, each once, in order.
fn keywords(toks: &[Tok], own: &[Tok], fuel: &Cell<u32>) -> Vec<Keyword> {
    let mut out = Vec::new();
    for at in 0..toks.len() {
        let mut i = In::new(toks.get(at..).unwrap_or_default(), own, false, fuel);
        if let Some(found) = attempt(&mut i, filter::keyword)
            && !out.contains(&found)
        {
            out.push(found);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::ability::{Cost, Event, StaticRule};
    use super::super::who::{Num, Quantity, Who};
    use super::*;

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
        let read =
            line("Pay 1 build point, [tap] -> Draw a card. Play only during your build step.");
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
        assert!(matches!(u.shape, Shape::Triggered(_)));
        assert_eq!(u.keywords.len(), 1);
        assert_eq!(unread("Pay 2 Force -> Whistle.").shape, Shape::Activated);
        assert_eq!(
            unread("Whenever it rains, draw a card.").shape,
            Shape::TriggeredUnknown
        );
        let event = |text| match unread(text).shape {
            Shape::Triggered(event) => *event,
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
        assert_eq!(unread("The sky is blue.").shape, Shape::Static);
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
}

#[cfg(test)]
mod shapes {
    use super::super::effect::{Effect, Grant};
    use super::super::who::{Cond, Kind, Place, Trait, Who};
    use super::*;

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
        let super::super::ability::Event::Discarded {
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
        use super::super::ability::StaticRule;
        use super::super::effect::Ban;
        use super::super::who::Stat;
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

    /// A misspelt own name still means the unit.
    #[test]
    fn misspelt_own_name() {
        let Ability::Static(s) = one("Vesik gets +1 power.") else {
            unreachable!()
        };
        assert!(matches!(
            s.rule,
            super::super::ability::StaticRule::Give { who: Who::This, .. }
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
}
