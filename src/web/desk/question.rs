//! The open question as the desk shows it: options, dice, chances that were passed over.

use crate::game::Side;
use crate::render::view::{OptionView, ReasonView, RequestView};
use crate::render::{Links, View};
use crate::rules::situation::{Play, Situation};
use crate::rules::trace::{Board, Choice, Request, RequestKind, Ruling};
use crate::web::desk::act::{choices, dice as asked_dice, with_dice};
use crate::web::desk::plays;
use crate::web::desk::show::Pick;
use crate::web::desk::walk::{Skipped, Stand};
use crate::web::engine;
use crate::web::frame::clip;
use crate::web::view::t;

/// At most so many outcomes are worked out beside the options of one question.
const OUTCOMES: usize = 24;

/// One option of the open question.
#[derive(Clone, Debug)]
pub struct Opt {
    /// Its place among the options.
    pub index: usize,
    /// Whose play it is; none for a choice that is no play of a side.
    pub side: Option<Side>,
    /// What it says.
    pub label: String,
    /// What comes of it, where that is not what comes anyway.
    pub outcome: String,
    /// All reasons against it.
    pub reasons: Vec<ReasonView>,
    /// Whether it can be recorded as refused.
    pub recordable: bool,
    /// Whether it may be taken.
    pub legal: bool,
    /// Whether it is passing.
    pub pass: bool,
}

/// The open question.
#[derive(Clone, Debug)]
pub struct Question {
    /// Who is asked.
    pub side: Side,
    /// In which window.
    pub window: &'static str,
    /// The question.
    pub asks: String,
    /// Whether it is a chance to play or pass.
    pub chance: bool,
    /// The dice it waits for; none if it waits for no dice.
    pub dice: Option<DiceField>,
    /// Options that may be taken, passing apart.
    pub legal: Vec<Opt>,
    /// Options that may not.
    pub illegal: Vec<Opt>,
    /// In a chance: that the player who is asked passes alone.
    pub pass: Option<Opt>,
}

/// How the reason begins that says to which chance a play belongs.
const BELONGS: &str = "it is played in ";

impl Opt {
    /// Whether it belongs to another chance than the one it is shown in.
    fn is_elsewhere(&self) -> bool {
        self.reasons.iter().any(|r| r.text.starts_with(BELONGS))
    }
}

impl Question {
    /// Whether there are options that may not be taken.
    #[must_use]
    pub const fn has_illegal(&self) -> bool {
        !self.illegal.is_empty()
    }

    /// Those of them that belong to this chance.
    pub fn illegal_here(&self) -> impl Iterator<Item = &Opt> {
        self.illegal.iter().filter(|o| !o.is_elsewhere())
    }

    /// Those that belong to another one.
    #[must_use]
    pub fn elsewhere(&self) -> Vec<&Opt> {
        self.illegal.iter().filter(|o| o.is_elsewhere()).collect()
    }

    /// The same in one line.
    #[must_use]
    pub fn names_elsewhere(&self) -> String {
        let names: Vec<&str> = self.elsewhere().iter().map(|o| o.label.as_str()).collect();
        clip(&names.join("; "), 110)
    }
}

/// The dice that a question waits for, with what was typed.
#[derive(Clone, Debug)]
pub struct DiceField {
    /// How many.
    pub count: usize,
    /// What was typed before; often empty.
    pub typed: String,
    /// Why that does not fit.
    pub fault: Option<String>,
    /// One field for each die.
    pub picks: Vec<Pick>,
}

impl DiceField {
    fn new(count: usize, typed: &str) -> DiceField {
        let fault = (!typed.is_empty())
            .then(|| plays::fault(typed, count))
            .flatten();
        let faces = plays::faces(typed).unwrap_or_default();
        let face = |die: usize| faces.get(die - 1).copied().unwrap_or(0);
        DiceField {
            count,
            typed: typed.to_owned(),
            fault,
            picks: (1..=count)
                .map(|die| Pick {
                    die,
                    face: face(die),
                })
                .collect(),
        }
    }
}

/// What comes if nobody does anything more.
#[derive(Clone, Debug)]
pub struct Anyway {
    /// The verdict sentence; empty where the run would wait again.
    pub outcome: String,
    /// What is asked next; empty where there is an outcome.
    pub next: String,
    /// The verdict sentence in either case.
    summary: String,
}

