//! Choices: "choose one: ... Or: ...", "you may ...", "choose one of your units".

use winnow::Parser;
use winnow::combinator::alt;

use super::effect::{follow_up, one, sentence, sequence};
use super::input::{In, R, ahead, attempt, eat, fail, next_sym, p};
use super::{condition, cost, duration, effect_board, filter, place, subject};
use crate::cardtext::ability::Event;
use crate::cardtext::effect::{Duration, Effect};
use crate::cardtext::tokens::Sym;
use crate::cardtext::who::{Cond, Filter, Place, Player, Quantity, Who};
use crate::game::Arena;

/// "Choose one: ... Or: ...", "choose one: ..., or ...".
pub(crate) fn choose_one(i: &mut In<'_>) -> R<Effect> {
    if let Some(found) = attempt(i, choose_ability) {
        return Ok(found);
    }
    let may = eat(i, "you may choose one :") || eat(i, "you may choose one of the following :");
    let must = eat(i, "choose one :")
        || eat(i, "choose one of the following :")
        || eat(i, "choose one .|-");
    let by = if may || must {
        None
    } else {
        attempt(i, other_chooses)
    };
    if !may && !must && by.is_none() {
        return fail(i);
    }
    let fallback = i.dur.or_else(|| last_duration(i));
    let start = *i;
    let mut options = vec![option(i, fallback)?];
    loop {
        let more = attempt(i, |i| {
            let joined = eat(i, ". or :|;")
                || eat(i, ", or :?")
                || eat(i, "; or :?")
                || eat(i, "or :?")
                || (eat(i, ",") && list_of_options(i));
            if !joined {
                return fail(i);
            }
            // Each option starts with what was known before the choice.
            let mut branch = super::input::In {
                toks: i.toks,
                ..start
            };
            let effect = option(&mut branch, fallback)?;
            i.toks = branch.toks;
            Ok(effect)
        });
        match more {
            Some(more) => options.push(more),
            None => break,
        }
    }
    if let [Effect::ChooseOne(_)] = options.as_slice()
        && let Some(only) = options.pop()
    {
        return Ok(wrap(may, only));
    }
    if options.len() < 2 {
        return fail(i);
    }
    Ok(match by {
        Some(player) => Effect::ChooseOneBy(player, options),
        None => wrap(may, Effect::ChooseOne(options)),
    })
}

/// "choose one ability for Tarn to gain until end of turn: ... Or: ...".
fn choose_ability(i: &mut In<'_>) -> R<Effect> {
    p("choose one ability for").parse_next(i)?;
    let who = subject::one(i)?;
    p("to gain|get").parse_next(i)?;
    let until = duration::duration(i)?;
    p(":").parse_next(i)?;
    let start = *i;
    let mut options = Vec::new();
    loop {
        let mut branch = super::input::In {
            toks: i.toks,
            ..start
        };
        branch.forget();
        let found = super::ability(&mut branch)?;
        i.toks = branch.toks;
        options.push(Effect::Give {
            who: who.clone(),
            grants: found.into_iter().map(super::grant::grant_of).collect(),
            until,
        });
        if !(eat(i, ". or :|;") || eat(i, ", or :?") || eat(i, "or :")) {
            break;
        }
    }
    if options.len() < 2 {
        return fail(i);
    }
    Ok(Effect::ChooseOne(options))
}

/// "your opponent chooses:", "its owner must choose one:".
fn other_chooses(i: &mut In<'_>) -> R<Player> {
    let player = subject::player(i)?;
    if player == Player::You {
        return fail(i);
    }
    let _ = eat(i, "must");
    p("choose|chooses one? :").parse_next(i)?;
    Ok(player)
}

fn wrap(may: bool, effect: Effect) -> Effect {
    if may {
        Effect::May(Player::You, Box::new(effect))
    } else {
        effect
    }
}

/// A comma divides options only where an "or" closes the list.
fn list_of_options(i: &In<'_>) -> bool {
    let end = i
        .toks
        .iter()
        .position(|t| t.sym == Sym::Dot)
        .unwrap_or(i.toks.len());
    i.toks.get(..end).is_some_and(|s| {
        s.windows(2)
            .any(|w| matches!(w, [a, b] if a.sym == Sym::Comma && b.low == "or"))
    })
}

