//! Importing: files in, one transaction for each, a report out. A second run changes nothing.

mod files;
mod known;
mod official;
mod report;
mod take;
mod write;

use std::path::{Path, PathBuf};

use crate::catalogue::{CardIndex, StarterError, starter_cards};
use crate::import::lackey::{self, ParsedCard, ParsedSet};

use super::imports::ImportKind;
use super::{Db, Stamp, StoreError, StoreResult};
use known::Known;
pub use known::Origin;
pub use report::{Changed, FileNote, Progress, Report, Tally};
use take::Taker;

/// Told how far an import is; it must not take long.
pub type OnProgress<'a> = dyn FnMut(&Progress<'_>) + Send + 'a;

impl Db {
    /// Imports card sets of the plugin from files and folders (a folder's `*.txt`, or those of its
    /// folder `sets`). Each file is one transaction: it is there as a whole or not at all.
    ///
    /// # Errors
    /// If the database does not answer or a named path does not exist. A file that is no set is
    /// no error but part of the report.
    pub async fn import_lackey(
        &self,
        paths: &[PathBuf],
        on_progress: &mut OnProgress<'_>,
    ) -> StoreResult<Report> {
        let files = files::text_files(paths).await?;
        let import = self
            .start_import(ImportKind::Lackey, &files::names(paths))
            .await?;
        let mut taker = Taker::new(Known::load(self).await?, import);
        for (number, path) in files.iter().enumerate() {
            let file = files::name(path);
            let at = FileAt {
                file: &file,
                number: number + 1,
                files: files.len(),
            };
            match read_set(path).await? {
                Ok(set) => self.take_set(&mut taker, set, &at, on_progress).await?,
                Err(why) => taker
                    .report
                    .refused_files
                    .push(FileNote::of_file(&file, why)),
            }
            taker.report.files += 1;
        }
        self.finish(taker, import).await
    }

    /// Loads the cards that come with Arbiter, once per version of them. Imported cards stay as they are.
    ///
    /// # Errors
    /// If the database does not answer or the embedded files are wrong.
    pub async fn load_starter(&self) -> StoreResult<Report> {
        let cards =
            starter_cards().map_err(|e: StarterError| StoreError::Refused(e.to_string()))?;
        self.load_cards(cards).await
    }

    /// Loads cards as starter cards; for `load_starter` and tests.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn load_cards(&self, cards: Vec<crate::game::Card>) -> StoreResult<Report> {
        let index = CardIndex::from_cards(cards.iter().cloned());
        let source = format!("catalogue {}", index.version());
        if index.is_empty() || self.imported_before(ImportKind::Starter, &source).await? {
            return Ok(Report::default());
        }
        let import = self.start_import(ImportKind::Starter, &source).await?;
        let mut taker = Taker::new(Known::load(self).await?, import);
        taker.origin = Origin::Starter;
        let set = ParsedSet {
            cards: cards.into_iter().map(starter_row).collect(),
            ..ParsedSet::default()
        };
        let at = FileAt {
            file: "starter catalogue",
            number: 1,
            files: 1,
        };
        self.take_set(&mut taker, set, &at, &mut |_| ()).await?;
        self.finish(taker, import).await
    }

    async fn take_set(
        &self,
        taker: &mut Taker,
        set: ParsedSet,
        at: &FileAt<'_>,
        on_progress: &mut OnProgress<'_>,
    ) -> StoreResult<()> {
        let mut tx = self.begin().await?;
        let now = Stamp::now();
        taker.notes(at.file, &set);
        for reminder in &set.reminders {
            write::reminder(&mut tx, reminder, taker.import).await?;
        }
        let rows = set.cards.len();
        for (done, row) in in_order(set.cards).into_iter().enumerate() {
            if done % 500 == 0 {
                on_progress(&at.progress(done, rows));
            }
            taker.take(&mut tx, row, at.file, &now).await?;
        }
        tx.commit().await?;
        on_progress(&at.progress(rows, rows));
        Ok(())
    }

    async fn finish(&self, taker: Taker, import: i64) -> StoreResult<Report> {
        let mut report = taker.finish();
        for changed in &mut report.changes {
            changed.rulings = self.rulings_using_card(&changed.card).await?;
        }
        self.finish_import(import, &report).await?;
        Ok(report)
    }
}

struct FileAt<'a> {
    file: &'a str,
    number: usize,
    files: usize,
}

impl FileAt<'_> {
    fn progress(&self, rows_done: usize, rows: usize) -> Progress<'_> {
        Progress {
            file: self.file,
            number: self.number,
            files: self.files,
            rows_done,
            rows,
        }
    }
}

/// Ordinary printings first, so that a card follows its ordinary printing from the start.
fn in_order(mut cards: Vec<ParsedCard>) -> Vec<ParsedCard> {
    cards.sort_by_key(|row| !row.label.is_empty());
    cards
}

fn starter_row(card: crate::game::Card) -> ParsedCard {
    ParsedCard {
        card,
        label: String::new(),
        line: 0,
        raw: std::collections::BTreeMap::new(),
    }
}

/// Reads one set file; the inner error is the reason why the file was refused.
async fn read_set(path: &Path) -> StoreResult<Result<ParsedSet, String>> {
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Ok(match files::read(path).await? {
        Ok(bytes) => lackey::parse(&stem, &bytes).map_err(|e| e.to_string()),
        Err(too_large) => Err(too_large.to_string()),
    })
}
