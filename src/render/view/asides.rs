//! What stands beside the steps: refusals, keywords that did nothing, lines that are not
//! modelled, the open question, open readings.

use super::cite::{CiteView, Citing, Ground, plain};
use super::names::Names;
use crate::game::Side;
use crate::render::clean;
use crate::rulebook::rulebook;
use crate::rules::situation::Handle;
use crate::rules::trace::{
    Choice, NotApplied, ReadingNote, Reason, Refusal, Request, RequestKind, Ruling, Unmodelled,
};
use crate::rules::window::WindowId;

/// A reason with its ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReasonView {
    /// The sentence.
    pub text: String,
    /// What it rests on; none where no rule is needed, as for an ability that nobody has.
    pub cites: Vec<CiteView>,
}

impl ReasonView {
    fn says(text: String) -> ReasonView {
        ReasonView {
            text,
            cites: Vec::new(),
        }
    }
}

/// A refused play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusalView {
    /// The step that records it.
    pub n: u32,
    /// What was tried.
    pub play: String,
    /// All reasons.
    pub reasons: Vec<ReasonView>,
}

/// A keyword that did nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NothingView {
    /// Whose unit, if it is on a board.
    pub side: Option<Side>,
    /// The unit.
    pub unit: String,
    /// The ability.
    pub ability: String,
    /// "Nothing, because ..."
    pub because: Vec<ReasonView>,
}

/// A line that is not modelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnmodelledView {
    /// The unit.
    pub unit: String,
    /// The words.
    pub line: String,
    /// Whether it could have mattered.
    pub matters: bool,
    /// Why, or why not.
    pub why: String,
}

/// The open question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestView {
    /// Dice, a choice, a play or pass.
    pub kind: RequestKind,
    /// Who is asked.
    pub side: Side,
    /// In which window.
    pub window: WindowId,
    /// The question.
    pub asks: String,
    /// How many dice are asked for.
    pub dice: Option<usize>,
    /// Every option, those that may be taken first.
    pub options: Vec<OptionView>,
}

/// One option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionView {
    /// Its place in the ruling's own list, from 0: there its play is found.
    pub index: usize,
    /// What it says.
    pub label: String,
    /// Whether it may be taken.
    pub legal: bool,
    /// What comes of it, where that was worked out.
    pub outcome: Option<String>,
    /// All reasons against it.
    pub reasons: Vec<ReasonView>,
}

/// An open question of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadingView {
    /// Its clause.
    pub cite: CiteView,
    /// The question.
    pub question: String,
    /// The reading used: `adopted` or its name.
    pub used: String,
    /// What that reading says.
    pub says: String,
    /// The other readings.
    pub others: Vec<OtherView>,
}

/// Another reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherView {
    /// Its name.
    pub name: String,
    /// The verdict sentence under it.
    pub summary: String,
    /// Whether the board would end otherwise.
    pub differs: bool,
}

pub fn refused(ruling: &Ruling, citing: &Citing<'_>) -> Vec<RefusalView> {
    let view = |refusal: &Refusal| RefusalView {
        n: refusal.n,
        play: citing.refused(refusal),
        reasons: all(&refusal.reasons, citing),
    };
    ruling.refused.iter().map(view).collect()
}

pub fn nothing(ruling: &Ruling, citing: &Citing<'_>) -> Vec<NothingView> {
    let side = |unit: &Handle| {
        ruling
            .after
            .units
            .get(unit)
            .or_else(|| ruling.before.units.get(unit))
            .map(|state| state.side)
    };
    let view = |nothing: &NotApplied| NothingView {
        side: side(&nothing.unit),
        unit: citing.names.of(&nothing.unit).to_owned(),
        ability: clean(&nothing.ability),
        because: all(&nothing.because, citing),
    };
    ruling.not_applied.iter().map(view).collect()
}

