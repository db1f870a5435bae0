//! One text for one situation, and the name of its permalink.

use crate::rules::situation::Situation;

use super::form::{Form, Table};
use super::writer::Writer;

/// The letters of a permalink, in order of value (RFC 4648 base 32, small).
const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// The length of a permalink's name: 80 bits.
const LENGTH: usize = 16;

/// The document form of a situation as JSON with sorted keys and no blanks: facts resolved,
/// defaults left out, without title, question, ruling, source and status. Equal situations have
/// equal texts, whatever the catalogue; a key that is added to the format later changes none.
#[must_use]
pub fn canonical_json(situation: &Situation) -> String {
    let mut table = Table::default();
    Writer { cards: None }.situation(situation, &mut table);
    let mut out = String::new();
    Form::Table(table).write_sorted(&mut out);
    out
}

/// The name of a situation's permalink: the first sixteen base-32 letters of the BLAKE3 hash of
/// its [`canonical_json`].
#[must_use]
pub fn permalink_id(situation: &Situation) -> String {
    let hash = blake3::hash(canonical_json(situation).as_bytes());
    let mut id = String::with_capacity(LENGTH);
    let (mut bits, mut held) = (0_u32, 0_u32);
    for byte in hash.as_bytes().iter().take(LENGTH * 5 / 8) {
        bits = ((bits << 8) | u32::from(*byte)) & 0xFFF;
        held += 8;
        while held >= 5 {
            held -= 5;
            let value = usize::try_from((bits >> held) & 31).unwrap_or_default();
            id.extend(LETTERS.get(value).copied().map(char::from));
        }
    }
    id
}
