//! A whole ruling as a page shows it.

use std::collections::BTreeMap;

use super::steps::{self, WindowView};
use super::{BoardView, CiteView, RollView, VerdictView, tie};
use crate::catalogue::slug;
use crate::game::Side;
use crate::rulebook::{Edition, rulebook};
use crate::rules::situation::{CardSpec, Facts, Handle, Situation};
use crate::rules::trace::{Board, Cite, Reason, Ruling, StepKind};

/// A ruling.
#[derive(Clone, Debug)]
pub struct RulingView {
    /// The verdict.
    pub verdict: VerdictView,
    /// The sentence.
    pub summary: String,
    /// The particulars under it: reasons of the first refusal, or what the run waits for.
    pub why: Vec<ReasonView>,
    /// Before and after.
    pub board: BoardView,
    /// Every roll.
    pub rolls: Vec<RollView>,
    /// The steps.
    pub windows: Vec<WindowView>,
    /// What was refused.
    pub refused: Vec<RefusalView>,
    /// Keywords that did nothing.
    pub nothing: Vec<NothingView>,
    /// Lines that are not modelled and could matter.
    pub matters: Vec<UnmodelledView>,
    /// Lines that are not modelled and cannot matter here.
    pub beside: Vec<UnmodelledView>,
    /// What the run waits for.
    pub request: Option<RequestView>,
    /// Open questions it rests on.
    pub readings: Vec<ReadingView>,
    /// The edition.
    pub edition: &'static str,
    /// The engine's version.
    pub engine: String,
    /// How many clauses it rests on, and how many of them are our inference.
    pub rests_on: String,
}

/// A reason with its clause.
#[derive(Clone, Debug)]
pub struct ReasonView {
    /// The sentence.
    pub text: String,
    /// The clause, if there is one.
    pub cite: Option<CiteView>,
}

/// A refused play.
#[derive(Clone, Debug)]
pub struct RefusalView {
    /// The step.
    pub n: u32,
    /// What was tried.
    pub play: String,
    /// All reasons.
    pub reasons: Vec<ReasonView>,
}

/// A keyword that did nothing.
#[derive(Clone, Debug)]
pub struct NothingView {
    /// `dark` or `light`.
    pub side: &'static str,
    /// "Dark Side".
    pub player: &'static str,
    /// The unit.
    pub unit: String,
    /// The ability.
    pub ability: String,
    /// Why.
    pub because: Vec<ReasonView>,
}

/// A line that is not modelled.
#[derive(Clone, Debug)]
pub struct UnmodelledView {
    /// The unit.
    pub unit: String,
    /// The words.
    pub line: String,
    /// Why it matters, or why not.
    pub why: String,
}

/// What the run waits for.
#[derive(Clone, Debug)]
pub struct RequestView {
    /// `dark` or `light`.
    pub side: &'static str,
    /// "Dark Side".
    pub player: &'static str,
    /// The window.
    pub window: &'static str,
    /// The question.
    pub asks: String,
    /// The number of dice asked for.
    pub dice: Option<usize>,
    /// What may be done.
    pub legal: Vec<OptionView>,
    /// What may not, and why.
    pub illegal: Vec<OptionView>,
}

/// One option.
#[derive(Clone, Debug)]
pub struct OptionView {
    /// Its place among all options of the question.
    pub index: usize,
    /// What it says.
    pub label: String,
    /// The outcome, where it was worked out.
    pub outcome: String,
    /// The reasons against it.
    pub reasons: Vec<ReasonView>,
}

/// An open question the ruling rests on.
#[derive(Clone, Debug)]
pub struct ReadingView {
    /// The clause of section 11.
    pub cite: CiteView,
    /// The question.
    pub question: String,
    /// The reading that was used, in words.
    pub used: String,
    /// Other readings: name, sentence, whether it differs.
    pub others: Vec<(String, String, bool)>,
}

impl RulingView {
    /// A ruling on that situation.
    #[must_use]
    pub fn of(ruling: &Ruling, situation: &Situation) -> RulingView {
        let edition = ruling.edition;
        let lines = lines(situation);
        let (matters, beside) = ruling
            .unmodelled
            .iter()
            .partition::<Vec<_>, _>(|u| u.matters);
        let unmodelled = |u: &&crate::rules::trace::Unmodelled| UnmodelledView {
            unit: name(&ruling.after, &u.unit),
            line: u.line.clone(),
            why: tie(&u.why),
        };
        RulingView {
            verdict: ruling.verdict.kind.into(),
            summary: tie(&ruling.verdict.summary),
            why: why(ruling),
            board: BoardView::of(&ruling.before, &ruling.after),
            rolls: ruling
                .rolls
                .iter()
                .map(|r| RollView::of(r, &ruling.after))
                .collect(),
            windows: steps::windows(ruling, &lines),
            refused: refused(ruling),
            nothing: nothing(ruling),
            matters: matters.iter().map(unmodelled).collect(),
            beside: beside.iter().map(unmodelled).collect(),
            request: ruling.request.as_ref().map(|r| request(r, edition)),
            readings: readings(ruling),
            edition: edition.as_str(),
            engine: ruling.engine.clone(),
            rests_on: rests_on(ruling),
        }
    }
}

/// A reason in an edition.
pub fn reason(reason: &Reason, edition: Edition) -> ReasonView {
    ReasonView {
        text: tie(&reason.text),
        cite: reason.clause.map(|id| CiteView::clause(id, edition)),
    }
}

