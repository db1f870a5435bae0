//! Effects that wait: "when this attack ends, ...", "this turn, whenever ...".

use winnow::Parser;

use super::condition::condition;
use super::effect::{clauses, clauses_or_choice};
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use super::{duration, give, subject, trigger};
use crate::cardtext::ability::{Event, StaticRule};
use crate::cardtext::effect::{Duration, Effect};
use crate::cardtext::who::{Cond, Who};

/// "When this attack ends, ..."; in texts that happen once, any event.
pub(super) fn later(i: &mut In<'_>) -> R<Effect> {
    if eat(i, "when this|that|the attack ends ,?") {
        let effect = clauses(i)?;
        return Ok(at_attack_end(effect));
    }
    if let Some(effect) = attempt(i, next_attack) {
        return Ok(effect);
    }
    if let Some(effect) = attempt(i, at_turns_end) {
        return Ok(effect);
    }
    let each_time = ahead(i, "whenever") || ahead(i, "each|every time");
    let found = trigger::trigger(i)?;
    let said = attempt(i, duration::duration);
    // "When it attacks this turn" is every time it does.
    let each_time = each_time || said == Some(Duration::Turn);
    if !i.once && said.is_none() {
        return fail(i);
    }
    p(",").parse_next(i)?;
    if super::pronoun::unclear(i, &found.events) {
        return fail(i);
    }
    let (it, mut of) = (i.it, None);
    let cond = attempt(i, |i| {
        p("if").parse_next(i)?;
        of = super::pronoun::asked_of(i);
        let cond = condition(i)?;
        p(",").parse_next(i)?;
        Ok(cond)
    });
    let of = of.filter(|_| cond.is_some());
    let read = |i: &mut In<'_>| set_off(i, &found.events);
    let effect = super::pronoun::either(i, it, of, read, |effect| effect)?;
    // What is only chosen has to be done something to, or it changes nothing that is known.
    if matches!(effect, Effect::Choose(_)) && super::input::at_end(i) && i.toks.len() <= 1 {
        return fail(i);
    }
    if found.condition.is_some() || found.events.len() != 1 {
        return fail(i);
    }
    let effect = match cond {
        Some(cond) => Effect::If(cond, Box::new(effect), None),
        None => effect,
    };
    let Some(when) = found.events.into_iter().next() else {
        return fail(i);
    };
    waits(i, when, each_time, said.unwrap_or(Duration::Turn), effect)
}

/// "As long as this unit remains tapped, ..., and at the start of the Ground battle step, ...".
pub(super) fn each_time_while_tapped(i: &mut In<'_>) -> R<Effect> {
    let found = trigger::trigger(i)?;
    p(",").parse_next(i)?;
    let effect = clauses(i)?;
    let mut events = found.events.into_iter();
    let (Some(when), None, None) = (events.next(), events.next(), found.condition) else {
        return fail(i);
    };
    Ok(Effect::Later {
        when: Box::new(when),
        each_time: true,
        until: Duration::Tapped,
        effect: Box::new(effect),
    })
}

/// "If that unit does no damage this turn, discard it when the turn ends": looked at then.
fn at_turns_end(i: &mut In<'_>) -> R<Effect> {
    p("if").parse_next(i)?;
    let who = super::spoken::definite(i)?;
    if who != Who::That {
        return fail(i);
    }
    p("does no|not damage this turn").parse_next(i)?;
    let _ = eat(i, "after damage prevention");
    p(",").parse_next(i)?;
    let effect = clauses(i)?;
    p("when the|this turn ends").parse_next(i)?;
    let damages = Event::Damages {
        who: Who::That,
        target: trigger::anyone(),
        attacking: false,
        using: None,
    };
    let none = Cond::Not(Box::new(Cond::Happened(Box::new(damages), 1)));
    Ok(Effect::Later {
        when: Box::new(Event::TurnEnds),
        each_time: false,
        until: Duration::Turn,
        effect: Box::new(Effect::If(none, Box::new(effect), None)),
    })
}

/// "The next time it would attack this turn, ...": the first attack from then on.
fn next_attack(i: &mut In<'_>) -> R<Effect> {
    p("the next time").parse_next(i)?;
    let who = subject::who(i, subject::Mode::Event)?;
    let attacks = eat(i, "attacks");
    if !attacks {
        p("would attack").parse_next(i)?;
    }
    let until = attempt(i, duration::duration).or(i.dur);
    p(",").parse_next(i)?;
    match who {
        Who::This => {}
        // The unit chosen before stays the one that is meant.
        Who::That => (i.it, i.that) = (Ant::That, Ant::That),
        _ => (i.it, i.that) = (Ant::Actor, Ant::Actor),
    }
    let effect = clauses_or_choice(i)?;
    let when = if attacks {
        Event::Attacks { who, target: None }
    } else {
        Event::WouldAttack(who)
    };
    Ok(Effect::Later {
        when: Box::new(when),
        each_time: false,
        until: until.unwrap_or(Duration::Game),
        effect: Box::new(effect),
    })
}

/// What events set off. A bonus that an attack brings, of which no end is said, is for that attack.
fn set_off(i: &mut In<'_>, events: &[Event]) -> R<Effect> {
    if let Some(effect) = attempt(i, clauses_or_choice) {
        return Ok(effect);
    }
    if !super::of_attacks(events) {
        return fail(i);
    }
    let outer = i.dur.replace(Duration::Attack);
    let effect = clauses_or_choice(i)?;
    i.dur = outer;
    Ok(effect)
}

/// An effect that waits for its event. A prevention of what would be done holds instead, as a
/// standing one does (6.3.3).
fn waits(
    i: &mut In<'_>,
    when: Event,
    each_time: bool,
    until: Duration,
    effect: Effect,
) -> R<Effect> {
    let Event::WouldBeDamaged { who, by, attacked } = when else {
        return Ok(Effect::Later {
            when: Box::new(when),
            each_time,
            until,
            effect: Box::new(effect),
        });
    };
    match effect {
        Effect::Prevent {
            target,
            amount,
            from: None,
        } if each_time && (target == who || target == Who::Patient) => {
            let rule = StaticRule::Prevent {
                to: Who::This,
                from: by,
                amount,
                attack_only: attacked,
            };
            Ok(give::shielded(who, rule, until))
        }
        _ => fail(i),
    }
}

pub(super) fn at_attack_end(effect: Effect) -> Effect {
    let when = Event::AttackEnds {
        who: Who::Attacker,
        target: None,
    };
    Effect::Later {
        when: Box::new(when),
        each_time: false,
        until: Duration::Attack,
        effect: Box::new(effect),
    }
}

/// "This turn, whenever ..., ..." and "each of your units that are in that arena whenever ... gets ...".
pub(super) fn whenever(i: &mut In<'_>, until: Duration) -> R<Effect> {
    if let Some(effect) = attempt(i, |i| give::units_present(i, until)) {
        return Ok(effect);
    }
    if let Some(effect) = attempt(i, |i| give::extra_counters(i, until)) {
        return Ok(effect);
    }
    let each_time = ahead(i, "whenever") || ahead(i, "each time");
    let found = trigger::trigger(i)?;
    p(",").parse_next(i)?;
    let effect = set_off(i, &found.events)?;
    if found.condition.is_some() || found.events.len() != 1 {
        return fail(i);
    }
    let Some(when) = found.events.into_iter().next() else {
        return fail(i);
    };
    waits(i, when, each_time, until, effect)
}
