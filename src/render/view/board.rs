//! The board before and after.

use std::collections::BTreeSet;

use super::{arrow, names::Names};
use crate::catalogue::slug;
use crate::game::{Arena, CounterKind, Side};
use crate::render::Links;
use crate::rules::situation::{Handle, Situation};
use crate::rules::trace::{Board, PoolState, Ruling, UnitState};

/// Both sides, and what belongs to neither.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// Dark Side first.
    pub sides: [SideView; 2],
    /// Control of arenas and the winner, where they changed.
    pub table: Vec<ValueRow>,
}

/// One player's side of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideView {
    /// Whose.
    pub side: Side,
    /// Force, always; build points, hand, deck and discard pile where they changed.
    pub pools: Vec<ValueRow>,
    /// Units that changed, in full.
    pub units: Vec<UnitView>,
    /// Names of the others.
    pub untouched: Vec<String>,
}

impl SideView {
    /// The style class: `dark` or `light`.
    #[must_use]
    pub const fn class(&self) -> &'static str {
        self.side.word()
    }

    /// The side's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.side.name()
    }
}

/// A unit that changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitView {
    /// Its handle.
    pub handle: String,
    /// Its name.
    pub name: String,
    /// The page of its card; absent for a unit that no catalogue has.
    pub href: Option<String>,
    /// What changed, and its damage.
    pub rows: Vec<ValueRow>,
}

/// A value with what it was before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueRow {
    /// What it is, such as `Damage`.
    pub label: String,
    /// Before, if it changed.
    pub before: Option<String>,
    /// As it stands at the end.
    pub after: String,
    /// What stands behind it, such as `of 5`; often empty.
    pub of: String,
}

impl ValueRow {
    fn new<T: PartialEq + ToString>(label: &str, before: &T, after: &T) -> ValueRow {
        let changed = before != after;
        ValueRow {
            label: label.to_owned(),
            before: changed.then(|| before.to_string()),
            after: after.to_string(),
            of: String::new(),
        }
    }

    /// The row, if it changed.
    fn changed<T: PartialEq + ToString>(label: &str, before: &T, after: &T) -> Option<ValueRow> {
        Some(ValueRow::new(label, before, after)).filter(|row| row.before.is_some())
    }

    /// `0 → 2 of 5`.
    #[must_use]
    pub fn words(&self) -> String {
        let value = match &self.before {
            Some(before) => arrow(before, &self.after),
            None => self.after.clone(),
        };
        if self.of.is_empty() {
            value
        } else {
            format!("{value} {}", self.of)
        }
    }
}

pub fn board(situation: &Situation, ruling: &Ruling, links: &Links, names: &Names) -> BoardView {
    let order = order(situation, ruling);
    let page = |handle: &Handle| {
        let unit = situation.units.iter().find(|unit| unit.id == *handle)?;
        links.card(&slug(unit.card.as_deref()?))
    };
    BoardView {
        sides: Side::BOTH.map(|side| side_view(side, ruling, names, &order, &page)),
        table: table(ruling),
    }
}

/// The units in the order of the document, then those that came from the supply.
fn order<'a>(situation: &'a Situation, ruling: &'a Ruling) -> Vec<&'a Handle> {
    let known: BTreeSet<&Handle> = ruling
        .before
        .units
        .keys()
        .chain(ruling.after.units.keys())
        .collect();
    let written: Vec<&Handle> = situation
        .units
        .iter()
        .map(|unit| &unit.id)
        .filter(|id| known.contains(id))
        .collect();
    let others = known
        .into_iter()
        .filter(|id| !written.contains(id))
        .collect::<Vec<_>>();
    written.into_iter().chain(others).collect()
}

fn side_view(
    side: Side,
    ruling: &Ruling,
    names: &Names,
    order: &[&Handle],
    page: &dyn Fn(&Handle) -> Option<String>,
) -> SideView {
    let mut view = SideView {
        side,
        pools: pools(ruling, side),
        units: Vec::new(),
        untouched: Vec::new(),
    };
    for &handle in order {
        let (before, after) = (
            ruling.before.units.get(handle),
            ruling.after.units.get(handle),
        );
        let Some(now) = after.or(before) else {
            continue;
        };
        if now.side != side {
            continue;
        }
        let rows = unit_rows(before, after, names);
        let name = names.of(handle).to_owned();
        match rows.is_empty() {
            true => view.untouched.push(name),
            false => view.units.push(UnitView {
                handle: handle.to_string(),
                name,
                href: page(handle),
                rows,
            }),
        }
    }
    view
}

