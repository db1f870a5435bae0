//! The files of the tables in `rulings/`: `synonyms.toml` and `search-hints.toml`, as they are written.

use crate::rulebook::embedded;
use serde::Deserialize;
use std::collections::BTreeMap;

pub(super) const SYNONYMS: &str = "synonyms.toml";
pub(super) const HINTS: &str = "search-hints.toml";

/// A fault in one of the tables.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// The file is not TOML of the expected form.
    #[error("`rulings/{file}` cannot be read: {why}")]
    Form {
        /// The file.
        file: &'static str,
        /// What the reader says.
        why: String,
    },
    /// A phrase of more than three words, or of none.
    #[error("the phrase `{phrase}` in `rulings/{file}` does not have one to three words")]
    Length {
        /// The file.
        file: &'static str,
        /// The phrase.
        phrase: String,
    },
    /// Words for a keyword that does not exist.
    #[error("`rulings/synonyms.toml` names the keyword `{0}`, which does not exist")]
    Keyword(String),
    /// One phrase with two meanings.
    #[error("the phrase `{0}` in `rulings/synonyms.toml` has two meanings")]
    Twice(String),
}

/// `synonyms.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SynonymFile {
    pub question_words: Vec<String>,
    pub skipped: Vec<String>,
    pub common_words: Vec<String>,
    pub bystanders: Vec<String>,
    pub keyword: Vec<KeywordWords>,
    pub same: Vec<Same>,
    pub related: Vec<Related>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeywordWords {
    pub name: String,
    pub words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Same {
    pub words: Vec<String>,
    #[serde(default)]
    pub exact: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Related {
    pub ask: Vec<String>,
    pub read: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HintFile {
    pub hints: BTreeMap<String, Vec<String>>,
}

/// A file of the embedded `rulings/`; empty if there is none.
pub(super) fn file(name: &str) -> String {
    embedded::files(name, name)
        .into_iter()
        .next()
        .map(|(_, text)| text)
        .unwrap_or_default()
}

/// Reads the text of a file.
pub(super) fn read<T: serde::de::DeserializeOwned>(
    file: &'static str,
    text: &str,
) -> Result<T, TableError> {
    toml::from_str(text).map_err(|error| TableError::Form {
        file,
        why: error.to_string(),
    })
}
