//! `arbiter import`: card sets, the keyword file, pages of keyword entries.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use super::data::DataFolder;
use crate::store::{Progress, Report};

/// What to import.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    data: DataFolder,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, Debug)]
enum What {
    /// Card sets of the LackeyCCG plugin: set files, or folders with them
    Lackey {
        /// Set files, or folders with set files (or with a folder `sets`)
        #[arg(required = true, value_name = "DIR|FILE")]
        paths: Vec<PathBuf>,
    },
    /// The plugin's keyword file: a name, a tab and the official wording in each line
    Keywords {
        /// The file
        #[arg(value_name = "FILE")]
        path: PathBuf,
    },
    /// Pages of keyword entries: the name of a card, `Keywords`, then each keyword with its entry
    Pages {
        /// The files, or folders with them
        #[arg(required = true, value_name = "FILE")]
        paths: Vec<PathBuf>,
    },
}

/// Imports, and prints the report.
///
/// # Errors
/// If the database cannot be used or a path does not exist.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let report = super::data::block_on(import(args))?;
    println!("{report}");
    let nothing = report.files > 0 && report.refused_files.len() == report.files;
    Ok(if nothing {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

async fn import(args: &Args) -> anyhow::Result<Report> {
    let db = args.data.open().await?;
    let report = match &args.what {
        What::Lackey { paths } => db.import_lackey(paths, &mut progress).await,
        What::Keywords { path } => db.import_keywords(path).await,
        What::Pages { paths } => db.import_pages(paths).await,
    };
    db.close().await;
    Ok(report?)
}

/// One line that is written over on a terminal; in a log one line for each file.
fn progress(at: &Progress<'_>) {
    let done = at.rows_done == at.rows;
    let mut out = std::io::stderr();
    let written = match (out.is_terminal(), done) {
        (true, false) => write!(out, "\r\x1b[K{at}"),
        (true, true) => writeln!(out, "\r\x1b[K{at}"),
        (false, true) => writeln!(out, "{at}"),
        (false, false) => Ok(()),
    };
    // A progress line that cannot be written is no reason to stop an import.
    drop(written.and_then(|()| out.flush()));
}
