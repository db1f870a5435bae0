//! Descriptions of units: owner, kinds, places, states.

use winnow::Parser;
use winnow::combinator::alt;

use super::input::{Ant, In, R, ahead, attempt, eat, fail, p, some};
use super::kinds::{Alt, alt_kinds, names};
use super::{num, place, subject};
use crate::cardtext::who::{Cmp, Filter, Kind, Num, Owner, Trait, Under};
use crate::game::CounterKind;
use crate::rulebook::Keyword;

/// "your", "your opponent's", "his or her"; nothing for anybody's.
pub(crate) fn owner(i: &mut In<'_>) -> Owner {
    if eat(i, "your|you opponent's|opponents|opponents'") {
        return Owner::Opponents;
    }
    if eat(i, "his or her") || (ahead(i, "their") && i.they != Owner::Anyone && eat(i, "their")) {
        return i.they;
    }
    if eat(i, "your|you") {
        Owner::Yours
    } else {
        Owner::Anyone
    }
}

/// States before the noun, kinds, and everything behind it.
pub(crate) fn described(i: &mut In<'_>, owner: Owner, other: bool) -> R<Filter> {
    let mut filter = Filter {
        owner,
        other,
        ..Filter::default()
    };
    while let Some(state) = attempt(i, state) {
        filter.traits.push(state);
    }
    if eat(i, "other") {
        filter.other = true;
        while let Some(state) = attempt(i, state) {
            filter.traits.push(state);
        }
    }
    filter.kinds = kinds(i)?;
    after(i, &mut filter)?;
    Ok(filter)
}

/// A state written before the noun.
fn state(i: &mut In<'_>) -> R<Trait> {
    const WORDS: &[(&str, Trait)] = &[
        ("tapped", Trait::Tapped),
        ("untapped", Trait::Untapped),
        ("damaged", Trait::Damaged),
        ("undamaged", Trait::Undamaged),
        ("attacking", Trait::Attacking),
        ("defending", Trait::Defending),
        ("piloted", Trait::Piloted),
        ("equipped", Trait::Equipped),
    ];
    for (word, state) in WORDS {
        if eat(i, word) {
            let _ = eat(i, ",");
            return Ok(state.clone());
        }
    }
    fail(i)
}

/// The alternatives: "Jedi or Sith Characters", "Droids, Speeders, or Starfighters".
pub(crate) fn kinds(i: &mut In<'_>) -> R<Vec<Vec<Kind>>> {
    if super::kinds::looks_like_name(i)
        && let Some(list) = attempt(i, names)
    {
        return Ok(list.into_iter().map(|n| vec![Kind::Name(n)]).collect());
    }
    let mut alts = vec![alternative(i)?];
    loop {
        let here = *i;
        let more = attempt(i, |i| {
            let joined = eat(i, ", and/or")
                || eat(i, ", or|and")
                || eat(i, "or|and")
                || (ahead(i, ",") && list_goes_on(i) && eat(i, ","));
            if !joined || (and_more(&here) && ahead(i, "a|an")) {
                // "a Jedi and a Sith" are two units, not one of either kind.
                return fail(i);
            }
            let _ = eat(i, "one of your") && i.they == Owner::Anyone;
            let _ = eat(i, "a|an");
            let next = alternative(i)?;
            if next.kinds.is_empty() {
                fail(i)
            } else {
                Ok(next)
            }
        });
        match more {
            Some(next) => alts.push(next),
            None => break,
        }
    }
    // "unit card" is a card in a hand, deck or discard pile.
    if alts.iter().any(|a| a.card) {
        return fail(i);
    }
    share(&mut alts);
    if eat(i, "named") {
        let name = some_name(i)?;
        for alt in &mut alts {
            alt.kinds.push(Kind::Name(name.clone()));
        }
    }
    let plain = alts.len() == 1 && alts.iter().all(|a| a.kinds.is_empty());
    Ok(if plain {
        Vec::new()
    } else {
        alts.into_iter().map(|a| a.kinds).collect()
    })
}

