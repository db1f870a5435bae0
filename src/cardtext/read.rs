//! Reading a printed line. It never fails: what is not fully understood is kept as
//! [`Ability::Unknown`] with its words.

use std::cell::Cell;

use winnow::Parser;
use winnow::combinator::alt;

use super::ability::{Ability, Limit, Unknown};
use super::effect::{Duration, Effect, Grant};
use super::grammar::input::{FUEL, In, R, attempt, eat_sym, fail};
use super::grammar::{self, cost, duration, effect, filter, grant, limits, line_shape};
use super::tokens::{Sym, Tok, tokenize, words};
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
    let found = attempt(&mut i, whole(grammar::abilities))
        .or_else(|| mended(&toks, &own, short, false, grammar::abilities));
    let abilities = found.unwrap_or_else(|| in_parts(text, &toks, &own, short));
    Reading { abilities }
}

/// The same text read without its slips of the pen, if it has any.
fn mended<T>(
    toks: &[Tok],
    own: &[Tok],
    short: bool,
    once: bool,
    inner: impl for<'t> FnMut(&mut In<'t>) -> R<T>,
) -> Option<T> {
    let toks = grammar::spelling::mend(toks)?;
    let fuel = Cell::new(FUEL);
    let mut i = In::new(&toks, own, short, &fuel);
    i.once = once;
    attempt(&mut i, whole(inner))
}

/// A line that was not understood as a whole: its keyword lines, and each ability behind a cost,
/// are read for themselves, so that they act although the rest does not.
fn in_parts(text: &str, toks: &[Tok], own: &[Tok], short: bool) -> Vec<Ability> {
    let fuel = Cell::new(FUEL);
    let all = In::new(toks, own, short, &fuel);
    let at = |from: usize| {
        let mut i = all;
        i.toks = toks.get(from..).unwrap_or_default();
        i
    };
    let mut starts = vec![0];
    let mut first = all;
    // Keywords with nothing but a number behind them end where they end.
    let plain = attempt(&mut first, grammar::keyword_line::plain).is_some();
    let rest = first.toks.first().is_some_and(Tok::is_capital);
    if plain && rest {
        starts.push(toks.len() - first.toks.len());
    }
    let later = line_shape::sentence_starts(&all).into_iter();
    starts.extend(later.filter(|from| line_shape::begins_line(&at(*from))));
    starts.dedup();
    if starts.len() < 2 {
        return vec![unknown(text, toks, own, short)];
    }
    let mut out = Vec::new();
    for (n, from) in starts.iter().enumerate() {
        let to = starts.get(n + 1).copied().unwrap_or(toks.len());
        let mut part = toks.get(*from..to).unwrap_or_default();
        while let [Tok { sym: Sym::Dot, .. }, rest @ ..] = part {
            part = rest;
        }
        if part.iter().all(|t| t.sym == Sym::Dot) {
            continue;
        }
        let mut i = In::new(part, own, short, &fuel);
        match attempt(&mut i, whole(grammar::abilities)) {
            Some(found) => out.extend(found),
            None => out.push(unknown(&words(part), part, own, short)),
        }
    }
    out
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
    attempt(&mut i, whole(once)).or_else(|| mended(&toks, &own, short, true, once))
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
    let i = In::new(toks, own, short, &fuel);
    let shape = line_shape::shape(&i);
    Ability::Unknown(Unknown {
        words: text.trim().to_owned(),
        shape,
        keywords: keywords(toks, own, &fuel),
    })
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
    use super::super::ability::{Cost, Event, Shape, StaticRule};
    use super::super::effect::Ban;
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
        assert!(
            matches!(&all[1], Effect::Give { who: Who::Paid, grants, .. } if *grants == [step])
        );
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
        let both =
            read("As long as you have a Jedi and a Sith in any arena, this unit gets Armor.");
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

    /// Who may prevent damage although others may not, and attacks that go through.
    #[test]
    fn prevention_by_some_and_steady_attacks() {
        use super::super::ability::StaticRule;
        use super::super::effect::{Ban, DisruptWhat};
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
        let super::super::ability::StaticRule::Give { grants, .. } = s.rule else {
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
        use super::super::ability::Event;
        use super::super::who::{Cmp, Num};
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
        use super::super::ability::KeywordValue;
        let text = "As long as this card is on top or beneath the top card of Tarn's stack, Tarn gets Armor.";
        assert!(
            matches!(one(text), Ability::Keyword(k) if matches!(&k.value, KeywordValue::Abilities(a) if a.len() == 1))
        );
        let text =
            "Each Battle card you play during the Space battle step costs 1 less Force to play.";
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
