//! Everything before an arrow, and other payments.

mod cards;
mod counters;

pub(crate) use counters::resource;

use winnow::Parser;
use winnow::combinator::alt;

use crate::cardtext::ability::Cost;
use crate::cardtext::effect::Effect;
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Filter, Num, Owner, Place, Quantity, Selector, Trait, Who};

use self::cards::{cards, draws, hidden, milled, opponents_deck, own_pile};
use self::counters::counters;
use super::input::{In, R, ahead, attempt, eat, eat_sym, fail, p, sym};
use super::{num, place, subject};

/// Costs with the arrow behind them.
pub(crate) fn costs(i: &mut In<'_>) -> R<Vec<Cost>> {
    let mut out = list(i)?;
    let _ = eat(i, ".");
    sym(Sym::Arrow).parse_next(i)?;
    // A few cards put an arrow behind each of several payments.
    while let Some(more) = attempt(i, |i| {
        let more = list(i)?;
        sym(Sym::Arrow).parse_next(i)?;
        Ok(more)
    }) {
        out.extend(more);
    }
    out.iter_mut().for_each(paid_with_own);
    Ok(out)
}

/// Who pays by tapping, discarding or retreating some unit pays with one of his or her own: what is
/// not theirs nobody can pay (4.3.b).
fn paid_with_own(cost: &mut Cost) {
    let (Cost::Tap(who) | Cost::Discard(who) | Cost::Retreat(who)) = cost else {
        return;
    };
    if let Who::Units(Selector { filter, .. }) = who {
        let own = |f: &mut Filter| {
            if f.owner == Owner::Anyone && !f.traits.contains(&Trait::SameNameAsThis) {
                f.owner = Owner::Yours;
            }
        };
        own(filter);
        filter.or.iter_mut().for_each(own);
    }
}

/// Costs that are all paid, joined by commas and "and".
pub(crate) fn list(i: &mut In<'_>) -> R<Vec<Cost>> {
    let mut out = vec![cost(i)?];
    loop {
        let more = attempt(i, |i| {
            let joined = eat(i, ", and") || eat(i, ",") || eat(i, "and") || ahead(i, "[tap]");
            if !joined {
                return fail(i);
            }
            if let Some(short) = attempt(i, |i| amount_only(i, &out)) {
                return Ok(short);
            }
            cost(i)
        });
        match more {
            Some(more) => out.push(more),
            None => return Ok(out),
        }
    }
}

/// Alternatives of Upkeep: "Pay 1 Force, discard a card from your hand, or tap this unit".
pub(crate) fn alternatives(i: &mut In<'_>) -> R<Vec<Vec<Cost>>> {
    let mut parts = vec![cost(i)?];
    // Commas belong to the alternatives if an "or" closes the list, otherwise to one payment.
    let mut joined_by_or = false;
    let mut joined_by_and = false;
    loop {
        let more = attempt(i, |i| {
            let or = eat(i, ", or") || eat(i, "or");
            let and = !or && (eat(i, ", and") || eat(i, "and"));
            if !or && !and && !eat(i, ",") {
                return fail(i);
            }
            let part = match attempt(i, |i| amount_only(i, &parts)) {
                Some(part) => part,
                None => cost(i)?,
            };
            Ok((part, or, and))
        });
        let Some((part, or, and)) = more else { break };
        joined_by_or |= or;
        joined_by_and |= and;
        parts.push(part);
    }
    if joined_by_or && joined_by_and {
        return fail(i);
    }
    parts.iter_mut().for_each(paid_with_own);
    Ok(if joined_by_or {
        parts.into_iter().map(|c| vec![c]).collect()
    } else {
        vec![parts]
    })
}

/// "2 Force" behind another payment.
fn amount_only(i: &mut In<'_>, before: &[Cost]) -> R<Cost> {
    if !before
        .iter()
        .any(|c| matches!(c, Cost::Force(_) | Cost::BuildPoints(_)))
    {
        return fail(i);
    }
    let n = num::number(i)?;
    unit_of_payment(i, n)
}

fn unit_of_payment(i: &mut In<'_>, n: Num) -> R<Cost> {
    if eat(i, "build|built points|point") || eat(i, "build") {
        return Ok(Cost::BuildPoints(n));
    }
    let _ = eat(i, "more|additional|extra");
    p("force").parse_next(i)?;
    let capped = attempt(i, |i| {
        p(", up to").parse_next(i)?;
        num::count(i)
    });
    Ok(Cost::Force(match capped {
        Some(most) => Num::AtMost(Box::new(n), Box::new(Num::Const(most))),
        None => n,
    }))
}

fn cost(i: &mut In<'_>) -> R<Cost> {
    let before = *i;
    let cost = alt((
        pay,
        backwards,
        tap,
        untap,
        discard,
        counters,
        alt((own_pile, move_away)),
        milled,
        other,
    ))
    .parse_next(i)?;
    if matches!(&cost, Cost::RemoveCounters { from: Who::Units(s), .. } if s.filter.places == [Place::Partly])
    {
        // Nothing pays with the build counters of a card that is not complete.
        return fail(i);
    }
    if by_units(&cost) {
        let read = before.toks.len() - i.toks.len();
        i.paid = before.toks.get(..read).unwrap_or_default();
    }
    Ok(cost)
}

