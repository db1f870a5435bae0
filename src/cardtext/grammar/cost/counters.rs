//! Payments with counters that are put on units or removed.

use winnow::Parser;
use winnow::combinator::alt;

use crate::cardtext::ability::Cost;
use crate::cardtext::grammar::input::{self, In, R, ahead, attempt, eat, fail, p};
use crate::cardtext::grammar::{filter, num, subject};
use crate::cardtext::who::{Filter, Num, Place, Who};
use crate::game::CounterKind;

pub(super) fn counters(i: &mut In<'_>) -> R<Cost> {
    alt((added, put, removed)).parse_next(i)
}

/// "Add a counter to this Resource".
fn added(i: &mut In<'_>) -> R<Cost> {
    p("add").parse_next(i)?;
    let count = num::number(i)?;
    p("counter|counters").parse_next(i)?;
    let _ = eat(i, "to this resource");
    Ok(Cost::PutCounters {
        kind: CounterKind::Resource,
        count,
        on: Who::This,
    })
}

fn put(i: &mut In<'_>) -> R<Cost> {
    p("put|puts").parse_next(i)?;
    let count = how_many(i)?;
    let kind = num::counter_kind(i)?;
    p("counter|counters on").parse_next(i)?;
    let on = subject::target(i)?;
    Ok(Cost::PutCounters { kind, count, on })
}

fn removed(i: &mut In<'_>) -> R<Cost> {
    p("remove|removes").parse_next(i)?;
    let count = how_many(i)?;
    if eat(i, "or more") {
        return fail(i);
    }
    if let Some(kind) = attempt(i, num::counter_kind) {
        p("counter|counters from").parse_next(i)?;
        let from = subject::target(i)?;
        return Ok(Cost::RemoveCounters { kind, count, from });
    }
    p("counter|counters").parse_next(i)?;
    let from = attempt(i, |i| {
        p("from").parse_next(i)?;
        resource(i)
    });
    if from.is_none() {
        let _ = eat(i, "from this resource");
        if ahead(i, "from") {
            return fail(i);
        }
    }
    Ok(Cost::RemoveCounters {
        kind: CounterKind::Resource,
        count,
        from: from.unwrap_or(Who::This),
    })
}

fn how_many(i: &mut In<'_>) -> R<Num> {
    if eat(i, "any number of") {
        Ok(chosen(i))
    } else {
        num::number(i)
    }
}

/// "your Resource", "your opponent's Resource".
pub(crate) fn resource(i: &mut In<'_>) -> R<Who> {
    let owner = filter::owner(i);
    p("resource").parse_next(i)?;
    if owner == crate::cardtext::who::Owner::Anyone {
        return fail(i);
    }
    let kinds = vec![vec![crate::cardtext::who::Kind::Type(
        crate::game::CardType::Resource,
    )]];
    Ok(subject::each(Filter {
        owner,
        kinds,
        places: vec![Place::Anywhere],
        ..Filter::default()
    }))
}

/// "any number of": "that much" is the number chosen.
fn chosen(i: &mut In<'_>) -> Num {
    i.much = input::Much::Paid;
    Num::Chosen
}
