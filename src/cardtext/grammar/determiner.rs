//! Units by a description with its determiner: how many, and whose.

use winnow::Parser;

use super::filter::{described, spoken_of};
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use super::kinds::{alt_kinds, is_stop};
use super::subject::Mode;
use super::{filter, num};
use crate::cardtext::who::{Filter, Kind, Num, Owner, Place, Quantity, Selector, Trait, Who};

/// "a partially built Droid card in your build zone", "a face-down card in your opponent's build
/// zone".
pub(super) fn partly_built(i: &mut In<'_>) -> R<Who> {
    let mine = eat(i, "one of your");
    if !mine {
        p("a|one").parse_next(i)?;
    }
    let mut kinds = Vec::new();
    if eat(i, "face-down|facedown card") || eat(i, "partially|partly built card|cards") {
        kinds.push(vec![Kind::AnyCard]);
    } else {
        if !eat(i, "face-down|facedown") {
            p("partially|partly built").parse_next(i)?;
        }
        loop {
            let mut found = alt_kinds(i)?;
            let last = found.card;
            // A card of a kind need not be a unit.
            if last && !found.unit {
                let open: Vec<&mut Vec<Kind>> =
                    kinds.iter_mut().chain([&mut found.kinds]).collect();
                open.into_iter().for_each(|alt| alt.push(Kind::AnyCard));
            }
            if !found.kinds.is_empty() {
                kinds.push(found.kinds);
            }
            if last || mine && !ahead(i, "or") && !ahead(i, ",") {
                break;
            }
            if !(eat(i, ", or") || eat(i, "or") || eat(i, ",")) {
                return fail(i);
            }
        }
    }
    let owner = if mine {
        let _ = eat(i, "in your build zone");
        Owner::Yours
    } else {
        p("in").parse_next(i)?;
        let owner = filter::owner(i);
        p("build zone").parse_next(i)?;
        owner
    };
    spoken_of(i);
    i.card_chosen = true;
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
pub(super) fn described_units(i: &mut In<'_>, mode: Mode) -> R<Who> {
    let (quantity, owner, other, not_that) = determiner(i, mode)?;
    let before = *i;
    let mut filter = described(i, owner, other)?;
    if attempt(i, other_than_this).is_some() {
        filter.other = true;
    }
    if quantity == Quantity::Each && mode == Mode::Target {
        // All units of each arena are those of any.
        i.each_arena = before.each_arena;
    }
    // Of several units "in the same arena" means the same as each other, which nothing says.
    let several = !matches!(quantity, Quantity::Each | Quantity::Choose(Num::Const(1)));
    if filter.kinds.iter().any(|alt| of_equipment(alt)) {
        return fail(i);
    }
    let read = before.toks.len() - i.toks.len();
    if several && i.that != Ant::That && before.toks.iter().take(read).any(|t| t.low == "same") {
        return fail(i);
    }
    // Behind an event "one of your other Droids" is another one than the Droid of the event.
    let spoken = matches!(i.that, Ant::Patient | Ant::Actor);
    // The opponent's other units are others than the one spoken of, never than the unit with this text.
    let theirs = filter.owner == Owner::Opponents;
    if mode == Mode::Target && filter.other && other_of_two(i, &filter) {
        return fail(i);
    }
    let of_event = spoken && (i.it == i.that || theirs);
    let besides = mode == Mode::Target && filter.other && of_event;
    if besides {
        // The unit with this text is one of them, if the event is about another one.
        filter.other = false;
    }
    if (not_that || besides) && !filter.traits.contains(&Trait::NotThat) {
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

/// Whether other units behind an event of two units could be others than either of them.
fn other_of_two(i: &In<'_>, filter: &Filter) -> bool {
    let strangers = i.acted_on && i.that == Ant::None;
    let theirs = filter.owner == Owner::Opponents;
    let this_and_another = i.it == Ant::This && i.acted_on && i.that == Ant::Patient;
    strangers && (theirs || i.it != Ant::This)
        || this_and_another && filter.owner == Owner::Anyone && !filter.kinds.is_empty()
}

/// Subtypes that only attached cards have: such a card is no unit, and nothing else is read of it
/// here.
fn of_equipment(alt: &[Kind]) -> bool {
    const CARRIED: [&str; 5] = ["Weapon", "Lightsaber", "Skill", "Trait", "Toy"];
    matches!(alt.last(), Some(Kind::Subtype(word)) if CARRIED.contains(&word.as_str()))
}

/// Targets whose text names no place lie anywhere on the table.
pub(super) fn anywhere(filter: &mut Filter) {
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
    if eat(i, "each of up to") {
        let n = num::number(i)?;
        let _ = eat(i, "of");
        let owner = filter::owner(i);
        return Ok(other_flag(i, Quantity::UpTo(n), owner));
    }
    if eat(i, "each opponent's") {
        return Ok(other_flag(i, Quantity::Each, Owner::Opponents));
    }
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
    if ahead(i, "any other equipped") {
        // Whoever else is the bearer, not units besides the bearer.
        return fail(i);
    }
    if eat(i, "another one? of") {
        let owner = filter::owner(i);
        let not_that = i.that == Ant::That;
        if owner == Owner::Opponents && matches!(i.that, Ant::Patient | Ant::Actor | Ant::Defender)
        {
            // Other than the unit of the event, which no description says.
            return fail(i);
        }
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
    if plural_subtype(i) {
        return Ok(other_flag(i, Quantity::Each, Owner::Anyone));
    }
    fail(i)
}

/// ", other than this unit,".
fn other_than_this(i: &mut In<'_>) -> R<()> {
    let _ = eat(i, ",");
    filter::except(i)?;
    super::subject::this(i)?;
    let _ = eat(i, ",");
    Ok(())
}

/// "Rebels in the Character arena", "other Droids": a plural that is a known subtype.
fn plural_subtype(i: &In<'_>) -> bool {
    let mut look = *i;
    let _ = eat(&mut look, "other");
    let start = look;
    if !alt_kinds(&mut look).is_ok_and(|alt| alt.closed && alt.kinds.len() == 1) {
        return false;
    }
    let words = start.toks.get(..start.toks.len() - look.toks.len());
    match words.unwrap_or_default() {
        [one] => one.low.ends_with('s') && one.is_capital() && super::kinds::is_subtype(&one.low),
        // "Capital Ships": one subtype of two words.
        [first, last] => last.low.ends_with('s') && first.is_capital() && last.is_capital(),
        _ => false,
    }
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
