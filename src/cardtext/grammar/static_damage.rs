//! Static abilities about damage and discards: what is prevented, multiplied, or replaced.

use winnow::Parser;
use winnow::combinator::alt;

use super::input::{Ant, In, R, attempt, eat, fail, p};
use super::static_rule::holds;
use super::subject::Mode;
use super::{effect, effect_damage, grant_attack, num, place, subject};
use crate::cardtext::ability::{Ability, Event, Static, StaticRule, Triggered};
use crate::cardtext::effect::{Duration, Effect, Grant};
use crate::cardtext::who::{Cond, Filter, Num, Player, Who};

/// "Damage from this unit can't be prevented."
pub(super) fn unpreventable(i: &mut In<'_>) -> R<StaticRule> {
    let (who, by, except) =
        alt((grant_attack::unpreventable, grant_attack::barred_prevention)).parse_next(i)?;
    Ok(StaticRule::Give {
        who,
        grants: vec![Grant::Unpreventable { by, except }],
    })
}

/// "Prevent all damage to this unit from Jedi."
pub(super) fn prevention(i: &mut In<'_>) -> R<StaticRule> {
    p("prevent").parse_next(i)?;
    let amount = effect_damage::how_much(i)?;
    p("damage to").parse_next(i)?;
    let to = subject::who(i, Mode::Event)?;
    let from = attempt(i, |i| {
        p("from").parse_next(i)?;
        subject::who(i, Mode::Event)
    });
    if super::input::at_end(i) {
        Ok(StaticRule::Prevent {
            to,
            from,
            amount,
            attack_only: false,
        })
    } else {
        fail(i)
    }
}

/// "Prevent all damage to and from this unit."
pub(super) fn both_ways(i: &mut In<'_>) -> R<Vec<Ability>> {
    p("prevent").parse_next(i)?;
    let amount = effect_damage::how_much(i)?;
    p("damage to and from|done by?").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    if !super::input::at_end(i) {
        return fail(i);
    }
    let anyone = subject::each(Filter::default());
    let to = StaticRule::Prevent {
        to: who.clone(),
        from: None,
        amount: amount.clone(),
        attack_only: false,
    };
    let from = StaticRule::Prevent {
        to: anyone,
        from: Some(who),
        amount,
        attack_only: false,
    };
    Ok([to, from].into_iter().flat_map(holds).collect())
}

/// "Your opponent loses 1 Force for each point of damage done by this unit."
pub(super) fn points_of_damage(i: &mut In<'_>) -> R<Vec<Ability>> {
    let player = attempt(i, subject::player).unwrap_or(Player::You);
    let loses = if eat(i, "loses|lose") {
        true
    } else {
        p("gain|gains").parse_next(i).map(|()| false)?
    };
    let n = num::count(i)?;
    p("force for each point of? damage done by").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    let n = Num::Times(if loses { -n } else { n }, Box::new(Num::DamageDone));
    let target = subject::each(Filter::default());
    let event = Event::Damages {
        who,
        target,
        attacking: false,
        using: None,
    };
    Ok(vec![Ability::Triggered(Triggered {
        event,
        condition: None,
        effect: Effect::Force(player, n),
        limit: None,
        isolated: false,
    })])
}

/// "Whenever this unit would do damage (before damage prevention), it does 2 more damage."
pub(super) fn more_damage(i: &mut In<'_>) -> R<StaticRule> {
    p("when|whenever").parse_next(i)?;
    let by = subject::who(i, Mode::Event)?;
    p("would do damage").parse_next(i)?;
    let _ = eat(i, "before damage prevention");
    p(", it|he|she does").parse_next(i)?;
    let more = num::number(i)?;
    p("more|additional|extra damage").parse_next(i)?;
    if super::input::at_end(i) {
        Ok(StaticRule::MoreDamage { by, more })
    } else {
        fail(i)
    }
}

/// "This unit does 1 more damage when attacking Droids", "when this unit attacks a Droid, it does 1
/// more damage".
pub(super) fn more_in_attack(i: &mut In<'_>) -> R<Vec<Ability>> {
    let first = attempt(i, |i| {
        p("when|whenever").parse_next(i)?;
        subject::this(i)?;
        p("attacks").parse_next(i)?;
        let of = attempt(i, super::condition::any_unit);
        p(",").parse_next(i)?;
        Ok(of)
    });
    if first.is_none() || !eat(i, "it|he|she") {
        subject::this(i)?;
    }
    p("does").parse_next(i)?;
    let more = num::number(i)?;
    p("more|additional|extra damage").parse_next(i)?;
    let of = match first {
        Some(of) => of,
        None => {
            p("when|while attacking").parse_next(i)?;
            attempt(i, super::condition::any_unit)
        }
    };
    if !super::input::at_end(i) {
        return fail(i);
    }
    Ok(vec![Ability::Static(Static {
        condition: Some(Cond::Attacking(Who::This, of)),
        rule: StaticRule::MoreDamage {
            by: Who::This,
            more,
        },
    })])
}

