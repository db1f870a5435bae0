//! Published rulings: what a judge types, checked; differences; re-runs; files.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `typed` | the fields of the form as they were typed |
//! | `check` | typed fields made into a ruling, with everything that is wrong with them |
//! | `words` | the difference of two texts in words |
//! | `rerun` | rulings re-run with today's engine, rules and cards |
//! | `files` | rulings as files in the case format |

mod check;
mod files;
mod rerun;
mod typed;
mod words;

pub use files::{FileProblem, FromFile, from_file, to_file};
pub use rerun::{Rerun, rerun_all};
pub use typed::{Change, Typed};
pub use words::Run;

use crate::catalogue::CardIndex;
use crate::rules::document::{self, Problems};
use crate::rules::situation::Case;
use crate::store::Content;

/// The situation of a ruling with today's texts of its cards; `None` where it has none.
#[must_use]
pub fn situation(content: &Content, cards: &CardIndex) -> Option<Result<Case, Problems>> {
    let stored = content.situation.as_ref()?;
    Some(document::read_kept(&stored.to_string(), cards))
}
