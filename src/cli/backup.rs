//! `arbiter backup` and `arbiter restore`.

use std::path::PathBuf;
use std::process::ExitCode;

use super::data::{DataFolder, block_on};
use crate::store::Db;

/// A backup: a copy of the database in one file.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    data: DataFolder,
    /// The backup file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Writes a consistent copy of the database to a new file; the service may run meanwhile.
///
/// # Errors
/// If the file exists or the database cannot be read.
pub fn backup(args: &Args) -> anyhow::Result<ExitCode> {
    block_on(async {
        let db = args.data.open().await?;
        let done = db.backup(&args.file).await;
        db.close().await;
        Ok(done?)
    })?;
    println!("the backup is in `{}`", args.file.display());
    Ok(ExitCode::SUCCESS)
}

/// Puts a backup in the place of the database; the service must not run.
///
/// # Errors
/// If the backup is no sound database, or the service runs.
pub fn restore(args: &Args) -> anyhow::Result<ExitCode> {
    args.data.make()?;
    let old = block_on(async { Ok(Db::restore(&args.file, &args.data.file()).await?) })?;
    println!("restored from `{}`", args.file.display());
    if let Some(old) = old {
        println!("the database that was there is now `{}`", old.display());
    }
    Ok(ExitCode::SUCCESS)
}
