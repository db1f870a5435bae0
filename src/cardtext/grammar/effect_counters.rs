//! Counters that are put, removed and moved.

use winnow::Parser;

use super::input::{In, R, ahead, attempt, eat, fail, p, some};
use super::{give, num, subject};
use crate::cardtext::effect::Effect;
use crate::cardtext::who::{Kind, Num, Owner, Place, Quantity, Who};
use crate::game::CounterKind;

/// "put 2 damage counters on ...", "remove up to 3 damage counters from ...", "move 1 ...".
pub(super) fn counters(i: &mut In<'_>) -> R<Effect> {
    if let Some(put) = attempt(i, built_further) {
        return Ok(put);
    }
    if eat(i, "add") {
        let count = num::number(i)?;
        p("counter|counters to").parse_next(i)?;
        if let Some(on) = attempt(i, super::cost::resource) {
            return Ok(Effect::PutCounters {
                kind: CounterKind::Resource,
                count,
                on,
            });
        }
        return if eat(i, "this resource") {
            Ok(Effect::PutCounters {
                kind: CounterKind::Resource,
                count,
                on: Who::This,
            })
        } else {
            fail(i)
        };
    }
    if eat(i, "put|puts") {
        let count = if eat(i, "that many") {
            some(i, i.much.num())?
        } else {
            num::number(i)?
        };
        let _ = eat(i, "more|extra|additional");
        if let Some(kinds) = attempt(i, num::counter_kinds) {
            p("on").parse_next(i)?;
            let on = subject::target(i)?;
            let put = |kind| Effect::PutCounters {
                kind,
                count: count.clone(),
                on: on.clone(),
            };
            return Ok(Effect::ChooseOne(kinds.into_iter().map(put).collect()));
        }
        let kind = num::counter_kind(i)?;
        // "1 corruption and 1 captivity counter on ...": both on the same unit.
        let second = attempt(i, |i| {
            p("and").parse_next(i)?;
            Ok((num::number(i)?, num::counter_kind(i)?))
        });
        p("counter|counters").parse_next(i)?;
        let _ = eat(i, "each");
        p("on").parse_next(i)?;
        let on = being_built(i, kind)?;
        if let Some((more, other)) = second {
            let again = if matches!(on, Who::Units(_)) {
                Who::That
            } else {
                on.clone()
            };
            let put = |kind, count, on| Effect::PutCounters { kind, count, on };
            return Ok(Effect::Seq(vec![
                put(kind, count, on),
                put(other, more, again),
            ]));
        }
        let count = match attempt(i, super::multiplier::for_each) {
            Some(each) => num::times(count, each),
            None => count,
        };
        if ahead(i, "instead|until") {
            return fail(i);
        }
        let mut out = vec![Effect::PutCounters { kind, count, on }];
        while let Some(more) = attempt(i, |i| {
            p("and").parse_next(i)?;
            let count = num::number(i)?;
            let kind = num::counter_kind(i)?;
            p("counter|counters on").parse_next(i)?;
            let on = being_built(i, kind)?;
            Ok(Effect::PutCounters { kind, count, on })
        }) {
            out.push(more);
        }
        return Ok(super::effect::sequence(out));
    }
    if eat(i, "move|moves") {
        let up_to = eat(i, "up to");
        let count = num::number(i)?;
        let kind = num::counter_kind(i)?;
        p("counter|counters from").parse_next(i)?;
        let from = subject::target(i)?;
        p("to").parse_next(i)?;
        let to = subject::target(i)?;
        return Ok(Effect::MoveCounters {
            kind,
            count,
            up_to,
            from,
            to,
        });
    }
    p("remove|removes").parse_next(i)?;
    let up_to = eat(i, "up to");
    let all = !up_to && eat(i, "all of? the?");
    let count = if all { None } else { Some(num::number(i)?) };
    if let Some(from) = attempt(i, |i| {
        p("counter|counters from").parse_next(i)?;
        super::cost::resource(i)
    }) {
        return Ok(Effect::RemoveCounters {
            kind: CounterKind::Resource,
            count,
            up_to,
            from,
        });
    }
    let kind = num::counter_kind(i)?;
    p("counter|counters from").parse_next(i)?;
    let from = being_built(i, kind)?;
    if ahead(i, "until") {
        fail(i)
    } else {
        Ok(Effect::RemoveCounters {
            kind,
            count,
            up_to,
            from,
        })
    }
}

/// On what counters of the kind are put. Build counters lie on a card that is not built yet: "a
/// Character in your build zone" is such a card, not a unit that has retreated.
fn being_built(i: &mut In<'_>, kind: CounterKind) -> R<Who> {
    let on = subject::target(i)?;
    let Who::Units(mut cards) = on else {
        return Ok(on);
    };
    let owner = match cards.filter.places.as_slice() {
        _ if kind != CounterKind::Build => return Ok(Who::Units(cards)),
        [Place::Partly] => return Ok(Who::Units(cards)),
        [Place::Build] => cards.filter.owner,
        [Place::OwnBuild] => Owner::Yours,
        [Place::OpponentsBuild] => Owner::Opponents,
        _ => return fail(i),
    };
    let f = &cards.filter;
    let contrary = f.owner != Owner::Anyone && f.owner != owner;
    let one = cards.quantity == Quantity::Choose(Num::Const(1));
    if contrary || !one || f.kinds.is_empty() || f.other || !f.traits.is_empty() || !f.or.is_empty()
    {
        return fail(i);
    }
    cards.filter.owner = owner;
    cards.filter.places = vec![Place::Partly];
    for alt in &mut cards.filter.kinds {
        alt.push(Kind::AnyCard);
    }
    i.card_chosen = true;
    Ok(Who::Units(cards))
}

/// "Remove damage counters from a Character until that Character is at 1 remaining health."
pub(super) fn heal_to(i: &mut In<'_>) -> R<Effect> {
    let put = eat(i, "put|puts damage counters on");
    if !put {
        p("remove|removes damage counters from").parse_next(i)?;
    }
    let who = subject::target(i)?;
    let remaining = give::remaining(i)?;
    Ok(Effect::HealTo {
        who,
        remaining,
        put,
    })
}

/// "reveal a partially built Droid card in your build zone to your opponent and put 1 build
/// counter on it".
fn built_further(i: &mut In<'_>) -> R<Effect> {
    p("reveal|show").parse_next(i)?;
    let on = subject::target(i)?;
    let Who::Units(cards) = &on else {
        return fail(i);
    };
    if cards.filter.places != [Place::Partly] {
        return fail(i);
    }
    let _ = eat(i, "to your opponent");
    p("and put").parse_next(i)?;
    let count = num::number(i)?;
    p("build counter|counters on it").parse_next(i)?;
    Ok(Effect::PutCounters {
        kind: CounterKind::Build,
        count,
        on,
    })
}
