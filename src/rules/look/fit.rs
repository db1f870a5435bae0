//! Whether a unit fits a description: whose it is, what it is, where it is and in which state.

use crate::cardtext::{Filter, Kind, Owner, Place, Trait};
use crate::game::{CardType, Zone};
use crate::rules::table::{Table, Unit, UnitIx};

use super::kind::{carries, has_name};
use super::number::cards_under;
use super::{Look, counters_on, fitting, kinds_fit, printed_stat, stat_of, value};

/// Whether the unit fits the description.
#[must_use]
pub fn fits(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    fits_this(table, look, filter, ix) || filter.or.iter().any(|f| fits(table, look, f, ix))
}

/// The same for the first of several descriptions.
fn fits_this(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    place_fits(table, look, &filter.places, ix) && fits_but_place(table, look, filter, ix)
}

/// Whether the unit fits the first description, wherever it is: one that has just left the table
/// is what it was.
#[must_use]
pub fn fits_but_place(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    let meant = table.unit(ix).is_unit() || filter.kinds.iter().flatten().any(names_non_unit);
    meant && described(table, look, filter, ix)
}

/// Whether the unit fits the description, wherever it is and whatever places are named.
pub(super) fn fits_anywhere(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    let mut filter = filter.clone();
    filter.everywhere();
    fits(table, look, &filter, ix)
}

/// Whether the unit fits the description, wherever it is unless the description names a place.
#[must_use]
pub fn fits_unless_elsewhere(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    if filter.places.is_empty() {
        fits_anywhere(table, look, filter, ix)
    } else {
        fits(table, look, filter, ix)
    }
}

/// Whether the description fits the card, be it a unit or not.
pub(super) fn is_so(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    place_fits(table, look, &filter.places, ix) && described(table, look, filter, ix)
        || filter.or.iter().any(|f| is_so(table, look, f, ix))
}

fn described(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    let owner = match filter.owner {
        Owner::Anyone => true,
        Owner::Yours => unit.side == look.you,
        Owner::Opponents => unit.side != look.you,
    };
    owner
        && !(filter.other && look.this == Some(ix))
        && kinds_fit(table, &filter.kinds, ix)
        && filter
            .traits
            .iter()
            .all(|t| trait_holds(table, look, t, ix))
        && filter
            .traits
            .iter()
            .all(|t| is_extreme(table, look, filter, t, ix))
}

/// Whether no other unit of the description has a lower number, or a higher one.
fn is_extreme(table: &Table, look: &Look, filter: &Filter, state: &Trait, ix: UnitIx) -> bool {
    let Trait::Extreme {
        stat,
        printed,
        highest,
    } = state
    else {
        return true;
    };
    let mut plain = filter.clone();
    plain.traits.retain(|t| !matches!(t, Trait::Extreme { .. }));
    let number = |u: UnitIx| {
        if *printed {
            printed_stat(table, u, *stat)
        } else {
            stat_of(table, u, *stat)
        }
    };
    let mine = number(ix);
    fitting(table, look, &plain).into_iter().all(|u| {
        if *highest {
            number(u) <= mine
        } else {
            number(u) >= mine
        }
    })
}

/// Whether one of the descriptions fits the unit, wherever it is.
pub(super) fn is_of_one(table: &Table, look: &Look, filter: &Filter, ix: UnitIx) -> bool {
    fits_but_place(table, look, filter, ix)
        || filter.or.iter().any(|f| is_of_one(table, look, f, ix))
}

fn names_non_unit(kind: &Kind) -> bool {
    match kind {
        Kind::AnyCard | Kind::Name(_) => true,
        Kind::Type(t) => t.arena().is_none() && *t != CardType::Subordinate,
        _ => false,
    }
}

fn place_fits(table: &Table, look: &Look, places: &[Place], ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    if places.is_empty() {
        // Cards that are no units work beside the arenas too: a Resource, a Campaign, an Event.
        return unit.arena().is_some() || unit.works_as_a_card();
    }
    places.iter().any(|p| in_place(table, look, *p, unit))
}

/// Whether the unit was spoken of last: where none was chosen it is the one of the event.
fn is_spoken_of(look: &Look, ix: UnitIx) -> bool {
    if look.that.is_empty() {
        return look.patient == Some(ix) || look.actor == Some(ix);
    }
    look.that.contains(&ix)
}