fn pools(ruling: &Ruling, side: Side) -> Vec<ValueRow> {
    let (before, after) = (pool(&ruling.before, side), pool(&ruling.after, side));
    let others = [
        ValueRow::changed("Build points", &before.build_points, &after.build_points),
        ValueRow::changed("Hand", &before.hand, &after.hand),
        ValueRow::changed("Deck", &before.deck, &after.deck),
        ValueRow::changed("Discard pile", &before.discard, &after.discard),
    ];
    std::iter::once(ValueRow::new("Force", &before.force, &after.force))
        .chain(others.into_iter().flatten())
        .collect()
}

const fn pool(board: &Board, side: Side) -> &PoolState {
    match side {
        Side::Dark => &board.dark,
        Side::Light => &board.light,
    }
}

/// What changed on a unit; its damage too if anything did. Empty: it is untouched.
fn unit_rows(
    before: Option<&UnitState>,
    after: Option<&UnitState>,
    names: &Names,
) -> Vec<ValueRow> {
    match (before, after) {
        (Some(before), Some(after)) if after.carried_by.is_some() => {
            carried_row(before, after, names)
        }
        (Some(before), Some(after)) => changed_rows(before, after),
        (None, Some(new)) => vec![
            ValueRow {
                label: "Place".to_owned(),
                before: Some("the supply".to_owned()),
                after: new.zone.name().to_owned(),
                of: String::new(),
            },
            damage(new, new),
        ],
        (Some(_), None) => vec![ValueRow {
            label: "Place".to_owned(),
            before: None,
            after: "no longer on the table".to_owned(),
            of: String::new(),
        }],
        (None, None) => Vec::new(),
    }
}

/// A card that a unit carries has a place and nothing else.
fn carried_row(before: &UnitState, after: &UnitState, names: &Names) -> Vec<ValueRow> {
    let place = |unit: &UnitState| match &unit.carried_by {
        Some(bearer) => format!("with {}", names.of(bearer)),
        None => unit.zone.name().to_owned(),
    };
    ValueRow::changed("Place", &place(before), &place(after))
        .into_iter()
        .collect()
}

fn changed_rows(before: &UnitState, after: &UnitState) -> Vec<ValueRow> {
    let tapped = |unit: &UnitState| if unit.tapped { "tapped" } else { "untapped" };
    let rows = [
        ValueRow::changed("Controller", &before.side.name(), &after.side.name()),
        ValueRow::changed("Place", &before.zone.name(), &after.zone.name()),
        ValueRow::changed("Power", &before.power, &after.power),
        ValueRow::changed("Speed", &before.speed, &after.speed),
        ValueRow::changed("Health", &before.health, &after.health),
        ValueRow::changed("Bounty to collect", &before.bounty, &after.bounty),
        ValueRow::changed("Turned", &tapped(before), &tapped(after)),
    ];
    let rows: Vec<ValueRow> = rows
        .into_iter()
        .flatten()
        .chain(counters(before, after))
        .collect();
    let damage = damage(before, after);
    match rows.is_empty() && damage.before.is_none() {
        true => rows,
        false => std::iter::once(damage).chain(rows).collect(),
    }
}

fn damage(before: &UnitState, after: &UnitState) -> ValueRow {
    ValueRow {
        of: format!("of {}", after.health),
        ..ValueRow::new("Damage", &before.damage, &after.damage)
    }
}

fn counters(before: &UnitState, after: &UnitState) -> Vec<ValueRow> {
    let of =
        |unit: &UnitState, kind: CounterKind| unit.counters.get(&kind).copied().unwrap_or_default();
    let row = |kind: CounterKind| {
        let label = format!("{} counters", capital(kind.word()));
        ValueRow::changed(&label, &of(before, kind), &of(after, kind))
    };
    CounterKind::ALL
        .into_iter()
        .filter(|kind| *kind != CounterKind::Damage)
        .filter_map(row)
        .collect()
}

fn table(ruling: &Ruling) -> Vec<ValueRow> {
    let whose = |side: Option<Side>| side.map_or("nobody", Side::name);
    let of = |board: &Board, arena: Arena| whose(board.control.get(&arena).copied().flatten());
    let control = Arena::ALL.into_iter().filter_map(|arena| {
        let label = format!("Control of the {} arena", arena.name());
        ValueRow::changed(
            &label,
            &of(&ruling.before, arena),
            &of(&ruling.after, arena),
        )
    });
    let winner = ValueRow::changed(
        "Winner",
        &whose(ruling.before.winner),
        &whose(ruling.after.winner),
    );
    control.chain(winner).collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
