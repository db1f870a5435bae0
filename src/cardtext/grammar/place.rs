//! Arenas and other places.

use winnow::Parser;

use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use crate::cardtext::who::{Owner, Place};
use crate::game::Arena;

/// One arena's name.
pub(crate) fn arena(i: &mut In<'_>) -> R<Arena> {
    for (word, arena) in [
        ("space", Arena::Space),
        ("ground", Arena::Ground),
        ("character", Arena::Character),
    ] {
        if eat(i, word) {
            return Ok(arena);
        }
    }
    fail(i)
}

/// "in the Ground arena", "from any arena or your build zone": with its preposition.
pub(crate) fn located(i: &mut In<'_>) -> R<Vec<Place>> {
    if eat(i, "in its|his|her arena") {
        return match i.it {
            Ant::This => Ok(vec![Place::ThisArena]),
            Ant::That => Ok(vec![Place::ThatArena]),
            _ => fail(i),
        };
    }
    p("in|from|into|to").parse_next(i)?;
    places(i)
}

/// Places without a preposition, joined by "or" / "and".
pub(crate) fn places(i: &mut In<'_>) -> R<Vec<Place>> {
    let mut out = place(i)?;
    loop {
        let more = attempt(i, |i| {
            p("or|and").parse_next(i)?;
            let _ = eat(i, "in|from");
            place(i)
        });
        match more {
            Some(next) => out.extend(next),
            None => return Ok(out),
        }
    }
}

fn place(i: &mut In<'_>) -> R<Vec<Place>> {
    if eat(i, "each arena") {
        i.each_arena = true;
        return Ok(vec![Place::AnyArena]);
    }
    if eat(i, "any arena|arenas") || eat(i, "any of the arenas") || eat(i, "arenas") {
        return Ok(vec![Place::AnyArena]);
    }
    if eat(i, "this arena") || eat(i, "this unit's arena") {
        return Ok(vec![Place::ThisArena]);
    }
    if eat(i, "the chosen arena") {
        return Ok(vec![Place::ChosenArena]);
    }
    if eat(i, "that arena") || eat(i, "that unit's arena") {
        return Ok(vec![match i.that {
            _ if i.arena_chosen => Place::ChosenArena,
            Ant::Attacker => Place::AttackerArena,
            Ant::Defender => Place::AttackArena,
            _ => Place::ThatArena,
        }]);
    }
    if eat(i, "the? same arena") {
        return same_arena(i).map(|p| vec![p]);
    }
    if let Some(place) = build_zone(i) {
        return Ok(vec![place]);
    }
    if ahead(i, "battle") && !ahead(i, "battle step|phase") && eat(i, "battle") {
        return Ok(vec![Place::AnyArena]);
    }
    if eat(i, "play") {
        return Ok(vec![Place::Anywhere]);
    }
    named_arenas(i)
}

/// A build zone, with whose it is.
fn build_zone(i: &mut In<'_>) -> Option<Place> {
    if eat(i, "your opponent's|opponents build zone") {
        return Some(Place::OpponentsBuild);
    }
    if eat(i, "your build zone") {
        return Some(Place::OwnBuild);
    }
    if eat(i, "his or her build zone") || eat(i, "their build zone") {
        return Some(match i.they {
            Owner::Anyone => Place::Build,
            Owner::Yours => Place::OwnBuild,
            Owner::Opponents => Place::OpponentsBuild,
        });
    }
    eat(i, "the? build zone").then_some(Place::Build)
}

/// "the Space, Ground, or Character arena".
fn named_arenas(i: &mut In<'_>) -> R<Vec<Place>> {
    let _ = eat(i, "either");
    let _ = eat(i, "the|your");
    let mut out = vec![Place::Arena(arena(i)?)];
    while !ahead(i, "arena|arenas") {
        let _ = eat(i, ",");
        let _ = eat(i, "or|and");
        let _ = eat(i, "the");
        out.push(Place::Arena(arena(i)?));
    }
    p("arena|arenas").parse_next(i)?;
    Ok(out)
}

/// "the same arena", with whose arena it is.
fn same_arena(i: &mut In<'_>) -> R<Place> {
    let spoken = match i.that {
        Ant::That => Place::ThatArena,
        // A card that is played once has no arena of its own.
        Ant::Attacker if i.once => Place::AttackerArena,
        Ant::Defender if i.once => Place::AttackArena,
        Ant::Actor | Ant::Patient | Ant::Attacker | Ant::Defender => return same_as_event(i),
        Ant::None | Ant::This => Place::ThisArena,
    };
    if !eat(i, "as") {
        // A card that is played once lies nowhere: in an attack it is the arena of that attack.
        let attack = i.toks.windows(2).any(|w| {
            matches!(w, [word, unit] if unit.low == "unit"
                && matches!(word.low.as_str(), "attacking" | "defending"))
        });
        return match spoken {
            Place::ThisArena if i.once && attack => Ok(Place::AttackArena),
            Place::ThisArena if i.once => fail(i),
            spoken => Ok(spoken),
        };
    }
    as_whose(i)
}

/// In a trigger the arena is that of the event's unit; only a spelt-out one is read.
fn same_as_event(i: &mut In<'_>) -> R<Place> {
    if eat(i, "as") { as_whose(i) } else { fail(i) }
}

fn as_whose(i: &mut In<'_>) -> R<Place> {
    if eat(i, "the attacking unit|character") {
        return Ok(Place::AttackerArena);
    }
    if eat(i, "the defending unit|character") {
        return Ok(Place::AttackArena);
    }
    if eat(i, "that|the chosen? unit|character") {
        return if i.that == Ant::That {
            Ok(Place::ThatArena)
        } else {
            fail(i)
        };
    }
    if super::subject::this(i).is_ok() {
        return Ok(Place::ThisArena);
    }
    if eat(i, "him|her|it") && i.it == Ant::This {
        return Ok(Place::ThisArena);
    }
    fail(i)
}
