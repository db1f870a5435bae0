//! Noticing what others write into the database: an import run beside the service, a ruling
//! published by it.

use sqlx::{Connection as _, SqliteConnection};

use super::{Db, StoreResult};

/// Tells whether cards, official texts or published rulings are other than at the last look.
///
/// It holds a connection of its own that never writes, so that `SQLite` tells it of every write
/// by every other connection and program.
#[derive(Debug)]
pub struct Watch {
    connection: SqliteConnection,
    /// The version that the connection last saw.
    seen: Option<i64>,
    /// What was there then.
    stamp: Option<String>,
}

impl Db {
    /// A watch over this database.
    ///
    /// # Errors
    /// If the file cannot be opened once more.
    pub async fn watch(&self) -> StoreResult<Watch> {
        let options = super::options(&self.path).read_only(true);
        Ok(Watch {
            connection: SqliteConnection::connect_with(&options).await?,
            seen: None,
            stamp: None,
        })
    }
}

impl Watch {
    /// Whether something changed since the last call; the first call says yes.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn changed(&mut self) -> StoreResult<bool> {
        let version: i64 = sqlx::query_scalar("PRAGMA data_version")
            .fetch_one(&mut self.connection)
            .await?;
        if self.seen == Some(version) {
            return Ok(false);
        }
        let stamp = self.stamp().await?;
        let changed = self.stamp.as_ref() != Some(&stamp);
        (self.seen, self.stamp) = (Some(version), Some(stamp));
        Ok(changed)
    }

    async fn stamp(&mut self) -> StoreResult<String> {
        Ok(sqlx::query_scalar!(
            r#"SELECT concat_ws(' ',
                (SELECT concat_ws(' ', count(*), max(updated_at)) FROM cards),
                (SELECT concat_ws(' ', max(id), count(finished_at)) FROM imports),
                (SELECT concat_ws(' ', count(*), count(superseded_at)) FROM official_texts),
                (SELECT number FROM published_changes)
               ) AS "stamp!: String""#
        )
        .fetch_one(&mut self.connection)
        .await?)
    }
}
