//! Card files and official wordings as the community keeps them: sets of the LackeyCCG plugin,
//! its keyword file, and pages of keyword entries per card.
//!
//! Everything here is a pure function over bytes with stated limits. What cannot be read with
//! certainty is kept as it came and reported as a [`Doubt`]; what is no row at all is a [`Refusal`].

pub mod keywords;
pub mod lackey;
pub mod pages;
mod text;

use serde::{Deserialize, Serialize};

pub use text::{FileRefused, LARGEST_FILE, LONGEST_LINE};

/// How many doubts and refusals of one file are written down; the rest is counted.
pub const NOTES_KEPT: usize = 2_000;

/// A field that was kept although it may not mean what it seems to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Doubt {
    /// The line of the file, counted from 1.
    pub line: u32,
    /// The column's name; empty where the whole line is meant.
    pub column: String,
    /// What is strange and what was done.
    pub what: String,
}

/// A line from which no card could be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// The line of the file, counted from 1.
    pub line: u32,
    /// Why.
    pub why: String,
    /// The beginning of the line.
    pub excerpt: String,
}

/// Notes on a file, of which no more than [`NOTES_KEPT`] are written down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notes<T> {
    /// The first ones.
    pub kept: Vec<T>,
    /// How many there are in all.
    pub count: usize,
}

impl<T> Default for Notes<T> {
    fn default() -> Notes<T> {
        Notes {
            kept: Vec::new(),
            count: 0,
        }
    }
}

impl<T> Notes<T> {
    /// Adds a note.
    pub fn push(&mut self, note: T) {
        self.count += 1;
        if self.kept.len() < NOTES_KEPT {
            self.kept.push(note);
        }
    }
}

/// The official wording of a keyword.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    /// The keyword's name as the source writes it.
    pub name: String,
    /// The wording; paragraphs are divided by an empty line.
    pub text: String,
    /// The line of the file where it begins.
    pub line: u32,
}
