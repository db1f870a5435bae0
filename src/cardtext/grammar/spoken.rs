//! Units already spoken of, and units by their names.

use winnow::Parser;
use winnow::combinator::alt;

use super::filter::spoken_of;
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p, some};
use super::kinds::{alt_kinds, is_stop, name_span, spell, this_noun};
use super::own::{own_name, the_card, this};
use super::subject::each;
use crate::cardtext::who::{Filter, Kind, Who};

/// A unit already spoken of.
pub(crate) fn definite(i: &mut In<'_>) -> R<Who> {
    alt((
        bearer,
        this_who,
        attack_units,
        doer_of_it,
        that_units,
        your_unit,
        pronoun,
    ))
    .parse_next(i)
}

/// On Equipment "the equipped unit" has the ability, unless the text chose one to equip.
fn bearer(i: &mut In<'_>) -> R<Who> {
    if !i.is_equipment() || i.equips {
        return fail(i);
    }
    p("the? equipped unit|character").parse_next(i)?;
    i.it = Ant::This;
    Ok(Who::This)
}

fn this_who(i: &mut In<'_>) -> R<Who> {
    this(i)?;
    Ok(Who::This)
}

/// "the attacking unit", "the defending Character", "the defender".
fn attack_units(i: &mut In<'_>) -> R<Who> {
    let who = if eat(i, "the attacker") {
        Who::Attacker
    } else if eat(i, "the defender") {
        Who::Defender
    } else if eat(i, "the attacking") {
        unit_noun(i)?;
        Who::Attacker
    } else {
        p("the original? defending").parse_next(i)?;
        unit_noun(i)?;
        Who::Defender
    };
    let ant = if who == Who::Attacker {
        Ant::Attacker
    } else {
        Ant::Defender
    };
    if i.it != Ant::This {
        i.it = ant;
    }
    i.that = ant;
    Ok(who)
}

/// "the unit that discarded it", "the unit that did that damage": the acting unit of the event.
fn doer_of_it(i: &mut In<'_>) -> R<Who> {
    let patient = i.acted_on && matches!(i.it, Ant::This | Ant::Patient);
    if !patient || !(eat(i, "the unit that|which discarded|damaged")) && !did_the_damage(i) {
        return fail(i);
    }
    if !ends_with_doing(i) {
        return fail(i);
    }
    i.that = Ant::Actor;
    Ok(Who::Actor)
}

fn did_the_damage(i: &mut In<'_>) -> bool {
    eat(i, "the unit that|which did that damage")
}

/// "it", "him", "this unit" behind the verb, or nothing where the damage was named.
fn ends_with_doing(i: &mut In<'_>) -> bool {
    eat(i, "it|him|her") || attempt(i, this).is_some() || super::input::at_end(i)
}

/// A noun whose description is already known: "unit", "Character", "Jedi".
fn unit_noun(i: &mut In<'_>) -> R<()> {
    let found = alt_kinds(i)?;
    let names = found.kinds.iter().any(|k| matches!(k, Kind::Name(_)));
    // "that unit card" is a card in a hand or deck, not the unit spoken of.
    if names || found.card { fail(i) } else { Ok(()) }
}

/// "that unit", "the chosen Character", "those units", "each of those units", "them".
fn that_units(i: &mut In<'_>) -> R<Who> {
    // Of an event of two units, only the word tells which one is meant.
    if i.acted_on && i.that == Ant::None && eat(i, "the discarded|defending|damaged unit|character")
    {
        return Ok(Who::Patient);
    }
    // After other units were spoken of, it could be the event's unit or one of those.
    if i.acted_on && i.that == Ant::That && ahead(i, "the discarded|retreated|deployed") {
        return fail(i);
    }
    let who = some(i, i.that.who())?;
    if i.card_chosen && eat(i, "that|the chosen? card") {
        return Ok(who);
    }
    let led = eat(i, "each of those")
        || eat(i, "all? of? those")
        || eat(
            i,
            "the chosen|same|discarded|damaged|retreated|deployed|equipped",
        )
        || eat(i, "that")
        || eat(i, "chosen")
        || eat(i, "those");
    if led {
        let _ = eat(i, "chosen");
        if ahead(i, "damage|much|attack|many|arena") {
            return fail(i);
        }
        let _ = eat(i, "2|3|two|three");
        let noun = *i;
        unit_noun(i)?;
        // "that Agent or Spy": one unit, by either of its descriptions.
        let _ = attempt(i, |i| {
            p("or").parse_next(i)?;
            if ahead(i, "a|an|one|each|any|your|this|that") {
                return fail(i);
            }
            unit_noun(i)
        });
        i.it = i.that;
        let read = noun.toks.len() - i.toks.len();
        return Ok(if is_payer(i, noun.toks.get(..read).unwrap_or_default()) {
            Who::Paid
        } else {
            who
        });
    }
    if i.that == Ant::That && (eat(i, "each of them") || eat(i, "them|they")) {
        return Ok(who);
    }
    // "the unit", "the Jedi": only where one was chosen.
    p("the").parse_next(i)?;
    if i.that == Ant::This {
        return fail(i);
    }
    unit_noun(i)?;
    let paid = eat(i, "you tapped|discarded|retreated|untapped|returned") && !i.paid.is_empty();
    let _ = eat(i, "you chose");
    i.it = i.that;
    Ok(if paid { Who::Paid } else { who })
}

