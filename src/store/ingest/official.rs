//! Official wordings of keywords into the catalogue.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sqlx::{Sqlite, Transaction};

use crate::catalogue::{name_key, slug};
use crate::import::{Wording, keywords, pages};
use crate::rulebook::Edition;
use crate::store::imports::ImportKind;
use crate::store::{Db, Stamp, StoreResult};

use super::files;
use super::report::{FileNote, Report};

impl Db {
    /// Imports the plugin's keyword file: the wordings of the edition of 2025.
    ///
    /// # Errors
    /// If the database does not answer or the path does not exist.
    pub async fn import_keywords(&self, path: &Path) -> StoreResult<Report> {
        let mut taker = self
            .official_taker(ImportKind::Keywords, Edition::E2025, &[path.to_owned()])
            .await?;
        let file = files::name(path);
        match files::read(path)
            .await?
            .and_then(|bytes| keywords::parse(&bytes))
        {
            Ok(entries) => {
                for doubt in &entries.doubts.kept {
                    taker.doubt(&file, doubt.line, doubt.what.clone());
                }
                for refusal in &entries.refused.kept {
                    let what = format!("{} (`{}`)", refusal.why, refusal.excerpt);
                    taker.report.refused.push(FileNote {
                        line: refusal.line,
                        ..FileNote::of_file(&file, what)
                    });
                }
                taker.report.lines += entries.doubts.count + entries.refused.count;
                let mut tx = self.begin().await?;
                for wording in &entries.wordings {
                    taker.take(&mut tx, wording, &file).await?;
                }
                tx.commit().await?;
            }
            Err(why) => taker
                .report
                .refused_files
                .push(FileNote::of_file(&file, why.to_string())),
        }
        taker.report.files = 1;
        self.finish_import(taker.import, &taker.report).await?;
        Ok(taker.report)
    }

    /// Imports pages of keyword entries: wordings of the edition of 2018, and which card's page explains which keyword.
    ///
    /// # Errors
    /// If the database does not answer or a path does not exist.
    pub async fn import_pages(&self, paths: &[PathBuf]) -> StoreResult<Report> {
        let files = files::text_files(paths).await?;
        let mut taker = self
            .official_taker(ImportKind::Pages, Edition::E2018, paths)
            .await?;
        for path in &files {
            let file = files::name(path);
            match files::read(path)
                .await?
                .and_then(|bytes| pages::parse(&bytes))
            {
                Ok(page) => self.take_page(&mut taker, &page, &file).await?,
                Err(why) => taker
                    .report
                    .refused_files
                    .push(FileNote::of_file(&file, why.to_string())),
            }
            taker.report.files += 1;
        }
        self.finish_import(taker.import, &taker.report).await?;
        Ok(taker.report)
    }

    async fn take_page(
        &self,
        taker: &mut Taker,
        page: &pages::Page,
        file: &str,
    ) -> StoreResult<()> {
        let mut tx = self.begin().await?;
        let card = name_key(&page.card);
        for (position, wording) in page.entries.iter().enumerate() {
            taker.take(&mut tx, wording, file).await?;
            let position = i64::try_from(position).unwrap_or(i64::MAX);
            link(
                &mut tx,
                &card,
                &slug(&wording.name),
                taker.edition,
                position,
            )
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    async fn official_taker(
        &self,
        kind: ImportKind,
        edition: Edition,
        paths: &[PathBuf],
    ) -> StoreResult<Taker> {
        let import = self.start_import(kind, &files::names(paths)).await?;
        let edition_word = edition.as_str();
        let rows = sqlx::query!(
            "SELECT keyword, text FROM official_texts WHERE edition = ? AND superseded_at IS NULL",
            edition_word
        )
        .fetch_all(&self.read)
        .await?;
        Ok(Taker {
            import,
            edition,
            known: rows
                .into_iter()
                .map(|r| (r.keyword, (r.text, false)))
                .collect(),
            report: Report::default(),
        })
    }
}

struct Taker {
    import: i64,
    edition: Edition,
    /// Keyword to its wording, and whether this run has met it.
    known: BTreeMap<String, (String, bool)>,
    report: Report,
}

impl Taker {
    fn doubt(&mut self, file: &str, line: u32, what: String) {
        self.report.doubtful.push(FileNote {
            line,
            ..FileNote::of_file(file, what)
        });
    }

    async fn take(
        &mut self,
        tx: &mut Transaction<'static, Sqlite>,
        wording: &Wording,
        file: &str,
    ) -> StoreResult<()> {
        let keyword = slug(&wording.name);
        self.report.lines += 1;
        match self.known.get_mut(&keyword) {
            Some((text, seen)) if *text == wording.text => {
                if *seen {
                    self.report.further_printings += 1;
                } else {
                    self.report.cards += 1;
                    self.report.outcome.unchanged += 1;
                }
                *seen = true;
                return Ok(());
            }
            Some((_, true)) => {
                self.report.further_printings += 1;
                self.doubt(
                    file,
                    wording.line,
                    format!(
                        "another wording of `{}` than before in this import; the first is kept",
                        wording.name
                    ),
                );
                return Ok(());
            }
            Some(_) => self.report.outcome.changed += 1,
            None => self.report.outcome.new += 1,
        }
        self.report.cards += 1;
        replace(tx, &keyword, self.edition, wording, file, self.import).await?;
        self.known.insert(keyword, (wording.text.clone(), true));
        Ok(())
    }
}

async fn replace(
    tx: &mut Transaction<'static, Sqlite>,
    keyword: &str,
    edition: Edition,
    wording: &Wording,
    file: &str,
    import: i64,
) -> StoreResult<()> {
    let (edition, now) = (edition.as_str(), Stamp::now());
    let now = now.as_str();
    sqlx::query!(
        "UPDATE official_texts SET superseded_at = ? WHERE keyword = ? AND edition = ? AND superseded_at IS NULL",
        now,
        keyword,
        edition
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "INSERT INTO official_texts (keyword, name, edition, text, source, recorded_at, import_id)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
        keyword,
        wording.name,
        edition,
        wording.text,
        file,
        now,
        import
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn link(
    tx: &mut Transaction<'static, Sqlite>,
    card: &str,
    keyword: &str,
    edition: Edition,
    position: i64,
) -> StoreResult<()> {
    let edition = edition.as_str();
    sqlx::query!(
        "INSERT INTO card_keywords (card_key, keyword, edition, position) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (card_key, keyword, edition) DO UPDATE SET position = ?4 WHERE position <> ?4",
        card,
        keyword,
        edition,
        position
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
