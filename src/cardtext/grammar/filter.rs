//! Descriptions of units: owner, kinds, places, states.

use winnow::Parser;

use super::input::{Ant, In, R, ahead, attempt, eat, fail, p, some};
use super::kinds::{Alt, alt_kinds, names};
pub(crate) use super::traits::{carriable, one_trait};
use super::traits::{piloted_by, that_is, with_traits};
use super::{place, subject};
use crate::cardtext::who::{Filter, Kind, Owner, Place, Trait};
use crate::rulebook::Keyword;

/// "your", "your opponent's", "his or her"; nothing for anybody's.
pub(crate) fn owner(i: &mut In<'_>) -> Owner {
    if eat(i, "your|you opponent's|opponents|opponents'") {
        return Owner::Opponents;
    }
    // Of "each player" it would be the units of each by turns.
    if i.they != Owner::Anyone && eat(i, "his or her")
        || (ahead(i, "their") && i.they != Owner::Anyone && eat(i, "their"))
    {
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
pub(super) fn state(i: &mut In<'_>) -> R<Trait> {
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
            if !and_more(&here) {
                let _ = eat(i, "one of your");
            }
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
            unit: false,
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
            .any(|k| matches!(k, Kind::Unique(_) | Kind::Not(_) | Kind::Name(_)))
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
        } else if in_any(&filter.places)
            && (ahead(i, "that? you control") || ahead(i, "that? your opponent controls"))
        {
            // "each arena that you control" says which arenas, not whose units.
            return fail(i);
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
        } else if let Some(found) = attempt(i, using) {
            filter.traits.extend(found);
        } else if let Some(kind) = attempt(i, other_than) {
            if filter.kinds.is_empty() {
                filter.kinds.push(Vec::new());
            }
            for alt in &mut filter.kinds {
                alt.push(kind.clone());
            }
        } else if eat(i, "other than this unit") || attempt(i, other_than_this).is_some() {
            filter.other = true;
        } else if let Some(found) = attempt(i, other_than_in_attack) {
            filter.traits.push(found);
        } else if eat(i, "other than that unit")
            || eat(i, "other than the chosen unit")
            || eat(i, "except that unit")
        {
            filter.traits.push(Trait::NotThat);
            // "except that unit and Orla Venn"
            if let Some(name) = attempt(i, |i| {
                p("and").parse_next(i)?;
                super::kinds::name(i, false)
            }) {
                not_named(filter, name);
            }
        } else if let Some(kind) = attempt(i, is_no) {
            if filter.kinds.is_empty() {
                filter.kinds.push(Vec::new());
            }
            for alt in &mut filter.kinds {
                alt.push(kind.clone());
            }
        } else if let Some(traits) = attempt(i, that_is) {
            filter.traits.extend(traits);
        } else {
            *i = here;
            return Ok(());
        }
    }
}

/// Whether the arena is not named.
fn in_any(places: &[Place]) -> bool {
    places.contains(&Place::AnyArena)
}

/// "using Bombard to attack a Ground unit".
fn using(i: &mut In<'_>) -> R<Vec<Trait>> {
    p("using").parse_next(i)?;
    let keyword = keyword(i)?;
    if !eat(i, "to attack") || !super::keyword_line::is_attacked_with(keyword) {
        return fail(i);
    }
    // Whom it can attack with it, the keyword says.
    let Some(of) = attempt(i, super::condition::any_unit) else {
        return fail(i);
    };
    let only_type = Filter {
        kinds: of.kinds.clone(),
        ..Filter::default()
    };
    let by_type = |alt: &Vec<Kind>| matches!(alt.as_slice(), [Kind::Type(_)]);
    if of != only_type || !of.kinds.iter().all(by_type) {
        return fail(i);
    }
    Ok(vec![Trait::AttacksWith(keyword)])
}

/// "other than the defending unit".
fn other_than_in_attack(i: &mut In<'_>) -> R<Trait> {
    except(i)?;
    p("the").parse_next(i)?;
    let one = if eat(i, "attacking") {
        Trait::Attacking
    } else {
        p("defending").parse_next(i).map(|()| Trait::Defending)?
    };
    p("unit|character").parse_next(i)?;
    Ok(Trait::Lacks(Box::new(one)))
}

/// None of that name.
fn not_named(filter: &mut Filter, name: String) {
    if filter.kinds.is_empty() {
        filter.kinds.push(Vec::new());
    }
    for alt in &mut filter.kinds {
        alt.push(Kind::Not(Box::new(Kind::Name(name.clone()))));
    }
}

/// "other than", "except".
pub(super) fn except(i: &mut In<'_>) -> R<()> {
    if eat(i, "except") {
        return Ok(());
    }
    p("other than").parse_next(i)
}

fn other_than(i: &mut In<'_>) -> R<Kind> {
    except(i)?;
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

/// "that isn't a Droid", of one kind.
fn is_no(i: &mut In<'_>) -> R<Kind> {
    if !(eat(i, "that isn't a|an") || eat(i, "that is not a|an")) {
        return fail(i);
    }
    let alt = alt_kinds(i)?;
    let [kind] = alt.kinds.as_slice() else {
        return fail(i);
    };
    if ahead(i, "or|and") || !matches!(kind, Kind::Subtype(_) | Kind::Type(_)) {
        return fail(i);
    }
    Ok(Kind::Not(Box::new(kind.clone())))
}

fn other_than_this(i: &mut In<'_>) -> R<()> {
    except(i)?;
    subject::this(i)
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
    i.card_chosen = false;
    i.it = Ant::That;
    i.that = Ant::That;
}
