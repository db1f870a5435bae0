//! Drafts: boards that people are still building, kept for thirty days after they were last saved.

use serde_json::Value;

use super::error::{from_json, to_json};
use super::permalink::content_id;
use super::{Db, Stamp, StoreResult};

/// How long a draft is kept, in seconds.
const KEPT: i64 = 30 * 24 * 60 * 60;

impl Db {
    /// Saves a draft and gives the id it has by its content; the same content has the same id.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn save_draft(&self, document: &Value) -> StoreResult<String> {
        let id = content_id(document);
        let text = to_json("draft", document)?;
        let (now, end) = (Stamp::now(), Stamp::in_seconds(KEPT));
        let (now, end) = (now.as_str(), end.as_str());
        let mut tx = self.begin().await?;
        sqlx::query!(
            "INSERT INTO drafts (id, document, created_at, expires_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET expires_at = ?4",
            id,
            text,
            now,
            end
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(id)
    }

    /// A draft that has not expired.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn draft(&self, id: &str) -> StoreResult<Option<Value>> {
        let now = Stamp::now();
        let now = now.as_str();
        let text = sqlx::query_scalar!(
            "SELECT document FROM drafts WHERE id = ? AND expires_at > ?",
            id,
            now
        )
        .fetch_optional(&self.read)
        .await?;
        text.map(|t| from_json("draft", &t)).transpose()
    }

    /// Removes what has expired: drafts and sessions. Says how many drafts went.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn sweep(&self) -> StoreResult<u64> {
        let now = Stamp::now();
        let now = now.as_str();
        let mut tx = self.begin().await?;
        let gone = sqlx::query!("DELETE FROM drafts WHERE expires_at <= ?", now)
            .execute(&mut *tx)
            .await?
            .rows_affected();
        sqlx::query!("DELETE FROM sessions WHERE expires_at <= ?", now)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(gone)
    }
}
