//! What the templates show: plain values made from rulings and clauses, shared by pages, stored
//! rulings, embeds and the judge's desk.

mod board;
mod clause;
mod dice;
mod outcome;
mod ruling;
mod steps;
mod text;
mod verdict;

pub use board::BoardView;
pub use clause::{CiteView, ClauseView, clause_href, keyword_href};
pub use dice::RollView;
pub use ruling::RulingView;
pub use text::{said, tie};
pub use verdict::VerdictView;