fn reasons(list: &[Reason], edition: Edition) -> Vec<ReasonView> {
    list.iter().map(|r| reason(r, edition)).collect()
}

/// The full name of a unit.
pub fn name(board: &Board, unit: &Handle) -> String {
    board
        .units
        .get(unit)
        .map_or_else(|| unit.to_string(), |u| u.name.clone())
}

fn why(ruling: &Ruling) -> Vec<ReasonView> {
    if let Some(request) = &ruling.request {
        return vec![ReasonView {
            text: tie(&request.asks),
            cite: None,
        }];
    }
    ruling
        .refused
        .first()
        .map(|r| reasons(&r.reasons, ruling.edition))
        .unwrap_or_default()
}

fn refused(ruling: &Ruling) -> Vec<RefusalView> {
    let view = |r: &crate::rules::trace::Refusal| {
        let unit = r
            .play
            .split_once(": ")
            .and_then(|(handle, rest)| Some((Handle::new(handle)?, rest)));
        let play = match unit {
            Some((handle, what)) => format!("{}: {what}", name(&ruling.after, &handle)),
            None => match Handle::new(&r.play) {
                Some(handle) => format!("{}: {}", name(&ruling.after, &handle), r.verb),
                None => r.play.clone(),
            },
        };
        RefusalView {
            n: r.n,
            play: tie(&play),
            reasons: reasons(&r.reasons, ruling.edition),
        }
    };
    ruling.refused.iter().map(view).collect()
}

fn nothing(ruling: &Ruling) -> Vec<NothingView> {
    let view = |n: &crate::rules::trace::NotApplied| {
        let side = ruling
            .after
            .units
            .get(&n.unit)
            .map_or(Side::Dark, |u| u.side);
        NothingView {
            side: side.word(),
            player: side.name(),
            unit: name(&ruling.after, &n.unit),
            ability: tie(&n.ability),
            because: reasons(&n.because, ruling.edition),
        }
    };
    let mut list: Vec<NothingView> = ruling.not_applied.iter().map(view).collect();
    list.sort_by_key(|n| n.side);
    list
}

fn request(request: &crate::rules::trace::Request, edition: Edition) -> RequestView {
    let options = request.options.iter().enumerate().map(|(index, option)| {
        let view = OptionView {
            index,
            label: tie(&option.label),
            outcome: tie(option.outcome.as_deref().unwrap_or_default()),
            reasons: reasons(&option.reasons, edition),
        };
        (option.legal, view)
    });
    let (legal, illegal): (Vec<_>, Vec<_>) = options.partition(|(legal, _)| *legal);
    let views = |list: Vec<(bool, OptionView)>| list.into_iter().map(|(_, view)| view).collect();
    RequestView {
        side: request.side.word(),
        player: request.side.name(),
        window: request.window.name(),
        asks: tie(&request.asks),
        dice: request.dice,
        legal: views(legal),
        illegal: views(illegal),
    }
}

fn readings(ruling: &Ruling) -> Vec<ReadingView> {
    let view = |note: &crate::rules::trace::ReadingNote| {
        let reading = rulebook().reading(note.clause);
        let used = reading.map_or(String::new(), |r| match r.alternative(&note.used) {
            Some(other) => other.text.clone(),
            None => r.adopted.clone(),
        });
        ReadingView {
            cite: CiteView::clause(note.clause, ruling.edition),
            question: reading.map_or(String::new(), |r| r.question.clone()),
            used,
            others: note
                .others
                .iter()
                .map(|o| (o.name.clone(), tie(&o.summary), o.differs))
                .collect(),
        }
    };
    ruling.readings.iter().map(view).collect()
}

fn rests_on(ruling: &Ruling) -> String {
    use crate::rulebook::Provenance;
    let mut ids: Vec<crate::rulebook::ClauseId> = Vec::new();
    for step in ruling.steps.iter().filter(|s| s.kind != StepKind::Note) {
        for cite in &step.cites {
            if let Cite::Clause(id) = cite
                && !ids.contains(id)
            {
                ids.push(*id);
            }
        }
    }
    let inferred = ids
        .iter()
        .filter(|id| rulebook().clause(**id).provenance == Provenance::Inference)
        .count();
    let clauses = if ids.len() == 1 {
        "1 clause".to_owned()
    } else {
        format!("{} clauses", ids.len())
    };
    match inferred {
        0 => clauses,
        1 => format!("{clauses}, 1 our inference"),
        n => format!("{clauses}, {n} our inferences"),
    }
}

/// Every ability line of the situation by the name under which steps cite it.
pub fn lines(situation: &Situation) -> BTreeMap<String, String> {
    let mut lines = BTreeMap::new();
    for unit in &situation.units {
        add(&mut lines, &format!("unit:{}", unit.id), &unit.facts);
        if let Some(card) = &unit.card {
            add(&mut lines, &format!("card:{}", slug(card)), &unit.facts);
        }
        for spec in unit.under.iter().chain(&unit.attached).chain(&unit.pilot) {
            add(
                &mut lines,
                &format!("card:{}", slug(spec_name(spec))),
                &spec.facts,
            );
        }
    }
    lines
}

fn spec_name(spec: &CardSpec) -> &str {
    spec.card.as_deref().unwrap_or(&spec.facts.name)
}

fn add(lines: &mut BTreeMap<String, String>, prefix: &str, facts: &Facts) {
    for (n, text) in (1..).zip(&facts.text) {
        lines.insert(format!("{prefix}/{n}"), text.clone());
    }
}