impl Anyway {
    /// Of a draft, with the dice that wait if they fit.
    #[must_use]
    pub fn of(situation: &Situation, dice: &str) -> Anyway {
        let end = engine::rule(&with_dice(situation, dice));
        let summary = end.verdict.summary;
        let asks = end.request.map(|request| request.asks);
        let next = asks.as_ref().map_or_else(String::new, |asks| {
            let what = asks
                .split_once(" What do")
                .map_or(asks.as_str(), |(what, _)| what);
            format!("Next: {what}")
        });
        let outcome = if asks.is_none() {
            summary.clone()
        } else {
            String::new()
        };
        Anyway {
            outcome,
            next,
            summary,
        }
    }
}

/// A chance that was passed over, with what could not be played in it.
#[derive(Clone, Debug)]
pub struct SkippedView {
    /// Its place among those that were passed over.
    pub number: usize,
    /// Its window.
    pub window: &'static str,
    /// What could not be played, and why.
    pub options: Vec<Opt>,
}

/// The chances that were passed over; one that asked both players stands once.
#[must_use]
pub fn skipped(stand: &Stand) -> Vec<SkippedView> {
    let view = |(number, skipped): (usize, &Skipped)| {
        let request = skipped.ruling.request.as_ref()?;
        // Only the question is shown: what led to it stands among the steps so far.
        let mut bare = skipped.ruling.clone();
        bare.steps.clear();
        bare.rolls.clear();
        bare.refused.clear();
        bare.not_applied.clear();
        bare.unmodelled.clear();
        let view = View::new(&skipped.situation, &bare, &Links::inside());
        let mut options = options(request, &skipped.ruling, &view, |_| String::new());
        options.retain(|o| !o.legal);
        options.sort_by_key(|o| by_turn(o, request.side));
        Some(SkippedView {
            number,
            window: request.window.name(),
            options,
        })
    };
    stand.skipped.iter().enumerate().filter_map(view).collect()
}

/// The question as the desk shows it.
#[must_use]
pub fn question(stand: &Stand, dice: &str, view: &View, anyway: &Anyway) -> Option<Question> {
    let ruling = &stand.ruling;
    let request = ruling.request.as_ref()?;
    let outcome = |play: &Play| {
        let mut further = stand.situation.clone();
        further.plays.push(play.clone());
        let outcome = engine::rule(&with_dice(&further, dice)).verdict.summary;
        if outcome == anyway.summary {
            String::new()
        } else {
            outcome
        }
    };
    let mut options = options(request, ruling, view, outcome);
    options.sort_by_key(|o| by_turn(o, request.side));
    let chance = request.kind == RequestKind::Pop;
    let pass = options.iter().find(|o| o.pass && chance).cloned();
    options.retain(|o| !(o.pass && chance));
    let (legal, illegal) = options.into_iter().partition(|o| o.legal);
    Some(Question {
        side: request.side,
        chance,
        window: request.window.name(),
        asks: t(&request.asks),
        dice: asked_dice(request).map(|n| DiceField::new(n, dice)),
        legal,
        illegal,
        pass,
    })
}

/// Options of the player whose turn it is come first; of those that may not be taken, what only
/// one reason forbids is what people ask about first.
fn by_turn(option: &Opt, turn: Side) -> (bool, usize) {
    (option.side == Some(turn.opponent()), option.reasons.len())
}

/// All options of a question.
fn options(
    request: &Request,
    ruling: &Ruling,
    view: &View,
    outcome: impl Fn(&Play) -> String,
) -> Vec<Opt> {
    let shown = view.request.as_ref();
    let option = |(index, choice): (usize, Choice)| {
        let outcome = match (&choice.outcome, &choice.play) {
            (Some(known), _) => known.clone(),
            (None, Some(play)) if choice.legal && index < OUTCOMES => outcome(play),
            _ => String::new(),
        };
        let side = choice.play.as_ref();
        Opt {
            index,
            side: side.and_then(|play| side_of(play, &ruling.after)),
            label: t(&choice.label),
            outcome: t(outcome),
            reasons: shown.and_then(|r| reasons(r, index)).unwrap_or_default(),
            recordable: choice.play.is_some(),
            legal: choice.legal,
            pass: matches!(choice.play, Some(Play::Pass(_))),
        }
    };
    choices(request)
        .into_iter()
        .enumerate()
        .map(option)
        .collect()
}

/// Whose play it is.
fn side_of(play: &Play, board: &Board) -> Option<Side> {
    match play {
        Play::Pass(side) => Some(*side),
        Play::Card { by, .. } => Some(*by),
        Play::Use(used) => used
            .unit
            .as_ref()
            .and_then(|id| board.units.get(id))
            .map(|u| u.side),
        _ => None,
    }
}

fn reasons(request: &RequestView, index: usize) -> Option<Vec<ReasonView>> {
    request
        .options
        .iter()
        .find(|o: &&OptionView| o.index == index)
        .map(|o| o.reasons.clone())
}
