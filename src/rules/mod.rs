//! The rules engine: [`judge`] takes a situation and gives a ruling (design: the engine).
//!
//! A pure function: no input or output, no clock, no global random source. It re-runs the
//! situation from the start each time and stops at the first question the plays do not answer.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod aboard;
mod act;
mod apply;
mod attack;
mod battle;
pub mod boards;
mod borrow;
mod build;
mod chance;
pub mod check;
mod choices;
mod control;
mod cost;
pub mod damage;
pub mod deed;
mod deploy;
pub mod derive;
mod dice;
mod divide;
pub mod document;
mod effects;
mod ends;
pub mod grounds;
mod holds;
mod judge;
pub mod keyword;
pub mod keywords;
mod life;
mod limited_target;
pub mod look;
mod lost;
mod mission;
mod named;
mod naming;
pub mod natural;
mod notes;
pub mod odds;
mod opening;
mod options;
mod order;
mod paid_option;
mod paid_x;
mod past;
mod payer;
pub mod prediction;
pub mod prevention;
mod price;
#[cfg(test)]
mod proofs;
mod ready;
mod relevance;
mod retreat;
mod run;
mod setup;
pub mod shown;
pub mod situation;
pub mod standing;
mod summary;
pub mod table;
mod taken;
pub mod target;
mod timing;
mod toll;
pub mod trace;
mod triggers;
mod turn;
#[cfg(test)]
mod walks;
pub mod window;
mod words;

pub use holds::{Holds, holds};
pub use judge::{judge, step};
pub use setup::slug;
