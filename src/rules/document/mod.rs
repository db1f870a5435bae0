//! Documents of the case format, read into a [`Case`] and written back.
//!
//! One format describes a board, what was played on it and, optionally, the ruling it must get.
//! It is TOML in files and JSON on the wire, with the same keys. Reading never stops at the
//! first problem: it tells all of them, each with its place and, for a misspelt word, the
//! nearest known one.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `tree` | TOML and JSON as one tree that knows its places |
//! | `place` | [`Place`], [`Problem`], [`Problems`] |
//! | `reader` | getters that note what is wrong and go on |
//! | `names` | handles |
//! | `board`, `facts` | sections 1 and 2: head, players, units, cards |
//! | `on_unit` | which cards can be attached to a unit, pilot it or lie under it |
//! | `plays`, `uses`, `verbs` | section 3: plays |
//! | `expect` | section 4: what a case expects |
//! | `form` | a document to be written |
//! | `writer`, `write_play`, `write_toml` | writing one |
//! | `canonical` | one text for one situation, and its permalink |
//! | `limits` | how large a document may be |

mod board;
mod canonical;
mod expect;
pub(super) mod facts;
mod form;
pub mod limits;
mod names;
mod on_unit;
mod place;
mod plays;
mod reader;
mod tree;
mod uses;
mod verbs;
mod write_play;
mod write_toml;
mod writer;

pub use canonical::{canonical_json, permalink_id};
pub use on_unit::OnUnit;
pub use place::{Place, Problem, Problems};

use crate::catalogue::CardIndex;

use super::situation::{Case, Play};
use form::Form;
use reader::Reader;
use tree::Node;
use writer::Writer;

/// Reads a TOML document.
///
/// # Errors
/// Everything that is wrong with it, with line numbers.
pub fn read_toml(text: &str, cards: &CardIndex) -> Result<Case, Problems> {
    read_tree(tree::from_toml(fitting(text)?)?, cards)
}

/// Reads a JSON document.
///
/// # Errors
/// Everything that is wrong with it, with paths such as `play[3].use`.
pub fn read_json(text: &str, cards: &CardIndex) -> Result<Case, Problems> {
    read_tree(tree::from_json(fitting(text)?)?, cards)
}

/// Reads a JSON document that was read and kept before. What has become stricter since, is not
/// asked of it: a kept board stays what it was.
///
/// # Errors
/// Everything else that is wrong with it.
pub fn read_kept(text: &str, cards: &CardIndex) -> Result<Case, Problems> {
    let mut reader = Reader::new(cards);
    reader.kept = true;
    read_with(reader, tree::from_json(fitting(text)?)?)
}

/// Reads a document of either kind: JSON begins with a brace, which TOML cannot.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(text: &str, cards: &CardIndex) -> Result<Case, Problems> {
    if text.trim_start_matches(MARK).trim_start().starts_with('{') {
        read_json(text, cards)
    } else {
        read_toml(text, cards)
    }
}

/// The case as a TOML document. Facts that the catalogue prints on a card are left out; without
/// a catalogue all are written, and override the print.
#[must_use]
pub fn to_toml(case: &Case, cards: Option<&CardIndex>) -> String {
    write_toml::document(&Writer { cards }.case(case))
}

/// The case as a JSON document, with the same keys as [`to_toml`].
#[must_use]
pub fn to_json_value(case: &Case, cards: Option<&CardIndex>) -> serde_json::Value {
    Form::Table(Writer { cards }.case(case)).to_json()
}

/// The verb of a play and what follows it, as a document writes them: `use` and
/// `luke: Evade 2 #2`. Refusals name plays so.
#[must_use]
pub fn play_words(play: &Play) -> (String, String) {
    let form::Table(entries) = write_play::play(play, Writer { cards: None });
    let first = entries.into_iter().next();
    first.map_or_else(Default::default, |(verb, object)| match object {
        Form::Text(text) => (verb, text),
        other => {
            let mut text = String::new();
            other.write_inline(&mut text);
            (verb, text)
        }
    })
}

/// What some editors put before a text.
const MARK: char = '\u{FEFF}';

/// The text without a byte-order mark, if it is not too long.
fn fitting(text: &str) -> Result<&str, Problems> {
    if text.len() <= limits::BYTES {
        return Ok(text.strip_prefix(MARK).unwrap_or(text));
    }
    let what = format!(
        "{} bytes, but at most {} are allowed",
        text.len(),
        limits::BYTES
    );
    Err(Problems(vec![Problem {
        place: Place::default(),
        what,
    }]))
}

fn read_tree(tree: Node, cards: &CardIndex) -> Result<Case, Problems> {
    read_with(Reader::new(cards), tree)
}

fn read_with(mut reader: Reader<'_>, tree: Node) -> Result<Case, Problems> {
    let mut case = Case::default();
    if let Some(mut fields) = reader.table(tree) {
        case.situation = reader.board(&mut fields);
        case.situation.plays = fields
            .get(&mut reader, "play", Reader::plays)
            .unwrap_or_default();
        case.expect = fields.get(&mut reader, "expect", Reader::expect);
        // What a published ruling says beyond a case; not ours to read.
        let _published = fields.get(&mut reader, "published", Reader::table);
        fields.finish(&mut reader);
    }
    match reader.into_problems() {
        problems if problems.is_empty() => Ok(case),
        problems => Err(Problems(problems)),
    }
}
