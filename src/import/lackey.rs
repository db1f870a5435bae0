//! Card sets of the LackeyCCG plugin: one card a line, fields divided by tabs, quoting off.
//!
//! Many hands wrote these files over twenty years. The first line names the columns (15, 16 or 17
//! of them); lines end as they please; numbers come as `7`, `7.0`, `*`, `X` or nothing; texts hold
//! plain quotes, some never closed, beside fields that a spreadsheet has quoted.

mod columns;
mod field;
mod row;
mod subtypes;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::game::Card;

use super::text::{self, FileRefused, excerpt};
use super::{Doubt, Notes, Refusal};
use columns::Columns;
use row::Made;

/// The most rows that one file may have.
pub const MOST_ROWS: usize = 100_000;

/// A card as one printing has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedCard {
    /// The facts.
    pub card: Card,
    /// What tells the printing from the ordinary one, such as `Promo`; mostly empty.
    pub label: String,
    /// The line of the file, counted from 1.
    pub line: u32,
    /// The row as it came, column name to field; empty fields are left out.
    pub raw: BTreeMap<String, String>,
}

/// A row that explains the rules and is no card of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reminder {
    /// Its name.
    pub name: String,
    /// The set's code.
    pub set: String,
    /// Its text.
    pub text: String,
    /// The line of the file, counted from 1.
    pub line: u32,
}

/// What a set file holds. Rows = cards + reminders + refused lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParsedSet {
    /// The cards, in the order of the file, further printings of a card among them.
    pub cards: Vec<ParsedCard>,
    /// The reminder rows.
    pub reminders: Vec<Reminder>,
    /// Fields kept with a doubt.
    pub doubts: Notes<Doubt>,
    /// Lines that are no rows of a set.
    pub refused: Notes<Refusal>,
}

impl ParsedSet {
    /// The number of rows, blank lines and the header not counted.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cards.len() + self.reminders.len() + self.refused.count
    }

    fn take(&mut self, line: u32, raw_line: &str, made: Result<Made, String>) {
        match made {
            Ok(Made::Card(card)) => self.cards.push(*card),
            Ok(Made::Reminder(reminder)) => self.reminders.push(reminder),
            Err(why) => self.refused.push(Refusal {
                line,
                why,
                excerpt: excerpt(raw_line),
            }),
        }
    }
}

/// Reads a set file. `stem` is the file's name without its ending, the set's code where a row names none.
///
/// # Errors
/// If the file as a whole is no set file: too large, no text, empty, or without the columns' names.
pub fn parse(stem: &str, bytes: &[u8]) -> Result<ParsedSet, FileRefused> {
    let body = text::open(bytes)?;
    let mut rows = Rows::new(text::lines(&body));
    let mut set = ParsedSet::default();
    let header = rows.next().ok_or(FileRefused::Empty)?;
    let columns = Columns::read(&header.text, header.line, &mut set.doubts)?;
    rows.width = columns.count();
    while let Some(row) = rows.next() {
        if set.rows() == MOST_ROWS {
            return Err(FileRefused::TooManyRows { limit: MOST_ROWS });
        }
        if let Some(what) = row.note {
            set.doubts.push(Doubt {
                line: row.line,
                column: String::new(),
                what,
            });
        }
        let made = match row.refused {
            Some(why) => Err(why),
            None => row::make(stem, row.line, &row.text, &columns, &mut set.doubts),
        };
        set.take(row.line, &row.text, made);
    }
    Ok(set)
}

/// A row that may have been put together from several lines.
struct Row<'a> {
    line: u32,
    text: Cow<'a, str>,
    note: Option<String>,
    refused: Option<String>,
}

/// Lines to rows: blank lines are skipped, and a row that a line end inside a field has torn apart is mended.
struct Rows<'a, I: Iterator<Item = text::Line<'a>>> {
    lines: std::iter::Peekable<I>,
    width: usize,
}

impl<'a, I: Iterator<Item = text::Line<'a>>> Rows<'a, I> {
    fn new(lines: I) -> Rows<'a, I> {
        Rows {
            lines: lines.peekable(),
            width: 0,
        }
    }

    fn next(&mut self) -> Option<Row<'a>> {
        let line = self.lines.find(|l| !l.text.trim().is_empty())?;
        let mut row = Row {
            line: line.number,
            note: line
                .old_encoding
                .then(|| "the line is not utf-8; read as windows-1252".to_owned()),
            refused: line
                .too_long
                .then(|| format!("the line is longer than {} bytes", text::LONGEST_LINE)),
            text: line.text,
        };
        if row.refused.is_none() {
            self.mend(&mut row);
        }
        Some(row)
    }

    /// Two lines belong together if the first has too few fields and both together have exactly enough.
    fn mend(&mut self, row: &mut Row<'a>) {
        let fields = width(&row.text);
        if fields >= self.width {
            return;
        }
        let Some(next) = self
            .lines
            .next_if(|n| !n.too_long && fields + width(&n.text) == self.width + 1)
        else {
            return;
        };
        row.text = Cow::Owned(format!("{} {}", row.text, next.text));
        row.note = Some(format!(
            "a line end inside a field; joined with line {}",
            next.number
        ));
    }
}

fn width(line: &str) -> usize {
    line.split('\t').count()
}
