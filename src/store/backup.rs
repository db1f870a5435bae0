//! Backups: a consistent copy while the service runs, and putting one back while it does not.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteLockingMode};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{Db, Stamp, StoreError, StoreResult};

impl Db {
    /// Writes a copy of the database to a new file. It holds everything that was committed before
    /// this began; other reads and writes go on meanwhile.
    ///
    /// # Errors
    /// If the file exists already or cannot be written.
    pub async fn backup(&self, to: &Path) -> StoreResult<()> {
        if to.exists() {
            return Err(StoreError::Refused(format!(
                "`{}` exists already; a backup never overwrites a file",
                to.display()
            )));
        }
        let part = beside(to, "part");
        remove(&part)?;
        let target = part.to_string_lossy().into_owned();
        sqlx::query("VACUUM INTO ?")
            .bind(target)
            .execute(&self.read)
            .await?;
        let copy = std::fs::File::open(&part).map_err(|e| file(&part, e))?;
        copy.sync_all().map_err(|e| file(&part, e))?;
        std::fs::rename(&part, to).map_err(|e| file(to, e))
    }

    /// Puts a backup in the place of the database, after a full check of a copy of it. The old
    /// database stays beside it under another name, which is returned if there was one.
    ///
    /// # Errors
    /// If the backup is no sound database of Arbiter, or the service is running.
    pub async fn restore(backup: &Path, to: &Path) -> StoreResult<Option<PathBuf>> {
        let part = beside(to, "part");
        remove(&part)?;
        std::fs::copy(backup, &part).map_err(|e| file(backup, e))?;
        let checked = check(&part).await;
        if checked.is_err() {
            remove(&part)?;
        }
        checked.map_err(|error| match error {
            StoreError::Damaged { detail, .. } => StoreError::NoBackup {
                path: backup.to_owned(),
                detail,
            },
            other => other,
        })?;
        let old = if to.exists() {
            fold_in_log(to).await?;
            let old = beside(
                to,
                &format!("before-{}", Stamp::now().as_str().replace(':', "")),
            );
            std::fs::rename(to, &old).map_err(|e| file(to, e))?;
            Some(old)
        } else {
            None
        };
        for tail in ["-wal", "-shm"] {
            remove(&PathBuf::from(format!("{}{tail}", to.display())))?;
        }
        std::fs::rename(&part, to).map_err(|e| file(to, e))?;
        Ok(old)
    }
}

/// Opens the copy as the service would, and checks every page and index of it.
async fn check(copy: &Path) -> StoreResult<()> {
    let db = Db::open(copy).await?;
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check(1)")
        .fetch_one(&db.read)
        .await?;
    db.close().await;
    if verdict == "ok" {
        return Ok(());
    }
    Err(StoreError::Damaged {
        path: copy.to_owned(),
        detail: verdict,
    })
}

/// Makes sure nobody has the database open, and brings what is in its log into the file.
/// A database too damaged for that is moved away as it is.
async fn fold_in_log(path: &Path) -> StoreResult<()> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .locking_mode(SqliteLockingMode::Exclusive)
        .busy_timeout(Duration::from_secs(1));
    let Ok(mut connection) = options.connect().await else {
        return Ok(());
    };
    let done = sqlx::query("BEGIN EXCLUSIVE")
        .execute(&mut connection)
        .await;
    let busy = done
        .err()
        .and_then(|e| {
            e.as_database_error()
                .and_then(|d| d.code())
                .map(|c| c.into_owned())
        })
        .is_some_and(|code| code == "5" || code == "261" || code == "517");
    if busy {
        return Err(StoreError::Refused(format!(
            "`{}` is in use; stop the service before restoring",
            path.display()
        )));
    }
    // The connection is closed whatever the end of the empty transaction says.
    let _ended = sqlx::query("ROLLBACK").execute(&mut connection).await;
    let _closed = connection.close().await;
    Ok(())
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

fn remove(path: &Path) -> StoreResult<()> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(file(path, e)),
        _ => Ok(()),
    }
}

fn file(path: &Path, source: std::io::Error) -> StoreError {
    StoreError::File {
        path: path.to_owned(),
        source,
    }
}
