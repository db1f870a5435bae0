//! Conditions that count: "you have 2 or more Clones", "there are no Droids in this arena".

use winnow::Parser;

use super::filter::described;
use super::input::{In, R, ahead, attempt, eat, fail, p};
use super::{num, place, subject};
use crate::cardtext::who::{Cmp, Cond, Filter, Kind, Num, Owner, Place, Player};
use crate::game::Arena;

/// "you have 2 or more Clones in any arena", "your opponent has no Jedi".
pub(super) fn having(i: &mut In<'_>) -> R<Cond> {
    if eat(i, "you and your opponent each have") {
        let here = *i;
        let mine = how_many(i, Owner::Yours)?;
        let mut again = here;
        let theirs = how_many(&mut again, Owner::Opponents)?;
        return Ok(Cond::All(vec![mine, theirs]));
    }
    let owner = if eat(i, "you have|control") {
        Owner::Yours
    } else if eat(i, "your opponent has|controls")
        || (i.they == Owner::Opponents && eat(i, "he or she has"))
    {
        Owner::Opponents
    } else {
        return fail(i);
    };
    if let Some(cond) = attempt(i, |i| more_than_they(i, owner)) {
        return Ok(cond);
    }
    if let Some(cond) = attempt(i, |i| force_or_hand(i, owner)) {
        return Ok(cond);
    }
    both(i, |i| {
        if let Some(list) = attempt(i, any_name) {
            let kinds = list.into_iter().map(|n| vec![Kind::Name(n)]).collect();
            let places = attempt(i, place::located).unwrap_or_default();
            let filter = Filter {
                owner,
                kinds,
                places,
                ..Filter::default()
            };
            return Ok(Cond::Count(filter, Cmp::AtLeast, Num::Const(1)));
        }
        how_many(i, owner)
    })
}

/// Behind the player: "has a Jedi in the Character arena", "have 2 or more Clones".
pub(super) fn had_by(i: &mut In<'_>, player: Player) -> R<Cond> {
    p("has|have").parse_next(i)?;
    let owner = match player {
        Player::You => Owner::Yours,
        Player::Opponent => Owner::Opponents,
        Player::Each | Player::ThatController | Player::ThatOwner | Player::ActorController => {
            return fail(i);
        }
    };
    how_many(i, owner)
}

/// "a Jedi and a Sith in any arena": each of them. The place behind the last is that of all.
fn both(i: &mut In<'_>, mut one: impl FnMut(&mut In<'_>) -> R<Cond>) -> R<Cond> {
    let mut all = vec![one(i)?];
    while let Some(more) = attempt(i, |i| {
        let _ = eat(i, ",");
        p("and").parse_next(i)?;
        one(i)
    }) {
        all.push(more);
    }
    let single = if all.len() == 1 { all.pop() } else { None };
    if let Some(single) = single {
        return Ok(single);
    }
    let last = match all.last() {
        Some(Cond::Count(filter, ..)) => filter.places.clone(),
        _ => Vec::new(),
    };
    for cond in &mut all {
        if let Cond::Count(filter, ..) = cond
            && filter.places.is_empty()
        {
            filter.places.clone_from(&last);
        }
    }
    Ok(Cond::All(all))
}

/// Names of which any will do; names joined by "and" are not.
fn any_name(i: &mut In<'_>) -> R<Vec<String>> {
    let before = *i;
    let list = super::kinds::names(i)?;
    let read = before.toks.len() - i.toks.len();
    if before.toks.iter().take(read).any(|t| t.low == "and") {
        fail(i)
    } else {
        Ok(list)
    }
}

/// "5 or more Force", "fewer than 3 cards in your hand".
fn force_or_hand(i: &mut In<'_>, owner: Owner) -> R<Cond> {
    let (player, other_player) = match owner {
        Owner::Yours => (Player::You, Player::Opponent),
        Owner::Opponents => (Player::Opponent, Player::You),
        Owner::Anyone => return fail(i),
    };
    if let Some(cond) = attempt(i, |i| {
        let cmp = if eat(i, "more") {
            Cmp::More
        } else {
            p("fewer|less").parse_next(i).map(|()| Cmp::Less)?
        };
        let of: fn(Player) -> Num = if eat(i, "force than") {
            Num::ForceOf
        } else {
            p("cards in your|his|their or? her? hand than").parse_next(i)?;
            Num::HandOf
        };
        if other_player == Player::You {
            p("you").parse_next(i)?;
        } else {
            p("your opponent").parse_next(i)?;
        }
        let _ = eat(i, "has|have|does|do");
        Ok(Cond::Compare(of(player), cmp, of(other_player)))
    }) {
        return Ok(cond);
    }
    let (cmp, n, other) = match attempt(i, amount) {
        Some(found) => found,
        // "2 Force" is so much, "a card" is one at least.
        None => (Cmp::Is, num::number(i)?, false),
    };
    let of = if eat(i, "force") {
        Num::ForceOf(player)
    } else {
        p("card|cards in your|his|their or? her? hand").parse_next(i)?;
        Num::HandOf(player)
    };
    // "2 or more Force Users" are units.
    let ends = super::input::at_end(i) || ahead(i, ",|and|than");
    if other || !ends {
        return fail(i);
    }
    Ok(Cond::Compare(of, cmp, n))
}

