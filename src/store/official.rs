//! Official wordings of keywords, by edition, and the cards whose pages explain them.

use crate::catalogue::name_key;

use super::{Db, Stamp, StoreResult};

/// An official wording.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfficialText {
    /// The keyword's slug, such as `critical-hit`.
    pub keyword: String,
    /// The keyword's name as the source writes it.
    pub name: String,
    /// The edition: `2018` or `2025`.
    pub edition: String,
    /// The wording; paragraphs are divided by an empty line.
    pub text: String,
    /// The file it came from.
    pub source: String,
    /// When it was recorded.
    pub recorded_at: Stamp,
    /// When another wording took its place; absent for what holds now.
    pub superseded_at: Option<Stamp>,
}

impl Db {
    /// All wordings of a keyword: those that hold first, by edition, then the replaced ones, newest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn official_texts(&self, keyword: &str) -> StoreResult<Vec<OfficialText>> {
        let rows = sqlx::query_as!(
            OfficialText,
            r#"SELECT keyword, name, edition, text, source, recorded_at, superseded_at AS "superseded_at: Stamp"
             FROM official_texts WHERE keyword = ?
             ORDER BY superseded_at IS NOT NULL, edition, superseded_at DESC"#,
            keyword
        )
        .fetch_all(&self.read)
        .await?;
        Ok(rows)
    }

    /// The wordings that hold now, by keyword and edition.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn official_texts_in_force(&self) -> StoreResult<Vec<OfficialText>> {
        let rows = sqlx::query_as!(
            OfficialText,
            r#"SELECT keyword, name, edition, text, source, recorded_at, superseded_at AS "superseded_at: Stamp"
             FROM official_texts WHERE superseded_at IS NULL ORDER BY keyword, edition"#
        )
        .fetch_all(&self.read)
        .await?;
        Ok(rows)
    }

    /// The slugs of the keywords that a card's page explains, in the order of the page.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn page_keywords(&self, card_name: &str) -> StoreResult<Vec<String>> {
        let key = name_key(card_name);
        let rows = sqlx::query_scalar!(
            "SELECT keyword FROM card_keywords WHERE card_key = ? ORDER BY edition, position",
            key
        )
        .fetch_all(&self.read)
        .await?;
        Ok(rows)
    }
}
