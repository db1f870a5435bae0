//! A ruling: the verdict, the steps with the clause each rests on, refusals, and the final board.
//!
//! A citation is a value no step can do without: [`Cited`] is the only way to hand an effect to
//! the runner, and it cannot be built without one.

mod against;
mod board;
mod cite;
mod request;
mod roll;
mod step;

pub use against::{NotApplied, PlayProblem, Reason, Refusal, Unmodelled};
pub use board::{Board, PoolState, UnitState};
pub use cite::{Cite, Cited};
pub use request::{Choice, Request, RequestKind};
pub use roll::{FaceRead, RollKind, RollRecord};
pub use step::{Change, Step, StepKind};

use serde::{Deserialize, Serialize};

use crate::rulebook::{ClauseId, Edition};

/// A finished (or waiting) ruling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// The edition it was made in.
    pub edition: Edition,
    /// The engine's version.
    pub engine: String,
    /// The verdict and its sentence.
    pub verdict: Verdict,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// What was refused, with all reasons.
    pub refused: Vec<Refusal>,
    /// Keywords on the table that did nothing, and why.
    pub not_applied: Vec<NotApplied>,
    /// Lines that are not modelled.
    pub unmodelled: Vec<Unmodelled>,
    /// What the run waits for.
    pub request: Option<Request>,
    /// Plays that do not fit what happened; such a run is not finished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<PlayProblem>,
    /// Every roll, with its three rows.
    pub rolls: Vec<RollRecord>,
    /// Hits of the last attack roll; `None` if none was counted.
    #[serde(default)]
    pub hits: Option<i32>,
    /// Pending damage on the final defender of the last attack, after the Overkill split and
    /// Critical Hit and before prevention (3.2); `None` if no attack came that far.
    #[serde(default)]
    pub pending: Option<i32>,
    /// The board before the first play.
    pub before: Board,
    /// The board at the end.
    #[serde(rename = "final")]
    pub after: Board,
    /// Open questions the ruling rests on, with the other reading's outcome where it differs.
    pub readings: Vec<ReadingNote>,
}

/// The verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Which of the three.
    pub kind: VerdictKind,
    /// One or two sentences made from the trace.
    pub summary: String,
}

/// The three verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// Finished.
    Ruled,
    /// One more fact would settle it, and it is named.
    Depends,
    /// No such fact would.
    Cannot,
}

/// An open question (section 11) the ruling rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReadingNote {
    /// The clause of section 11.
    pub clause: ClauseId,
    /// The reading used: `adopted` or the name of the alternative.
    pub used: String,
    /// Other readings and what they would give.
    pub others: Vec<OtherReading>,
}

/// What another reading or edition would give.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OtherReading {
    /// Its name.
    pub name: String,
    /// The verdict sentence under it.
    pub summary: String,
    /// Whether the final board differs.
    pub differs: bool,
}
