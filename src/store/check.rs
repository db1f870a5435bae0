//! Whether a file is a sound database of ours, and a clear word where it is not.

use std::path::Path;

use sqlx::sqlite::SqlitePool;

use super::error::{StoreError, StoreResult};

/// `ARBT`, set by the first migration.
const APPLICATION_ID: i64 = 0x4152_4254;

/// SQLite's codes for a file that is no database or is malformed.
const DAMAGE_CODES: [&str; 2] = ["26", "11"];

/// Checks the file before anything is written to it.
pub(super) async fn sound(write: &SqlitePool, path: &Path) -> StoreResult<()> {
    let ours: i64 = sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(write)
        .await
        .map_err(|e| unopened(path, e))?;
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(write)
        .await
        .map_err(|e| unopened(path, e))?;
    if tables > 0 && ours != APPLICATION_ID {
        return Err(StoreError::Foreign {
            path: path.to_owned(),
        });
    }
    let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(write)
        .await
        .map_err(|e| unopened(path, e))?;
    if verdict == "ok" {
        return Ok(());
    }
    Err(StoreError::Damaged {
        path: path.to_owned(),
        detail: verdict,
    })
}

/// The error of a database that could not be opened or first read.
pub(super) fn unopened(path: &Path, source: sqlx::Error) -> StoreError {
    let path = path.to_owned();
    let damage = source
        .as_database_error()
        .filter(|e| e.code().is_some_and(|c| DAMAGE_CODES.contains(&c.as_ref())))
        .map(|e| e.message().to_owned());
    match damage {
        Some(detail) => StoreError::Damaged { path, detail },
        None => StoreError::Unopened { path, source },
    }
}
