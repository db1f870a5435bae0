//! Limits on the arena that a text lets its player choose: "Play only if you have a Jedi in the
//! chosen arena" says which arenas may be chosen.

use crate::cardtext::ability::Limit;
use crate::cardtext::effect::Effect;
use crate::cardtext::who::{Cond, Filter, Num, Place, Who};

/// Moves what the limits ask of the chosen arena to the choice of the arena.
pub(super) fn settle(effect: &mut Effect, limits: &mut Vec<Limit>) {
    let first = match effect {
        Effect::Seq(all) => all.first_mut(),
        one => Some(one),
    };
    let Some(Effect::ChooseArena { condition, .. }) = first else {
        return;
    };
    let mut asked: Vec<Cond> = condition.take().into_iter().collect();
    let mut kept = Vec::new();
    for limit in limits.drain(..) {
        let parts = match limit {
            Limit::If(Cond::All(parts)) => parts,
            Limit::If(cond) => vec![cond],
            other => {
                kept.push(other);
                continue;
            }
        };
        let (of_it, rest): (Vec<Cond>, Vec<Cond>) = parts.into_iter().partition(of_arena);
        asked.extend(of_it);
        kept.extend(rest.into_iter().map(|cond| match cond {
            Cond::NoAttack => Limit::NoAttack,
            cond => Limit::If(cond),
        }));
    }
    *limits = kept;
    *condition = super::static_rule::joined(asked);
}

/// Whether the condition speaks of the chosen arena.
fn of_arena(cond: &Cond) -> bool {
    match cond {
        Cond::All(all) | Cond::Any(all) => all.iter().any(of_arena),
        Cond::Not(inner) => of_arena(inner),
        Cond::Is(who, filter) => there(filter) || matches!(who, Who::Units(s) if there(&s.filter)),
        Cond::Count(filter, _, n) => there(filter) || counts(n),
        Cond::Compare(a, _, b) => counts(a) || counts(b),
        _ => false,
    }
}

fn counts(n: &Num) -> bool {
    matches!(n, Num::Count(filter) if there(filter))
}

fn there(filter: &Filter) -> bool {
    filter.places.contains(&Place::ChosenArena) || filter.or.iter().any(there)
}
