//! Numbers, printed and counted.

use winnow::Parser;
use winnow::combinator::alt;

use super::filter;
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p, some};
use super::subject;
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Num, Owner, Player, Stat, Trait, Under, Who};
use crate::game::CounterKind;

/// A plain number, also as a word.
pub(crate) fn count(i: &mut In<'_>) -> R<i32> {
    if let Some(Sym::Num(n)) = i.toks.first().map(|t| t.sym) {
        i.toks = i.toks.get(1..).unwrap_or_default();
        return Ok(n);
    }
    const WORDS: &[(&str, i32)] = &[
        ("a", 1),
        ("an", 1),
        ("one", 1),
        ("two", 2),
        ("three", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
    ];
    let low = super::input::next_low(i);
    let found = WORDS.iter().find(|(word, _)| *word == low).map(|(_, n)| *n);
    let n = some(i, found)?;
    i.toks = i.toks.get(1..).unwrap_or_default();
    Ok(n)
}

/// A small plain number, as limits and traits use it.
pub(crate) fn small(i: &mut In<'_>) -> R<u8> {
    let n = count(i)?;
    some(i, u8::try_from(n).ok())
}

/// A number or X, with what is added or taken away.
pub(crate) fn number(i: &mut In<'_>) -> R<Num> {
    if let Some(n) = attempt(i, count) {
        return Ok(Num::Const(n));
    }
    p("x").parse_next(i)?;
    match meaning_of_x(i) {
        Some(base) => Ok(shifted(i, base)),
        // What X is, is said, but was not understood.
        None if says_x(i) => fail(i),
        None => Ok(shifted(i, Num::X)),
    }
}

/// `X+1`, `X-2`.
fn shifted(i: &mut In<'_>, base: Num) -> Num {
    let more = attempt(i, |i| {
        let sign = if eat(i, "+|plus") {
            1
        } else {
            p("-|minus").parse_next(i).map(|()| -1)?
        };
        Ok(sign * count(i)?)
    });
    match more {
        Some(n) => Num::Plus(Box::new(base), Box::new(Num::Const(n))),
        None => base,
    }
}

/// `+2`, `-1`, `+X`.
pub(crate) fn signed(i: &mut In<'_>) -> R<Num> {
    if eat(i, "+") {
        return number(i);
    }
    p("-").parse_next(i)?;
    let n = number(i)?;
    if let Num::Const(10) = n
        && eat(i, "times x")
    {
        let x = meaning_of_x(i).unwrap_or(Num::X);
        return Ok(Num::Times(-10, Box::new(x)));
    }
    Ok(negative(n))
}

/// The number with its sign turned.
pub(crate) fn negative(n: Num) -> Num {
    match n {
        Num::Const(n) => Num::Const(-n),
        Num::Times(k, n) => Num::Times(-k, n),
        n => Num::Times(-1, Box::new(n)),
    }
}

/// Whether the sentence says what X is.
fn says_x(i: &In<'_>) -> bool {
    let sentence = i.toks.iter().take_while(|t| t.sym != Sym::Dot);
    let words: Vec<&str> = sentence.map(|t| t.low.as_str()).collect();
    words
        .windows(3)
        .any(|w| matches!(w, ["where", "x", "is" | "equals" | "="]))
}

/// What X stands for, if the same sentence says so further on.
fn meaning_of_x(i: &In<'_>) -> Option<Num> {
    let end = i
        .toks
        .iter()
        .position(|t| t.sym == Sym::Dot && !t.raw.is_empty())
        .unwrap_or(i.toks.len());
    // A quotation's own dot does not end the sentence around it.
    let end = match i.toks.get(end + 1) {
        Some(t) if t.sym == Sym::Close => {
            let rest = i.toks.get(end + 1..).unwrap_or_default();
            end + 1
                + rest
                    .iter()
                    .position(|t| t.sym == Sym::Dot)
                    .unwrap_or(rest.len())
        }
        _ => end,
    };
    let words = i.toks.get(..end).unwrap_or_default();
    let attacking = words
        .windows(2)
        .any(|w| matches!(w, [a, b] if a.low == "when" && b.low == "attacking"));
    (0..end).find_map(|at| {
        let mut look = *i;
        if attacking && look.that == Ant::None {
            // "when attacking a Droid, where X is the speed of that unit"
            look.that = Ant::Defender;
        }
        look.toks = i.toks.get(at..)?;
        x_clause(&mut look).ok()
    })
}

/// "where X is the number of ..."
pub(crate) fn x_clause(i: &mut In<'_>) -> R<Num> {
    let _ = eat(i, ",");
    p("where x is|equals|=").parse_next(i)?;
    let _ = eat(i, "equal to");
    let _ = eat(i, "to");
    counted(i)
}

/// A counted number: "the number of your Clones", "this unit's power", "half of ...".
pub(crate) fn counted(i: &mut In<'_>) -> R<Num> {
    if eat(i, "half of?") {
        // "half the printed power (rounded up) of that unit"
        let inside = attempt(i, |i| {
            let _ = eat(i, "the");
            let (printed, stat) = stat(i)?;
            p("rounded|round up of").parse_next(i)?;
            Ok(of(subject::one(i)?, printed, stat))
        });
        let rounded = inside.is_some();
        let n = match inside {
            Some(n) => n,
            None => counted_plain(i)?,
        };
        let up = rounded
            || attempt(i, |i| {
                let _ = eat(i, ",");
                p("rounded|round up").parse_next(i)
            })
            .is_some();
        if !up {
            let _ = attempt(i, |i| {
                let _ = eat(i, ",");
                p("rounded|round down").parse_next(i)
            });
        }
        let n = if up {
            Num::Plus(Box::new(n), Box::new(Num::Const(1)))
        } else {
            n
        };
        return Ok(Num::Over(Box::new(n), 2));
    }
    if eat(i, "twice") {
        return Ok(Num::Times(2, Box::new(counted_plain(i)?)));
    }
    if let Some(k) = attempt(i, |i| {
        let k = count(i)?;
        p("times").parse_next(i)?;
        Ok(k)
    }) {
        return Ok(Num::Times(k, Box::new(counted_plain(i)?)));
    }
    let base = counted_plain(i)?;
    let base = shifted(i, base);
    // A further part would change the number: "..., up to 4" is read where the number is used.
    Ok(base)
}

fn counted_plain(i: &mut In<'_>) -> R<Num> {
    alt((number_of, damage_done, stat_of, force_total, plain_count)).parse_next(i)
}

fn plain_count(i: &mut In<'_>) -> R<Num> {
    count(i).map(Num::Const)
}

/// "the number of ..."
fn number_of(i: &mut In<'_>) -> R<Num> {
    let _ = eat(i, "the");
    p("number of?").parse_next(i)?;
    if eat(i, "cards in") {
        return cards_in(i);
    }
    if let Some(n) = attempt(i, |i| cards_under(i, "cards")) {
        return Ok(n);
    }
    if eat(i, "hits rolled|scored") {
        return Ok(Num::Hits);
    }
    if eat(i, "equipment cards? attached to") {
        return Ok(Num::AttachedTo(Box::new(subject::counted(i)?)));
    }
    if eat(i, "misses rolled|scored") {
        let _ = eat(i, "after reroll effects");
        let _ = eat(i, "for|in the last|this|that attack");
        return Ok(Num::Misses);
    }
    if let Some(n) = attempt(i, counters_on) {
        return Ok(n);
    }
    units(i)
}

/// "cards under this unit", "face-down card beneath it", "cards stacked under that unit".
pub(super) fn cards_under(i: &mut In<'_>, noun: &'static str) -> R<Num> {
    let which = which_under(i, noun)?;
    Ok(Num::CardsUnder(Box::new(subject::counted(i)?), which))
}

/// "face-down cards beneath", "cards stacked under", "card under".
pub(crate) fn which_under(i: &mut In<'_>, noun: &'static str) -> R<Under> {
    let face_down = eat(i, "face-down|facedown");
    p(noun).parse_next(i)?;
    let stacked = eat(i, "stacked");
    p("under|beneath").parse_next(i)?;
    Ok(match (face_down, stacked) {
        (true, _) => Under::FaceDown,
        (false, true) => Under::Stacked,
        (false, false) => Under::Any,
    })
}

/// "your hand", "this unit's stack".
fn cards_in(i: &mut In<'_>) -> R<Num> {
    if eat(i, "your hand") {
        return Ok(Num::HandOf(Player::You));
    }
    if eat(i, "your opponent's hand") {
        return Ok(Num::HandOf(Player::Opponent));
    }
    let who = subject::possessive(i)?;
    p("stack").parse_next(i)?;
    // A stack is the top card and the cards under it.
    Ok(Num::Plus(
        Box::new(Num::CardsUnder(Box::new(who), Under::Stacked)),
        Box::new(Num::Const(1)),
    ))
}

/// "damage counters on this unit".
fn counters_on(i: &mut In<'_>) -> R<Num> {
    let kind = counter_kind(i)?;
    p("counters on").parse_next(i)?;
    Ok(Num::CountersOn(Box::new(subject::counted(i)?), kind))
}

/// Counters by several words: "corruption or mastery counters", "counters of any type". The build
/// and resource counters of a card that is not built yet, or of a Resource, are none of them.
pub(crate) fn counter_kinds(i: &mut In<'_>) -> R<Vec<CounterKind>> {
    if eat(i, "counter|counters of any type|kind") {
        return Ok(CounterKind::ALL
            .into_iter()
            .filter(|k| !matches!(k, CounterKind::Build | CounterKind::Resource))
            .collect());
    }
    let mut out = vec![counter_kind(i)?];
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", or") || eat(i, "or") || eat(i, ",")) {
            return fail(i);
        }
        counter_kind(i)
    }) {
        out.push(more);
    }
    p("counter|counters").parse_next(i)?;
    if out.len() < 2 { fail(i) } else { Ok(out) }
}

