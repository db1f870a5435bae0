//! The steps, folded by window.

use std::collections::BTreeMap;

use super::outcome;
use super::{CiteView, tie};
use crate::rulebook::{Edition, Provenance, rulebook};
use crate::rules::trace::{Cite, Ruling, Step, StepKind};
use crate::rules::window::WindowId;

/// The steps of one window.
#[derive(Clone, Debug)]
pub struct WindowView {
    /// Its heading.
    pub name: &'static str,
    /// What came of it, in a few words.
    pub out: String,
    /// Whether it stands open: a refusal, an open question or an inference is in it.
    pub open: bool,
    /// Whether it belongs to something that happened inside another window.
    pub nested: bool,
    /// The number of its first step.
    pub start: u32,
    /// The steps.
    pub steps: Vec<StepView>,
}

/// One step.
#[derive(Clone, Debug)]
pub struct StepView {
    /// Its number and anchor.
    pub n: u32,
    /// `dark`, `light` or nothing.
    pub side: &'static str,
    /// "Dark Side", "Light Side" or nothing.
    pub player: &'static str,
    /// The sentence.
    pub text: String,
    /// Whether it is a pass.
    pub quiet: bool,
    /// Whether it is a refusal.
    pub refused: bool,
    /// What it rests on.
    pub cites: Vec<CiteView>,
}

/// The windows of a ruling.
pub(super) fn windows(ruling: &Ruling, lines: &BTreeMap<String, String>) -> Vec<WindowView> {
    let mut groups: Vec<(WindowId, Vec<&Step>)> = Vec::new();
    for step in &ruling.steps {
        match groups.last_mut() {
            Some((window, steps)) if *window == step.window => steps.push(step),
            _ => groups.push((step.window, vec![step])),
        }
    }
    groups
        .iter()
        .map(|(window, steps)| view(*window, steps, ruling, lines))
        .collect()
}

fn view(
    window: WindowId,
    steps: &[&Step],
    ruling: &Ruling,
    lines: &BTreeMap<String, String>,
) -> WindowView {
    WindowView {
        name: window.name(),
        out: tie(&outcome::of(window, steps, ruling)),
        open: steps.iter().any(|s| decides(s)),
        nested: steps.iter().all(|s| s.parent.is_some()),
        start: steps.first().map_or(1, |s| s.n),
        steps: steps
            .iter()
            .map(|s| step(s, ruling.edition, lines))
            .collect(),
    }
}

/// Whether a step is one a reader has to see: a refusal, or one that rests on an open question or
/// on nothing but our inference.
fn decides(step: &Step) -> bool {
    let ground = |cite: &Cite| match cite {
        Cite::Clause(id) => Some(rulebook().clause(*id).provenance),
        _ => None,
    };
    step.kind == StepKind::Refusal
        || step
            .cites
            .iter()
            .any(|c| ground(c) == Some(Provenance::Open))
        || (!step.cites.is_empty()
            && step
                .cites
                .iter()
                .all(|c| ground(c) == Some(Provenance::Inference)))
}

fn step(step: &Step, edition: Edition, lines: &BTreeMap<String, String>) -> StepView {
    StepView {
        n: step.n,
        side: step.side.map_or("", |s| s.word()),
        player: step.side.map_or("", |s| s.name()),
        text: tie(&step.text),
        quiet: step.kind == StepKind::Pass,
        refused: step.kind == StepKind::Refusal,
        cites: step
            .cites
            .iter()
            .map(|c| CiteView::of(c, edition, lines))
            .collect(),
    }
}
