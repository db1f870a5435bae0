//! The line beside a window's heading: what came of it, in a few words.

use std::collections::BTreeMap;

use super::names::Names;
use super::steps::signed;
use super::{arrow, count};
use crate::game::{Side, Zone};
use crate::render::{clean, shorten};
use crate::rules::situation::Handle;
use crate::rules::trace::{Change, Ruling, Step, StepKind};
use crate::rules::window::WindowId;

/// The most characters of an outcome.
const MOST: usize = 72;

pub fn outcome(window: WindowId, steps: &[Step], ruling: &Ruling, names: &Names) -> String {
    let special = match window {
        WindowId::Declare => defender(steps, names),
        WindowId::Roll => faces(steps, ruling),
        WindowId::Hits => hits(steps, ruling),
        WindowId::Reroll | WindowId::RerollTriggers => rerolled(steps, ruling),
        WindowId::Discard => discarded(steps, names).or_else(|| Some("nobody".to_owned())),
        _ => None,
    };
    let words = special.unwrap_or_else(|| general(window, steps, names));
    shorten(&words, MOST)
}

fn changes(steps: &[Step]) -> impl Iterator<Item = &Change> {
    steps.iter().flat_map(|step| &step.changes)
}

fn defender(steps: &[Step], names: &Names) -> Option<String> {
    let last = changes(steps).filter_map(|change| match change {
        Change::Defender { unit } => Some(unit),
        _ => None,
    });
    last.last()
        .map(|unit| format!("{} is the defender", names.short(unit)))
}

fn faces(steps: &[Step], ruling: &Ruling) -> Option<String> {
    let roll = ruling
        .rolls
        .iter()
        .find(|roll| steps.iter().any(|step| step.n == roll.n))?;
    let faces: Vec<String> = roll.first.iter().map(u8::to_string).collect();
    Some(if faces.is_empty() {
        "no dice".to_owned()
    } else {
        faces.join(" ")
    })
}

/// The faces after rerolls, if any were made.
fn rerolled(steps: &[Step], ruling: &Ruling) -> Option<String> {
    let end = steps
        .iter()
        .rev()
        .find(|step| step.kind == StepKind::Reroll)?
        .n;
    let roll = ruling.rolls.iter().rev().find(|roll| roll.n <= end)?;
    let faces: Vec<String> = roll.last.iter().map(u8::to_string).collect();
    Some(with_refusals(steps, vec![faces.join(" ")]))
}

/// The hits of the last roll made before the window ends.
fn hits(steps: &[Step], ruling: &Ruling) -> Option<String> {
    let end = steps.last()?.n;
    let roll = ruling.rolls.iter().rev().find(|roll| roll.n <= end)?;
    let hits = usize::try_from(roll.hits?).ok()?;
    Some(count(hits, "hit", "hits"))
}

fn discarded(steps: &[Step], names: &Names) -> Option<String> {
    let units = changes(steps).filter_map(|change| match change {
        Change::Zone {
            unit,
            to: Zone::Discard,
            ..
        } => Some(names.short(unit)),
        _ => None,
    });
    let units: Vec<&str> = units.collect();
    (!units.is_empty()).then(|| units.join(", "))
}

/// What changed, by unit; failing that, what was played.
fn general(window: WindowId, steps: &[Step], names: &Names) -> String {
    let mut parts = Tally::of(steps).words(window, names);
    if parts.is_empty() {
        parts.extend(played(steps, names));
    }
    with_refusals(steps, parts)
}

/// The parts in one line, after the number of refused plays if there are any.
fn with_refusals(steps: &[Step], parts: Vec<String>) -> String {
    let refused = steps
        .iter()
        .filter(|step| step.kind == StepKind::Refusal)
        .count();
    let refused = (refused > 0).then(|| format!("{refused} refused"));
    refused
        .into_iter()
        .chain(parts)
        .collect::<Vec<_>>()
        .join(", ")
}

