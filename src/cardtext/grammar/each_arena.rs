//! "one of your opponent's units in each arena": so many in every arena, not so many in all.

use super::input::{Ant, In, R, some};
use crate::cardtext::effect::Effect;
use crate::cardtext::who::{Place, Quantity, Who};
use crate::game::Arena;

/// Reads a clause; the units "in each arena" are chosen first, so many in every arena, and what is
/// done is done to all of them together.
pub(super) fn in_each<'t>(
    i: &mut In<'t>,
    mut clause: impl FnMut(&mut In<'t>) -> R<Effect>,
) -> R<Effect> {
    let before = std::mem::take(&mut i.each_arena);
    let chosen_before = i.that != Ant::None;
    let effect = clause(i)?;
    let each = std::mem::replace(&mut i.each_arena, before);
    if !each {
        return Ok(effect);
    }
    let spread = spread(effect).filter(|_| !chosen_before);
    some(i, spread)
}

/// A choice in every arena, and then the effect on the units chosen.
fn spread(effect: Effect) -> Option<Effect> {
    let (all, then) = match effect {
        Effect::Choose(all) => (all, None),
        mut effect => {
            let Who::Units(all) = std::mem::replace(chosen(&mut effect)?, Who::That) else {
                return None;
            };
            (all, Some(effect))
        }
    };
    let open = all.filter.places == [Place::AnyArena] && all.filter.or.is_empty();
    if !open || all.quantity == Quantity::Each {
        return None;
    }
    let each = Arena::ALL.into_iter().map(|arena| {
        let mut here = all.clone();
        here.filter.places = vec![Place::Arena(arena)];
        Effect::Choose(here)
    });
    let mut seq: Vec<Effect> = each.collect();
    seq.extend(then);
    Some(Effect::Seq(seq))
}

/// The units that the effect has its player choose.
fn chosen(effect: &mut Effect) -> Option<&mut Who> {
    match effect {
        Effect::Tap(who)
        | Effect::Untap(who)
        | Effect::Discard(who)
        | Effect::Retreat(who)
        | Effect::Return(who)
        | Effect::RemoveFromGame(who)
        | Effect::RemoveStack(who)
        | Effect::ToSupply(who)
        | Effect::Give { who, .. }
        | Effect::PutCounters { on: who, .. }
        | Effect::RemoveCounters { from: who, .. }
        | Effect::Damage {
            source: Who::This,
            target: who,
            ..
        } => Some(who),
        _ => None,
    }
}
