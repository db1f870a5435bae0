//! Open questions and the readings we adopt.

use super::ClauseId;
use serde::Serialize;

/// An open question of the rules (section 11) with the reading we adopt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reading {
    /// Its clause, such as `11.4`.
    pub id: ClauseId,
    /// The question.
    pub question: String,
    /// The reading the engine follows unless a situation chooses another.
    pub adopted: String,
    /// Readings that a situation may choose instead.
    pub alternatives: Vec<Alternative>,
}

/// Another reading of an open question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Alternative {
    /// The name by which a situation chooses it, such as `strict`.
    pub name: String,
    /// What it says.
    pub text: String,
}

impl Reading {
    /// The alternative with this name.
    pub fn alternative(&self, name: &str) -> Option<&Alternative> {
        self.alternatives
            .iter()
            .find(|alternative| alternative.name == name)
    }
}
