//! The log of imports: what was read, when, and what came of it.

use sqlx::{Sqlite, Transaction};

use super::error::{from_json, to_json};
use super::ingest::Report;
use super::{Db, Stamp, StoreResult};

/// What an import reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportKind {
    /// The cards that come with Arbiter.
    Starter,
    /// Card sets of the plugin.
    Lackey,
    /// The plugin's keyword file.
    Keywords,
    /// Pages of keyword entries per card.
    Pages,
}

impl ImportKind {
    /// The word in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ImportKind::Starter => "starter",
            ImportKind::Lackey => "lackey",
            ImportKind::Keywords => "keywords",
            ImportKind::Pages => "pages",
        }
    }
}

/// One line of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct ImportRecord {
    /// Its number.
    pub id: i64,
    /// What was read: `starter`, `lackey`, `keywords` or `pages`.
    pub kind: String,
    /// Where from.
    pub source: String,
    /// When it began.
    pub started_at: Stamp,
    /// When it ended; absent where it was killed or still runs.
    pub finished_at: Option<Stamp>,
    /// What came of it.
    pub report: Option<Report>,
}

impl Db {
    /// The latest imports, newest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn imports(&self, limit: i64) -> StoreResult<Vec<ImportRecord>> {
        let rows = sqlx::query!(
            "SELECT id, kind, source, started_at, finished_at, report FROM imports ORDER BY id DESC LIMIT ?",
            limit
        )
        .fetch_all(&self.read)
        .await?;
        rows.into_iter()
            .map(|r| {
                Ok(ImportRecord {
                    id: r.id,
                    kind: r.kind,
                    source: r.source,
                    started_at: Stamp::stored(r.started_at),
                    finished_at: r.finished_at.map(Stamp::stored),
                    report: r
                        .report
                        .map(|t| from_json("report of an import", &t))
                        .transpose()?,
                })
            })
            .collect()
    }

    pub(super) async fn start_import(&self, kind: ImportKind, source: &str) -> StoreResult<i64> {
        let mut tx = self.begin().await?;
        let (kind, now) = (kind.word(), Stamp::now());
        let now = now.as_str();
        let id = sqlx::query!(
            "INSERT INTO imports (kind, source, started_at) VALUES (?, ?, ?)",
            kind,
            source,
            now
        )
        .execute(&mut *tx)
        .await?
        .last_insert_rowid();
        tx.commit().await?;
        Ok(id)
    }

    pub(super) async fn finish_import(&self, id: i64, report: &Report) -> StoreResult<()> {
        let mut tx = self.begin().await?;
        finish(&mut tx, id, report).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Whether an import of this kind and source has been finished before.
    pub(super) async fn imported_before(
        &self,
        kind: ImportKind,
        source: &str,
    ) -> StoreResult<bool> {
        let kind = kind.word();
        let count = sqlx::query_scalar!(
            "SELECT count(*) FROM imports WHERE kind = ? AND source = ? AND finished_at IS NOT NULL",
            kind,
            source
        )
        .fetch_one(&self.read)
        .await?;
        Ok(count > 0)
    }
}

async fn finish(
    tx: &mut Transaction<'static, Sqlite>,
    id: i64,
    report: &Report,
) -> StoreResult<()> {
    let report = to_json("report of an import", report)?;
    let now = Stamp::now();
    let now = now.as_str();
    sqlx::query!(
        "UPDATE imports SET finished_at = ?, report = ? WHERE id = ?",
        now,
        report,
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
