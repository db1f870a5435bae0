//! "For each ...": what a bonus is multiplied by.

use winnow::Parser;
use winnow::combinator::alt;

use super::input::{In, R, attempt, eat, fail, p};
use super::num::{cards_under, counter_kind, small, units};
use super::subject;
use crate::cardtext::who::{Num, Player};

/// "for each damage counter on it", "for each other Clone you have in this arena",
/// "for every 2 ...": what a bonus is multiplied by.
pub(crate) fn for_each(i: &mut In<'_>) -> R<Num> {
    p("for each|every").parse_next(i)?;
    if let Some(by) = attempt(i, small) {
        // "For every 2 damage counters on it": only whole ones count.
        let all = alt((counters, units)).parse_next(i)?;
        return if by > 1 {
            Ok(Num::Over(Box::new(all), by.into()))
        } else {
            fail(i)
        };
    }
    if let Some(n) = attempt(i, counters) {
        return Ok(n);
    }
    if let Some(n) = attempt(i, |i| cards_under(i, "card")) {
        return Ok(n);
    }
    if eat(i, "card in your hand") {
        return Ok(Num::HandOf(Player::You));
    }
    if eat(i, "equipment card? attached to") || eat(i, "equipment card? on") {
        return Ok(Num::AttachedTo(Box::new(subject::counted(i)?)));
    }
    if eat(i, "force you have") {
        return Ok(Num::ForceOf(Player::You));
    }
    if eat(i, "card in your opponent's hand") {
        return Ok(Num::HandOf(Player::Opponent));
    }
    if eat(i, "point of? damage") || eat(i, "1 damage") || eat(i, "damage") {
        return prevented_or_done(i);
    }
    units(i)
}

fn counters(i: &mut In<'_>) -> R<Num> {
    let kind = counter_kind(i)?;
    p("counter|counters on").parse_next(i)?;
    Ok(Num::CountersOn(Box::new(subject::counted(i)?), kind))
}

fn prevented_or_done(i: &mut In<'_>) -> R<Num> {
    if eat(i, "prevented") || eat(i, "that was prevented") {
        let _ = eat(i, "this|that way");
        return Ok(Num::Prevented);
    }
    fail(i)
}
