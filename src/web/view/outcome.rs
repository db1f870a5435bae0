//! What came of a window, in a few words: the folded list alone tells the story.

use crate::rules::situation::Handle;
use crate::rules::trace::{Change, Ruling, Step, StepKind};
use crate::rules::window::WindowId;

/// The words for the steps of a window.
pub(super) fn of(window: WindowId, steps: &[&Step], ruling: &Ruling) -> String {
    let words = match window {
        WindowId::Declare => defender(steps, ruling),
        WindowId::Roll => faces(steps, ruling),
        WindowId::Hits => hits(steps, ruling),
        WindowId::Placement => placed(steps, ruling),
        WindowId::Discard => discarded(steps, ruling),
        _ => pending(steps, ruling),
    };
    words
        .or_else(|| used(steps))
        .or_else(|| refused(steps))
        .unwrap_or_else(|| nothing(window, steps))
}

fn nothing(window: WindowId, steps: &[&Step]) -> String {
    let passed = steps.iter().all(|s| s.kind == StepKind::Pass);
    match window {
        WindowId::Discard => "nobody".to_owned(),
        WindowId::AttackEnd if passed => "nothing waits".to_owned(),
        _ if passed => "nothing played".to_owned(),
        _ => changed(steps),
    }
}

/// The name of a unit without its version letter.
pub(super) fn short(ruling: &Ruling, unit: &Handle) -> String {
    let state = ruling
        .after
        .units
        .get(unit)
        .or_else(|| ruling.before.units.get(unit));
    let name = state.map_or_else(|| unit.as_str(), |s| s.name.as_str());
    name.split(" (").next().unwrap_or(name).to_owned()
}

fn defender(steps: &[&Step], ruling: &Ruling) -> Option<String> {
    let last = changes(steps).filter_map(|c| match c {
        Change::Defender { unit } => Some(unit),
        _ => None,
    });
    last.last()
        .map(|unit| format!("{} is the defender", short(ruling, unit)))
}

fn faces(steps: &[&Step], ruling: &Ruling) -> Option<String> {
    let roll = ruling
        .rolls
        .iter()
        .find(|r| steps.iter().any(|s| s.n == r.n))?;
    let faces: Vec<String> = roll.first.iter().map(u8::to_string).collect();
    (!faces.is_empty()).then(|| faces.join(" "))
}

fn hits(steps: &[&Step], ruling: &Ruling) -> Option<String> {
    let first = steps.first()?.n;
    // The roll that is counted here is the last one made before.
    let roll = ruling
        .rolls
        .iter()
        .rfind(|r| r.n < first && r.hits.is_some())?;
    Some(match roll.hits? {
        1 => "1 hit".to_owned(),
        n => format!("{n} hits"),
    })
}

fn placed(steps: &[&Step], ruling: &Ruling) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for change in changes(steps) {
        if let Change::Damage { unit, from, to } = change
            && to > from
        {
            parts.push(format!(
                "{} {}",
                short(ruling, unit),
                to.saturating_sub(*from)
            ));
        }
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn discarded(steps: &[&Step], ruling: &Ruling) -> Option<String> {
    let gone = changes(steps).filter_map(|c| match c {
        Change::Zone {
            unit,
            to: crate::game::Zone::Discard,
            ..
        } => Some(short(ruling, unit)),
        _ => None,
    });
    let gone: Vec<String> = gone.collect();
    (!gone.is_empty()).then(|| format!("{} discarded", super::said(&gone)))
}

/// The first and the last pending number of the unit whose pending damage changed first.
fn pending(steps: &[&Step], ruling: &Ruling) -> Option<String> {
    let mut span: Option<(&Handle, i32, i32)> = None;
    let mut units = 0;
    for change in changes(steps) {
        if let Change::Pending { unit, from, to } = change {
            match &mut span {
                None => {
                    span = Some((unit, *from, *to));
                    units = 1;
                }
                Some((first, _, last)) if *first == unit => *last = *to,
                Some(_) => units += 1,
            }
        }
    }
    let (unit, from, to) = span?;
    let name = short(ruling, unit);
    let more = if units > 1 { ", and more" } else { "" };
    Some(if from == 0 {
        format!("{to} on {name}{more}")
    } else {
        format!("{name} {from} → {to}{more}")
    })
}

fn used(steps: &[&Step]) -> Option<String> {
    let acting =
        |s: &&&Step| matches!(s.kind, StepKind::Use | StepKind::Trigger | StepKind::Reroll);
    let mut names: Vec<String> = Vec::new();
    for step in steps.iter().filter(acting) {
        if let Some(ability) = &step.ability
            && !names.contains(ability)
        {
            names.push(super::super::frame::clip(ability, 40));
        }
    }
    (!names.is_empty()).then(|| names.join(", "))
}

fn refused(steps: &[&Step]) -> Option<String> {
    let count = steps.iter().filter(|s| s.kind == StepKind::Refusal).count();
    match count {
        0 => None,
        1 => Some("1 refused".to_owned()),
        n => Some(format!("{n} refused")),
    }
}

fn changed(steps: &[&Step]) -> String {
    let count = changes(steps).count();
    match count {
        0 => "nothing changes".to_owned(),
        1 => "1 change".to_owned(),
        n => format!("{n} changes"),
    }
}

fn changes<'a>(steps: &'a [&Step]) -> impl Iterator<Item = &'a Change> {
    steps.iter().flat_map(|s| &s.changes)
}