/// One alternative: subtypes and the like, or the name of a person ("a Wookiee or Orla Venn").
fn alternative(i: &mut In<'_>) -> R<Alt> {
    if super::kinds::looks_like_name(i)
        && let Some(name) = attempt(i, |i| super::kinds::name(i, false))
    {
        return Ok(Alt {
            kinds: vec![Kind::Name(name)],
            closed: true,
            card: false,
        });
    }
    alt_kinds(i)
}

/// Whether "and" comes next, with or without a comma.
fn and_more(i: &In<'_>) -> bool {
    ahead(i, "and") || ahead(i, ", and")
}

fn some_name(i: &mut In<'_>) -> R<String> {
    super::kinds::name(i, false)
}

/// Whether the comma belongs to a list of kinds that ends in "or" / "and".
fn list_goes_on(i: &In<'_>) -> bool {
    let mut look = *i;
    for _ in 0..8 {
        let comma = eat(&mut look, ",");
        if eat(&mut look, "or|and") || eat(&mut look, "and/or") {
            return alt_kinds(&mut look).is_ok_and(|a| !a.kinds.is_empty());
        }
        let _ = eat(&mut look, "a|an");
        if !comma || alt_kinds(&mut look).is_err() {
            return false;
        }
        if eat(&mut look, "or|and") {
            return alt_kinds(&mut look).is_ok_and(|a| !a.kinds.is_empty());
        }
    }
    false
}

/// Shares words over alternatives: "unique Jedi or Sith", "Rebel Ground or Character units",
/// "Jedi or Sith Characters".
fn share(alts: &mut [Alt]) {
    let head: Vec<Kind> = alts.first().map(|a| a.kinds.clone()).unwrap_or_default();
    let lead: Vec<Kind> = head
        .iter()
        .take_while(|k| matches!(k, Kind::Unique(_) | Kind::Not(_)))
        .cloned()
        .collect();
    let open_type =
        alts.first().is_some_and(|a| !a.closed) && matches!(head.last(), Some(Kind::Type(_)));
    let only_types = |a: &Alt| a.kinds.iter().all(|k| matches!(k, Kind::Type(_)));
    let subtypes: Vec<Kind> = head
        .iter()
        .filter(|k| !matches!(k, Kind::Type(_)))
        .cloned()
        .collect();
    let later_types = alts.iter().skip(1).all(only_types);
    for alt in alts.iter_mut().skip(1) {
        if open_type && later_types && !subtypes.is_empty() {
            alt.kinds.splice(0..0, subtypes.iter().cloned());
        } else if !alt
            .kinds
            .iter()
            .any(|k| matches!(k, Kind::Unique(_) | Kind::Not(_)))
        {
            alt.kinds.splice(0..0, lead.iter().cloned());
        }
    }
    let Some((last, front)) = alts.split_last_mut() else {
        return;
    };
    let Some(kind @ Kind::Type(_)) = last.kinds.last().cloned() else {
        return;
    };
    if last.kinds.len() < 2 {
        return;
    }
    for alt in front {
        if !alt.closed
            && !alt
                .kinds
                .iter()
                .any(|k| matches!(k, Kind::Type(_) | Kind::Name(_)))
        {
            alt.kinds.push(kind.clone());
        }
    }
}

