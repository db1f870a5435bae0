//! Which units a sentence speaks of.

use winnow::Parser;
use winnow::combinator::alt;

use super::filter::{self, described, spoken_of};
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p, some};
use super::kinds::{alt_kinds, is_stop, is_subtype, name_span, spell, this_noun};
use super::num;
use crate::cardtext::who::{
    Filter, Kind, Num, Owner, Place, Player, Quantity, Selector, Trait, Who,
};

/// How an indefinite description is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Chosen when the effect happens.
    Target,
    /// Any unit that fits: events, conditions.
    Event,
}

/// The unit itself: by "this unit", its name, or a pronoun that can only mean it.
pub(crate) fn this(i: &mut In<'_>) -> R<()> {
    let found: R<()> = alt((
        |i: &mut In<'_>| this_noun(i, false),
        |i: &mut In<'_>| own_name(i, false),
    ))
    .parse_next(i);
    if found.is_ok() {
        i.it = Ant::This;
    }
    found
}

/// The unit's own name, or on a unique unit a part of it.
fn own_name(i: &mut In<'_>, possessive: bool) -> R<()> {
    let start = *i;
    let _ = eat(i, "the");
    let own = i.own;
    let mut best = 0;
    for from in 0..own.len() {
        let Some(part) = own.get(from..) else {
            continue;
        };
        let same = part
            .iter()
            .zip(i.toks)
            .take_while(|(own, tok)| same_word(&own.low, &tok.low))
            .count();
        for len in 1..=part.len() {
            let Some((last, front)) = part.get(..len).and_then(<[_]>::split_last) else {
                continue;
            };
            let Some(tok) = i.toks.get(front.len()) else {
                continue;
            };
            // A card named by an ordinary word ("a") is not meant by that word.
            let ordinary = own.len() == 1 && is_stop(&last.low);
            let whole = from == 0 && len == own.len() && !ordinary;
            let ends = if possessive {
                tok.low == format!("{}'s", last.low) || tok.low == format!("{}'", last.low)
            } else {
                same >= len
            };
            let known =
                len == 1 && (is_subtype(&last.low) || is_stop(&last.low) || !last.is_capital());
            if same >= front.len() && ends && (whole || (own_short(i) && !known)) {
                best = best.max(len);
            }
        }
    }
    let next_capital = i
        .toks
        .get(best)
        .is_some_and(|t| t.is_capital() && !is_stop(&t.low));
    let part_of_longer = best < own.len()
        && next_capital
        && !possessive
        && super::filter::keyword(&mut skip(i, best)).is_err();
    if best == 0 || part_of_longer {
        *i = start;
        return fail(i);
    }
    i.toks = i.toks.get(best..).unwrap_or_default();
    Ok(())
}

/// The name of the card, or a part of it, where another unit has the ability: that unit by its
/// whole name.
fn the_card(i: &mut In<'_>, possessive: bool) -> R<String> {
    let mut look = *i;
    (look.own, look.short) = (i.card, i.card_short);
    if i.card.is_empty() || own_name(&mut look, possessive).is_err() {
        return fail(i);
    }
    i.toks = look.toks;
    Ok(spell(i.card))
}

/// The same word, or a long one with a letter too many, too few or wrong.
pub(crate) fn same_word(own: &str, printed: &str) -> bool {
    if own == printed {
        return true;
    }
    let (own, printed): (Vec<char>, Vec<char>) = (own.chars().collect(), printed.chars().collect());
    if own.len() < 5 || own.len().abs_diff(printed.len()) > 1 || is_plural_of(&own, &printed) {
        return false;
    }
    let front = own.iter().zip(&printed).take_while(|(a, b)| a == b).count();
    let back = own
        .iter()
        .rev()
        .zip(printed.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let longer = own.len().max(printed.len());
    front + back + 1 >= longer
}

/// "Nightsisters" is no misspelt "Nightsister".
fn is_plural_of(own: &[char], printed: &[char]) -> bool {
    let longer = if own.len() > printed.len() {
        own
    } else {
        printed
    };
    own.len() != printed.len() && longer.last().is_some_and(|c| *c == 's' || *c == '\'')
}

fn own_short(i: &In<'_>) -> bool {
    i.short
}

fn skip<'t>(i: &In<'t>, n: usize) -> In<'t> {
    let mut look = *i;
    look.toks = i.toks.get(n..).unwrap_or_default();
    look
}

