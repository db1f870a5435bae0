//! The rulebook: numbered clauses, the keyword glossary, the named readings.
//!
//! Everything comes from the files in `rulings/`, which are embedded in the binary.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `clause` | [`ClauseId`], the [`clause!`](crate::clause) macro, [`Clause`] with its provenance |
//! | `keyword` | [`Keyword`], the [`keyword!`](crate::keyword) macro |
//! | `edition` | [`Edition`] of the glossary: 2018 or 2025 |
//! | `glossary` | [`KeywordEntry`]: form, stacking, activation of a keyword |
//! | `moment` | [`Moment`]: when a keyword acts |
//! | `reading` | [`Reading`]: an open question with the answer we adopt |
//! | `book` | [`Rulebook`] and [`rulebook()`] |
//! | `chapter` | the line format of `rulings/rules/*.md` |
//! | `entry` | the format of `rulings/keywords/*.toml` |
//! | `source` | what the source codes stand for |
//! | `embedded` | the files of `rulings/` inside the binary |
//! | `problem` | what is wrong with a file, and where |
//! | `nearest` | the known name closest to a misspelt one |
//! | `raw` | the files as read, before ids are looked up |
//! | `ids` | all ids, in rulebook order; written by a test |

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod book;
mod chapter;
mod clause;
mod edition;
pub mod embedded;
mod entry;
mod glossary;
pub mod ids;
mod keyword;
mod moment;
mod nearest;
mod problem;
mod raw;
mod reading;
#[cfg(test)]
mod registry;
mod source;

pub use book::{Chapter, Rulebook, rulebook};
pub use clause::{Clause, ClauseId, Provenance, Status, UnknownClause};
pub use edition::{Edition, UnknownEdition};
pub use glossary::{Activation, Form, KeywordEntry, Stacking};
pub use keyword::{Keyword, UnknownKeyword};
pub use moment::Moment;
pub use nearest::nearest;
pub use problem::{Problem, Problems};
pub use reading::{Alternative, Reading};
