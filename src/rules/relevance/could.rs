//! Whether what happened, and the units of it, could be those a line speaks of.

use crate::cardtext::{Event, Filter, Owner, Who};
use crate::rules::look::{self, Look};
use crate::rules::table::{Table, UnitIx};
use crate::rules::triggers::{EventKind, Happened};

/// Whether what happened could be the event, as far as the units are what the words say.
pub(super) fn could_be_it(table: &Table, look: &Look, event: &Event, happened: &Happened) -> bool {
    let is = |who: &Who, unit: UnitIx| could_be(table, look, who, unit);
    let opt = |who: &Option<Who>, unit: UnitIx| who.as_ref().is_none_or(|w| is(w, unit));
    match (event, happened) {
        (Event::Attacks { who, target }, Happened::Attacked { attacker, defender })
        | (Event::Rolls { who, target, .. }, Happened::Rolled { attacker, defender })
        | (Event::AttackEnds { who, target }, Happened::AttackEnded { attacker, defender }) => {
            is(who, *attacker) && opt(target, *defender)
        }
        (Event::WouldAttack(who), Happened::Attacked { attacker, .. }) => is(who, *attacker),
        (Event::Attacks { who, .. } | Event::WouldAttack(who), Happened::DidNotAttack(unit)) => {
            is(who, *unit)
        }
        (
            Event::Damages { who, target, .. },
            Happened::Damaged {
                source,
                target: hit,
                ..
            },
        ) => source.is_none_or(|s| is(who, s)) && is(target, *hit),
        (Event::Prevents { who, .. }, Happened::Prevented { by, .. }) => is(who, *by),
        (Event::Discarded { who, by, .. }, Happened::Discarded(f)) => {
            is(who, f.unit)
                && by
                    .as_ref()
                    .is_none_or(|w| f.by.iter().chain(&f.cause).any(|u| is(w, *u)))
        }
        (Event::Returned { who, .. }, Happened::Returned(f)) => is(who, f.unit),
        (
            Event::Deployed { who, .. } | Event::Arrives { who, .. },
            Happened::Deployed(u) | Happened::Arrived(u),
        )
        | (Event::Retreats(who) | Event::RetreatedBy(_, who), Happened::Retreated(u, _))
        | (Event::Tapped(who), Happened::Tapped(u))
        | (Event::Untapped(who), Happened::Untapped(u))
        | (
            Event::CountersPut(who, _),
            Happened::CountersPut(u, _) | Happened::Damaged { target: u, .. },
        ) => is(who, *u),
        (
            Event::Attacks { .. }
            | Event::Rolls { .. }
            | Event::AttackEnds { .. }
            | Event::Damages { .. }
            | Event::Prevents { .. }
            | Event::Discarded { .. }
            | Event::Returned { .. }
            | Event::Retreats(_)
            | Event::RetreatedBy(..)
            | Event::Tapped(_)
            | Event::Untapped(_)
            | Event::WouldBeDamaged { .. },
            _,
        ) => false,
        (Event::BuildStepStarts(player), Happened::BuildStarts(side)) => {
            look.players(table, *player).contains(side)
        }
        // Whatever is left is told apart by its sort only.
        (Event::Uses(who, _), Happened::Attacked { attacker, defender }) => {
            is(who, *attacker) || is(who, *defender)
        }
        (Event::Uses(..), _) => true,
        (event, happened) => kind_of(event) == happened.kind(),
    }
}

/// Whether the unit could be one of those meant at some time.
pub(super) fn could_be(table: &Table, look: &Look, who: &Who, unit: UnitIx) -> bool {
    match who {
        Who::This => look.this == Some(unit),
        Who::Units(selector) => could_fit(table, look, &selector.filter, unit),
        Who::That | Who::Paid | Who::Attacker | Who::Defender | Who::Actor | Who::Patient => true,
    }
}

/// Whether the unit fits the description, its place and state apart.
pub(super) fn could_fit(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    let owner = match filter.owner {
        Owner::Anyone => true,
        Owner::Yours => unit.side == look.you,
        Owner::Opponents => unit.side != look.you,
    };
    let this = owner
        && !(filter.other && look.this == Some(ix))
        && look::kinds_fit(table, &filter.kinds, ix);
    this || filter.or.iter().any(|f| could_fit(table, look, f, ix))
}

/// The sort of event.
pub(super) const fn kind_of(event: &Event) -> EventKind {
    match event {
        Event::Attacks { .. } | Event::WouldAttack(_) => EventKind::Attack,
        Event::Rolls { .. } => EventKind::Roll,
        Event::AttackEnds { .. } => EventKind::AttackEnd,
        Event::Damages { .. } | Event::WouldBeDamaged { .. } => EventKind::Damage,
        Event::Prevents { .. } => EventKind::Prevent,
        Event::Discarded { .. } | Event::Returned { .. } => EventKind::Discard,
        Event::Deployed { .. } | Event::Arrives { .. } | Event::Completes(..) => EventKind::Arrival,
        Event::Retreats(_) | Event::RetreatedBy(..) => EventKind::Move,
        Event::Tapped(_) | Event::Untapped(_) => EventKind::Tap,
        Event::Uses(..) => EventKind::Use,
        Event::CountersPut(..)
        | Event::PlaysBattleCard(_)
        | Event::Draws(_)
        | Event::ReadyPhase(_) => EventKind::Other,
        Event::BuildStepStarts(_) | Event::BuildStepEnds(_) => EventKind::Build,
        Event::BattleStarts
        | Event::BattleStepStarts(_)
        | Event::BattleStepEnds(_)
        | Event::BattleEnds => EventKind::Battle,
        Event::TurnEnds => EventKind::TurnEnd,
    }
}