/// What was done in a window where nothing on the board changed.
fn played(steps: &[Step], names: &Names) -> Option<String> {
    let of = |kind: StepKind| steps.iter().any(|step| step.kind == kind);
    let quiet = |step: &&Step| matches!(step.kind, StepKind::Pass | StepKind::Refusal);
    let own = |step: &&Step| step.parent.is_none() && !quiet(step);
    let mut done = steps.iter().filter(own);
    match (done.next(), done.count()) {
        (None, _) if of(StepKind::Refusal) => None,
        (None, _) if of(StepKind::Pass) => Some("nothing played".to_owned()),
        (None, _) => Some("nothing happens".to_owned()),
        (Some(only), 0) => Some(names.spoken(&only.text).trim_end_matches('.').to_owned()),
        (Some(_), more) => Some(count(more + 1, "step", "steps")),
    }
}

/// First and last value of everything that changed in a window.
#[derive(Default)]
struct Tally<'a> {
    pending: BTreeMap<&'a Handle, (i32, i32)>,
    damage: BTreeMap<&'a Handle, i32>,
    force: BTreeMap<Side, (i32, i32)>,
    build_points: BTreeMap<Side, (i32, i32)>,
    hand: BTreeMap<Side, i32>,
    other: Vec<&'a Change>,
}

impl<'a> Tally<'a> {
    fn of(steps: &'a [Step]) -> Tally<'a> {
        let mut tally = Tally::default();
        changes(steps).for_each(|change| tally.add(change));
        tally
    }

    fn add(&mut self, change: &'a Change) {
        match change {
            Change::Pending { unit, from, to } => {
                self.pending.entry(unit).or_insert((*from, *to)).1 = *to
            }
            Change::Damage { unit, from, to } => *self.damage.entry(unit).or_default() += to - from,
            Change::Force { side, from, to } => {
                self.force.entry(*side).or_insert((*from, *to)).1 = *to
            }
            Change::BuildPoints { side, from, to } => {
                self.build_points.entry(*side).or_insert((*from, *to)).1 = *to
            }
            Change::Hand { side, by } => *self.hand.entry(*side).or_default() += by,
            other => self.other.push(other),
        }
    }

    /// In the order of what readers look for: damage, pending damage, other changes, pools.
    fn words(&self, window: WindowId, names: &Names) -> Vec<String> {
        let damage = self.damage.iter().filter(|(_, by)| **by != 0);
        let damage = damage.map(|(unit, by)| format!("{} {}", names.short(unit), signed(*by)));
        let pending = self.pending.iter().map(|(unit, (from, to))| match from {
            0 => format!("{to} pending on {}", names.short(unit)),
            _ => format!("{}: {} pending", names.short(unit), arrow(from, to)),
        });
        // Placement turns pending damage into counters: the counters say it all.
        let placed = window == WindowId::Placement && !self.damage.is_empty();
        let mut words: Vec<String> = damage.collect();
        words.extend(pending.filter(|_| !placed));
        words.extend(self.other.iter().filter_map(|change| other(change, names)));
        if words.is_empty() {
            words.extend(self.pools());
        }
        words
    }

    fn pools(&self) -> Vec<String> {
        let ranges = |name: &str, pool: &BTreeMap<Side, (i32, i32)>| {
            let row = |(side, (from, to)): (&Side, &(i32, i32))| {
                format!("{} {name} {}", side.name(), arrow(from, to))
            };
            pool.iter().map(row).collect::<Vec<_>>()
        };
        let hand = self
            .hand
            .iter()
            .map(|(side, by)| format!("{} hand {}", side.name(), signed(*by)));
        ranges("Force", &self.force)
            .into_iter()
            .chain(ranges("build points", &self.build_points))
            .chain(hand)
            .collect()
    }
}

fn other(change: &Change, names: &Names) -> Option<String> {
    let name = |unit| names.short(unit);
    Some(match change {
        Change::Defender { unit } => format!("{} is the defender", name(unit)),
        Change::Gets { unit, what } => {
            format!("{} gets {}", name(unit), crate::render::clean(what))
        }
        Change::Zone {
            unit,
            to: Zone::Discard,
            ..
        } => format!("{} is discarded", name(unit)),
        Change::Zone { unit, to, .. } => format!("{} to {}", name(unit), to.name()),
        Change::Created { unit } => format!("{} arrives", name(unit)),
        Change::Counters {
            unit,
            kind,
            from,
            to,
        } => format!("{} {} {}", name(unit), kind.word(), arrow(from, to)),
        Change::Attached { card, to } => format!("{} on {}", clean(card), name(to)),
        _ => return None,
    })
}