fn option(i: &mut In<'_>, fallback: Option<Duration>) -> R<Effect> {
    let dur = i.dur;
    i.dur = fallback;
    let first = sentence_or_paid(i);
    i.dur = dur;
    let mut seq = vec![first?];
    while let Some(more) = attempt(i, |i| {
        p(".").parse_next(i)?;
        if ahead(i, "or") || i.toks.is_empty() {
            return fail(i);
        }
        if attempt(i, |i| follow_up(i, &mut seq)).is_some() {
            return Ok(None);
        }
        sentence(i).map(Some)
    }) {
        seq.extend(more);
    }
    Ok(sequence(seq))
}

/// An option may itself have a cost.
fn sentence_or_paid(i: &mut In<'_>) -> R<Effect> {
    if let Some(costs) = attempt(i, cost::costs) {
        let effect = sentence(i)?;
        let paid = Effect::Pay(Player::You, costs);
        return Ok(Effect::IfDone(Box::new(paid), Box::new(effect), None));
    }
    sentence(i)
}

/// The last duration named in this sentence: it holds for every option of a list.
pub(crate) fn last_duration(i: &In<'_>) -> Option<Duration> {
    let end = i
        .toks
        .iter()
        .position(|t| t.sym == Sym::Dot)
        .unwrap_or(i.toks.len());
    (0..end).rev().find_map(|at| {
        let mut look = *i;
        look.toks = i.toks.get(at..)?;
        duration::duration(&mut look).ok()
    })
}

/// "you may ...", "your opponent may ...": all of the sentence's clauses.
pub(crate) fn may(i: &mut In<'_>) -> R<Effect> {
    let player = subject::player(i)?;
    p("may").parse_next(i)?;
    may_of(i, player)
}

/// Behind "may".
pub(crate) fn may_of(i: &mut In<'_>, player: Player) -> R<Effect> {
    i.doer = player;
    let _ = eat(i, "also|either");
    let first = done(i)?;
    if matches!(first, Effect::Pay(..)) && eat(i, "to") {
        // "You may pay 2 Force to tap it": what is paid for happens if it is paid.
        let bought = alt((choice, one)).parse_next(i)?;
        let asked = Effect::May(player, Box::new(first));
        return Ok(Effect::IfDone(Box::new(asked), Box::new(bought), None));
    }
    let mut seq = vec![first];
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", and|then") || eat(i, "and then|also?") || eat(i, ", then")) {
            return fail(i);
        }
        done(i)
    }) {
        seq.push(more);
    }
    Ok(Effect::May(player, Box::new(sequence(seq))))
}

/// Something a player may do: pay, or any clause.
fn done(i: &mut In<'_>) -> R<Effect> {
    if ahead(i, "pay") {
        let costs = cost::list(i)?;
        return Ok(Effect::Pay(i.doer, costs));
    }
    if let Some(ways) = attempt(i, |i| {
        // "discard a card from his or her hand or pay 3 Force"
        let first = cost::list(i)?;
        p("or").parse_next(i)?;
        Ok([first, cost::list(i)?])
    }) {
        let pays = ways.into_iter().map(|costs| Effect::Pay(i.doer, costs));
        return Ok(Effect::ChooseOne(pays.collect()));
    }
    if ahead(i, "discard|tap|retreat|untap")
        && let Some(costs) = attempt(i, |i| {
            let costs = cost::list(i)?;
            // Only in front of "If you do": otherwise it is an effect.
            let only_cards = matches!(
                costs.as_slice(),
                [crate::cardtext::ability::Cost::DiscardCards { .. }]
            );
            if only_cards && next_sym(i) == Some(Sym::Dot) {
                Ok(costs)
            } else {
                fail(i)
            }
        })
    {
        return Ok(Effect::Pay(i.doer, costs));
    }
    alt((choice, one)).parse_next(i)
}