pub fn unmodelled(ruling: &Ruling, names: &Names) -> Vec<UnmodelledView> {
    let view = |line: &Unmodelled| UnmodelledView {
        unit: names.of(&line.unit).to_owned(),
        line: clean(&line.line),
        matters: line.matters,
        why: clean(&line.why),
    };
    let mut lines: Vec<UnmodelledView> = ruling.unmodelled.iter().map(view).collect();
    lines.sort_by_key(|line| !line.matters);
    lines
}

pub fn request(ruling: &Ruling, citing: &Citing<'_>) -> Option<RequestView> {
    let Request {
        kind,
        side,
        window,
        asks,
        dice,
        options,
    } = ruling.request.as_ref()?;
    let mut options: Vec<OptionView> = options
        .iter()
        .enumerate()
        .map(|(at, choice)| option(at, choice, citing))
        .collect();
    options.sort_by_key(|option| !option.legal);
    Some(RequestView {
        kind: *kind,
        side: *side,
        window: *window,
        asks: citing.names.spoken(asks),
        dice: *dice,
        options,
    })
}

fn option(index: usize, choice: &Choice, citing: &Citing<'_>) -> OptionView {
    OptionView {
        index,
        label: citing.names.spoken(&choice.label),
        legal: choice.legal,
        outcome: choice.outcome.as_deref().map(clean),
        reasons: all(&choice.reasons, citing),
    }
}

pub fn readings(ruling: &Ruling, citing: &Citing<'_>) -> Vec<ReadingView> {
    ruling
        .readings
        .iter()
        .map(|note| reading(note, citing))
        .collect()
}

fn reading(note: &ReadingNote, citing: &Citing<'_>) -> ReadingView {
    let known = rulebook().reading(note.clause);
    let chosen = known
        .and_then(|known| known.alternative(&note.used))
        .map(|other| &other.text);
    ReadingView {
        cite: CiteView {
            ground: Ground::Open,
            ..citing.clause(note.clause)
        },
        question: known
            .map(|known| plain(&known.question))
            .unwrap_or_default(),
        used: clean(&note.used),
        says: chosen
            .or(known.map(|known| &known.adopted))
            .map(|text| plain(text))
            .unwrap_or_default(),
        others: note
            .others
            .iter()
            .map(|other| OtherView {
                name: clean(&other.name),
                summary: clean(&other.summary),
                differs: other.differs,
            })
            .collect(),
    }
}

/// What stands under the verdict sentence: lines that matter, what is asked; failing those, the
/// reasons against the first refused play.
pub fn reasons(
    refused: &[RefusalView],
    unmodelled: &[UnmodelledView],
    request: Option<&RequestView>,
) -> Vec<ReasonView> {
    let lines = unmodelled.iter().filter(|line| line.matters);
    let asks = request.map(|request| ReasonView::says(request.asks.clone()));
    let missing: Vec<ReasonView> = lines.map(by_hand).chain(asks).collect();
    match (missing.as_slice(), refused.first()) {
        ([], Some(refusal)) => refusal.reasons.clone(),
        _ => missing,
    }
}

fn by_hand(line: &UnmodelledView) -> ReasonView {
    let why = match line.why.as_str() {
        "" => String::new(),
        why => format!(": {why}"),
    };
    ReasonView::says(format!(
        "Not modelled, so rule it by hand: “{}” on {}{why}",
        line.line, line.unit
    ))
}

/// All reasons; one that rests on several clauses is said once.
fn all(reasons: &[Reason], citing: &Citing<'_>) -> Vec<ReasonView> {
    let mut views: Vec<ReasonView> = Vec::new();
    for reason in reasons {
        let text = citing.names.spoken(&reason.text);
        let cite = reason.clause.map(|clause| citing.clause(clause));
        match views.iter_mut().find(|view| view.text == text) {
            Some(same) => same
                .cites
                .extend(cite.filter(|cite| !same.cites.contains(cite))),
            None => views.push(ReasonView {
                text,
                cites: cite.into_iter().collect(),
            }),
        }
    }
    views
}
