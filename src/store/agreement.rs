//! Whether today's engine still gives the outcome that was stored. Computed once for each
//! combination of engine, rules and catalogue; a page view only looks it up.

use serde_json::Value;

use super::error::{from_json, to_json};
use super::permalink::RulingId;
use super::{Db, Stamp, StoreResult};

/// What an outcome depends on beside the situation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Versions {
    /// The engine's version.
    pub engine: String,
    /// The rulebook's version.
    pub rules: String,
    /// The catalogue's version.
    pub catalogue: String,
}

/// The comparison of a stored outcome with today's.
#[derive(Clone, PartialEq, Debug)]
pub enum Agreement {
    /// They are the same.
    Same,
    /// They differ: the first step that does, and both outcomes.
    Differs(Value),
}

impl Agreement {
    pub(super) fn columns(&self) -> StoreResult<(bool, Option<String>)> {
        Ok(match self {
            Agreement::Same => (true, None),
            Agreement::Differs(difference) => (false, Some(to_json("difference", difference)?)),
        })
    }

    pub(super) fn stored(difference: Option<&str>) -> StoreResult<Agreement> {
        Ok(match difference {
            None => Agreement::Same,
            Some(text) => Agreement::Differs(from_json("difference", text)?),
        })
    }
}

impl Db {
    /// The comparison for these versions, if it has been made.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn agreement(&self, id: &RulingId, now: &Versions) -> StoreResult<Option<Agreement>> {
        let id = id.as_str();
        let row = sqlx::query_scalar!(
            "SELECT difference FROM ruling_agreement
             WHERE ruling_id = ? AND engine_version = ? AND rules_version = ? AND catalogue_version = ?",
            id,
            now.engine,
            now.rules,
            now.catalogue
        )
        .fetch_optional(&self.read)
        .await?;
        row.map(|difference| Agreement::stored(difference.as_deref()))
            .transpose()
    }

    /// Records a comparison.
    ///
    /// # Errors
    /// If there is no such ruling or the database does not answer.
    pub async fn record_agreement(
        &self,
        id: &RulingId,
        now: &Versions,
        agreement: &Agreement,
    ) -> StoreResult<()> {
        let (agrees, difference) = agreement.columns()?;
        let (id, checked) = (id.as_str(), Stamp::now());
        let checked = checked.as_str();
        let mut tx = self.begin().await?;
        sqlx::query!(
            "INSERT INTO ruling_agreement
                (ruling_id, engine_version, rules_version, catalogue_version, agrees, difference, checked_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET agrees = excluded.agrees, difference = excluded.difference,
                                       checked_at = excluded.checked_at",
            id, now.engine, now.rules, now.catalogue, agrees, difference, checked
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Stored rulings that have not been compared for these versions, oldest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn rulings_to_compare(
        &self,
        now: &Versions,
        limit: i64,
    ) -> StoreResult<Vec<RulingId>> {
        let ids = sqlx::query_scalar!(
            "SELECT id FROM rulings WHERE NOT EXISTS (
                SELECT 1 FROM ruling_agreement
                WHERE ruling_id = id AND engine_version = ?1 AND rules_version = ?2 AND catalogue_version = ?3)
             ORDER BY created_at, id LIMIT ?4",
            now.engine,
            now.rules,
            now.catalogue,
            limit
        )
        .fetch_all(&self.read)
        .await?;
        Ok(ids.iter().filter_map(|id| RulingId::parse(id)).collect())
    }
}
