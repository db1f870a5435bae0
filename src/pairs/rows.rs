//! What came of a board, row by row: the damage, and everything else that is not the same in all
//! rows.

use std::collections::BTreeMap;

use crate::game::{Side, Zone};
use crate::rulebook::Keyword;
use crate::rules::keyword::def;
use crate::rules::situation::Handle;
use crate::rules::trace::{
    Change, Cite, PoolState, RollKind, Ruling, StepKind, UnitState, VerdictKind,
};

use super::Shown;
use super::probe::{acted, says_nothing};

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
    /// The dice are hidden.
    Hidden,
    /// Who becomes the defender.
    Defender,
    /// The dice that a unit rolls for its first, second ... attack.
    Attack(Option<Handle>, usize),
    /// The same for dice of damage.
    Dice(Option<Handle>, usize),
    Damage(Handle),
    Removed(Handle),
    Place(Handle),
    /// Speed, power or health, 0 to 2.
    Number(Handle, u8),
    Tapped(Handle),
    Bounty(Handle),
    Counters(Handle),
    Spent(Side),
    Drawn(Side),
    Points(Side),
    /// Which of the two acts first.
    Order,
}

impl About {
    /// The unit whose numbers it is about.
    const fn numbers_of(&self) -> Option<&Handle> {
        match self {
            About::Number(unit, _) => Some(unit),
            _ => None,
        }
    }

    /// A value that a unit has as long as it is there: a row without it says nothing of it.
    const fn lasts(&self) -> bool {
        matches!(self, About::Number(..) | About::Tapped(_))
    }
}

type Facts = BTreeMap<About, String>;

/// How the rows of an answer are told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    /// The two keywords.
    pub keywords: [Keyword; 2],
    /// It is told which of them acts first.
    pub ordered: bool,
    /// Both have their effect later than they are set up.
    pub waits: bool,
    /// Cards drawn are told.
    pub draws: bool,
}

impl Table {
    /// The rows of the runs of one board, and of runs of other boards, each beside those.
    pub fn rows(&self, runs: Vec<(String, Shown)>, more: Vec<(String, Shown)>) -> Vec<Row> {
        let all: Vec<Facts> = runs.iter().map(|(_, run)| self.facts(run)).collect();
        let rows = runs
            .into_iter()
            .zip(&all)
            .map(|((with, run), own)| self.row(with, run, own, &all));
        let mut rows: Vec<Row> = rows.collect();
        for (with, run) in more {
            let mut own = self.facts(&run);
            // On another board other units are tapped from the start.
            own.retain(|about, _| !matches!(about, About::Tapped(_)));
            let beside: Vec<Facts> = all.iter().cloned().chain([own.clone()]).collect();
            rows.push(self.row(with, run, &own, &beside));
        }
        rows
    }

    fn row(&self, with: String, shown: Shown, own: &Facts, all: &[Facts]) -> Row {
        let told = told(own, all, &shown.ruling, self.keywords);
        Row { with, told, shown }
    }

    fn facts(&self, run: &Shown) -> Facts {
        let mut facts = facts(&run.ruling, self.keywords);
        if !self.draws {
            facts.retain(|about, _| !matches!(about, About::Drawn(_)));
        }
        if let Some(order) = self.order(&run.ruling) {
            facts.insert(About::Order, order);
        }
        facts
    }

    /// Which of the two acts first, if both do and it is told.
    pub fn order(&self, ruling: &Ruling) -> Option<String> {
        if !self.ordered {
            return None;
        }
        // What waits for the build step or the end of an attack was set up before.
        let at = |k: Keyword| {
            let mut steps = acted(k, ruling).map(|s| s.n);
            if self.waits {
                steps.last()
            } else {
                steps.next()
            }
        };
        let [a, b] = self.keywords;
        let (first, second) = (at(a)?, at(b)?);
        let (first, then) = if first < second { (a, b) } else { (b, a) };
        let (first, then) = (first.name(), then.name());
        Some(format!("{first} acts before {then}"))
    }
}

fn told(own: &Facts, all: &[Facts], ruling: &Ruling, keywords: [Keyword; 2]) -> String {
    let summary = &ruling.verdict.summary;
    if ruling.verdict.kind != VerdictKind::Ruled {
        return summary.clone();
    }
    let differs = |about: &About, text: &String| {
        let others = all.iter().map(|f| f.get(about));
        others
            .filter(|other| other.is_some() || !about.lasts())
            .any(|other| other != Some(text))
    };
    let damage = |about: &About| matches!(about, About::Damage(_));
    let said = own
        .iter()
        .filter(|(about, text)| damage(about) || differs(about, text));
    let mut parts: Vec<String> = Vec::new();
    let mut numbers_of = None;
    for (about, text) in said {
        // The numbers of one unit are told together.
        match (parts.last_mut(), text.split_once(" has ")) {
            (Some(last), Some((_, number)))
                if numbers_of.is_some() && numbers_of == about.numbers_of() =>
            {
                last.push_str(", ");
                last.push_str(number);
            }
            _ => parts.push(text.clone()),
        }
        numbers_of = about.numbers_of();
    }
    let attacked = own.keys().any(|about| matches!(about, About::Attack(..)));
    if attacked && !own.keys().any(damage) || parts.is_empty() {
        parts.insert(0, "nobody takes damage".to_owned());
    }
    let text = sentence(&parts.join("; "));
    // What was refused stands in quotes behind the rest.
    if let Some((_, refused)) = summary.split_once(" \u{201c}") {
        return format!("{text} \u{201c}{refused}");
    }
    match idle(ruling, keywords) {
        Some(idle) => format!("{text} {idle}"),
        None => text,
    }
}

