//! How many units a play may be aimed at (RULES 4.3.a).

use crate::cardtext::{Cost, Effect, Num, Quantity, Who};
use crate::clause;
use crate::rules::naming;
use crate::rules::run::{Run, reason};
use crate::rules::situation::Handle;
use crate::rules::trace::Reason;

use super::Act;

impl Run<'_> {
    /// That the play names a cost that its text does not have, and no unit either.
    pub(in crate::rules) fn pays_nothing(&self, act: &Act) -> Option<Reason> {
        let line = naming::normal(&act.printed);
        let known = |words: &String| {
            let unit = Handle::new(words).and_then(|h| self.table.find(&h));
            unit.is_some() || line.contains(&naming::normal(words))
        };
        let wrong = act.aim.pay.iter().find(|words| !known(words))?;
        let text = format!("it has no cost `{wrong}`");
        Some(reason(clause!("4.3.a"), text))
    }

    /// That the play names more units than its text lets it be aimed at. What has no use for an aim
    /// at all passes it over.
    pub(in crate::rules) fn too_many_aims(&self, act: &Act) -> Option<Reason> {
        let named = act.aim.on.len();
        let most = of_effect(&act.ability.effect).filter(|most| *most > 0)?;
        let paying = match act.ability.costs.iter().map(of_cost).sum::<Option<usize>>() {
            Some(paying) if act.aim.pay.is_empty() => paying,
            Some(_) => 0,
            None => return None,
        };
        (named > most + paying).then(|| {
            let text = format!("it is aimed at {most} at most, and {named} are named");
            reason(clause!("4.3.a"), text)
        })
    }
}

/// How many units the text lets its player choose at most; `None` if it does not say.
fn of_effect(effect: &Effect) -> Option<usize> {
    match effect {
        Effect::Seq(all) => all.iter().map(of_effect).sum(),
        Effect::ChooseOne(all) => all
            .iter()
            .map(of_effect)
            .try_fold(0, |a, b| Some(a.max(b?))),
        Effect::May(_, inner) | Effect::Later { effect: inner, .. } => of_effect(inner),
        Effect::IfDone(first, then, otherwise) => {
            Some(of_effect(first)? + of_either(then, otherwise.as_deref())?)
        }
        Effect::If(_, then, otherwise) => of_either(then, otherwise.as_deref()),
        Effect::Choose(selector) => of_quantity(&selector.quantity),
        Effect::Damage { source, target, .. } => Some(of_who(source)? + of_who(target)?),
        Effect::Force(..)
        | Effect::BuildPoints(..)
        | Effect::Draw(..)
        | Effect::DiscardHand(..)
        | Effect::DiscardRandom(..)
        | Effect::DiscardDeck(..)
        | Effect::DiscardNth(..)
        | Effect::EndAttack
        | Effect::Steady
        | Effect::NotAgain => Some(0),
        // Whom a unit attacks need not stand in the text.
        Effect::Attack { .. } => None,
        other => {
            let all = spoken_of(other);
            let most = || all.iter().map(|who| of_who(who)).sum();
            if all.is_empty() { None } else { most() }
        }
    }
}

/// Whom an effect is done to, in the order in which they are asked for; nobody for one that is made
/// of others, and for one that is not done to units.
pub(in crate::rules) fn spoken_of(effect: &Effect) -> Vec<&Who> {
    match effect {
        Effect::Give { who, .. }
        | Effect::Tap(who)
        | Effect::Untap(who)
        | Effect::Discard(who)
        | Effect::Retreat(who)
        | Effect::Return(who)
        | Effect::RemoveFromGame(who)
        | Effect::RemoveStack(who)
        | Effect::ToSupply(who)
        | Effect::Put(who, _)
        | Effect::Control(_, who, _)
        | Effect::NewDefender(who)
        | Effect::HealTo { who, .. }
        | Effect::Damage { target: who, .. }
        | Effect::Divide { among: who, .. }
        | Effect::Prevent { target: who, .. }
        | Effect::PutCounters { on: who, .. }
        | Effect::RemoveCounters { from: who, .. } => vec![who],
        Effect::MoveCounters { from, to, .. } => vec![from, to],
        Effect::Attack { who, target, .. } => [who].into_iter().chain(target).collect(),
        _ => Vec::new(),
    }
}

fn of_either(one: &Effect, other: Option<&Effect>) -> Option<usize> {
    let other = other.map_or(Some(0), of_effect)?;
    Some(of_effect(one)?.max(other))
}

fn of_who(who: &Who) -> Option<usize> {
    match who {
        Who::Units(selector) => of_quantity(&selector.quantity),
        _ => Some(0),
    }
}

fn of_quantity(quantity: &Quantity) -> Option<usize> {
    match quantity {
        Quantity::Each => Some(0),
        Quantity::Choose(Num::Const(n))
        | Quantity::UpTo(Num::Const(n))
        | Quantity::OpponentChooses(Num::Const(n)) => usize::try_from(*n).ok(),
        _ => None,
    }
}

/// The units that pay a cost may be named first among the aims.
fn of_cost(cost: &Cost) -> Option<usize> {
    match cost {
        Cost::Tap(who)
        | Cost::Untap(who)
        | Cost::Discard(who)
        | Cost::Retreat(who)
        | Cost::Return(who)
        | Cost::RemoveFromGame(who)
        | Cost::ToSupply(who)
        | Cost::PutCounters { on: who, .. }
        | Cost::RemoveCounters { from: who, .. } => of_who(who),
        Cost::Force(_)
        | Cost::BuildPoints(_)
        | Cost::DiscardCards { .. }
        | Cost::RemoveDiscarded { .. } => Some(0),
        Cost::Do(_) => None,
    }
}
