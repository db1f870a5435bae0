//! What came of a board, row by row: the damage, and everything else that is not the same in all
//! rows.

use std::collections::BTreeMap;

use crate::game::{Side, Zone};
use crate::rulebook::Keyword;
use crate::rules::situation::Handle;
use crate::rules::trace::{
    Change, NotApplied, PoolState, RollKind, RollRecord, Ruling, StepKind, UnitState, VerdictKind,
};

use super::Shown;

/// One row of the table of an answer.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which of the two keywords are on the board.
    pub with: String,
    /// What came of it.
    pub told: String,
    /// The run.
    pub shown: Shown,
}

/// What a fact of a run is about, in the order in which facts are told.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum About {
    Roll(usize),
    Damage(Handle),
    Removed(Handle),
    Place(Handle),
    Numbers(Handle),
    Tapped(Handle),
    Bounty(Handle),
    Counters(Handle),
    Spent(Side),
    Drawn(Side),
    Points(Side),
}

type Facts = BTreeMap<About, String>;

/// The rows of some runs of one board.
pub(super) fn rows(keywords: [Keyword; 2], named: Vec<(String, Shown)>) -> Vec<Row> {
    let facts: Vec<Facts> = named.iter().map(|(_, run)| facts(&run.ruling)).collect();
    let rulings: Vec<Ruling> = named.iter().map(|(_, run)| run.ruling.clone()).collect();
    let told: Vec<String> = facts
        .iter()
        .zip(&rulings)
        .map(|(own, ruling)| told(own, &facts, ruling, keywords, &rulings))
        .collect();
    named
        .into_iter()
        .zip(told)
        .map(|((with, shown), told)| Row { with, told, shown })
        .collect()
}

fn told(
    own: &Facts,
    all: &[Facts],
    ruling: &Ruling,
    keywords: [Keyword; 2],
    rulings: &[Ruling],
) -> String {
    let summary = &ruling.verdict.summary;
    if ruling.verdict.kind != VerdictKind::Ruled {
        return summary.clone();
    }
    let differs = |about: &About| all.iter().any(|f| f.get(about) != own.get(about));
    let counts = |about: &About| matches!(about, About::Damage(_)) || differs(about);
    let said = own.iter().filter(|(about, _)| counts(about));
    let mut parts: Vec<&str> = said.map(|(_, text)| text.as_str()).collect();
    if !own.keys().any(|about| matches!(about, About::Damage(_))) {
        parts.push("nobody takes damage");
    }
    let mut text = sentence(&parts.join("; "));
    // What was refused stands in quotes behind the rest.
    if let Some((_, refused)) = summary.split_once(" \u{201c}") {
        text = format!("{text} \u{201c}{refused}");
    }
    let idle = idle(ruling, keywords, rulings);
    idle.map_or(text.clone(), |idle| format!("{text} {idle}"))
}

/// The first of the two that has nothing to do here for a reason of its own.
fn idle(ruling: &Ruling, keywords: [Keyword; 2], rulings: &[Ruling]) -> Option<String> {
    let own = |n: &&NotApplied| keywords.iter().any(|k| n.ability.starts_with(k.name()));
    let elsewhere = |n: &NotApplied| {
        let others = rulings
            .iter()
            .filter(|r| r.not_applied != ruling.not_applied);
        others.flat_map(|r| &r.not_applied).any(|o| o == n)
    };
    let mut idle = ruling.not_applied.iter().filter(own);
    let first = idle.find(|n| !elsewhere(n) && !n.because.iter().all(|r| r.clause.is_none()))?;
    let because = first.because.iter().find(|r| r.clause.is_some())?;
    let clause = because.clause?;
    Some(format!(
        "{} does nothing: {} ({}).",
        first.ability,
        because.text,
        clause.as_str()
    ))
}

fn facts(ruling: &Ruling) -> Facts {
    let mut facts = Facts::new();
    rolls(ruling, &mut facts);
    let placed = placed(ruling);
    for (id, now) in &ruling.after.units {
        let Some(before) = ruling.before.units.get(id) else {
            continue;
        };
        let placed = placed.get(id).copied().unwrap_or(0);
        unit(id, [before, now], placed, &mut facts);
    }
    for side in Side::BOTH {
        let pools = match side {
            Side::Dark => [ruling.before.dark, ruling.after.dark],
            Side::Light => [ruling.before.light, ruling.after.light],
        };
        pool(side, pools, spent(ruling, side), &mut facts);
    }
    facts
}

