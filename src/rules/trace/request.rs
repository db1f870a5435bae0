//! What a run waits for.

use serde::{Deserialize, Serialize};

use crate::game::Side;
use crate::rules::situation::Play;
use crate::rules::window::WindowId;

use super::Reason;

/// What a run waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RequestKind {
    /// Dice.
    Roll,
    /// A choice.
    Choice,
    /// A play or pass.
    Pop,
}

/// An open question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// What kind.
    pub kind: RequestKind,
    /// Who is asked.
    pub side: Side,
    /// In which window.
    pub window: WindowId,
    /// The question.
    pub asks: String,
    /// Number of dice asked for.
    pub dice: Option<usize>,
    /// Every option, legal or not.
    pub options: Vec<Choice>,
}

/// One option of a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// What it says.
    pub label: String,
    /// The play that takes it, ready to be appended.
    pub play: Option<Play>,
    /// Whether it may be taken.
    pub legal: bool,
    /// All reasons against it.
    pub reasons: Vec<Reason>,
    /// The outcome if it is taken, where it was worked out.
    pub outcome: Option<String>,
}