/// "more units in the chosen arena than your opponent".
fn more_than_they(i: &mut In<'_>, owner: Owner) -> R<Cond> {
    let cmp = if eat(i, "more") {
        Cmp::More
    } else {
        p("fewer|less").parse_next(i).map(|()| Cmp::Less)?
    };
    let mut mine = described(i, owner, false)?;
    p("than").parse_next(i)?;
    let other = match owner {
        Owner::Yours => {
            p("your opponent").parse_next(i)?;
            Owner::Opponents
        }
        _ => {
            p("you").parse_next(i)?;
            Owner::Yours
        }
    };
    let _ = eat(i, "has|have|does|do");
    if mine.places.is_empty()
        && let Some(places) = attempt(i, place::located)
    {
        mine.places = places;
    }
    let theirs = Filter {
        owner: other,
        ..mine.clone()
    };
    Ok(Cond::Compare(
        Num::Count(Box::new(mine)),
        cmp,
        Num::Count(Box::new(theirs)),
    ))
}

/// "there are 2 or more Droids in this arena".
pub(super) fn existing(i: &mut In<'_>) -> R<Cond> {
    let several = ahead(i, "there are");
    p("there|there's is|are?").parse_next(i)?;
    if let Some(found) = attempt(i, |i| both(i, |i| how_many(i, Owner::Anyone))) {
        return Ok(found);
    }
    // "There are Imperial units in this arena": one is enough.
    if !several {
        return fail(i);
    }
    let _ = eat(i, "any");
    let filter = described(i, Owner::Anyone, false)?;
    Ok(Cond::Count(filter, Cmp::AtLeast, Num::Const(1)))
}

/// A number and a description: so many fit.
pub(super) fn how_many(i: &mut In<'_>, owner: Owner) -> R<Cond> {
    let (cmp, n, other) = amount(i)?;
    if let Some(n) = counters_lying(i, cmp, &n) {
        return Ok(n);
    }
    let of = if eat(i, "of your") {
        Owner::Yours
    } else {
        owner
    };
    let owner = if owner == Owner::Anyone { of } else { owner };
    let before = std::mem::take(&mut i.each_arena);
    let filter = described(i, owner, other)?;
    let in_each = std::mem::replace(&mut i.each_arena, before);
    if !in_each {
        return Ok(Cond::Count(filter, cmp, n));
    }
    let there = |arena| {
        let filter = Filter {
            places: vec![Place::Arena(arena)],
            ..filter.clone()
        };
        Cond::Count(filter, cmp, n.clone())
    };
    Ok(Cond::All(Arena::ALL.into_iter().map(there).collect()))
}

/// "there are 2 or more corruption counters on Vader".
fn counters_lying(i: &mut In<'_>, cmp: Cmp, n: &Num) -> Option<Cond> {
    attempt(i, |i| {
        let kind = num::counter_kind(i)?;
        p("counter|counters on").parse_next(i)?;
        let who = subject::one(i)?;
        Ok(Cond::Compare(
            Num::CountersOn(Box::new(who), kind),
            cmp,
            n.clone(),
        ))
    })
}

/// "a", "another", "no other", "2 or more", "at least 3", and whether "other" units are meant.
pub(crate) fn amount(i: &mut In<'_>) -> R<(Cmp, Num, bool)> {
    if eat(i, "no") {
        // "no other": the description reads the second word.
        return Ok((Cmp::Is, Num::Const(0), false));
    }
    if eat(i, "another") {
        return Ok((Cmp::AtLeast, Num::Const(1), true));
    }
    if eat(i, "any") {
        return Ok((Cmp::AtLeast, Num::Const(1), false));
    }
    if eat(i, "at least") {
        return Ok((Cmp::AtLeast, num::number(i)?, false));
    }
    if eat(i, "more than") {
        return Ok((Cmp::More, num::number(i)?, false));
    }
    if eat(i, "less|fewer than") {
        return Ok((Cmp::Less, num::number(i)?, false));
    }
    if eat(i, "only|exactly") {
        return Ok((Cmp::Is, num::number(i)?, false));
    }
    let article = ahead(i, "a|an");
    let n = num::number(i)?;
    if eat(i, "or more") {
        return Ok((Cmp::AtLeast, n, false));
    }
    if eat(i, "or less|fewer") {
        return Ok((Cmp::AtMost, n, false));
    }
    if article {
        Ok((Cmp::AtLeast, n, false))
    } else {
        fail(i)
    }
}
