//! What the templates show beside a ruling's own [`View`](crate::render::View): clauses with
//! their ground, and the signs of the verdicts.

mod clause;
mod verdict;

pub use clause::{ClauseView, ProvenanceView};
pub use verdict::VerdictView;

use crate::render::{Links, tie};
use crate::rulebook::{ClauseId, Keyword};

/// The address of a keyword's page.
#[must_use]
pub fn keyword_href(keyword: Keyword) -> String {
    Links::inside().keyword(keyword).unwrap_or_default()
}

/// The address of a clause: on its keyword's page, on the page of the attack, or in its chapter.
#[must_use]
pub fn clause_href(id: ClauseId) -> String {
    Links::inside().clause(id).unwrap_or_default()
}

/// A text whose numbers stay with the word before them, with real arrows; short, for templates.
#[must_use]
pub fn t(text: impl AsRef<str>) -> String {
    tie(&text.as_ref().replace(" -> ", " → "))
}
