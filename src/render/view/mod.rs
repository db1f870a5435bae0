//! A ruling arranged for readers: what every format and the pages of the service show, in the
//! order in which they show it, without any mark-up.
//!
//! All strings are [cleaned](crate::render::clean) but not escaped. Words typed by people may be
//! of any length; only titles are cut.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `names` | what a unit is called |
//! | `cite` | citations with provenance, link and words |
//! | `board` | the board before and after |
//! | `dice` | rolls in three rows |
//! | `steps` | steps folded by window |
//! | `outcome` | the line beside a window's heading |
//! | `sum` | how the damage came about: `3 hits + 2 Critical Hit − 2 Evade = 3` |
//! | `asides` | refusals, keywords that did nothing, lines not modelled, questions, readings |

mod asides;
mod board;
mod cite;
mod dice;
mod names;
mod outcome;
mod steps;
mod sum;

pub use asides::{
    NothingView, OptionView, OtherView, ReadingView, ReasonView, RefusalView, RequestView,
    UnmodelledView,
};
pub use board::{BoardView, SideView, UnitView, ValueRow};
pub use cite::{CiteView, Ground};
pub use dice::{DiceRow, DiceView, Die};
pub use steps::{StepView, WindowView};
pub use sum::{SumView, Term};

use super::{Links, clean, shorten};
use crate::rulebook::{Edition, Provenance};
use crate::rules::situation::{Play, Situation};
use crate::rules::trace::{Ruling, VerdictKind};
use cite::Citing;
use names::Names;

/// A ruling arranged for readers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Which of the three verdicts.
    pub kind: VerdictKind,
    /// What it is about, in at most [`View::TITLE`] characters: the title given to it, else
    /// "A attacks B"; empty if neither is known.
    pub title: String,
    /// The question as it was asked; empty if none was.
    pub question: String,
    /// The verdict sentence.
    pub summary: String,
    /// Why, beside the verdict: lines that are not modelled and matter, what is missing, the
    /// reasons against the first refused play.
    pub reasons: Vec<ReasonView>,
    /// Both sides, before and after.
    pub board: BoardView,
    /// Every roll.
    pub dice: Vec<DiceView>,
    /// How the damage on each unit came about, where that is a plain sum.
    pub sums: Vec<SumView>,
    /// The steps, folded by window.
    pub windows: Vec<WindowView>,
    /// Refused plays.
    pub refused: Vec<RefusalView>,
    /// Keywords that did nothing.
    pub nothing: Vec<NothingView>,
    /// Lines that are not modelled, those that matter first.
    pub unmodelled: Vec<UnmodelledView>,
    /// The open question.
    pub request: Option<RequestView>,
    /// Open questions of the rules that the ruling rests on.
    pub readings: Vec<ReadingView>,
    /// What it was made with.
    pub footer: Footer,
    /// The address of the stored ruling.
    pub permalink: Option<String>,
}

/// What a ruling was made with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Footer {
    /// The edition of the glossary.
    pub edition: Edition,
    /// The engine's version.
    pub engine: String,
    /// The version of the rules; for a stored ruling set it to the one stored.
    pub rules: String,
    /// The day on which it was given, if the caller knows and sets it.
    pub given: Option<String>,
    /// How many different clauses it rests on.
    pub clauses: usize,
    /// How many of them are our inference.
    pub inferences: usize,
    /// How many of them are open questions.
    pub open: usize,
}

impl Footer {
    /// What every rendering says about this service.
    pub const NOTE: &'static str = "Arbiter is a fan project, not an official source. Names belong to their owners, who do not endorse it.";