/// One definite unit: this, that, the attacker, a pronoun, or a named one.
pub(crate) fn one(i: &mut In<'_>) -> R<Who> {
    alt((definite, named)).parse_next(i)
}

/// A unit already spoken of.
pub(crate) fn definite(i: &mut In<'_>) -> R<Who> {
    alt((this_who, attack_units, that_units, your_unit, pronoun)).parse_next(i)
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

/// A noun whose description is already known: "unit", "Character", "Jedi".
fn unit_noun(i: &mut In<'_>) -> R<()> {
    let found = alt_kinds(i)?;
    let names = found.kinds.iter().any(|k| matches!(k, Kind::Name(_)));
    // "that unit card" is a card in a hand or deck, not the unit spoken of.
    if names || found.card { fail(i) } else { Ok(()) }
}

/// "that unit", "the chosen Character", "those units", "each of those units", "them".
fn that_units(i: &mut In<'_>) -> R<Who> {
    let who = some(i, i.that.who())?;
    let led = eat(i, "each of those")
        || eat(i, "all? of? those")
        || eat(i, "the chosen|same|discarded|damaged|retreated|deployed")
        || eat(i, "that")
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

/// All units of a description.
pub(crate) fn each(filter: Filter) -> Who {
    Who::Units(Selector {
        quantity: Quantity::Each,
        filter,
    })
}

/// Whom an effect is done to, or whom an event is about.
pub(crate) fn who(i: &mut In<'_>, mode: Mode) -> R<Who> {
    let mut found = one_who(i, mode)?;
    while let Some(more) = attempt(i, |i| further(i, mode, &found)) {
        found = more;
    }
    Ok(found)
}

/// "... or one of your Ewoks": the same number of units, of any of the descriptions.
fn further(i: &mut In<'_>, mode: Mode, first: &Who) -> R<Who> {
    let after_comma = eat(i, ", or on?");
    if !after_comma && !eat(i, "or on?") {
        return fail(i);
    }
    let mut all = match first {
        Who::Units(s) => s.clone(),
        Who::This => Selector {
            quantity: match mode {
                Mode::Target => Quantity::Choose(Num::Const(1)),
                Mode::Event => Quantity::Each,
            },
            filter: this_filter(),
        },
        _ => return fail(i),
    };
    let next = match attempt(i, |i| same_again(i, &all.filter)) {
        Some(filter) => filter,
        None => match one_who(i, mode)? {
            Who::Units(s) if s.quantity == all.quantity => s.filter,
            // A name means that unit, however many the others are.
            Who::Units(s) if only_name(&s.filter) => s.filter,
            Who::This if *first != Who::This => this_filter(),
            _ => return fail(i),
        },
    };
    if after_comma
        && ahead(
            i,
            "gets|get|gains|loses|has|does|can|can't|may|must|attacks",
        )
    {
        // A choice between effects: what follows is its next text.
        return fail(i);
    }
    if only_name(&all.filter) && mode == Mode::Target {
        all.quantity = Quantity::Choose(Num::Const(1));
    }
    all.filter.or.push(next);
    Ok(Who::Units(all))
}

fn this_filter() -> Filter {
    Filter {
        places: vec![Place::Anywhere],
        traits: vec![Trait::IsThis],
        ..Filter::default()
    }
}

fn only_name(filter: &Filter) -> bool {
    matches!(filter.kinds.as_slice(), [all] if matches!(all.as_slice(), [Kind::Name(_)]))
        && filter.traits.is_empty()
}

/// "... or tapped Speeders in the Ground arena", "... or other Characters": of the same owner.
fn same_again(i: &mut In<'_>, first: &Filter) -> R<Filter> {
    if !ahead(i, "other|tapped|untapped|damaged|undamaged") {
        return fail(i);
    }
    let mut filter = described(i, first.owner, false)?;
    if filter.places.is_empty() {
        filter.places.clone_from(&first.places);
    }
    Ok(filter)
}

fn one_who(i: &mut In<'_>, mode: Mode) -> R<Who> {
    if let Some(found) = attempt(i, definite) {
        return Ok(found);
    }
    if mode == Mode::Target
        && let Some(found) = attempt(i, partly_built)
    {
        return Ok(found);
    }
    if let Some(found) = attempt(i, |i| described_units(i, mode)) {
        return Ok(found);
    }
    let found = named(i)?;
    Ok(match (mode, found) {
        (Mode::Target, Who::Units(mut s)) => {
            anywhere(&mut s.filter);
            Who::Units(s)
        }
        (_, found) => found,
    })
}

/// A target of an effect.
pub(crate) fn target(i: &mut In<'_>) -> R<Who> {
    who(i, Mode::Target)
}

/// "a partially built Droid card in your build zone", "a face-down card in your opponent's build
/// zone".
fn partly_built(i: &mut In<'_>) -> R<Who> {
    p("a|one").parse_next(i)?;
    let mut kinds = Vec::new();
    if eat(i, "face-down card") || eat(i, "partially|partly built card") {
        kinds.push(vec![Kind::AnyCard]);
    } else {
        p("partially|partly built").parse_next(i)?;
        loop {
            let found = alt_kinds(i)?;
            let last = found.card;
            if !found.kinds.is_empty() {
                kinds.push(found.kinds);
            }
            if last {
                break;
            }
            if !(eat(i, ", or") || eat(i, "or") || eat(i, ",")) {
                return fail(i);
            }
        }
    }
    p("in").parse_next(i)?;
    let owner = filter::owner(i);
    p("build zone").parse_next(i)?;
    spoken_of(i);
    Ok(Who::Units(Selector {
        quantity: Quantity::Choose(Num::Const(1)),
        filter: Filter {
            owner,
            kinds,
            places: vec![Place::Partly],
            ..Filter::default()
        },
    }))
}

/// Units with a determiner: "one of your Jedi", "each of your other Clones", "a unit".
fn described_units(i: &mut In<'_>, mode: Mode) -> R<Who> {
    let (quantity, owner, other, not_that) = determiner(i, mode)?;
    let before = *i;
    let mut filter = described(i, owner, other)?;
    // Of several units "in the same arena" means the same as each other, which nothing says.
    let several = !matches!(quantity, Quantity::Each | Quantity::Choose(Num::Const(1)));
    if filter.kinds.iter().any(|alt| of_equipment(alt)) {
        return fail(i);
    }
    let read = before.toks.len() - i.toks.len();
    if several && i.that != Ant::That && before.toks.iter().take(read).any(|t| t.low == "same") {
        return fail(i);
    }
    if not_that {
        filter.traits.push(Trait::NotThat);
    }
    if quantity != Quantity::Each {
        anywhere(&mut filter);
    }
    if mode == Mode::Target {
        spoken_of(i);
        i.said = before.toks.get(..read).unwrap_or_default();
    }
    Ok(Who::Units(Selector { quantity, filter }))
}

/// Subtypes that only attached cards have: such a card is no unit, and nothing else is read of it
/// here.
fn of_equipment(alt: &[Kind]) -> bool {
    const CARRIED: [&str; 5] = ["Weapon", "Lightsaber", "Skill", "Trait", "Toy"];
    matches!(alt.last(), Some(Kind::Subtype(word)) if CARRIED.contains(&word.as_str()))
}

/// Targets whose text names no place lie anywhere on the table.
fn anywhere(filter: &mut Filter) {
    if filter.places.is_empty() {
        filter.places.push(Place::Anywhere);
    }
}

/// How many, whose, whether "other" than this, whether "another" than the one spoken of.
fn determiner(i: &mut In<'_>, mode: Mode) -> R<(Quantity, Owner, bool, bool)> {
    let one = |mode| match mode {
        Mode::Target => Quantity::Choose(Num::Const(1)),
        Mode::Event => Quantity::Each,
    };
    if eat(i, "each|all|both of") || eat(i, "all|both") || eat(i, "each") {
        let _ = eat(i, "the");
        let owner = filter::owner(i);
        return Ok(other_flag(i, Quantity::Each, owner));
    }
    if eat(i, "any number of") {
        let owner = filter::owner(i);
        return Ok(other_flag(i, Quantity::AnyNumber, owner));
    }
    if eat(i, "up to") {
        let n = num::number(i)?;
        let _ = eat(i, "of");
        let owner = filter::owner(i);
        return Ok(other_flag(i, Quantity::UpTo(n), owner));
    }
    if eat(i, "any? one of? the?") || eat(i, "any of") {
        let owner = filter::owner(i);
        return Ok(other_flag(i, one(mode), owner));
    }
    if eat(i, "another of") {
        let owner = filter::owner(i);
        let not_that = i.that == Ant::That;
        return Ok((one(mode), owner, !not_that, not_that));
    }
    if eat(i, "another") {
        let not_that = i.that == Ant::That;
        return Ok((one(mode), Owner::Anyone, !not_that, not_that));
    }
    if eat(i, "an opponent's|opponents'") {
        return Ok(other_flag(i, one(mode), Owner::Opponents));
    }
    if eat(i, "a|an|any") {
        return Ok(other_flag(i, one(mode), Owner::Anyone));
    }
    if ahead(i, "your|you|their|his") {
        let owner = filter::owner(i);
        if owner == Owner::Anyone || one_of_them(i) {
            return fail(i);
        }
        return Ok(other_flag(i, Quantity::Each, owner));
    }
    if ahead(i, "the unit|character of your choice") {
        let _ = eat(i, "the");
        return Ok((one(mode), Owner::Anyone, false, false));
    }
    if mode == Mode::Target
        && let Some(n) = attempt(i, num::count)
    {
        let _ = eat(i, "of");
        let owner = filter::owner(i);
        return Ok(other_flag(i, Quantity::Choose(Num::Const(n)), owner));
    }
    // A bare plural: "units in the Ground arena".
    let plural = i
        .toks
        .iter()
        .take(6)
        .any(|t| matches!(t.low.as_str(), "units" | "characters"));
    if plural
        && !ahead(i, "units' ")
        && i.toks
            .first()
            .is_some_and(|t| !is_stop(&t.low) || t.low == "units")
    {
        return Ok((Quantity::Each, Owner::Anyone, false, false));
    }
    fail(i)
}

/// "your unit" is one unit, not each of them.
fn one_of_them(i: &In<'_>) -> bool {
    ahead(i, "unit") && !ahead(i, "unit card|cards")
        || ahead(i, "character") && !ahead(i, "character unit|units|card|cards|battle|arena")
}

fn other_flag(i: &mut In<'_>, quantity: Quantity, owner: Owner) -> (Quantity, Owner, bool, bool) {
    let other = eat(i, "other");
    // Beside a chosen unit, "your other units" are those that are not it.
    let not_that = other && i.that == Ant::That;
    (quantity, owner, other && !not_that, not_that)
}

/// A player: "you", "your opponent", "each player".
pub(crate) fn player(i: &mut In<'_>) -> R<Player> {
    if eat(i, "your|you opponent|opponents") {
        i.they = Owner::Opponents;
        return Ok(Player::Opponent);
    }
    if eat(i, "you") {
        return Ok(Player::You);
    }
    if eat(i, "each player") || eat(i, "both players") {
        i.they = Owner::Anyone;
        return Ok(Player::Each);
    }
    if i.they == Owner::Opponents && (eat(i, "he or she") || eat(i, "they")) {
        return Ok(Player::Opponent);
    }
    let spoken_of = matches!(i.that, Ant::That | Ant::Patient | Ant::Actor);
    if spoken_of && (eat(i, "its controller|owner") || eat(i, "that unit's controller|owner")) {
        return Ok(Player::ThatController);
    }
    fail(i)
}
