//! Drift: published rulings whose outcome is no longer what it was.

use crate::store::agreement::{Agreement, Versions};
use crate::store::{Db, Stamp, StoreError, StoreResult};

use super::Published;

/// A published ruling that comes out differently today.
#[derive(Clone, PartialEq, Debug)]
pub struct DriftEntry {
    /// The ruling.
    pub ruling: Published,
    /// How it differs.
    pub agreement: Agreement,
}

impl Db {
    /// Visible rulings with a situation that have not been re-run with these versions.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn published_to_compare(
        &self,
        now: &Versions,
        limit: i64,
    ) -> StoreResult<Vec<Published>> {
        let slugs = sqlx::query_scalar!(
            "SELECT p.slug FROM published p
             JOIN published_revisions r ON r.published_id = p.id AND r.revision = p.current
             WHERE r.situation IS NOT NULL AND p.hidden_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM published_drift d
                WHERE d.published_id = p.id AND d.revision = p.current
                  AND d.engine_version = ?1 AND d.rules_version = ?2 AND d.catalogue_version = ?3)
             ORDER BY p.id LIMIT ?4",
            now.engine,
            now.rules,
            now.catalogue,
            limit
        )
        .fetch_all(&self.read)
        .await?;
        let mut rulings = Vec::new();
        for slug in slugs {
            rulings.extend(self.published(&slug).await?);
        }
        Ok(rulings)
    }

    /// Records how a revision came out with these versions.
    ///
    /// # Errors
    /// If there is no such ruling or the database does not answer.
    pub async fn record_drift(
        &self,
        slug: &str,
        revision: i64,
        now: &Versions,
        agreement: &Agreement,
    ) -> StoreResult<()> {
        let (agrees, difference) = agreement.columns()?;
        let checked = Stamp::now();
        let checked = checked.as_str();
        let mut tx = self.begin().await?;
        let done = sqlx::query!(
            "INSERT INTO published_drift
                (published_id, revision, engine_version, rules_version, catalogue_version, agrees, difference, checked_at)
             SELECT id, ?, ?, ?, ?, ?, ?, ? FROM published WHERE slug = ?
             ON CONFLICT DO UPDATE SET agrees = excluded.agrees, difference = excluded.difference,
                                       checked_at = excluded.checked_at",
            revision, now.engine, now.rules, now.catalogue, agrees, difference, checked, slug
        )
        .execute(&mut *tx)
        .await?;
        if done.rows_affected() == 0 {
            return Err(StoreError::Missing {
                what: "published ruling",
                name: slug.to_owned(),
            });
        }
        tx.commit().await?;
        Ok(())
    }

    /// How the visible revision of a ruling came out with these versions, if it has been re-run.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn drift_of(&self, slug: &str, now: &Versions) -> StoreResult<Option<Agreement>> {
        let row = sqlx::query_scalar!(
            "SELECT difference FROM published_drift d JOIN published p ON p.id = d.published_id AND p.current = d.revision
             WHERE p.slug = ? AND d.engine_version = ? AND d.rules_version = ? AND d.catalogue_version = ?",
            slug,
            now.engine,
            now.rules,
            now.catalogue
        )
        .fetch_optional(&self.read)
        .await?;
        row.map(|difference| Agreement::stored(difference.as_deref()))
            .transpose()
    }

    /// The rulings under review: those that come out differently with these versions.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn drifted(&self, now: &Versions) -> StoreResult<Vec<DriftEntry>> {
        let rows = sqlx::query!(
            "SELECT p.slug, d.difference FROM published_drift d
             JOIN published p ON p.id = d.published_id AND p.current = d.revision
             WHERE d.agrees = 0 AND p.hidden_at IS NULL AND d.engine_version = ? AND d.rules_version = ? AND d.catalogue_version = ?
             ORDER BY p.id",
            now.engine,
            now.rules,
            now.catalogue
        )
        .fetch_all(&self.read)
        .await?;
        let mut entries = Vec::new();
        for row in rows {
            if let Some(ruling) = self.published(&row.slug).await? {
                entries.push(DriftEntry {
                    ruling,
                    agreement: Agreement::stored(row.difference.as_deref())?,
                });
            }
        }
        Ok(entries)
    }
}
