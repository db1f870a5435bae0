//! Moments as the database keeps them.

use std::fmt;

use serde::{Deserialize, Serialize};
use time::macros::format_description;
use time::{Duration, OffsetDateTime};

/// A moment in UTC to the second, written `2026-03-01T12:00:00Z`; texts of it sort by time.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, sqlx::Type,
)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct Stamp(String);

impl Stamp {
    /// Now.
    #[must_use]
    pub fn now() -> Stamp {
        Stamp::of(OffsetDateTime::now_utc())
    }

    /// Now and so many seconds.
    #[must_use]
    pub fn in_seconds(seconds: i64) -> Stamp {
        Stamp::of(OffsetDateTime::now_utc().saturating_add(Duration::seconds(seconds)))
    }

    fn of(moment: OffsetDateTime) -> Stamp {
        let form = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second]Z");
        // Every moment has these parts; a format without an offset part cannot fail on one.
        Stamp(moment.format(form).unwrap_or_default())
    }

    /// A stamp read back from the database.
    #[must_use]
    pub fn stored(text: String) -> Stamp {
        Stamp(text)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The day, `2026-03-01`.
    #[must_use]
    pub fn day(&self) -> &str {
        self.0.get(..10).unwrap_or(&self.0)
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for Stamp {
    fn from(text: String) -> Stamp {
        Stamp(text)
    }
}
