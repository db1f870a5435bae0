//! The board before and after.

use crate::game::{Side, Zone};
use crate::rules::trace::{Board, PoolState, UnitState};

/// Both sides, Dark first.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// The sides.
    pub sides: [SideView; 2],
}

/// One side.
#[derive(Clone, Debug)]
pub struct SideView {
    /// `dark` or `light`.
    pub class: &'static str,
    /// "Dark Side".
    pub name: &'static str,
    /// Force and what else changed.
    pub pool: Vec<PoolView>,
    /// Units that changed, in full.
    pub changed: Vec<UnitView>,
    /// Names of the others.
    pub untouched: Vec<String>,
}

/// One number of a pool or a unit: a name and what stood and stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolView {
    /// The name.
    pub name: &'static str,
    /// Before.
    pub before: String,
    /// After, if it changed.
    pub after: Option<String>,
    /// What follows, such as "of 5".
    pub of: String,
}

/// One unit.
#[derive(Clone, Debug)]
pub struct UnitView {
    /// Its name.
    pub name: String,
    /// Its numbers.
    pub values: Vec<PoolView>,
    /// Where it went, such as "discarded".
    pub fate: Option<&'static str>,
}

impl BoardView {
    /// The boards before and after a run.
    #[must_use]
    pub fn of(before: &Board, after: &Board) -> BoardView {
        BoardView {
            sides: Side::BOTH.map(|side| view(side, before, after)),
        }
    }

    /// One board, as it stands: every unit in full.
    #[must_use]
    pub fn now(board: &Board) -> BoardView {
        let mut view = BoardView::of(board, board);
        for side in &mut view.sides {
            side.untouched.clear();
            side.changed = units(board, side.class).map(|u| unit(u, u)).collect();
        }
        view
    }
}

fn units<'a>(board: &'a Board, side: &'a str) -> impl Iterator<Item = &'a UnitState> {
    board.units.values().filter(move |u| u.side.word() == side)
}

fn view(side: Side, before: &Board, after: &Board) -> SideView {
    let mut changed = Vec::new();
    let mut untouched = Vec::new();
    for (handle, end) in after.units.iter().filter(|(_, u)| u.side == side) {
        match before.units.get(handle) {
            Some(start) if start == end => untouched.push(end.name.clone()),
            Some(start) => changed.push(unit(start, end)),
            None => changed.push(unit(end, end)),
        }
    }
    let (start, end) = match side {
        Side::Dark => (&before.dark, &after.dark),
        Side::Light => (&before.light, &after.light),
    };
    SideView {
        class: side.word(),
        name: side.name(),
        pool: pool(start, end),
        changed,
        untouched,
    }
}

fn pool(start: &PoolState, end: &PoolState) -> Vec<PoolView> {
    let mut values = vec![value("Force", start.force, end.force)];
    let others = [
        value("Build points", start.build_points, end.build_points),
        value("Hand", start.hand, end.hand),
        value("Deck", start.deck, end.deck),
        value("Discard pile", start.discard, end.discard),
    ];
    values.extend(others.into_iter().filter(|v| v.after.is_some()));
    values
}

fn unit(start: &UnitState, end: &UnitState) -> UnitView {
    let mut damage = value("Damage", start.damage, end.damage);
    damage.of = format!("of {}", end.health);
    let numbers = [
        value("Power", start.power, end.power),
        value("Speed", start.speed, end.speed),
        value("Health", start.health, end.health),
        value("Bounties", start.bounty, end.bounty),
        words("Tapped", yes(start.tapped), yes(end.tapped)),
    ];
    let mut values = vec![damage];
    values.extend(numbers.into_iter().filter(|v| v.after.is_some()));
    for kind in crate::game::CounterKind::ALL {
        let count = |u: &UnitState| u.counters.get(&kind).copied().unwrap_or(0);
        if count(start) != count(end) {
            values.push(value(counter_name(kind), count(start), count(end)));
        }
    }
    UnitView {
        name: end.name.clone(),
        values,
        fate: fate(start.zone, end.zone),
    }
}

const fn counter_name(kind: crate::game::CounterKind) -> &'static str {
    use crate::game::CounterKind;
    match kind {
        CounterKind::Damage => "Damage counters",
        CounterKind::Build => "Build counters",
        CounterKind::Resource => "Resource counters",
        CounterKind::Credit => "Credit counters",
        CounterKind::Mastery => "Mastery counters",
        CounterKind::Redemption => "Redemption counters",
        CounterKind::Corruption => "Corruption counters",
        CounterKind::Captivity => "Captivity counters",
    }
}

const fn fate(from: Zone, to: Zone) -> Option<&'static str> {
    match to {
        _ if from as u8 == to as u8 => None,
        Zone::Discard => Some("discarded"),
        Zone::Build => Some("in the build zone"),
        Zone::Removed => Some("out of the game"),
        Zone::Hand => Some("back in hand"),
        Zone::Deck => Some("in the deck"),
        Zone::Supply => Some("in the supply"),
        Zone::Space => Some("in the Space arena"),
        Zone::Ground => Some("in the Ground arena"),
        Zone::Character => Some("in the Character arena"),
    }
}

const fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn value(name: &'static str, before: i32, after: i32) -> PoolView {
    words(name, &before.to_string(), &after.to_string())
}

fn words(name: &'static str, before: &str, after: &str) -> PoolView {
    PoolView {
        name,
        before: before.to_owned(),
        after: (before != after).then(|| after.to_owned()),
        of: String::new(),
    }
}