/// Whether described units pay it.
const fn by_units(cost: &Cost) -> bool {
    matches!(
        cost,
        Cost::Tap(Who::Units(_))
            | Cost::Untap(Who::Units(_))
            | Cost::Discard(Who::Units(_))
            | Cost::Retreat(Who::Units(_))
            | Cost::Return(Who::Units(_))
            | Cost::RemoveFromGame(Who::Units(_))
            | Cost::ToSupply(Who::Units(_))
            | Cost::PutCounters {
                on: Who::Units(_),
                ..
            }
            | Cost::RemoveCounters {
                from: Who::Units(_),
                ..
            }
    )
}

fn pay(i: &mut In<'_>) -> R<Cost> {
    p("pay|pays").parse_next(i)?;
    let n = num::number(i)?;
    if ahead(i, "->") {
        // "Pay 2 -> ...": the word Force is missing.
        return Ok(Cost::Force(n));
    }
    unit_of_payment(i, n)
}

/// "2 Force pay".
fn backwards(i: &mut In<'_>) -> R<Cost> {
    let n = num::number(i)?;
    p("force pay").parse_next(i)?;
    Ok(Cost::Force(n))
}

fn tap(i: &mut In<'_>) -> R<Cost> {
    if eat_sym(i, Sym::Tap) {
        return Ok(Cost::Tap(Who::This));
    }
    p("tap|taps").parse_next(i)?;
    if ahead(i, "->|,|and") || i.toks.is_empty() {
        return Ok(Cost::Tap(Who::This));
    }
    Ok(Cost::Tap(subject::target(i)?))
}

fn untap(i: &mut In<'_>) -> R<Cost> {
    p("untap").parse_next(i)?;
    Ok(Cost::Untap(subject::target(i)?))
}

fn discard(i: &mut In<'_>) -> R<Cost> {
    if let Some(who) = attempt(i, |i| {
        p("choose").parse_next(i)?;
        let who = subject::target(i)?;
        p("and discard it").parse_next(i)?;
        Ok(who)
    }) {
        return Ok(Cost::Discard(who));
    }
    p("discard|discards").parse_next(i)?;
    if let Some(card) = attempt(i, super::effect_board::attached_card) {
        return Ok(Cost::Do(Box::new(card)));
    }
    if let Some(cards) = attempt(i, cards) {
        return Ok(cards);
    }
    let who = subject::target(i)?;
    if who == Who::This
        && let Some(places) = attempt(i, place::located)
    {
        return Ok(Cost::Discard(placed_this(places)));
    }
    Ok(Cost::Discard(who))
}

/// "this unit from the Character arena": the cost can only be paid there. Kept as a description
/// that only the unit itself fits; [`split_place`] turns it into a limit.
fn placed_this(places: Vec<Place>) -> Who {
    let filter = Filter {
        places,
        traits: vec![Trait::SameNameAsThis],
        ..Filter::default()
    };
    Who::Units(Selector {
        quantity: Quantity::Each,
        filter,
    })
}

/// Takes the place out of "this unit from the Character arena".
pub(crate) fn split_place(costs: &mut [Cost]) -> Option<Vec<Place>> {
    for cost in costs {
        let (Cost::Discard(who) | Cost::Retreat(who)) = cost else {
            continue;
        };
        let places = match who {
            Who::Units(s) if s.filter.traits == [Trait::SameNameAsThis] => s.filter.places.clone(),
            _ => continue,
        };
        *who = Who::This;
        return Some(places);
    }
    None
}

fn move_away(i: &mut In<'_>) -> R<Cost> {
    if eat(i, "retreat") {
        return Ok(Cost::Retreat(subject::target(i)?));
    }
    if eat(i, "return") {
        let who = subject::target(i)?;
        let hand = eat(i, "to its owner's hand")
            || eat(i, "to your|his hand")
            || eat(i, "to their owners|owner's hands|hand");
        if !hand && eat(i, "to your|its|their supply") {
            return Ok(Cost::ToSupply(who));
        }
        return if hand { Ok(Cost::Return(who)) } else { fail(i) };
    }
    if eat(i, "remove") {
        let who = subject::target(i)?;
        p("from the game").parse_next(i)?;
        return Ok(Cost::RemoveFromGame(who));
    }
    fail(i)
}

/// Things that have to be done: "each player draws a card", "gain 1 Force".
fn other(i: &mut In<'_>) -> R<Cost> {
    let effect = alt((
        draws,
        super::effect_player::force_change,
        damage,
        opponents_deck,
        hidden,
    ))
    .parse_next(i)?;
    Ok(Cost::Do(Box::new(effect)))
}

fn damage(i: &mut In<'_>) -> R<Effect> {
    super::effect_damage::damage(i)
}
