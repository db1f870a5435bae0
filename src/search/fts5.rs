//! Plain SQLite FTS5 over the same texts, to compare with.

use super::document::{Document, Kind};
use super::tokens::folded;
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{Row, SqlitePool};

/// A full-text table in memory.
pub struct Plain {
    pool: SqlitePool,
}

impl Plain {
    /// The table with these documents; the row's id is the document's place plus one.
    ///
    /// # Errors
    /// If SQLite refuses.
    pub async fn new(documents: &[Document]) -> sqlx::Result<Plain> {
        // One connection that never ends: each connection to memory is a database of its own.
        let pool = SqlitePoolOptions::new()
            .min_connections(1)
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect("sqlite::memory:")
            .await?;
        sqlx::raw_sql("CREATE VIRTUAL TABLE texts USING fts5(kind UNINDEXED, title, body, tokenize = 'porter unicode61')")
            .execute(&pool)
            .await?;
        let mut transaction = pool.begin().await?;
        for (place, document) in documents.iter().enumerate() {
            sqlx::query("INSERT INTO texts (rowid, kind, title, body) VALUES (?, ?, ?, ?)")
                .bind(i64::try_from(place).unwrap_or(i64::MAX) + 1)
                .bind(document.kind.word())
                .bind(&document.title)
                .bind(&document.body)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(Plain { pool })
    }

    /// The places of the best documents of these kinds that have any word of the text, by bm25.
    ///
    /// # Errors
    /// If SQLite refuses.
    pub async fn any_word(
        &self,
        text: &str,
        kinds: &[Kind],
        limit: u32,
    ) -> sqlx::Result<Vec<usize>> {
        self.run(&quoted(text, " OR "), kinds, limit).await
    }

    /// The same with all words.
    ///
    /// # Errors
    /// If SQLite refuses.
    pub async fn all_words(
        &self,
        text: &str,
        kinds: &[Kind],
        limit: u32,
    ) -> sqlx::Result<Vec<usize>> {
        self.run(&quoted(text, " "), kinds, limit).await
    }

    async fn run(&self, matching: &str, kinds: &[Kind], limit: u32) -> sqlx::Result<Vec<usize>> {
        if matching.is_empty() {
            return Ok(Vec::new());
        }
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
        let rows = sqlx::query(
            "SELECT rowid FROM texts WHERE texts MATCH ? AND instr(?, kind) > 0 ORDER BY bm25(texts) LIMIT ?",
        )
        .bind(matching)
        .bind(kinds.join(" "))
        .bind(limit)
        .fetch_all(&self.pool)
        .await?;
        let places = rows
            .iter()
            .filter_map(|row| usize::try_from(row.get::<i64, _>(0) - 1).ok());
        Ok(places.collect())
    }
}

fn quoted(text: &str, joint: &str) -> String {
    let words: Vec<String> = folded(text)
        .into_iter()
        .map(|word| format!("\"{}\"", word.text))
        .collect();
    words.join(joint)
}
