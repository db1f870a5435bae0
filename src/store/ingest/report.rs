//! What an import did.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::import::Notes;

/// How far an import is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The file being read.
    pub file: &'a str,
    /// Its number, from 1.
    pub number: usize,
    /// How many files there are.
    pub files: usize,
    /// Rows of this file that are done.
    pub rows_done: usize,
    /// Rows of this file.
    pub rows: usize,
}

impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "[{}/{}] {}: {} of {} rows",
            self.number, self.files, self.file, self.rows_done, self.rows
        )
    }
}

/// Counts of what became of things.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Not there before.
    pub new: usize,
    /// There, but different.
    pub changed: usize,
    /// There as it came.
    pub unchanged: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} new, {} changed, {} unchanged",
            self.new, self.changed, self.unchanged
        )
    }
}

/// A note on a line of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileNote {
    /// The file's name.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: u32,
    /// The column; empty for the line as a whole.
    pub column: String,
    /// What is strange and what was done.
    pub what: String,
}

impl FileNote {
    pub(super) fn of_file(file: &str, what: String) -> FileNote {
        FileNote {
            file: file.to_owned(),
            line: 0,
            column: String::new(),
            what,
        }
    }
}

impl fmt::Display for FileNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ", line {}", self.line)?;
        }
        if !self.column.is_empty() {
            write!(f, ", {}", self.column)?;
        }
        write!(f, ": {}", self.what)
    }
}

/// A card whose facts changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Changed {
    /// Its name.
    pub card: String,
    /// The stored rulings that used the facts as they were.
    pub rulings: Vec<String>,
}

/// What an import did. `lines = cards + further printings + reminders + refused`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// The files read, refused ones included.
    pub files: usize,
    /// Rows, without headers and blank lines; for official wordings the entries.
    pub lines: usize,
    /// Different cards.
    pub cards: usize,
    /// Rows of cards that had a row before.
    pub further_printings: usize,
    /// Rows that explain the rules.
    pub reminders: usize,
    /// What became of the cards, or of the official wordings.
    pub outcome: Tally,
    /// What became of the printings.
    pub printings: Tally,
    /// The changed cards, with the rulings that used them.
    pub changes: Vec<Changed>,
    /// Fields kept with a doubt.
    pub doubtful: Notes<FileNote>,
    /// Lines that are no rows.
    pub refused: Notes<FileNote>,
    /// Files that were not read.
    pub refused_files: Vec<FileNote>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in &self.doubtful.kept {
            writeln!(f, "doubtful: {note}")?;
        }
        for note in self.refused.kept.iter().chain(&self.refused_files) {
            writeln!(f, "refused:  {note}")?;
        }
        for Changed { card, rulings } in &self.changes {
            write!(f, "changed:  {card}")?;
            if !rulings.is_empty() {
                write!(f, ", used by rulings {}", rulings.join(", "))?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "{} lines = {} cards or entries + {} further printings + {} reminders + {} refused",
            self.lines, self.cards, self.further_printings, self.reminders, self.refused.count
        )?;
        write!(
            f,
            "{}; printings: {}; {} doubtful; {} of {} files refused",
            self.outcome,
            self.printings,
            self.doubtful.count,
            self.refused_files.len(),
            self.files
        )
    }
}
