//! The verdict sentence, made from the trace and the final board, never written beside them.

use std::collections::BTreeMap;

use crate::game::{CounterKind, Zone};

use super::run::Run;
use super::situation::Handle;
use super::trace::{Board, Change, Request, StepKind, UnitState};

/// What the run came to, in at most two sentences.
#[must_use]
pub(super) fn of(run: &Run<'_>, before: &Board, after: &Board) -> String {
    let mut sentences = Vec::new();
    sentences.push(what_happened(run, before, after));
    if let Some(refused) = refused(run) {
        sentences.push(refused);
    }
    sentences.retain(|s| !s.is_empty());
    sentences.join(" ")
}

/// The sentence of a run that waits.
#[must_use]
pub(super) fn waiting(request: &Request) -> String {
    format!("It depends: {}", request.asks)
}

fn what_happened(run: &Run<'_>, before: &Board, after: &Board) -> String {
    let mut parts = Vec::new();
    let placed = placed(run);
    for (id, unit) in &after.units {
        let was = before.units.get(id);
        let taken = placed.get(id).copied().unwrap_or(0).max(0);
        let left = was.is_some_and(|w| w.zone.on_table()) && !unit.zone.on_table();
        match (taken, left.then(|| left_for(unit.zone))) {
            (0, None) => {}
            (0, Some(left)) => parts.push(format!("{} {left}", unit.name)),
            (n, None) => parts.push(format!("{} takes {n}", unit.name)),
            (n, Some(left)) => parts.push(format!("{} takes {n} and {left}", unit.name)),
        }
    }
    if parts.is_empty() {
        parts.extend(other_changes(run, before, after));
    }
    if parts.is_empty() && run.table.attack_count == 0 {
        parts.extend(lesser_changes(before, after));
    }
    if parts.is_empty() {
        parts.push(if run.table.attack_count > 0 {
            "nobody takes damage".to_owned()
        } else {
            "nothing changes".to_owned()
        });
    }
    if let Some(side) = after.winner {
        parts.push(format!("the {} wins", side.name()));
    }
    sentence(&join(&parts))
}

/// What became of a unit that is on the table no more.
const fn left_for(zone: Zone) -> &'static str {
    match zone {
        Zone::Discard => "is discarded",
        Zone::Hand => "goes to hand",
        Zone::Deck => "goes into the deck",
        Zone::Supply => "goes back to the supply",
        _ => "leaves the game",
    }
}

/// Damage counters placed by damage or otherwise, by unit.
fn placed(run: &Run<'_>) -> BTreeMap<Handle, i32> {
    let mut placed: BTreeMap<Handle, i32> = BTreeMap::new();
    for step in run.steps.iter().filter(|s| s.kind == StepKind::Place) {
        for change in &step.changes {
            if let Change::Damage { unit, from, to } = change {
                *placed.entry(unit.clone()).or_default() += to - from;
            }
        }
    }
    placed
}

fn other_changes(run: &Run<'_>, before: &Board, after: &Board) -> Vec<String> {
    let mut parts = Vec::new();
    for (id, unit) in &after.units {
        let Some(was) = before.units.get(id) else {
            continue;
        };
        if unit.damage < was.damage {
            parts.push(format!(
                "{} loses {} damage counters",
                unit.name,
                was.damage - unit.damage
            ));
        }
        if let (Some(by), None) = (&unit.carried_by, &was.carried_by) {
            let bearer = after.units.get(by).map_or(by.as_str(), |b| &b.name);
            let under = before.units.get(by).filter(|_| bearer == unit.name);
            parts.push(match under {
                Some(under) => format!("{} is now on top of {}", unit.name, under.name),
                None => format!("{} is now with {bearer}", unit.name),
            });
        } else if unit.zone != was.zone {
            parts.push(format!("{} is now in {}", unit.name, unit.zone.name()));
        }
    }
    for (name, b, a) in [
        ("Dark Side", &before.dark, &after.dark),
        ("Light Side", &before.light, &after.light),
    ] {
        if a.force != b.force && run.table.attack_count == 0 {
            parts.push(format!(
                "the {name} goes from {} to {} Force",
                b.force, a.force
            ));
        }
        if a.build_points != b.build_points {
            parts.push(format!(
                "the {name} goes from {} to {} build points",
                b.build_points, a.build_points
            ));
        }
        if a.hand > b.hand {
            parts.push(format!("the {name} draws {}", a.hand - b.hand));
        }
    }
    parts.truncate(4);
    parts
}

/// What is told only where nothing weightier has happened: turned cards, counters, numbers, piles.
fn lesser_changes(before: &Board, after: &Board) -> Vec<String> {
    let mut parts = Vec::new();
    for (id, unit) in &after.units {
        let Some(was) = before.units.get(id) else {
            continue;
        };
        let name = &unit.name;
        if unit.tapped != was.tapped {
            let turned = if unit.tapped { "tapped" } else { "untapped" };
            parts.push(format!("{name} is {turned}"));
        }
        for kind in CounterKind::ALL {
            let on = |state: &UnitState| state.counters.get(&kind).copied().unwrap_or(0);
            let (had, has) = (on(was), on(unit));
            if had != has {
                let word = kind.word();
                parts.push(format!("{name} goes from {had} to {has} {word} counters"));
            }
        }
        for (word, had, has) in [
            ("power", was.power, unit.power),
            ("speed", was.speed, unit.speed),
            ("health", was.health, unit.health),
        ] {
            if had != has {
                parts.push(format!("{name} goes from {had} to {has} {word}"));
            }
        }
    }
    for (player, was, is) in [
        ("Dark Side", &before.dark, &after.dark),
        ("Light Side", &before.light, &after.light),
    ] {
        for (pile, had, has) in [
            ("hand", was.hand, is.hand),
            ("deck", was.deck, is.deck),
            ("discard pile", was.discard, is.discard),
        ] {
            if had != has {
                parts.push(format!("the {player}'s {pile} changes by {:+}", has - had));
            }
        }
    }
    parts.truncate(4);
    parts
}

fn refused(run: &Run<'_>) -> Option<String> {
    let first = run.refused.first()?;
    let more = run.refused.len() - 1;
    let why = first
        .reasons
        .first()
        .map_or_else(String::new, |r| match r.clause {
            Some(clause) => format!(": {} ({})", r.text, clause.as_str()),
            None => format!(": {}", r.text),
        });
    let name = |id: &Handle| {
        let unit = run.table.find(id);
        unit.map_or_else(|| id.to_string(), |u| run.table.name(u).to_owned())
    };
    let what = first
        .in_words(&run.situation.plays, &name)
        .unwrap_or_else(|| named(run, &first.play));
    let what = short(&what, 60);
    let also = if more > 0 {
        format!(" {more} more refused.")
    } else {
        String::new()
    };
    Some(format!("\u{201c}{what}\u{201d} is refused{why}.{also}"))
}

/// A play with its unit's name instead of its handle.
fn named(run: &Run<'_>, play: &str) -> String {
    let Some((handle, rest)) = play.split_once(": ") else {
        return Handle::new(play)
            .and_then(|h| run.table.find(&h))
            .map_or_else(|| play.to_owned(), |u| run.table.name(u).to_owned());
    };
    match Handle::new(handle).and_then(|h| run.table.find(&h)) {
        Some(unit) => format!("{}: {rest}", run.table.name(unit)),
        None => play.to_owned(),
    }
}

/// At most so many characters.
fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most).collect();
    format!("{}…", cut.trim_end())
}

fn join(parts: &[String]) -> String {
    parts.join("; ")
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