/// What stands behind the noun, in any order.
fn after(i: &mut In<'_>, filter: &mut Filter) -> R<()> {
    loop {
        let here = *i;
        if filter.places.is_empty()
            && let Some(places) = attempt(i, place::located)
        {
            filter.places = places;
        } else if filter.owner == Owner::Anyone
            && (eat(i, "you have|control") || eat(i, "that you have|control"))
        {
            filter.owner = Owner::Yours;
        } else if filter.owner == Owner::Anyone && eat(i, "your opponent has|controls") {
            filter.owner = Owner::Opponents;
        } else if attempt(i, |i| {
            // "a unit that this unit is attacking"
            p("that").parse_next(i)?;
            subject::this(i)?;
            p("is attacking|attacks").parse_next(i)
        })
        .is_some()
        {
            filter.traits.push(Trait::AttackedByThis);
        } else if eat(i, "of your choice") || eat(i, "yours and your opponent's") {
        } else if let Some(traits) = attempt(i, with_traits) {
            filter.traits.extend(traits);
        } else if let Some(found) = attempt(i, piloted_by) {
            filter.traits.push(found);
        } else if let Some(kind) = attempt(i, other_than) {
            if filter.kinds.is_empty() {
                filter.kinds.push(Vec::new());
            }
            for alt in &mut filter.kinds {
                alt.push(kind.clone());
            }
        } else if eat(i, "other than this unit") || attempt(i, other_than_this).is_some() {
            filter.other = true;
        } else if eat(i, "other than that unit")
            || eat(i, "other than the chosen unit")
            || eat(i, "except that unit")
        {
            filter.traits.push(Trait::NotThat);
        } else if let Some(traits) = attempt(i, that_is) {
            filter.traits.extend(traits);
        } else {
            *i = here;
            return Ok(());
        }
    }
}

fn other_than(i: &mut In<'_>) -> R<Kind> {
    p("other than|except").parse_next(i)?;
    let _ = eat(i, "a|an");
    if subject::this(&mut i.clone()).is_ok() {
        return fail(i);
    }
    if let Some(name) = attempt(i, |i| super::kinds::name(i, false)) {
        return Ok(Kind::Not(Box::new(Kind::Name(name))));
    }
    let alt = alt_kinds(i)?;
    let only = if alt.kinds.len() == 1 {
        alt.kinds.into_iter().next()
    } else {
        None
    };
    let kind = some(i, only)?;
    Ok(Kind::Not(Box::new(kind)))
}

fn other_than_this(i: &mut In<'_>) -> R<()> {
    p("other than|except").parse_next(i)?;
    subject::this(i)
}

/// "with power 4 or less", "with a Pilot on it and Stealth", "without Focus".
fn with_traits(i: &mut In<'_>) -> R<Vec<Trait>> {
    if eat(i, "without") {
        if let Some(keyword) = attempt(i, keyword) {
            return Ok(vec![Trait::HasNot(keyword)]);
        }
        p("any? damage counters on it|them").parse_next(i)?;
        return Ok(vec![Trait::Undamaged]);
    }
    if eat(i, "not attacking") {
        return fail(i);
    }
    p("with").parse_next(i)?;
    let mut out = vec![one_trait(i)?];
    while let Some(more) = attempt(i, |i| {
        p("and").parse_next(i)?;
        one_trait(i)
    }) {
        out.push(more);
    }
    Ok(out)
}

/// "that is tapped", "that has damage counters on it".
fn that_is(i: &mut In<'_>) -> R<Vec<Trait>> {
    if eat(i, "that is|are|was") || eat(i, "that's") {
        if let Some(state) = attempt(i, state) {
            return Ok(vec![state]);
        }
        return fail(i);
    }
    if eat(i, "that has|have? attacked this turn") {
        return Ok(vec![Trait::HasAttacked]);
    }
    if eat(i, "that doesn't|don't already? have") {
        return Ok(vec![Trait::HasNot(keyword(i)?)]);
    }
    p("that has|have").parse_next(i)?;
    if let Some(found) = attempt(i, one_trait) {
        Ok(vec![found])
    } else {
        fail(i)
    }
}

/// One state behind "with" or "has".
pub(crate) fn one_trait(i: &mut In<'_>) -> R<Trait> {
    alt((
        compared,
        counters,
        carried,
        has_keyword,
        lower_than,
        number_first,
    ))
    .parse_next(i)
}

