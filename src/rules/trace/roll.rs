//! Rolls of dice, as the trace keeps them.

use serde::{Deserialize, Serialize};

use crate::rules::situation::Handle;

/// One roll of dice with its rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RollRecord {
    /// The step that rolled.
    pub n: u32,
    /// What was rolled.
    pub kind: RollKind,
    /// The unit that rolls.
    pub unit: Option<Handle>,
    /// First roll (Fury dice behind the others).
    pub first: Vec<u8>,
    /// How many of `first` were rolled by themselves as additional dice (Fury).
    pub added: usize,
    /// After rerolls.
    pub last: Vec<u8>,
    /// Counted results, after Accuracy; empty before they are counted.
    pub counted: Vec<i32>,
    /// The least result that hits.
    pub needs: i32,
    /// Hits; `None` before they are counted.
    pub hits: Option<i32>,
    /// Natural faces a keyword read: face and keyword name, and from which row.
    pub read: Vec<FaceRead>,
}

/// A keyword that looked at a natural face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaceRead {
    /// The face.
    pub face: u8,
    /// The keyword's name.
    pub keyword: String,
    /// Whether it read the first roll rather than the one after rerolls.
    pub first: bool,
}

/// What dice were rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RollKind {
    /// Attack dice (6.1).
    Attack,
    /// Additional attack dice of the roll before; its row shows them too.
    Additional,
    /// Dice of damage (6.1).
    Damage,
    /// The build-point roll (2.2.R3) or a die of a card.
    Other,
}
