//! The data folder, which several subcommands share.

use std::future::Future;
use std::path::PathBuf;

use anyhow::Context as _;

use crate::store::Db;

/// Where the data is.
#[derive(clap::Args, Clone, Debug)]
pub struct DataFolder {
    /// The folder that holds everything that changes: `arbiter.sqlite` and `index/`. Made if missing
    #[arg(
        long,
        value_name = "DIR",
        default_value = "./data",
        env = "ARBITER_DATA",
        global = true
    )]
    pub data: PathBuf,
}

impl DataFolder {
    /// The database file.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.data.join("arbiter.sqlite")
    }

    /// The folder of the search index.
    #[must_use]
    pub fn index(&self) -> PathBuf {
        self.data.join("index")
    }

    /// Opens the database.
    ///
    /// # Errors
    /// If the folder or the database cannot be used.
    pub async fn open(&self) -> anyhow::Result<Db> {
        self.make()?;
        Ok(Db::open(&self.file()).await?)
    }

    /// Makes the folder where it is missing.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn make(&self) -> anyhow::Result<()> {
        std::fs::create_dir_all(&self.data)
            .with_context(|| format!("the data folder `{}` cannot be made", self.data.display()))
    }
}

/// Runs the work of a subcommand to its end.
///
/// # Errors
/// What the work could not do, or if no runtime can be started.
pub fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(work)
}
