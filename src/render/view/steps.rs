//! Steps folded by window.

use std::collections::BTreeMap;

use super::cite::{CiteView, Citing, Ground};
use super::{arrow, names::Names, outcome};
use crate::game::Side;
use crate::render::clean;
use crate::rules::trace::{Change, Ruling, Step, StepKind};
use crate::rules::window::WindowId;

/// The steps made in one window, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WindowView {
    /// The window.
    pub id: WindowId,
    /// Its heading.
    pub heading: &'static str,
    /// What came of it, in a few words; the list of these tells the story.
    pub outcome: String,
    /// Whether it is shown unfolded: it has a refusal, the open question, or an inference that
    /// something was done on.
    pub open: bool,
    /// The number of its first step.
    pub start: u32,
    /// Its steps.
    pub steps: Vec<StepView>,
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepView {
    /// Its number, from 1.
    pub n: u32,
    /// What kind.
    pub kind: StepKind,
    /// Whose.
    pub side: Option<Side>,
    /// The unit that acts or is acted on.
    pub unit: Option<String>,
    /// The ability at work.
    pub ability: Option<String>,
    /// The sentence.
    pub text: String,
    /// What changed, in words: `Ahsoka: damage 0 → 1`.
    pub changes: Vec<String>,
    /// What it rests on.
    pub cites: Vec<CiteView>,
    /// The step it is part of.
    pub parent: Option<u32>,
    /// How far it is set in: 0 for a step of its own, at most [`StepView::DEEPEST`].
    pub depth: usize,
}

impl StepView {
    /// How far steps are set in at most.
    pub const DEEPEST: usize = 3;

    /// The word of its kind.
    #[must_use]
    pub const fn kind_word(&self) -> &'static str {
        match self.kind {
            StepKind::Attack => "attack",
            StepKind::Trigger => "trigger",
            StepKind::Use => "use",
            StepKind::Pass => "pass",
            StepKind::Roll => "roll",
            StepKind::Reroll => "reroll",
            StepKind::Hits => "hits",
            StepKind::Pending => "pending",
            StepKind::Prevent => "prevent",
            StepKind::Redirect => "redirect",
            StepKind::Place => "place",
            StepKind::Discard => "discard",
            StepKind::Modifier => "modifier",
            StepKind::Cost => "cost",
            StepKind::Draw => "draw",
            StepKind::Move => "move",
            StepKind::Refusal => "refusal",
            StepKind::Note => "note",
        }
    }

    /// The style classes: `step`, the side, the kind with `k-` before it so that `roll` and
    /// `note` stay free for others, and `pass` for what is quiet.
    #[must_use]
    pub fn class(&self) -> String {
        let side = self.side.map_or("", Side::word);
        let kind = format!("k-{}", self.kind_word());
        let quiet = if self.kind == StepKind::Pass {
            "pass"
        } else {
            ""
        };
        let all = ["step", side, &kind, quiet].into_iter();
        all.filter(|class| !class.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Whether a play is refused here.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        self.kind == StepKind::Refusal
    }
}

pub fn windows(ruling: &Ruling, citing: &Citing<'_>) -> Vec<WindowView> {
    let depths = depths(&ruling.steps);
    let groups = ruling.steps.chunk_by(|one, next| one.window == next.window);
    let mut windows: Vec<WindowView> = groups
        .map(|steps| window(steps, ruling, citing, &depths))
        .collect();
    let waits = ruling.request.as_ref().map(|request| request.window);
    if let Some(last) = windows
        .iter_mut()
        .rev()
        .find(|window| Some(window.id) == waits)
    {
        last.open = true;
    }
    windows
}

fn window(
    steps: &[Step],
    ruling: &Ruling,
    citing: &Citing<'_>,
    depths: &BTreeMap<u32, usize>,
) -> WindowView {
    let id = steps.first().map_or(WindowId::Table, |step| step.window);
    let views: Vec<StepView> = steps
        .iter()
        .map(|step| StepView {
            text: text(step, ruling, citing),
            ..view(step, citing, depths)
        })
        .collect();
    WindowView {
        id,
        heading: id.name(),
        outcome: outcome::outcome(id, steps, ruling, citing.names),
        open: views.iter().any(unfolds),
        start: views.first().map_or(1, |step| step.n),
        steps: views,
    }
}

