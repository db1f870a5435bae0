//! Everything that is tested from outside, in one program: each part would link the whole service
//! again. A part runs by its name: `cargo test --test all store::`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod document;
mod layers;
mod model;

#[cfg(feature = "server")]
mod cli;
#[cfg(feature = "server")]
mod import;
#[cfg(feature = "server")]
mod ingest;
#[cfg(feature = "server")]
mod process;
#[cfg(feature = "server")]
mod search;
#[cfg(feature = "server")]
mod store;
#[cfg(feature = "server")]
mod web;