/// Whether "that Master" is the unit that paid: its word is one of the cost's, not of the target
/// spoken of since.
fn is_payer(i: &In<'_>, noun: &[crate::cardtext::tokens::Tok]) -> bool {
    use crate::cardtext::tokens::Tok;
    let stands_in = |list: &[Tok], word: &str| {
        let one = super::kinds::singular(word);
        list.iter().any(|t| super::kinds::singular(&t.low) == one)
    };
    i.that == Ant::That
        && noun.iter().any(|t| {
            let plain = matches!(t.low.as_str(), "unit" | "units");
            !plain && stands_in(i.paid, &t.low) && !stands_in(i.said, &t.low)
        })
}

/// "your unit": the unit of the event that is yours.
fn your_unit(i: &mut In<'_>) -> R<Who> {
    p("your unit|character").parse_next(i)?;
    if ahead(i, "unit|units|card|cards|arena|battle") {
        return fail(i);
    }
    let ant = i.yours;
    some(i, ant.who())
}

/// "it", "he", "she", "him", "itself".
fn pronoun(i: &mut In<'_>) -> R<Who> {
    let who = some(i, i.it.who())?;
    if eat(i, "he or she") || eat(i, "him or her") {
        return Ok(who);
    }
    if eat(i, "it|he|she|him|itself|himself|herself") {
        return Ok(who);
    }
    if ahead(i, "her")
        && !i
            .toks
            .get(1)
            .is_some_and(|t| t.is_capital() || is_noun_after_her(&t.low))
    {
        p("her").parse_next(i)?;
        return Ok(who);
    }
    fail(i)
}

/// "her hand", "her power": not a pronoun that stands alone.
fn is_noun_after_her(low: &str) -> bool {
    matches!(
        low,
        "hand"
            | "deck"
            | "units"
            | "power"
            | "health"
            | "speed"
            | "stack"
            | "next"
            | "build"
            | "attack"
    )
}

/// A unit by its name.
pub(crate) fn named(i: &mut In<'_>) -> R<Who> {
    let mut look = *i;
    if this(&mut look).is_ok() {
        return fail(i);
    }
    let list = match attempt(i, |i| the_card(i, false)) {
        // Equipment that speaks of itself is no unit.
        Some(_) if i.equipment => return fail(i),
        Some(name) => vec![name],
        None => super::kinds::names(i)?,
    };
    let mut filter = Filter {
        kinds: list.into_iter().map(|n| vec![Kind::Name(n)]).collect(),
        ..Filter::default()
    };
    if let Some(places) = attempt(i, super::place::located) {
        filter.places = places;
    }
    spoken_of(i);
    Ok(each(filter))
}

/// The owner of something: "this unit's", "its", "the chosen unit's", "Yoda's".
pub(crate) fn possessive(i: &mut In<'_>) -> R<Who> {
    if attempt(i, |i| this_noun(i, true)).is_some() || attempt(i, |i| own_name(i, true)).is_some() {
        return Ok(Who::This);
    }
    if eat(i, "the attacking unit's") {
        return Ok(Who::Attacker);
    }
    if eat(i, "the defending unit's") {
        return Ok(Who::Defender);
    }
    // Where nothing else was spoken of.
    if i.that == Ant::None && eat(i, "the unit's") {
        return Ok(Who::This);
    }
    if ahead(i, "its|his|her") {
        let who = some(i, i.it.who())?;
        let _ = eat(i, "its|his|her");
        return Ok(who);
    }
    if let Some(who) = attempt(i, |i| {
        let who = some(i, i.that.who())?;
        p("that|the").parse_next(i)?;
        let paid = eat(i, "discarded|tapped|retreated") && !i.paid.is_empty();
        let who = if paid { Who::Paid } else { who };
        let _ = eat(i, "chosen");
        let noun = some(i, i.toks.first())?;
        // "the discarded units total build cost": the apostrophe is often missing.
        let owns = noun.low.ends_with("'s") || noun.low == "units" || noun.low.ends_with("s'");
        if !owns || is_stop(noun.low.trim_end_matches("'s")) && !noun.low.starts_with("unit") {
            return fail(i);
        }
        i.toks = i.toks.get(1..).unwrap_or_default();
        Ok(who)
    }) {
        return Ok(who);
    }
    if let Some(name) = attempt(i, |i| the_card(i, true)) {
        return Ok(each(Filter {
            kinds: vec![vec![Kind::Name(name)]],
            ..Filter::default()
        }));
    }
    let (toks, rest) = name_span(i, true)?;
    let name = spell(toks);
    let stem = some(
        i,
        name.strip_suffix("'s").or_else(|| name.strip_suffix('\'')),
    )?;
    let filter = Filter {
        kinds: vec![vec![Kind::Name(stem.to_owned())]],
        ..Filter::default()
    };
    i.toks = rest;
    Ok(each(filter))
}