/// The first of the two that has nothing to do here, with what kept it from that.
fn idle(ruling: &Ruling, keywords: [Keyword; 2]) -> Option<String> {
    // What has acted in another attack of the run is not said to do nothing.
    let idle = |k: &Keyword| acted(*k, ruling).next().is_none();
    let own = |ability: &str| {
        let mut named = keywords.iter().filter(|k| ability.starts_with(k.name()));
        named.any(idle)
    };
    ruling.not_applied.iter().find_map(|idle| {
        let reason = idle.because.first().filter(|_| own(&idle.ability))?;
        let clause = reason.clause.filter(|_| !says_nothing(&reason.text))?;
        Some(format!(
            "{} does nothing: {} ({}).",
            idle.ability,
            reason.text,
            clause.as_str()
        ))
    })
}

fn facts(ruling: &Ruling, keywords: [Keyword; 2]) -> Facts {
    let mut facts = Facts::new();
    rolls(ruling, &mut facts);
    let hides = keywords.map(|k| def(k).and_then(|d| d.hides_dice));
    let hidden = |c: &Cite| matches!(c, Cite::Clause(id) if hides.contains(&Some(*id)));
    if ruling.steps.iter().flat_map(|s| &s.cites).any(hidden) {
        let text = "the dice are hidden until damage prevention is over".to_owned();
        facts.insert(About::Hidden, text);
    }
    let changes = ruling.steps.iter().flat_map(|s| &s.changes);
    let moved: Vec<&str> = changes
        .filter_map(|change| match change {
            Change::Defender { unit } => ruling.after.units.get(unit).map(|u| u.name.as_str()),
            _ => None,
        })
        .collect();
    if !moved.is_empty() {
        let text = format!("the attack goes over to {}", moved.join(", then to "));
        facts.insert(About::Defender, text);
    }
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
        let moved = [spent(ruling, side), drawn(ruling, side)];
        pool(side, pools, moved, &mut facts);
    }
    facts
}

/// The dice: attack dice with what became of them, and dice of damage.
fn rolls(ruling: &Ruling, facts: &mut Facts) {
    for roll in &ruling.rolls {
        let unit = roll.unit.as_ref().and_then(|id| ruling.after.units.get(id));
        let name = unit.map_or("somebody", |u| u.name.as_str());
        let last = faces(&roll.last);
        let about: fn(Option<Handle>, usize) -> About = match roll.kind {
            RollKind::Attack => About::Attack,
            RollKind::Damage => About::Dice,
            RollKind::Additional | RollKind::Other => continue,
        };
        let free = |n: &usize| !facts.contains_key(&about(roll.unit.clone(), *n));
        let Some(nth) = (0..).find(free) else {
            continue;
        };
        let again = if nth > 0 { " again" } else { "" };
        let text = match roll.kind {
            RollKind::Attack if roll.first == roll.last => format!("{name} rolls {last}{again}"),
            RollKind::Attack => {
                let first = faces(&roll.first);
                format!("{name} rolls {first}{again}, in the end {last}")
            }
            _ => format!("{name} rolls {last} for damage{again}"),
        };
        facts.insert(about(roll.unit.clone(), nth), text);
    }
}

fn faces(dice: &[u8]) -> String {
    let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
    faces.join(" ")
}

fn unit(id: &Handle, [before, now]: [&UnitState; 2], placed: i32, facts: &mut Facts) {
    let name = &now.name;
    let gone = before.zone.on_table() && !now.zone.on_table();
    let left = if now.zone == Zone::Discard {
        "is discarded"
    } else {
        "leaves the table"
    };
    let mut add = |about: fn(Handle) -> About, text: String| {
        facts.insert(about(id.clone()), text);
    };
    match (placed, gone) {
        (1.., false) => add(About::Damage, format!("{name} takes {placed}")),
        (1.., true) => add(About::Damage, format!("{name} takes {placed} and {left}")),
        (_, true) => add(About::Place, format!("{name} {left}")),
        _ => {}
    }
    if now.bounty > 0 {
        let bounties = counted(now.bounty, "Bounty");
        add(About::Bounty, format!("{name} has {bounties} coming"));
    }
    if gone || now.carried_by.is_some() {
        return;
    }
    let removed = before.damage + placed - now.damage;
    if removed > 0 {
        let counters = counted(removed, "damage counter");
        add(About::Removed, format!("{name} loses {counters}"));
    }
    if now.zone != before.zone {
        add(
            About::Place,
            format!("{name} is now in {}", now.zone.name()),
        );
    }
    if now.zone.arena().is_some() {
        let tapped = if now.tapped { "tapped" } else { "untapped" };
        add(About::Tapped, format!("{name} is {tapped}"));
    }
    if now.zone.arena().is_some() {
        let numbers = [
            (now.speed, "speed"),
            (now.power, "power"),
            (now.health, "health"),
        ];
        for (at, (n, what)) in (0..).zip(numbers) {
            facts.insert(
                About::Number(id.clone(), at),
                format!("{name} has {n} {what}"),
            );
        }
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

fn pool(side: Side, [before, now]: [PoolState; 2], [spent, drawn]: [i32; 2], facts: &mut Facts) {
    let name = side.name();
    if spent > 0 {
        let text = format!("the {name} pays {spent} Force");
        facts.insert(About::Spent(side), text);
    }
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

/// Cards that come into the hand, whatever leaves it.
fn drawn(ruling: &Ruling, of: Side) -> i32 {
    let changes = ruling.steps.iter().flat_map(|s| &s.changes);
    let come = changes.filter_map(|c| match c {
        Change::Hand { side, by } if *side == of && *by > 0 => Some(*by),
        _ => None,
    });
    come.sum()
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