    /// Edition, rules and engine in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let Footer {
            edition,
            engine,
            rules,
            ..
        } = self;
        let given = self
            .given
            .as_ref()
            .map(|day| format!("Given {day}. "))
            .unwrap_or_default();
        format!("{given}Edition {edition}, rules {rules}, engine {engine}")
    }

    /// On how much it rests: `21 clauses, 1 of them our inference`.
    #[must_use]
    pub fn rests_on(&self) -> String {
        let clauses = count(self.clauses, "clause", "clauses");
        let some = |n: usize, what: &str| match n {
            0 => String::new(),
            n => format!(", {n} of them {what}"),
        };
        let open = match self.open {
            1 => "an open question",
            _ => "open questions",
        };
        format!(
            "{clauses}{}{}",
            some(self.inferences, "our inference"),
            some(self.open, open)
        )
    }
}

impl View {
    /// The most characters of a title.
    pub const TITLE: usize = 80;

    /// Arranges a ruling made from that situation.
    #[must_use]
    pub fn new(situation: &Situation, ruling: &Ruling, links: &Links) -> View {
        let names = Names::new(situation, ruling);
        let citing = Citing::new(situation, ruling.edition, links, &names);
        let refused = asides::refused(ruling, &citing);
        let unmodelled = asides::unmodelled(ruling, &names);
        let request = asides::request(ruling, &citing);
        View {
            kind: ruling.verdict.kind,
            title: title(situation, &names),
            question: clean(&situation.about.question),
            summary: names.spoken(&ruling.verdict.summary),
            reasons: asides::reasons(&refused, &unmodelled, request.as_ref()),
            board: board::board(situation, ruling, links, &names),
            dice: dice::dice(ruling, &names),
            sums: sum::sums(ruling, &names),
            windows: steps::windows(ruling, &citing),
            refused,
            nothing: asides::nothing(ruling, &citing),
            unmodelled,
            request,
            readings: asides::readings(ruling, &citing),
            footer: footer(ruling),
            permalink: links.ruling(),
        }
    }

    /// The verdict in one word or two.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self.kind {
            VerdictKind::Ruled => "Ruled",
            VerdictKind::Depends => "Depends",
            VerdictKind::Cannot => "Cannot rule",
        }
    }

    /// The style class of the verdict: `ruled`, `depends` or `cannot`.
    #[must_use]
    pub const fn class(&self) -> &'static str {
        match self.kind {
            VerdictKind::Ruled => "ruled",
            VerdictKind::Depends => "depends",
            VerdictKind::Cannot => "cannot",
        }
    }

    /// Lines that are not modelled and could have mattered.
    pub fn unmodelled_that_matter(&self) -> impl Iterator<Item = &UnmodelledView> {
        self.unmodelled.iter().filter(|line| line.matters)
    }
}

fn title(situation: &Situation, names: &Names) -> String {
    let given = clean(&situation.about.title);
    let title = if given.is_empty() {
        attack(situation, names).unwrap_or_default()
    } else {
        given
    };
    shorten(&title, View::TITLE)
}

/// The first attack in words.
fn attack(situation: &Situation, names: &Names) -> Option<String> {
    situation.plays.iter().find_map(|play| match play {
        Play::Attack {
            unit, on: Some(on), ..
        } => Some(format!(
            "{} attacks {}",
            shorten(names.of(unit), 40),
            shorten(names.of(on), 40)
        )),
        Play::Attack { unit, on: None, .. } => Some(format!("{} attacks", names.of(unit))),
        _ => None,
    })
}

fn footer(ruling: &Ruling) -> Footer {
    let book = crate::rulebook::rulebook();
    let cited = cite::clauses(ruling);
    let with = |provenance| {
        cited
            .iter()
            .filter(|id| book.clause(**id).provenance == provenance)
            .count()
    };
    Footer {
        edition: ruling.edition,
        engine: clean(&ruling.engine),
        rules: book.version(),
        given: None,
        clauses: cited.len(),
        inferences: with(Provenance::Inference),
        open: with(Provenance::Open),
    }
}

/// A number with its noun.
pub(super) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A change of a number: `5 → 3`.
pub(super) fn arrow(from: impl std::fmt::Display, to: impl std::fmt::Display) -> String {
    format!("{from} → {to}")
}

#[cfg(test)]
mod tests;