/// The dice: attack dice with what became of them, and dice of damage.
fn rolls(ruling: &Ruling, facts: &mut Facts) {
    let name = |r: &RollRecord| {
        let unit = r.unit.as_ref().and_then(|id| ruling.after.units.get(id));
        unit.map_or("somebody", |u| u.name.as_str()).to_owned()
    };
    let faces = |dice: &[u8]| {
        let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
        faces.join(" ")
    };
    let told = ruling.rolls.iter().filter_map(|r| match r.kind {
        RollKind::Attack if r.first == r.last => {
            Some(format!("{} rolls {}", name(r), faces(&r.first)))
        }
        RollKind::Attack => Some(format!(
            "{} rolls {}, in the end {}",
            name(r),
            faces(&r.first),
            faces(&r.last)
        )),
        RollKind::Damage => Some(format!("{} rolls {} for damage", name(r), faces(&r.last))),
        RollKind::Additional | RollKind::Other => None,
    });
    facts.extend(told.enumerate().map(|(n, text)| (About::Roll(n), text)));
}

fn unit(id: &Handle, [before, now]: [&UnitState; 2], placed: i32, facts: &mut Facts) {
    let name = &now.name;
    let gone = before.zone.on_table() && !now.zone.on_table();
    let left = if now.zone == Zone::Discard {
        "is discarded"
    } else {
        "leaves the table"
    };
    match (placed, gone) {
        (1.., false) => {
            drop(facts.insert(About::Damage(id.clone()), format!("{name} takes {placed}")))
        }
        (1.., true) => drop(facts.insert(
            About::Damage(id.clone()),
            format!("{name} takes {placed} and {left}"),
        )),
        (_, true) => drop(facts.insert(About::Place(id.clone()), format!("{name} {left}"))),
        _ => {}
    }
    if gone {
        return;
    }
    let removed = before.damage + placed - now.damage;
    if removed > 0 {
        let text = format!("{name} loses {}", counted(removed, "damage counter"));
        facts.insert(About::Removed(id.clone()), text);
    }
    if now.zone != before.zone && now.carried_by.is_none() {
        let text = format!("{name} is now in {}", now.zone.name());
        facts.insert(About::Place(id.clone()), text);
    }
    let numbers = format!(
        "{name} has speed {}, power {}, health {}",
        now.speed, now.power, now.health
    );
    if now.zone.arena().is_some() {
        facts.insert(About::Numbers(id.clone()), numbers);
        let tapped = if now.tapped { "tapped" } else { "untapped" };
        facts.insert(About::Tapped(id.clone()), format!("{name} is {tapped}"));
    }
    if now.bounty > 0 {
        let text = format!("{name} has {} coming", counted(now.bounty, "Bounty"));
        facts.insert(About::Bounty(id.clone()), text);
    }
    let counters: Vec<String> = now
        .counters
        .iter()
        .filter(|(kind, n)| before.counters.get(kind) != Some(n))
        .map(|(kind, n)| format!("{n} {} counters", kind.word()))
        .collect();
    if !counters.is_empty() {
        let text = format!("{name} has {}", counters.join(" and "));
        facts.insert(About::Counters(id.clone()), text);
    }
}

fn pool(side: Side, [before, now]: [PoolState; 2], spent: i32, facts: &mut Facts) {
    let name = side.name();
    if spent > 0 {
        let text = format!("the {name} pays {spent} Force");
        facts.insert(About::Spent(side), text);
    }
    let drawn = now.hand - before.hand;
    if drawn > 0 {
        let text = format!("the {name} draws {}", counted(drawn, "card"));
        facts.insert(About::Drawn(side), text);
    }
    if now.build_points != before.build_points {
        let text = format!("the {name} has {} build points", now.build_points);
        facts.insert(About::Points(side), text);
    }
}

/// Damage counters placed on each unit.
fn placed(ruling: &Ruling) -> BTreeMap<Handle, i32> {
    let mut placed: BTreeMap<Handle, i32> = BTreeMap::new();
    for step in ruling.steps.iter().filter(|s| s.kind == StepKind::Place) {
        for change in &step.changes {
            if let Change::Damage { unit, from, to } = change {
                *placed.entry(unit.clone()).or_default() += to - from;
            }
        }
    }
    placed
}

fn spent(ruling: &Ruling, of: Side) -> i32 {
    let changes = ruling.steps.iter().flat_map(|s| &s.changes);
    let paid = changes.filter_map(|c| match c {
        Change::Force { side, from, to } if *side == of && to < from => Some(from - to),
        _ => None,
    });
    paid.sum()
}

fn counted(n: i32, what: &str) -> String {
    match (n, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{n} {stem}ies"),
        _ => format!("{n} {what}s"),
    }
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars
        .next()
        .map(|c| c.to_uppercase().collect())
        .unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
