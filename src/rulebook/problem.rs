//! What is wrong with a file of `rulings/`, and where.

/// One fault in one file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct Problem {
    /// Path below `rulings/`.
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// A lower-case sentence.
    pub message: String,
}

impl Problem {
    pub(super) fn new(file: &str, line: usize, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line,
            message: message.into(),
        }
    }
}

/// Every fault found while loading; never empty.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Problems(pub Vec<Problem>);

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the rulebook has {} fault(s)", self.0.len())?;
        self.0
            .iter()
            .try_for_each(|problem| write!(f, "\n{problem}"))
    }
}