/// A refusal, an open question, or a change of the board that rests first of all on an inference.
fn unfolds(step: &StepView) -> bool {
    let inferred = step
        .cites
        .first()
        .is_some_and(|cite| cite.ground == Ground::Inference);
    let open = step.cites.iter().any(|cite| cite.ground == Ground::Open);
    step.is_refusal() || open || (inferred && !step.changes.is_empty())
}

/// The sentence of a step; a refused play is named in words.
fn text(step: &Step, ruling: &Ruling, citing: &Citing<'_>) -> String {
    let refusal = ruling.refused.iter().find(|refusal| refusal.n == step.n);
    let rest = refusal.and_then(|r| Some((r, step.text.strip_prefix(r.play.as_str())?)));
    match rest {
        Some((refusal, rest)) => {
            format!("{} {}", citing.refused(refusal), citing.names.spoken(rest))
        }
        None => citing.names.spoken(&step.text),
    }
}

fn view(step: &Step, citing: &Citing<'_>, depths: &BTreeMap<u32, usize>) -> StepView {
    let names = citing.names;
    StepView {
        n: step.n,
        kind: step.kind,
        side: step.side,
        unit: step.unit.as_ref().map(|unit| names.of(unit).to_owned()),
        ability: step.ability.as_deref().map(clean),
        text: String::new(),
        changes: step
            .changes
            .iter()
            .map(|change| words(change, names))
            .collect(),
        cites: step.cites.iter().map(|cite| citing.cite(cite)).collect(),
        parent: step.parent,
        depth: depths.get(&step.n).copied().unwrap_or_default(),
    }
}

/// How many steps each step is part of.
fn depths(steps: &[Step]) -> BTreeMap<u32, usize> {
    let mut depths = BTreeMap::new();
    for step in steps {
        let above = step.parent.and_then(|parent| depths.get(&parent).copied());
        depths.insert(
            step.n,
            above.map_or(0, |depth: usize| (depth + 1).min(StepView::DEEPEST)),
        );
    }
    depths
}

/// A change in words.
pub fn words(change: &Change, names: &Names) -> String {
    match change {
        Change::Tap { unit } => format!("{}: tapped", names.of(unit)),
        Change::Untap { unit } => format!("{}: untapped", names.of(unit)),
        Change::Damage { unit, from, to } => {
            format!("{}: damage {}", names.of(unit), arrow(from, to))
        }
        Change::Counters {
            unit,
            kind,
            from,
            to,
        } => {
            format!(
                "{}: {} counters {}",
                names.of(unit),
                kind.word(),
                arrow(from, to)
            )
        }
        Change::Zone { unit, from, to } => {
            format!("{}: {}", names.of(unit), arrow(from.name(), to.name()))
        }
        Change::Force { side, from, to } => format!("{}: Force {}", side.name(), arrow(from, to)),
        Change::BuildPoints { side, from, to } => {
            format!("{}: build points {}", side.name(), arrow(from, to))
        }
        Change::Hand { side, by } => format!("{}: hand {}", side.name(), signed(*by)),
        Change::Pending { unit, from, to } => {
            format!("{}: pending {}", names.of(unit), arrow(from, to))
        }
        Change::Gets { unit, what } => format!("{} gets {}", names.of(unit), clean(what)),
        Change::Defender { unit } => format!("Defender: {}", names.of(unit)),
        Change::Created { unit } => format!("{} comes from the supply", names.of(unit)),
        Change::Attached { card, to } => format!("{} is attached to {}", clean(card), names.of(to)),
    }
}

/// A number with its sign.
pub fn signed(n: i32) -> String {
    format!("{n:+}").replace('-', "−")
}