/// The word before "counter".
pub(crate) fn counter_kind(i: &mut In<'_>) -> R<CounterKind> {
    let kind = some(i, CounterKind::find(super::input::next_low(i)))?;
    i.toks = i.toks.get(1..).unwrap_or_default();
    Ok(kind)
}

/// Units of a description, as many as there are: "other Clones you have in this arena".
pub(crate) fn units(i: &mut In<'_>) -> R<Num> {
    let _ = eat(i, "the");
    let of = eat(i, "of");
    let owner = filter::owner(i);
    if of && owner == Owner::Anyone {
        return fail(i);
    }
    let mut filter = filter::described(i, owner, false)?;
    let besides = match i.it {
        // "your other units" beside a unit that was chosen are those that are not it.
        Ant::That => Some(Trait::NotThat),
        Ant::Attacker => Some(Trait::Lacks(Box::new(Trait::Attacking))),
        Ant::Defender => Some(Trait::Lacks(Box::new(Trait::Defending))),
        Ant::Actor | Ant::Patient if i.it == i.that => Some(Trait::NotThat),
        _ => None,
    };
    if let Some(besides) = besides.filter(|_| filter.other) {
        filter.other = false;
        filter.traits.push(besides);
    }
    Ok(Num::Count(Box::new(filter)))
}

