//! Proofs over all precedents: taking something away from a keyword, a reading or a document, or
//! turning a board round, has the consequences it must have.

#![allow(clippy::disallowed_methods, reason = "the precedents are files")]

mod acts;
mod coverage;
mod dropped;
pub mod lamed;
#[path = "../../../tests/all/model/boards/mod.rs"]
mod model;
mod mutations;
mod planted;
mod readings;
mod turned;

use std::fs;
use std::path::Path;

use crate::catalogue::CardIndex;
use crate::rules::document::read_toml;
use crate::rules::situation::Case;

/// The starter catalogue.
fn cards() -> CardIndex {
    CardIndex::starter().expect("the starter catalogue is read by a test of its own")
}

/// Every precedent with the name of its file, in the order of the names.
fn precedents(cards: &CardIndex) -> Vec<(String, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings/cases");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder of precedents")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = fs::read_to_string(path).expect("a text");
            let case = read_toml(&text, cards).unwrap_or_else(|e| panic!("{name}: {e}"));
            (name.into_owned(), case)
        })
        .collect()
}
