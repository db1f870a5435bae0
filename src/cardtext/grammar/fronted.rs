//! What most cards say in another order: the cost before its event, the condition before "when",
//! a permission instead of an arrow, the count before what is counted.

use winnow::Parser;

use super::effect::{Body, clauses, follow_up, sequence};
use super::input::{In, R, at_end, attempt, eat, fail, p, some};
use super::trigger::{self, Trigger};
use super::{choose, condition, cost, effect, limits, num};
use crate::cardtext::ability::{Ability, Activated, Event, KeywordValue, Limit, Scope, Triggered};
use crate::cardtext::effect::{Effect, Grant};
use crate::cardtext::who::{Cond, Num, Player};

/// A whole line in such an order.
pub(super) fn line(i: &mut In<'_>) -> R<Vec<Ability>> {
    if let Some(found) = attempt(i, paid_at).or_else(|| attempt(i, moment_behind)) {
        return Ok(found);
    }
    permission(i).map(|a| vec![a])
}

/// "You may pay 1 Force when this unit attacks. If you do, ...": a trigger whose cost stands first.
fn paid_at(i: &mut In<'_>) -> R<Vec<Ability>> {
    p("you may").parse_next(i)?;
    let asked = choose::may_of(i, Player::You)?;
    let found = trigger::trigger(i)?;
    let mut seq = vec![asked];
    p(".").parse_next(i)?;
    follow_up(i, &mut seq)?;
    let effect = sequence(seq);
    if !matches!(effect, Effect::IfDone(..)) {
        return fail(i);
    }
    Ok(at_each(found, &effect))
}

/// One trigger for each of the events.
fn at_each(found: Trigger, effect: &Effect) -> Vec<Ability> {
    let trigger = |event| {
        Ability::Triggered(Triggered {
            event,
            condition: found.condition.clone(),
            effect: effect.clone(),
            limit: None,
            isolated: false,
        })
    };
    found.events.into_iter().map(trigger).collect()
}

/// "Remove 1 damage counter from this unit when your build step starts": the moment stands behind.
/// Only a moment that no unit has part in, so that no pronoun could mean another unit by it.
fn moment_behind(i: &mut In<'_>) -> R<Vec<Ability>> {
    if i.once {
        return fail(i);
    }
    let effect = clauses(i)?;
    let found = trigger::trigger(i)?;
    let moment = |e: &Event| {
        matches!(
            e,
            Event::BuildStepStarts(_)
                | Event::BattleStarts
                | Event::BattleStepStarts(_)
                | Event::BattleStepEnds(_)
                | Event::BuildStepEnds(_)
                | Event::BattleEnds
                | Event::TurnEnds
        )
    };
    if !found.events.iter().all(moment) || !at_end(i) {
        return fail(i);
    }
    Ok(at_each(found, &effect))
}

/// "Once per turn, you may pay 1 Force to untap this unit": an activated ability without its arrow.
fn permission(i: &mut In<'_>) -> R<Ability> {
    let once = eat(i, "once per|each|a|every turn ,?");
    p("you may").parse_next(i)?;
    let costs = cost::list(i)?;
    p("to").parse_next(i)?;
    let Body { effect, mut limits } = effect::body(i)?;
    if once {
        limits.push(Limit::Times(1, Scope::Turn));
    }
    Ok(Ability::Activated(Activated {
        costs,
        effect,
        limits,
    }))
}

/// "If you have a Jedi in this arena" in front of "when ...".
pub(super) fn condition_first(i: &mut In<'_>) -> R<Cond> {
    p("if").parse_next(i)?;
    let cond = condition::condition(i)?;
    if super::input::ahead(i, "when|whenever") {
        Ok(cond)
    } else {
        fail(i)
    }
}

/// "For each of your Clones in this arena, gain 1 Force."
pub(super) fn counted_first(i: &mut In<'_>) -> R<Effect> {
    let each = super::multiplier::for_each(i)?;
    p(",").parse_next(i)?;
    let effect = clauses(i)?;
    let effect = multiplied(effect, &each);
    some(i, effect)
}

/// The same for each; nothing where the effect has no plain number of its own.
fn multiplied(mut effect: Effect, each: &Num) -> Option<Effect> {
    match &mut effect {
        Effect::Force(_, n)
        | Effect::BuildPoints(_, n, _)
        | Effect::Draw(_, n)
        | Effect::Damage { amount: n, .. }
        | Effect::PutCounters { count: n, .. } => *n = times(n, each)?,
        Effect::Give { grants, .. } => {
            for grant in grants {
                match grant {
                    Grant::Change(_, n) => *n = times(n, each)?,
                    Grant::Keyword(k) => match &mut k.value {
                        KeywordValue::Number(n) => *n = times(n, each)?,
                        _ => return None,
                    },
                    _ => return None,
                }
            }
        }
        _ => return None,
    }
    Some(effect)
}

fn times(n: &Num, each: &Num) -> Option<Num> {
    matches!(n, Num::Const(_)).then(|| num::times(n.clone(), each.clone()))
}

/// "X can't be more than 3", behind a cost of X.
pub(super) fn most_x(i: &mut In<'_>) -> R<Limit> {
    p("x can't|cannot be more|greater|higher than").parse_next(i)?;
    let most = num::number(i)?;
    Ok(Limit::If(Cond::Compare(
        Num::X,
        crate::cardtext::who::Cmp::AtMost,
        most,
    )))
}

/// "Play only when one of your units is attacking" in front of the effect: "that unit" is it.
pub(super) fn spoken_by(i: &mut In<'_>, all: &[Limit]) {
    use super::input::Ant;
    use crate::cardtext::who::Who;
    let ant = match all {
        [Limit::Attacking(Who::Units(_), None)] => Ant::Attacker,
        [Limit::Attacked(Who::Units(_), None)] => Ant::Defender,
        _ => return,
    };
    i.it = ant;
    i.that = ant;
}

/// Limits in front of an effect.
pub(super) fn limits_first(i: &mut In<'_>) -> R<Vec<Limit>> {
    let found = limits::sentence(i)?;
    spoken_by(i, &found);
    Ok(found)
}
