//! Whom "it" means where two units were spoken of: the one a condition asks about, or the one before
//! it. Where the sense does not tell, nothing is read.

use super::condition::condition;
use super::input::{Ant, In, R, ahead, attempt, eat, fail};
use super::subject::{self, Mode};
use crate::cardtext::ability::{Ability, Event, KeywordValue, Static, StaticRule};
use crate::cardtext::effect::{Ban, Effect, Grant};
use crate::cardtext::tokens::{Sym, Tok};
use crate::cardtext::who::{Cmp, Cond, Kind, Num, Place, Quantity, Selector, Who};
use crate::game::CounterKind;

/// The unit the next words are about, if it is one that was spoken of.
pub(super) fn subject_of(i: &In<'_>) -> Option<Ant> {
    let who = attempt(&mut i.clone(), |i| subject::who(i, Mode::Event))?;
    Some(match who {
        Who::This => Ant::This,
        Who::That => Ant::That,
        Who::Actor => Ant::Actor,
        Who::Patient => Ant::Patient,
        Who::Attacker => Ant::Attacker,
        Who::Defender => Ant::Defender,
        Who::Paid | Who::Units(_) => return None,
    })
}

/// The unit the condition asks about, where that is another one than "it" is up to there.
pub(super) fn asked_of(i: &In<'_>) -> Option<Ant> {
    let pronoun = ahead(i, "it|it's|he|he's|she|she's");
    subject_of(i).filter(|ant| *ant != i.it && *ant != Ant::This && !pronoun)
}

/// Whether "if it's ..." comes next, behind an event of two units, and could ask about either.
pub(super) fn unclear(i: &In<'_>, events: &[Event]) -> bool {
    let anyone = |who: &Who| *who == super::trigger::anyone();
    let two = |event: &Event| match event {
        Event::Attacks { who, target } => target.is_some() && !anyone(who),
        Event::Damages { who, target, .. } => !anyone(who) && !anyone(target),
        _ => false,
    };
    ahead(i, "if it|it's|he|he's|she|she's") && events.iter().any(two)
}

/// Which of the event's two units "that Sith" is, where only the noun tells and all such nouns of the
/// line mean the same one.
pub(super) fn named_of(i: &In<'_>, events: &[Event]) -> Option<Ant> {
    let [event] = events else { return None };
    let ((actor, acts), (patient, acted_on)) = match event {
        Event::Attacks {
            who,
            target: Some(target),
        } => ((who, Some(Ant::Attacker)), (target, Ant::Defender)),
        // Nothing in our own words would name the unit that did the damage.
        Event::Damages { who, target, .. } => ((who, None), (target, Ant::Patient)),
        _ => return None,
    };
    let (actor, patient) = (kinds_of(actor)?, kinds_of(patient)?);
    let of = |noun: &Tok| match (is_called(actor, noun), is_called(patient, noun)) {
        (true, false) => acts,
        (false, true) => Some(acted_on),
        _ => None,
    };
    let mut nouns = nouns_behind_that(i);
    let first = of(nouns.next()?)?;
    nouns.all(|noun| of(noun) == Some(first)).then_some(first)
}

/// Whether "that Sith" could not be told: units that are Sith or Droids were spoken of, or such
/// nouns of the line mean one of the event's two units and another one.
pub(super) fn ill_named(i: &In<'_>, events: &[Event]) -> bool {
    let units: Vec<&[Vec<Kind>]> = events
        .iter()
        .flat_map(of_event)
        .filter_map(kinds_of)
        .collect();
    let part = |noun: &Tok| {
        let some = |kinds: &&&[Vec<Kind>]| {
            kinds
                .iter()
                .any(|alt| alt.iter().any(|k| has_word(k, &noun.low)))
        };
        units
            .iter()
            .filter(some)
            .any(|kinds| !is_called(kinds, noun))
    };
    let known = |noun: &&Tok| units.iter().any(|kinds| is_called(kinds, noun));
    let all = nouns_behind_that(i).count();
    let known = nouns_behind_that(i).filter(known).count();
    nouns_behind_that(i).any(part) || i.that == Ant::None && known > 0 && known < all
}

/// The units that an event of attack or damage is about.
fn of_event(event: &Event) -> Vec<&Who> {
    match event {
        Event::Attacks { who, target } => {
            [Some(who), target.as_ref()].into_iter().flatten().collect()
        }
        Event::Damages { who, target, .. } => vec![who, target],
        _ => Vec::new(),
    }
}

/// What stands behind "that": "that Sith", "that unit", but not "that Sith or Droid".
fn nouns_behind_that<'t>(i: &In<'t>) -> impl Iterator<Item = &'t Tok> + use<'t> {
    let toks = i.toks;
    toks.iter().enumerate().filter_map(move |(at, that)| {
        let noun = toks.get(at + 1).filter(|_| that.low == "that")?;
        let or = toks.get(at + 2).is_some_and(|next| next.low == "or");
        (!or && (noun.is_capital() || noun.low == "unit")).then_some(noun)
    })
}

