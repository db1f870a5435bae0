//! Figures: how often the first things read settle a question.
//!
//! A file of questions has one JSON object a line: `id`, `question`, `accept` (clauses any of which
//! answers it) and, for questions about one card, `card`.

use super::answer::ask;
use super::document::{Document, Kind};
use super::index::{IndexError, Search, Snapshot};
use serde::Deserialize;
use std::fmt;

pub use super::fts5::Plain;

/// How far down the lists are read.
const DEPTH: usize = 50;

/// How many of the wrong things are shown for a miss.
const SHOWN: usize = 3;

/// A question with its answers.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Question {
    /// Its id.
    pub id: String,
    /// The question.
    pub question: String,
    /// Clauses any of which answers it.
    #[serde(default)]
    pub accept: Vec<String>,
    /// The card that it is about.
    #[serde(default)]
    pub card: Option<String>,
}

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// A line is no question.
    #[error("line {line} is no question: {why}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What the reader says.
        why: String,
    },
    /// There is no index.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The index cannot be read.
    #[error("the search index cannot be read: {0}")]
    Engine(#[from] tantivy::TantivyError),
    /// The table to compare with refused.
    #[error("the table to compare with cannot be made: {0}")]
    Plain(#[from] sqlx::Error),
}

/// The questions of a file's text; empty lines are skipped.
///
/// # Errors
/// The first line that is no question.
pub fn questions(text: &str) -> Result<Vec<Question>, EvalError> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            serde_json::from_str(line).map_err(|error| EvalError::Line {
                line: at + 1,
                why: error.to_string(),
            })
        })
        .collect()
}

/// Takes every `step`-th way to ask out of the documents: as questions, each accepted by the clause
/// that it was written for, they measure what was never learnt by heart. In two halves: one to
/// tune on, one to measure with.
#[must_use]
pub fn left_out(documents: &mut [Document], step: usize) -> [Vec<Question>; 2] {
    let mut halves = [Vec::new(), Vec::new()];
    let mut seen = 0;
    for document in documents.iter_mut().filter(|d| d.kind == Kind::Clause) {
        for way in std::mem::take(&mut document.asked) {
            if seen % step.max(1) == 0 {
                let [tune, measure] = &mut halves;
                let half = if tune.len() > measure.len() {
                    measure
                } else {
                    tune
                };
                half.push(Question {
                    id: format!("way-{seen}"),
                    question: way,
                    accept: vec![document.id.clone()],
                    card: None,
                });
            } else {
                document.asked.push(way);
            }
            seen += 1;
        }
    }
    halves
}

/// Counts of ranks.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Figures {
    first: usize,
    three: usize,
    ten: usize,
    reciprocal: f64,
    count: usize,
}

impl Figures {
    /// Counts one question whose answer came at that rank, from 1, or not at all.
    fn add(&mut self, rank: Option<usize>) {
        self.count += 1;
        if let Some(rank) = rank {
            self.first += usize::from(rank == 1);
            self.three += usize::from(rank <= 3);
            self.ten += usize::from(rank <= 10);
            self.reciprocal += 1.0 / rank as f64;
        }
    }

    /// The share of questions answered by the first thing shown.
    #[must_use]
    pub fn top_1(&self) -> f64 {
        self.share(self.first as f64)
    }

    /// The share answered by one of the first three.
    #[must_use]
    pub fn top_3(&self) -> f64 {
        self.share(self.three as f64)
    }

    /// The number of questions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    fn share(&self, part: f64) -> f64 {
        if self.count == 0 {
            0.0
        } else {
            part / self.count as f64
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "top-1 {:.3}  top-3 {:.3}  top-10 {:.3}  mrr {:.3}  n {}",
            self.top_1(),
            self.top_3(),
            self.share(self.ten as f64),
            self.share(self.reciprocal),
            self.count
        )
    }
}

/// What an evaluation found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// One line for each question that the first thing shown does not settle.
    pub misses: Vec<String>,
    /// Questions with clauses that answer them.
    pub rules: Figures,
    /// The same by plain SQLite FTS5.
    pub rules_plain: Figures,
    /// Questions about one card only.
    pub cards: Figures,
    /// The same by plain SQLite FTS5.
    pub cards_plain: Figures,
    /// Card questions whose card is in no loaded catalogue.
    pub not_in_catalogue: usize,
    /// Of these, those that were answered so.
    pub said_unknown: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for miss in &self.misses {
            writeln!(f, "{miss}")?;
        }
        if self.cards.count > 0 {
            writeln!(f, "cards fts5: {}", self.cards_plain)?;
            writeln!(f, "cards: {}", self.cards)?;
        }
        if self.not_in_catalogue > 0 {
            writeln!(
                f,
                "not in catalogue: {} (answered \"I do not know this card\": {})",
                self.not_in_catalogue, self.said_unknown
            )?;
        }
        writeln!(f, "fts5: {}", self.rules_plain)?;
        write!(f, "{}", self.rules)
    }
}

/// Asks all questions over these documents.
///
/// # Errors
/// If an index or table cannot be made or read.
pub async fn evaluate(
    documents: Vec<Document>,
    questions: &[Question],
) -> Result<Report, EvalError> {
    let plain = Plain::new(&documents).await?;
    let search = Search::in_memory(documents)?;
    let snapshot = search.snapshot();
    let mut report = Report::default();
    for question in questions {
        if question.accept.is_empty() {
            card_question(&snapshot, &plain, question, &mut report).await?;
        } else {
            rule_question(&snapshot, &plain, question, &mut report).await?;
        }
    }
    Ok(report)
}

