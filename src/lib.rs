//! Arbiter, a rulings judge for the Star Wars Trading Card Game.
//!
//! The layers, from the bottom; imports point down only (`tests/layers.rs` proves it):
//!
//! | layer | what it holds |
//! | --- | --- |
//! | [`game`] | the words of the game: sides, arenas, zones, card facts |
//! | [`catalogue`] | all known cards in memory, found by the names people write |
//! | [`rulebook`] | the numbered clauses, the keyword glossary, the named readings |
//! | `cardtext` | ability lines as printed on cards, read into abilities |
//! | `rules` | the engine: a board and what was played in, a ruling with its trace out |
//! | [`pairs`] | what any two keywords do to each other, found out by running the engine |
//! | [`render`] | a ruling as text, Markdown, BBCode, HTML |
//! | `import`, [`search`], `store` | card files, full-text search, SQLite |
//! | `web`, `cli` | the service and the command line |

// The tests of `tests/all/model` run inside the library too, where a part of a keyword can be taken away.
#[cfg(test)]
extern crate self as arbiter;

pub mod cardtext;
pub mod catalogue;
#[cfg(feature = "server")]
pub mod cli;
pub mod game;
#[cfg(feature = "server")]
pub mod import;
pub mod pairs;
pub mod render;
pub mod rulebook;
pub mod rules;
#[cfg(feature = "server")]
pub mod search;
#[cfg(feature = "server")]
pub mod store;
#[cfg(feature = "server")]
pub mod web;