/// Whether every unit of these kinds is called that.
fn is_called(kinds: &[Vec<Kind>], noun: &Tok) -> bool {
    !kinds.is_empty()
        && kinds
            .iter()
            .all(|alt| alt.iter().any(|k| has_word(k, &noun.low)))
}

fn kinds_of(who: &Who) -> Option<&[Vec<Kind>]> {
    match who {
        Who::Units(s) if s.filter.or.is_empty() => Some(&s.filter.kinds),
        _ => None,
    }
}

/// Whether the kind is said with that word.
fn has_word(kind: &Kind, word: &str) -> bool {
    match kind {
        Kind::Subtype(name) => name.to_lowercase().split(' ').any(|w| w == word),
        Kind::Type(of) => of.name().eq_ignore_ascii_case(word),
        _ => false,
    }
}

/// Reads what a condition about `asked` brings, behind words that spoke of `it`. A pronoun means the
/// unit asked about where it is harmed, and the one before where it gains: it is that one's text.
pub(super) fn either<'t, T>(
    i: &mut In<'t>,
    it: Ant,
    asked: Option<Ant>,
    mut read: impl FnMut(&mut In<'t>) -> R<T>,
    effect: impl Fn(&T) -> &Effect,
) -> R<T> {
    let Some(asked) = asked.filter(|_| it != Ant::None) else {
        return read(i);
    };
    let mut sentence = i.toks.iter().take_while(|t| t.sym != Sym::Dot);
    let of_attack = matches!(it, Ant::Attacker | Ant::Defender);
    if of_attack && sentence.any(|t| t.low == "also") {
        // "It also gets": what has got something before.
        i.it = it;
        return read(i);
    }
    let (mut one, mut other) = (*i, *i);
    (one.it, other.it) = (it, asked);
    let Some(first) = attempt(&mut one, |i| read(i)) else {
        return fail(i);
    };
    let second = attempt(&mut other, |i| read(i));
    let Some(second) = second.filter(|_| one.toks.len() == other.toks.len()) else {
        *i = one;
        return Ok(first);
    };
    if effect(&first) == effect(&second) {
        *i = one;
        return Ok(first);
    }
    let mine = it == Ant::This || it == i.yours;
    match worse(effect(&first), effect(&second)) {
        Some(true) if mine || of_attack => {
            *i = other;
            Ok(second)
        }
        Some(false) if mine => {
            *i = one;
            Ok(first)
        }
        _ => fail(i),
    }
}

/// Whether everything that the two readings do to different units harms it; `None` if some of it
/// does and some does not, or nobody can say.
fn worse(a: &Effect, b: &Effect) -> Option<bool> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    done_to(a, &mut ours);
    done_to(b, &mut theirs);
    if ours.len() != theirs.len() {
        return None;
    }
    let pairs = ours.iter().zip(&theirs);
    let mut harms = pairs
        .filter(|((who, _), (other, _))| who != other)
        .map(|((_, harm), _)| *harm);
    let first = harms.next()??;
    harms.all(|harm| harm == Some(first)).then_some(first)
}

/// To whom each part of the effect is done, and whether it harms.
fn done_to<'e>(effect: &'e Effect, out: &mut Vec<(&'e Who, Option<bool>)>) {
    match effect {
        Effect::Seq(all) | Effect::ChooseOne(all) => all.iter().for_each(|e| done_to(e, out)),
        Effect::May(_, inner) | Effect::Unless(_, _, inner) => done_to(inner, out),
        Effect::Later { effect, .. } => done_to(effect, out),
        Effect::If(_, then, other) => {
            done_to(then, out);
            other.iter().for_each(|e| done_to(e, out));
        }
        Effect::IfDone(first, then, other) => {
            done_to(first, out);
            done_to(then, out);
            other.iter().for_each(|e| done_to(e, out));
        }
        Effect::Tap(who) | Effect::Discard(who) => out.push((who, Some(true))),
        Effect::Damage { target, .. } => out.push((target, Some(true))),
        Effect::Untap(who) => out.push((who, Some(false))),
        Effect::Retreat(who) | Effect::Return(who) => out.push((who, None)),
        Effect::PutCounters { kind, on, .. } => {
            out.push((on, (*kind == CounterKind::Damage).then_some(true)));
        }
        Effect::RemoveCounters { kind, from, .. } => {
            out.push((from, (*kind == CounterKind::Damage).then_some(false)));
        }
        Effect::Give { who, grants, .. } => {
            let mut harms = grants.iter().map(harms);
            let first = harms.next().flatten();
            let same = harms.all(|harm| harm == first);
            out.push((who, first.filter(|_| same)));
        }
        _ => {}
    }
}

