//! The service over HTTP: the real application on a real port with a real database file.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod ask;
mod bench;
mod cards;
mod desk;
mod fresh;
mod headers;
mod judge_api;
mod judges;
mod limits;
mod odds;
mod offline;
mod pages;
mod pairs;
mod permissions;
mod publish;
mod routes;
mod rulebook_api;
mod server;
mod stored;
