//! The names of units inside one document.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::setup;

/// The name of a unit inside one document: `a-z`, `0-9` and `-`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handle(String);

impl Handle {
    /// The longest handle a document may use.
    pub const MAX: usize = 64;

    /// The handle, if the text is one.
    #[must_use]
    pub fn new(text: &str) -> Option<Handle> {
        let fits = !text.is_empty()
            && text.len() <= Handle::MAX
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        fits.then(|| Handle(text.to_owned()))
    }

    /// A handle made of a name: what does not fit is left out, nothing left gives `supply`.
    #[must_use]
    pub fn from_name(name: &str) -> Handle {
        let slug: String = setup::slug(name).chars().take(Handle::MAX).collect();
        Handle::new(&slug).unwrap_or_else(|| Handle("supply".to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The handle of the `n`th unit made by this one during a run: `<maker>-n`.
    #[must_use]
    pub fn made(&self, n: u32) -> Handle {
        Handle(format!("{}-{n}", self.0))
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