/// Whether a unit that gets this is worse off.
fn harms(grant: &Grant) -> Option<bool> {
    match grant {
        Grant::Change(_, Num::Const(n)) => Some(*n < 0),
        Grant::Change(_, Num::Times(n, _)) => Some(*n < 0),
        // What is quoted may be a restriction.
        Grant::Ability(_) => None,
        Grant::Change(..) | Grant::Unpreventable { .. } => Some(false),
        Grant::Keyword(k) if matches!(k.value, KeywordValue::Number(Num::Const(n)) if n < 0) => {
            Some(true)
        }
        Grant::Keyword(k) => {
            let bad = [crate::keyword!("backfire"), crate::keyword!("bounty")];
            (!bad.contains(&k.keyword)).then_some(false)
        }
        Grant::Loses(_) | Grant::LosesAbilities | Grant::LosesText => Some(true),
        Grant::Cannot(
            Ban::Attack(_)
            | Ban::Use(_)
            | Ban::Prevent
            | Ban::UseAbilities
            | Ban::Untap
            | Ban::UntapStep
            | Ban::Retreat,
        ) => Some(true),
        Grant::Cannot(Ban::BeAttacked(_) | Ban::BeTapped | Ban::BeDamaged | Ban::BeDiscarded) => {
            Some(false)
        }
        Grant::When(_, inner) => harms(inner),
        _ => None,
    }
}

/// "Each of your Jedi gets +2 power as long as it's attacking a Sith", "... as long as Orla Venn is in
/// the same arena": asked of each unit that gets it, which is "this unit" in such a condition.
pub(super) fn of_each(i: &mut In<'_>) -> R<Option<Cond>> {
    let mut look = *i;
    let _ = eat(&mut look, ",");
    let not = eat(&mut look, "unless");
    let asks = not || eat(&mut look, "as long as") || eat(&mut look, "while|if");
    if !asks {
        return Ok(None);
    }
    let start = look.toks;
    let pronoun = ahead(&look, "it|it's|he|he's|she|she's|they|they're");
    let sentence = || start.iter().take_while(|t| t.sym != Sym::Dot);
    let words: Vec<&Tok> = sentence().collect();
    let there = words
        .windows(2)
        .any(|w| matches!(w, [same, arena] if same.low == "same" && arena.low == "arena"));
    if !pronoun && !there {
        return Ok(None);
    }
    // The card that says it is another unit.
    let this = words
        .windows(2)
        .any(|w| matches!(w, [this, noun] if this.low == "this" && noun.low != "turn"));
    if this {
        return fail(i);
    }
    (look.it, look.that, look.own) = (Ant::This, Ant::None, &[]);
    let mut asked = condition(&mut look)?;
    if let Cond::Count(filter, ..) = &mut asked {
        // "The same arena" is the one that the bearer is in.
        for place in &mut filter.places {
            if *place == Place::ThatArena {
                *place = Place::ThisArena;
            }
        }
    }
    i.toks = look.toks;
    Ok(Some(if not {
        Cond::Not(Box::new(asked))
    } else {
        asked
    }))
}

/// The units that a condition in front of a sentence speaks of, and what is asked of each of them
/// besides: "As long as one of your Rebels is attacking a Sith, it ...".
pub(super) fn spoken_units(start: &In<'_>, cond: &Cond) -> Option<(Selector, Option<Cond>)> {
    let each = |filter| Selector {
        quantity: Quantity::Each,
        filter,
    };
    match cond {
        Cond::Count(filter, Cmp::AtLeast, Num::Const(1)) if filter.or.is_empty() => {
            let mut i = *start;
            let _ = eat(&mut i, "as long as") || eat(&mut i, "if|while");
            let named = !filter.kinds.is_empty()
                && filter
                    .kinds
                    .iter()
                    .all(|alt| matches!(alt.as_slice(), [Kind::Name(_)]));
            (named || ahead(&i, "one of") || ahead(&i, "a|an"))
                .then(|| (each(filter.clone()), None))
        }
        Cond::Attacking(Who::Units(s), of) => {
            Some((s.clone(), Some(Cond::Attacking(Who::This, of.clone()))))
        }
        Cond::Attacked(Who::Units(s), by) => {
            Some((s.clone(), Some(Cond::Attacked(Who::This, by.clone()))))
        }
        _ => None,
    }
}

/// Whom pronouns mean behind the condition: the units it spoke of, if the sentence is about them;
/// this unit, where no other one was spoken of.
pub(super) fn behind_condition(i: &mut In<'_>, spoken: bool) {
    if ahead(i, "it|he|she") && spoken {
        i.it = Ant::That;
    } else if i.it == Ant::None {
        i.it = Ant::This;
    } else if i.it == Ant::That {
        i.it = Ant::None;
    }
}

/// The rule with the units that "it" means in it; nothing where it means nobody.
pub(super) fn settled(
    ability: Ability,
    spoken: Option<&(Selector, Option<Cond>)>,
) -> Option<Ability> {
    let Ability::Static(Static {
        condition,
        rule: StaticRule::Give {
            who: Who::That,
            grants,
        },
    }) = ability
    else {
        return Some(ability);
    };
    let (units, asked) = spoken?;
    let only_then = |grant| match asked {
        Some(cond) => Grant::When(cond.clone(), Box::new(grant)),
        None => grant,
    };
    Some(Ability::Static(Static {
        condition,
        rule: StaticRule::Give {
            who: Who::Units(units.clone()),
            grants: grants.into_iter().map(only_then).collect(),
        },
    }))
}