/// "Double all damage that would be done by units in the Ground arena (before damage prevention)."
pub(super) fn doubling(i: &mut In<'_>) -> R<StaticRule> {
    let times = if eat(i, "double") {
        2
    } else {
        p("triple").parse_next(i).map(|()| 3)?
    };
    p("all? damage that? would? be? done by|from").parse_next(i)?;
    let by = subject::who(i, Mode::Event)?;
    let _ = eat(i, "before damage prevention");
    Ok(StaticRule::MultiplyDamage { by, times })
}

/// "if this unit would be discarded from the Ground arena, retreat it and ... instead".
pub(super) fn instead_of_discard(i: &mut In<'_>) -> R<StaticRule> {
    let (rule, until) = instead_of_discard_until(i)?;
    match until {
        None => Ok(rule),
        Some(_) => fail(i),
    }
}

/// "if one of your units would be discarded this turn, retreat it instead": for how long, if that
/// is said.
pub(super) fn instead_of_discard_until(i: &mut In<'_>) -> R<(StaticRule, Option<Duration>)> {
    p("if|when|whenever").parse_next(i)?;
    let who = subject::who(i, Mode::Event)?;
    let by_damage = if eat(i, "would be damaged and discarded") {
        true
    } else {
        p("would be discarded").parse_next(i)?;
        false
    };
    let from = attempt(i, place::located).unwrap_or_default();
    let until = attempt(i, super::duration::duration);
    p(",").parse_next(i)?;
    let ant = if who == Who::This {
        Ant::This
    } else {
        Ant::Patient
    };
    i.it = ant;
    i.that = ant;
    let may = eat(i, "you may");
    let mut seq = Vec::new();
    if by_damage {
        p("prevent that damage and").parse_next(i)?;
    }
    // "You may pay 2 Force. If you do, retreat it instead."
    let paid = attempt(i, |i| {
        let costs = super::cost::list(i)?;
        p(". if you do ,").parse_next(i)?;
        Ok(costs)
    });
    let first = effect::clauses(i)?;
    if hangs_on_a_die(&first) {
        // On the other results it is discarded after all, which no replacement says.
        return fail(i);
    }
    seq.push(match paid {
        Some(costs) if may => Effect::IfDone(
            Box::new(Effect::Pay(Player::You, costs)),
            Box::new(first),
            None,
        ),
        Some(_) => return fail(i),
        None => first,
    });
    let before_last = eat(i, "instead");
    if !before_last {
        return fail(i);
    }
    if may && eat(i, ". if you do ,") {
        // "Discard one of your other units instead. If you do, remove ... from him": from the one
        // that was to be discarded.
        i.it = ant;
        seq.push(effect::sentence(i)?);
    } else if let Some(healed) = attempt(i, left_with) {
        seq.push(healed);
    }
    let effect = Box::new(effect::sequence(seq));
    let rule = StaticRule::InsteadOfDiscard {
        who,
        from,
        effect,
        may,
        by_damage,
    };
    Ok((rule, until))
}

/// Whether a die or a condition says whether anything happens at all.
fn hangs_on_a_die(effect: &Effect) -> bool {
    match effect {
        Effect::RollDie(_) | Effect::If(_, _, None) => true,
        Effect::Seq(all) => all.iter().any(hangs_on_a_die),
        Effect::May(_, inner) => hangs_on_a_die(inner),
        _ => false,
    }
}

/// "Put damage counters on it until it has 1 remaining health": with it, not as an ability of its own.
fn left_with(i: &mut In<'_>) -> R<Effect> {
    p(".").parse_next(i)?;
    match effect::sentence(i)? {
        healed @ Effect::HealTo { .. } => Ok(healed),
        _ => fail(i),
    }
}

/// "For each damage counter put on a unit in this arena, put 1 extra damage counter on it."
pub(super) fn extra_counters(i: &mut In<'_>) -> R<StaticRule> {
    p("for each damage counter put on").parse_next(i)?;
    let on = subject::who(i, Mode::Event)?;
    p(", put").parse_next(i)?;
    let each = num::small(i)?;
    p("extra|additional|more damage counter|counters on it|that").parse_next(i)?;
    let _ = eat(i, "unit");
    Ok(StaticRule::ExtraCounters { on, each })
}
