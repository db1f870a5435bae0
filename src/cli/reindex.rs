//! `arbiter reindex`: the search index made anew.

use std::process::ExitCode;

use super::data::{DataFolder, block_on};
use crate::search::Search;
use crate::web::Texts;

/// Which data folder.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    data: DataFolder,
}

/// Makes the search index anew from the database; the service may run meanwhile.
///
/// # Errors
/// If the database does not answer or the folder cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let documents = block_on(async {
        let db = args.data.open().await?;
        db.load_starter().await?;
        let (cards, texts) = (db.card_index().await?, Texts::load(&db).await?);
        db.close().await;
        Ok(texts.documents(&cards))
    })?;
    let count = documents.len();
    let folder = args.data.index();
    Search::rebuild(&folder, documents)?;
    println!(
        "the search index in `{}` was made anew from {count} texts",
        folder.display()
    );
    Ok(ExitCode::SUCCESS)
}
