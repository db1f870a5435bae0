//! SQLite: one file that holds the catalogue, stored rulings, judges and published rulings.
//!
//! One connection writes, each transaction starting with `BEGIN IMMEDIATE`, and a pool of
//! read-only connections reads; WAL lets them work at the same time. The writer is opened and
//! migrated before anything reads.
//!
//! The queries are checked when Arbiter is compiled, against `.sqlx/`. After a change of a query
//! or a migration, rebuild once with `DATABASE_URL` naming a migrated database and
//! `SQLX_OFFLINE_DIR=.sqlx`.

mod agreement;
mod audit;
mod backup;
mod cards;
mod check;
mod drafts;
mod error;
mod imports;
mod ingest;
mod judges;
mod lines;
mod official;
mod permalink;
mod published;
mod rulings;
mod secret;
mod stamp;
mod watch;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

pub use agreement::{Agreement, Versions};
pub use audit::{Actor, AuditEntry};
pub use cards::{CardEntry, CardLine, CardRecord, OldFacts, Printing, SetRecord};
pub use error::{StoreError, StoreResult};
pub use imports::{ImportKind, ImportRecord};
pub use ingest::{Changed, FileNote, OnProgress, Origin, Progress, Report, Tally};
pub use judges::{Judge, Role, SESSION_SECONDS, TokenEntry};
pub use official::OfficialText;
pub use permalink::{RulingId, ShortCode};
pub use published::{
    Authority, Beginning, Content, Decision, DriftEntry, Link, LinkKind, NewProposal, Proposal,
    ProposalKind, ProposalState, Published, Revision, RulingStatus, Source, Written,
};
pub use rulings::{NewRuling, RulingEntry, RulingFilter, StoredAt, StoredRuling};
pub use secret::{SHORTEST_PASSWORD, Secret};
pub use stamp::Stamp;
pub use watch::Watch;

static MIGRATIONS: Migrator = sqlx::migrate!();

/// How many pages may be read at the same time.
const READERS: u32 = 8;
/// How long a write waits for the writes before it.
const WRITE_PATIENCE: Duration = Duration::from_secs(30);
/// How long a read waits for a free connection.
const READ_PATIENCE: Duration = Duration::from_secs(10);

/// The database.
#[derive(Clone, Debug)]
pub struct Db {
    pub(crate) read: SqlitePool,
    write: SqlitePool,
    path: PathBuf,
}

impl Db {
    /// Opens the database file, creating it where it is missing, and brings it up to date.
    ///
    /// # Errors
    /// If the file cannot be opened or is damaged, belongs to another program, or was written by
    /// a newer Arbiter.
    pub async fn open(path: &Path) -> StoreResult<Db> {
        let write = open_writer(path).await?;
        check::sound(&write, path).await?;
        migrate(&write, path).await?;
        let read = open_readers(path).await?;
        Ok(Db {
            read,
            write,
            path: path.to_owned(),
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Starts a write. It is the only one until it is committed or dropped; dropped, it leaves no trace.
    ///
    /// # Errors
    /// If the writes before it take more than half a minute.
    pub(crate) async fn begin(&self) -> StoreResult<Transaction<'static, Sqlite>> {
        Ok(self.write.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Whether the database answers; for `/readyz`.
    ///
    /// # Errors
    /// If it does not.
    pub async fn ping(&self) -> StoreResult<()> {
        sqlx::query("SELECT 1 FROM sets LIMIT 1")
            .execute(&self.read)
            .await?;
        Ok(())
    }

    /// Closes all connections; what was committed is in the file then.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(WRITE_PATIENCE)
        .foreign_keys(true)
}

async fn open_writer(path: &Path) -> StoreResult<SqlitePool> {
    let options = options(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A permalink that was handed out must be there after a power cut too.
        .synchronous(SqliteSynchronous::Full);
    SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(WRITE_PATIENCE)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options)
        .await
        .map_err(|source| check::unopened(path, source))
}

async fn open_readers(path: &Path) -> StoreResult<SqlitePool> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(READ_PATIENCE)
        .connect_with(options(path).read_only(true))
        .await
        .map_err(|source| check::unopened(path, source))
}

async fn migrate(write: &SqlitePool, path: &Path) -> StoreResult<()> {
    let known = MIGRATIONS.iter().map(|m| m.version).max().unwrap_or(0);
    MIGRATIONS.run(write).await.map_err(|e| match e {
        MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
            StoreError::Newer {
                path: path.to_owned(),
                found,
                known,
            }
        }
        other => StoreError::Migration {
            path: path.to_owned(),
            source: Box::new(other),
        },
    })
}