/// "4 or more total health".
fn number_first(i: &mut In<'_>) -> R<Trait> {
    let to = num::number(i)?;
    let cmp = if eat(i, "or more") {
        Cmp::AtLeast
    } else {
        p("or less|fewer").parse_next(i).map(|()| Cmp::AtMost)?
    };
    let (printed, stat) = num::stat(i)?;
    Ok(Trait::Stat {
        stat,
        printed,
        cmp,
        to,
    })
}

/// "power 4 or less", "a printed build cost of 3 or more".
fn compared(i: &mut In<'_>) -> R<Trait> {
    let _ = eat(i, "a|an");
    let (printed, stat) = num::stat(i)?;
    let (cmp, to) = num::bound(i)?;
    Ok(Trait::Stat {
        stat,
        printed,
        cmp,
        to,
    })
}

/// "lower speed than this unit", "a lower power".
fn lower_than(i: &mut In<'_>) -> R<Trait> {
    let _ = eat(i, "a|an");
    let cmp = if eat(i, "equal or less|lower") {
        Cmp::AtMost
    } else if eat(i, "equal or higher|greater|more") {
        Cmp::AtLeast
    } else if eat(i, "lower|less") {
        Cmp::Less
    } else if eat(i, "higher|greater|more") {
        Cmp::More
    } else {
        return fail(i);
    };
    let (printed, stat) = num::stat(i)?;
    let compared = if eat(i, "than") {
        attempt(i, subject::one)
    } else {
        // "with less power": than the unit chosen before, or else this unit.
        Some(if i.that == Ant::That {
            crate::cardtext::who::Who::That
        } else {
            crate::cardtext::who::Who::This
        })
    };
    let to = match compared {
        Some(who) if printed => Num::PrintedStatOf(Box::new(who), stat),
        Some(who) => Num::StatOf(Box::new(who), stat),
        None => num::counted(i)?,
    };
    Ok(Trait::Stat {
        stat,
        printed,
        cmp,
        to,
    })
}

/// "2 or more damage counters on it", "no damage counters on it", "corruption counters on it".
fn counters(i: &mut In<'_>) -> R<Trait> {
    if eat(i, "no damage counters on") {
        its(i)?;
        return Ok(Trait::Undamaged);
    }
    let _ = eat(i, "any");
    let at_least = eat(i, "at least");
    let n = attempt(i, num::small);
    let more = eat(i, "or more");
    let kind = num::counter_kind(i)?;
    p("counter|counters on").parse_next(i)?;
    its(i)?;
    if n.is_some_and(|n| n > 1) && !more && !at_least {
        // "with 2 counters" could mean exactly 2.
        return fail(i);
    }
    let n = n.unwrap_or(1);
    Ok(if kind == CounterKind::Damage && n <= 1 {
        Trait::Damaged
    } else {
        Trait::Counters(kind, n)
    })
}

/// "it", "him", "her", "them", "this unit": the unit described.
fn its(i: &mut In<'_>) -> R<()> {
    if eat(i, "it|him|her|them") {
        return Ok(());
    }
    fail(i)
}

/// "a Pilot (on it)", "an Equipment attached (to it)", "2 or more cards in its stack".
fn carried(i: &mut In<'_>) -> R<Trait> {
    if ahead(i, "a pilot ability") {
        return fail(i);
    }
    if eat(i, "a pilot on|attached?") || eat(i, "1 or more pilots on|attached") {
        let _ = eat(i, "to? it|him|her|them");
        return Ok(Trait::Piloted);
    }
    if eat(i, "a|an? equipment card? on|attached?")
        || eat(i, "1 or more equipment cards? on|attached")
        || eat(i, "at least one equipment attached")
    {
        let _ = eat(i, "to? it|him|her|them");
        return Ok(Trait::Equipped);
    }
    if let Some(found) = attempt(i, carried_kinds) {
        return Ok(found);
    }
    let n = num::small(i)?;
    if eat(i, "or more cards in its|his|her|their stack") {
        let under = some(i, n.checked_sub(1))?;
        return Ok(Trait::Stacked(under, Under::Stacked));
    }
    p("or more").parse_next(i)?;
    let which = num::which_under(i, "cards")?;
    p("it|him|her").parse_next(i)?;
    Ok(Trait::Stacked(n, which))
}

