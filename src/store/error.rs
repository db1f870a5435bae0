//! What can go wrong with the database.

use std::path::PathBuf;

/// A result of the store.
pub type StoreResult<T> = Result<T, StoreError>;

/// What went wrong, for an operator or a visitor to read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened.
    #[error("the database `{path}` cannot be opened: {source}")]
    Unopened {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        source: sqlx::Error,
    },
    /// The file is not a sound SQLite database.
    #[error(
        "the database `{path}` is damaged ({detail}); put a backup in its place with `arbiter restore`"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first thing SQLite complains about.
        detail: String,
    },
    /// A file that was to be restored and is no sound database.
    #[error("`{path}` is no backup of Arbiter ({detail}); nothing was changed")]
    NoBackup {
        /// The file.
        path: PathBuf,
        /// The first thing SQLite complains about.
        detail: String,
    },
    /// A database of another program.
    #[error("`{path}` is a database of another program; name another data folder with `--data`")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A database written by a newer Arbiter.
    #[error(
        "the database `{path}` was written by a newer arbiter (its version is {found}, this one knows {known}); install that version again"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The migration that is not known here.
        found: i64,
        /// The newest migration known here.
        known: i64,
    },
    /// Bringing the database up to date failed; nothing was changed.
    #[error("the database `{path}` could not be brought up to date: {source}")]
    Migration {
        /// The file.
        path: PathBuf,
        /// What failed.
        source: Box<sqlx::migrate::MigrateError>,
    },
    /// A query failed.
    #[error("the database did not answer: {0}")]
    Query(#[from] sqlx::Error),
    /// A stored value cannot be read back.
    #[error("the stored {what} cannot be read: {source}")]
    Stored {
        /// What kind of value.
        what: &'static str,
        /// What the reader says.
        source: serde_json::Error,
    },
    /// A file beside the database cannot be read or written.
    #[error("`{path}`: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// There is no such thing.
    #[error("there is no {what} `{name}`")]
    Missing {
        /// What kind of thing.
        what: &'static str,
        /// What was asked for.
        name: String,
    },
    /// Somebody else changed it first.
    #[error(
        "the {what} `{name}` was changed by somebody else meanwhile: you edited revision {expected}, the newest is {found}"
    )]
    Conflict {
        /// What kind of thing.
        what: &'static str,
        /// Which one.
        name: String,
        /// The revision the edit started from.
        expected: i64,
        /// The newest revision.
        found: i64,
    },
    /// The rules of the service do not allow it.
    #[error("{0}")]
    Refused(String),
    /// The machine gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    NoRandom(String),
    /// A password cannot be hashed or a stored hash cannot be read.
    #[error("the password cannot be checked: {0}")]
    Password(String),
}

/// Writes a value into a JSON column.
pub(crate) fn to_json<T: serde::Serialize>(what: &'static str, value: &T) -> StoreResult<String> {
    serde_json::to_string(value).map_err(|source| StoreError::Stored { what, source })
}

/// Reads a value from a JSON column.
pub(crate) fn from_json<T: serde::de::DeserializeOwned>(
    what: &'static str,
    text: &str,
) -> StoreResult<T> {
    serde_json::from_str(text).map_err(|source| StoreError::Stored { what, source })
}
