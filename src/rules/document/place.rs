//! Where something is wrong in a document, and what.

use std::fmt;

use serde::Serialize;

/// A place in a document.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct Place {
    /// The line, counted from 1, in documents that are text (TOML).
    pub line: Option<usize>,
    /// The way there from the top, such as `play[3].use`; empty for the document itself.
    pub path: String,
}

impl Place {
    /// The place of a key below this one.
    pub(super) fn key(&self, key: &str) -> Place {
        let path = if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        };
        Place {
            line: self.line,
            path,
        }
    }

    /// The place of an entry of this list, counted from 0 as in JSON.
    pub(super) fn index(&self, index: usize) -> Place {
        Place {
            line: self.line,
            path: format!("{}[{index}]", self.path),
        }
    }

    /// The same place with its line.
    pub(super) fn at_line(mut self, line: Option<usize>) -> Place {
        self.line = line.or(self.line);
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.path.as_str()) {
            (Some(line), _) => write!(f, "line {line}"),
            (None, "") => f.write_str("the document"),
            (None, path) => f.write_str(path),
        }
    }
}

/// One thing that is wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// What, in one sentence that begins with a small letter.
    pub what: String,
}

/// Everything that is wrong with a document, in the order of its lines; never empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}