/// "an arena", "the Space or Ground arena", "Space or Ground", "an arena with 4 or more units in it".
fn an_arena(i: &mut In<'_>) -> R<Effect> {
    let mut among = Vec::new();
    if !eat(i, "an arena") {
        let _ = eat(i, "either");
        let _ = eat(i, "the|a");
        among.push(place::arena(i)?);
        let _ = eat(i, "arena");
        while let Some(more) = attempt(i, |i| {
            if !(eat(i, ", or") || eat(i, "or") || eat(i, ",")) {
                return fail(i);
            }
            let _ = eat(i, "the|a");
            let arena = place::arena(i)?;
            let _ = eat(i, "arena");
            Ok(arena)
        }) {
            among.push(more);
        }
        if among.len() < 2 {
            return fail(i);
        }
        if among.len() == Arena::ALL.len() {
            among.clear();
        }
    }
    i.arena_chosen = true;
    let condition = attempt(i, arena_condition);
    if ahead(i, "with|where|in") {
        return fail(i);
    }
    Ok(Effect::ChooseArena { among, condition })
}

/// "with 4 or more units in it", "where you have a Jedi", "where no unit has attacked this turn".
fn arena_condition(i: &mut In<'_>) -> R<Cond> {
    if eat(i, "with") {
        let (cmp, n, other) = condition::amount(i)?;
        let owner = filter::owner(i);
        let mut filter = filter::described(i, owner, other)?;
        p("in it").parse_next(i)?;
        filter.places = vec![Place::ChosenArena];
        return Ok(Cond::Count(filter, cmp, n));
    }
    p("where").parse_next(i)?;
    if let Some(kinds) = attempt(i, |i| {
        p("no").parse_next(i)?;
        let kinds = filter::kinds(i)?;
        p("has|have attacked this turn").parse_next(i)?;
        Ok(kinds)
    }) {
        // One that has attacked there may have left since.
        let filter = Filter {
            kinds,
            places: vec![Place::ChosenArena],
            ..Filter::default()
        };
        let attacked = Event::Attacks {
            who: super::subject::each(filter),
            target: None,
        };
        return Ok(Cond::Not(Box::new(Cond::Happened(Box::new(attacked), 1))));
    }
    match condition::condition(i)? {
        Cond::Count(mut filter, cmp, n) => {
            if filter.places.is_empty() {
                filter.places = vec![Place::ChosenArena];
            }
            Ok(Cond::Count(filter, cmp, n))
        }
        _ => fail(i),
    }
}

/// "show a face-down Droid card in your build zone to your opponent": a choice that everybody sees.
fn shown_card(i: &mut In<'_>) -> R<Effect> {
    p("show|reveal").parse_next(i)?;
    let Who::Units(selector) = super::determiner::partly_built(i)? else {
        return fail(i);
    };
    let _ = eat(i, "to your opponent");
    if super::input::at_end(i) {
        Ok(Effect::Choose(selector))
    } else {
        fail(i)
    }
}

/// "choose one of your units", "choose an arena".
pub(crate) fn choice(i: &mut In<'_>) -> R<Effect> {
    let doer = if i.doer == Player::Opponent {
        Player::Opponent
    } else {
        Player::You
    };
    if let Some(shown) = attempt(i, shown_card) {
        return Ok(shown);
    }
    let by = if eat(i, "choose|chose|chooses") {
        doer
    } else {
        let player = subject::player(i)?;
        p("chooses|choose").parse_next(i)?;
        player
    };
    if let Some(arena) = attempt(i, an_arena) {
        return if by == Player::You {
            Ok(arena)
        } else {
            fail(i)
        };
    }
    if ahead(i, "a player|number|card") || by == Player::Each {
        return fail(i);
    }
    if eat(i, "and discards|discard") {
        let who = effect_board::target_by(i, by)?;
        return Ok(Effect::Discard(who));
    }
    let mut seq = Vec::new();
    loop {
        let Who::Units(mut selector) = subject::target(i)? else {
            return fail(i);
        };
        if by == Player::Opponent {
            selector.quantity = match selector.quantity {
                Quantity::Choose(n) => Quantity::OpponentChooses(n),
                _ => return fail(i),
            };
        }
        seq.push(Effect::Choose(selector));
        if !(ahead(i, "and one|a|an") && eat(i, "and")) {
            break;
        }
    }
    Ok(sequence(seq))
}