/// "the amount of damage prevented (this way)", "the damage done".
fn damage_done(i: &mut In<'_>) -> R<Num> {
    let _ = eat(i, "the");
    let _ = eat(i, "amount of");
    p("damage").parse_next(i)?;
    if eat(i, "prevented") || eat(i, "that was? prevented") || eat(i, "it|you prevented|prevents") {
        let _ = eat(i, "this|that way");
        let _ = eat(i, "in this way");
        return Ok(Num::Prevented);
    }
    if i.that != Ant::That && (eat(i, "done|it did|does") || eat(i, "that was done")) {
        let _ = eat(i, "by this attack|unit");
        return Ok(Num::DamageDone);
    }
    fail(i)
}

/// "this unit's total power", "the power of that unit".
fn stat_of(i: &mut In<'_>) -> R<Num> {
    if let Some(n) = attempt(i, |i| {
        let who = subject::possessive(i)?;
        let (printed, stat) = stat(i)?;
        Ok(of(who, printed, stat))
    }) {
        return Ok(n);
    }
    let _ = eat(i, "the");
    let (printed, stat) = stat(i)?;
    p("of").parse_next(i)?;
    let who = subject::one(i)?;
    Ok(of(who, printed, stat))
}

fn of(who: Who, printed: bool, stat: Stat) -> Num {
    if printed {
        Num::PrintedStatOf(Box::new(who), stat)
    } else {
        Num::StatOf(Box::new(who), stat)
    }
}

/// A number on a unit, and whether the printed one is meant.
pub(crate) fn stat(i: &mut In<'_>) -> R<(bool, Stat)> {
    let printed = eat(i, "printed|base|original");
    let stat = if eat(i, "total build cost") {
        Stat::TotalBuildCost
    } else if eat(i, "total? speed") {
        Stat::Speed
    } else if eat(i, "total? power") {
        Stat::Power
    } else if eat(i, "remaining health") {
        Stat::RemainingHealth
    } else if eat(i, "total? health") {
        Stat::Health
    } else if eat(i, "build cost") {
        Stat::BuildCost
    } else {
        return fail(i);
    };
    Ok((printed, stat))
}

/// "your Force total", "the amount of Force you have".
fn force_total(i: &mut In<'_>) -> R<Num> {
    if eat(i, "your force total?") || eat(i, "the? amount of force you have") {
        return Ok(Num::ForceOf(Player::You));
    }
    p("your opponent's force total?").parse_next(i)?;
    Ok(Num::ForceOf(Player::Opponent))
}

/// A number times how often something is there.
pub(crate) fn times(n: Num, each: Num) -> Num {
    match n {
        Num::Const(1) => each,
        Num::Const(k) => Num::Times(k, Box::new(each)),
        n => n,
    }
}

/// "4 or less", "5 or more", "lower than ...": compared behind a stat's name.
pub(crate) fn bound(i: &mut In<'_>) -> R<(crate::cardtext::who::Cmp, Num)> {
    use crate::cardtext::who::Cmp;
    let _ = eat(i, "of");
    if eat(i, "equal to or less than")
        || eat(i, "less than or equal to")
        || eat(i, "equal or less than")
    {
        return Ok((Cmp::AtMost, counted(i)?));
    }
    if eat(i, "equal to or more|greater than") || eat(i, "greater than or equal to") {
        return Ok((Cmp::AtLeast, counted(i)?));
    }
    if eat(i, "less|lower than") {
        return Ok((Cmp::Less, counted(i)?));
    }
    if eat(i, "more|greater|higher than") {
        return Ok((Cmp::More, counted(i)?));
    }
    if eat(i, "equal to") {
        return Ok((Cmp::Is, counted(i)?));
    }
    let n = number(i)?;
    if eat(i, "or less|lower|fewer") {
        return Ok((Cmp::AtMost, n));
    }
    if eat(i, "or more|higher|greater") {
        return Ok((Cmp::AtLeast, n));
    }
    if ahead(i, "or") {
        fail(i)
    } else {
        Ok((Cmp::Is, n))
    }
}