async fn rule_question(
    snapshot: &Snapshot,
    plain: &Plain,
    question: &Question,
    report: &mut Report,
) -> Result<(), EvalError> {
    let answer = ask(snapshot, &question.question, DEPTH)?;
    let settles = |kind: Kind, id: &str, cites: &[crate::rulebook::ClauseId]| match kind {
        Kind::Clause => question.accept.iter().any(|clause| clause == id),
        Kind::Ruling => cites
            .iter()
            .any(|cited| question.accept.iter().any(|id| id == cited.as_str())),
        Kind::Keyword | Kind::Card => false,
    };
    let rank = answer
        .items()
        .position(|item| settles(item.kind, &item.id, &item.cites));
    let rank = rank.map(|at| at + 1);
    report.rules.add(rank);
    if rank != Some(1) {
        let shown: Vec<&str> = answer
            .items()
            .take(SHOWN)
            .map(|item| item.id.as_str())
            .collect();
        report
            .misses
            .push(miss(question, &question.accept.join(" "), rank, &shown));
    }
    let places = plain
        .any_word(
            &question.question,
            &[Kind::Clause, Kind::Ruling],
            DEPTH as u32,
        )
        .await?;
    let found = places
        .iter()
        .filter_map(|place| snapshot.documents.get(*place));
    let rank = found
        .map(|d| settles(d.kind, &d.id, &d.cites))
        .position(|hit| hit);
    report.rules_plain.add(rank.map(|at| at + 1));
    Ok(())
}

async fn card_question(
    snapshot: &Snapshot,
    plain: &Plain,
    question: &Question,
    report: &mut Report,
) -> Result<(), EvalError> {
    let Some(card) = &question.card else {
        return Ok(());
    };
    let answer = ask(snapshot, &question.question, DEPTH)?;
    let known = snapshot
        .documents
        .iter()
        .any(|d| d.kind == Kind::Card && d.id == *card);
    if !known {
        report.not_in_catalogue += 1;
        let said = answer.unknown_card_sentence();
        report.said_unknown += usize::from(said.is_some());
        let said = said.unwrap_or_else(|| "did not say that it does not know this card".to_owned());
        report.misses.push(format!(
            "{} not in catalogue: `{card}`; {said}",
            question.id
        ));
        return Ok(());
    }
    let rank = answer
        .cards
        .iter()
        .position(|item| item.id == *card)
        .map(|at| at + 1);
    report.cards.add(rank);
    if rank != Some(1) {
        let shown: Vec<&str> = answer
            .cards
            .iter()
            .take(SHOWN)
            .map(|item| item.id.as_str())
            .collect();
        report.misses.push(miss(question, card, rank, &shown));
    }
    let places = plain
        .any_word(&question.question, &[Kind::Card], DEPTH as u32)
        .await?;
    let rank = places
        .iter()
        .filter_map(|place| snapshot.documents.get(*place))
        .position(|d| d.id == *card);
    report.cards_plain.add(rank.map(|at| at + 1));
    Ok(())
}

fn miss(question: &Question, wanted: &str, rank: Option<usize>, shown: &[&str]) -> String {
    let rank = rank.map_or_else(|| "not found".to_owned(), |rank| format!("at {rank}"));
    let shown = if shown.is_empty() {
        "nothing".to_owned()
    } else {
        shown.join(", ")
    };
    format!(
        "{} {rank}: {}\n    wanted {wanted}; ranked instead: {shown}",
        question.id, question.question
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_agreed() {
        let mut figures = Figures::default();
        for rank in [Some(1), Some(2), Some(10), None] {
            figures.add(rank);
        }
        assert_eq!(
            figures.to_string(),
            "top-1 0.250  top-3 0.500  top-10 0.750  mrr 0.400  n 4"
        );
        assert_eq!(
            Figures::default().to_string(),
            "top-1 0.000  top-3 0.000  top-10 0.000  mrr 0.000  n 0"
        );
    }

    #[test]
    fn ways_to_ask_are_left_out_in_two_halves() {
        let mut documents = super::super::document::rules();
        let ways = |documents: &[Document]| documents.iter().map(|d| d.asked.len()).sum::<usize>();
        let before = ways(&documents);
        let [tune, measure] = left_out(&mut documents, 7);
        assert_eq!(before, ways(&documents) + tune.len() + measure.len());
        assert!(tune.len() - measure.len() <= 1 && tune.len() > 500);
        let first = tune.first().unwrap();
        let from = documents.iter().find(|d| first.accept.contains(&d.id));
        assert!(!from.unwrap().asked.contains(&first.question));
    }

    #[test]
    fn files_of_questions_are_read() {
        let text = "{\"id\":\"a\",\"question\":\"q\",\"accept\":[\"6.1\"],\"topics\":[]}\n\n{\"id\":\"b\",\"question\":\"q\",\"accept\":[],\"card\":\"X\"}\n";
        assert_eq!(questions(text).unwrap().len(), 2);
        let error = questions("\nnonsense").unwrap_err().to_string();
        assert!(error.starts_with("line 2 is no question"), "{error}");
    }
}