/// "a Lightsaber Weapon attached", "2 or more Equipment attached to it", "a Jedi Pilot".
fn carried_kinds(i: &mut In<'_>) -> R<Trait> {
    let article = ahead(i, "a|an");
    let n = num::small(i)?;
    if !article && !eat(i, "or more") {
        return fail(i);
    }
    let of = if ahead(i, "pilot|pilots") {
        Vec::new()
    } else {
        super::kinds::alt_kinds(i)?.kinds
    };
    if eat(i, "pilot|pilots") {
        let _ = eat(i, "on it|him|her|them");
        let of = if of.is_empty() { of } else { carriable(i, of)? };
        return Ok(Trait::PilotedBy(alternatives(of), n));
    }
    let of = carriable(i, of)?;
    p("attached").parse_next(i)?;
    let _ = eat(i, "to it|him|her|them");
    Ok(Trait::Attached(alternatives(of), n))
}

fn alternatives(of: Vec<Kind>) -> Vec<Vec<Kind>> {
    if of.is_empty() { Vec::new() } else { vec![of] }
}

/// What is known of a carried card: not its side, nor whether it is unique.
pub(crate) fn carriable(i: &mut In<'_>, mut of: Vec<Kind>) -> R<Vec<Kind>> {
    let unknown = |k: &Kind| matches!(k, Kind::Side(_) | Kind::Unique(_) | Kind::Not(_));
    if of.is_empty() || of.iter().any(unknown) {
        return fail(i);
    }
    // Nothing but Equipment is attached.
    of.retain(|k| *k != Kind::Type(crate::game::CardType::Equipment));
    Ok(of)
}

/// "piloted by a Jedi".
fn piloted_by(i: &mut In<'_>) -> R<Trait> {
    p("piloted by a|an").parse_next(i)?;
    let of = super::kinds::alt_kinds(i)?.kinds;
    let of = carriable(i, of)?;
    Ok(Trait::PilotedBy(alternatives(of), 1))
}

/// "Stealth", "the Bounty ability".
fn has_keyword(i: &mut In<'_>) -> R<Trait> {
    let _ = eat(i, "the|a|an");
    let keyword = keyword(i)?;
    let _ = eat(i, "ability");
    Ok(Trait::Has(keyword))
}

/// A keyword's name.
pub(crate) fn keyword(i: &mut In<'_>) -> R<Keyword> {
    for len in [2_usize, 1] {
        let Some(words) = i.toks.get(..len) else {
            continue;
        };
        let plain = words
            .iter()
            .all(|t| t.sym == crate::cardtext::tokens::Sym::Word)
            && words
                .first()
                .is_some_and(crate::cardtext::tokens::Tok::is_capital);
        if !plain {
            continue;
        }
        let text = words
            .iter()
            .map(|t| t.low.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        // Only printed names: the glossary also knows plurals and spellings without blanks.
        let found = Keyword::find(&text).filter(|k| {
            let name = k.name().to_lowercase();
            name == text
                || name == format!("{text}s")
                || text == "elude"
                || format!("{name}s") == text
        });
        if let Some(found) = found {
            i.toks = i.toks.get(len..).unwrap_or_default();
            return Ok(found);
        }
    }
    fail(i)
}

/// Notes in the stream that a unit was chosen: pronouns mean it from here on.
pub(crate) fn spoken_of(i: &mut In<'_>) {
    i.it = Ant::That;
    i.that = Ant::That;
}
