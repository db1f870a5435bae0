//! Conditions about what has happened this turn.

use winnow::Parser;

use super::filter::described;
use super::input::{In, R, attempt, eat, p};
use super::subject::Mode;
use super::{filter, num, place, subject};
use crate::cardtext::ability::Event;
use crate::cardtext::who::{Cond, Owner, Player, Who};

/// What has happened this turn: "this unit damaged a Droid this turn", "one of your Jedi has been
/// discarded from the Ground arena this turn", "your opponent retreated 2 or more units this turn".
pub(super) fn past(i: &mut In<'_>) -> R<Cond> {
    let start = *i;
    if let Some(cond) = attempt(i, retreated) {
        return Ok(cond);
    }
    let who = subject::who(i, Mode::Event)?;
    let (event, times) = if eat(i, "was|were|has|have been? discarded") {
        let from = attempt(i, place::located).unwrap_or_default();
        let by = None;
        let caused = false;
        (
            Event::Discarded {
                who,
                from,
                by,
                caused,
            },
            1,
        )
    } else if eat(i, "was|were|has|have been? damaged") {
        let target = who;
        let by = attempt(i, |i| {
            p("by").parse_next(i)?;
            subject::who(i, Mode::Event)
        });
        let who = by.unwrap_or_else(super::trigger::anyone);
        (damages(who, target), 1)
    } else if eat(i, "was|were|has|have been? retreated") {
        (Event::Retreats(who), 1)
    } else {
        p("damaged").parse_next(i)?;
        let some = attempt(i, |i| {
            let _ = eat(i, "at least");
            let n = num::small(i)?;
            let _ = eat(i, "or more");
            let owner = filter::owner(i);
            let filter = described(i, owner, false)?;
            Ok((n, subject::each(filter)))
        });
        match some {
            Some((n, target)) => (damages(who, target), n),
            None => (damages(who, subject::who(i, Mode::Event)?), 1),
        }
    };
    let _ = eat(i, "after damage prevention");
    p("this turn").parse_next(i)?;
    i.it = start.it;
    Ok(Cond::Happened(Box::new(event), times))
}

fn damages(who: Who, target: Who) -> Event {
    Event::Damages {
        who,
        target,
        attacking: false,
        using: None,
    }
}

/// "your opponent retreated 2 or more units this turn".
fn retreated(i: &mut In<'_>) -> R<Cond> {
    let player = subject::player(i)?;
    p("retreated").parse_next(i)?;
    let (n, owner) = match attempt(i, |i| {
        let n = num::small(i)?;
        p("or more").parse_next(i)?;
        Ok(n)
    }) {
        Some(n) => (n, filter::owner(i)),
        None => {
            p("a|an").parse_next(i)?;
            (1, Owner::Anyone)
        }
    };
    let mut of = described(i, owner, false)?;
    if of.owner == Owner::Anyone {
        of.owner = match player {
            Player::You => Owner::Yours,
            Player::Opponent => Owner::Opponents,
            Player::Each | Player::ThatController | Player::ThatOwner | Player::ActorController => {
                Owner::Anyone
            }
        };
    }
    p("this turn").parse_next(i)?;
    Ok(Cond::Happened(
        Box::new(Event::Retreats(subject::each(of))),
        n,
    ))
}