/// Whether the card lies in the place, seen from the ability.
#[must_use]
pub fn in_place(table: &Table, look: &Look, place: Place, unit: &Unit) -> bool {
    let same_as = |other: Option<UnitIx>| {
        other
            .and_then(|o| look.arena_of(table, o))
            .is_some_and(|a| unit.arena() == Some(a))
    };
    match place {
        Place::Arena(a) => unit.arena() == Some(a),
        Place::ThisArena => same_as(look.this),
        Place::ThatArena => {
            // Where nothing else was spoken of it is the arena of the card that speaks.
            let that = look.that.last().copied().or(look.patient).or(look.this);
            // A unit that has left as a cost was in the arena it left.
            let gone = that.is_some_and(|u| !table.unit(u).zone.on_table());
            same_as(that) || gone && look.left.is_some() && unit.arena() == look.left
        }
        Place::ChosenArena => look.arena.is_some() && unit.arena() == look.arena,
        Place::AttackArena => same_as(table.attack().map(|a| a.defender)),
        Place::AttackerArena => same_as(table.attack().map(|a| a.attacker)),
        Place::AnyArena => unit.arena().is_some(),
        Place::Build => unit.is_retreated(),
        Place::OwnBuild => unit.is_retreated() && unit.side == look.you,
        Place::OpponentsBuild => unit.is_retreated() && unit.side != look.you,
        Place::Partly => unit.is_face_down(),
        Place::Hand => unit.zone == Zone::Hand,
        Place::DiscardPile => unit.zone == Zone::Discard,
        Place::Anywhere => unit.arena().is_some() || unit.is_retreated() || unit.works_as_a_card(),
    }
}

fn trait_holds(table: &Table, look: &Look, state: &Trait, ix: UnitIx) -> bool {
    let unit = table.unit(ix);
    match state {
        Trait::Tapped => unit.tapped,
        Trait::Untapped => !unit.tapped,
        Trait::Damaged => unit.damage > 0,
        Trait::Undamaged => unit.damage == 0,
        Trait::Attacking => table.attack().is_some_and(|a| a.attacker == ix),
        Trait::Defending => table.attack().is_some_and(|a| a.defender == ix),
        Trait::Has(k) => table.view(ix).has(*k),
        // What the ability itself lends does not count: "that doesn't have it already".
        Trait::HasNot(k) => !table
            .view(ix)
            .copies_of(*k)
            .any(|c| c.off.is_none() && (c.by.is_none() || c.by != look.this)),
        Trait::Lacks(state) => !trait_holds(table, look, state, ix),
        Trait::Piloted => !unit.pilots.is_empty(),
        Trait::Equipped => !unit.attached.is_empty(),
        Trait::Attached(of, n) => carries(&unit.attached, of) >= usize::from(*n),
        Trait::PilotedBy(of, n) => carries(&unit.pilots, of) >= usize::from(*n),
        Trait::StackHas(of, n) => carries(&unit.under, of) >= usize::from(*n),
        // Looked at beside the others, where all parts of the description are known.
        Trait::Extreme { .. } => true,
        Trait::AttacksWith(k) => table
            .attack()
            .is_some_and(|a| a.attacker == ix && a.with == Some(*k)),
        Trait::Stacked(n, which) => cards_under(unit, *which) >= i32::from(*n),
        Trait::Stat {
            stat,
            printed,
            cmp,
            to,
        } => {
            let mine = if *printed {
                printed_stat(table, ix, *stat)
            } else {
                stat_of(table, ix, *stat)
            };
            cmp.holds(mine, value(table, look, to))
        }
        Trait::Counters(kind, n) => counters_on(unit, *kind) >= i32::from(*n),
        Trait::NotThat => !is_spoken_of(look, ix),
        Trait::IsThat => look.that.contains(&ix),
        Trait::IsThis => look.this == Some(ix),
        Trait::HasAttacked => unit.attacks > 0,
        Trait::AttackedByThis => table
            .attack()
            .is_some_and(|a| a.defender == ix && look.this == Some(a.attacker)),
        Trait::SameNameAsThis => look
            .this
            .is_some_and(|t| t != ix && has_name(unit, &table.unit(t).name)),
    }
}
