//! Stored rulings: the permalinks that people paste into threads. Once stored, a ruling is never
//! overwritten and never deleted; a judge may hide it.

use serde_json::Value;
use sqlx::{Sqlite, Transaction};

use super::audit::{self, Actor};
use super::error::{from_json, to_json};
use super::permalink::{RulingId, ShortCode};
use super::{Db, Stamp, StoreError, StoreResult};

/// How many short codes are tried before giving up; each is taken with a chance far below one in a hundred.
const CODE_ATTEMPTS: u32 = 20;

/// A ruling to store.
#[derive(Clone, PartialEq, Debug)]
pub struct NewRuling {
    /// The resolved situation without title, question and poster: what the id is made from.
    pub resolved: Value,
    /// The situation as the page shows it and a fork starts from.
    pub input: Value,
    /// Its title; may be empty.
    pub title: String,
    /// The edition: `2018` or `2025`.
    pub edition: String,
    /// The engine's version.
    pub engine_version: String,
    /// The rulebook's version.
    pub rules_version: String,
    /// The finished ruling.
    pub ruling: Value,
    /// `ruled`, `depends` or `cannot`.
    pub verdict: String,
    /// The verdict's sentence.
    pub summary: String,
    /// Full names of the cards used.
    pub cards: Vec<String>,
    /// Slugs of the keywords used.
    pub keywords: Vec<String>,
}

/// Where a ruling was stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAt {
    /// Its address.
    pub id: RulingId,
    /// Its short code.
    pub short_code: String,
    /// False if it had been stored before.
    pub created: bool,
}

/// A stored ruling.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredRuling {
    /// Its address.
    pub id: String,
    /// Its short code.
    pub short_code: String,
    /// The situation with its plays.
    pub input: Value,
    /// Its title; may be empty.
    pub title: String,
    /// The edition: `2018` or `2025`.
    pub edition: String,
    /// The version of the engine that made it.
    pub engine_version: String,
    /// The version of the rulebook it was made with.
    pub rules_version: String,
    /// The finished ruling.
    pub ruling: Value,
    /// `ruled`, `depends` or `cannot`.
    pub verdict: String,
    /// The verdict's sentence.
    pub summary: String,
    /// When it was stored.
    pub created_at: Stamp,
    /// If a judge has hidden it: his note, which the page shows instead.
    pub hidden_note: Option<String>,
}

/// A stored ruling in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulingEntry {
    /// Its address.
    pub id: String,
    /// Its title; may be empty.
    pub title: String,
    /// The edition.
    pub edition: String,
    /// `ruled`, `depends` or `cannot`.
    pub verdict: String,
    /// The verdict's sentence.
    pub summary: String,
    /// When it was stored.
    pub created_at: Stamp,
}

/// Which stored rulings to list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RulingFilter {
    /// Slug of a keyword.
    pub keyword: Option<String>,
    /// Full name of a card.
    pub card: Option<String>,
    /// A verdict.
    pub verdict: Option<String>,
}

impl Db {
    /// Stores a ruling. One with the same resolved situation that is there already stays as it is.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn store_ruling(&self, new: &NewRuling) -> StoreResult<StoredAt> {
        let id = RulingId::of(&new.resolved);
        let mut tx = self.begin().await?;
        let key = id.as_str();
        let known = sqlx::query_scalar!("SELECT short_code FROM rulings WHERE id = ?", key)
            .fetch_optional(&mut *tx)
            .await?;
        if let Some(short_code) = known {
            return Ok(StoredAt {
                id,
                short_code,
                created: false,
            });
        }
        let code = free_code(&mut tx, &id).await?;
        insert(&mut tx, &id, &code, new).await?;
        tx.commit().await?;
        Ok(StoredAt {
            id,
            short_code: code.as_str().to_owned(),
            created: true,
        })
    }

    /// A stored ruling, hidden or not.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn ruling(&self, id: &RulingId) -> StoreResult<Option<StoredRuling>> {
        let id = id.as_str();
        let row = sqlx::query!(
            "SELECT id, short_code, input, title, edition, engine_version, rules_version, ruling, verdict,
                    summary, created_at, hidden_note
             FROM rulings WHERE id = ?",
            id
        )
        .fetch_optional(&self.read)
        .await?;
        row.map(|r| {
            Ok(StoredRuling {
                id: r.id,
                short_code: r.short_code,
                input: from_json("situation", &r.input)?,
                title: r.title,
                edition: r.edition,
                engine_version: r.engine_version,
                rules_version: r.rules_version,
                ruling: from_json("ruling", &r.ruling)?,
                verdict: r.verdict,
                summary: r.summary,
                created_at: Stamp::stored(r.created_at),
                hidden_note: r.hidden_note,
            })
        })
        .transpose()
    }

    /// The ruling that a short code leads to.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn ruling_of_code(&self, code: &ShortCode) -> StoreResult<Option<RulingId>> {
        let code = code.as_str();
        let id = sqlx::query_scalar!("SELECT id FROM rulings WHERE short_code = ?", code)
            .fetch_optional(&self.read)
            .await?;
        Ok(id.and_then(|id| RulingId::parse(&id)))
    }

    /// Stored rulings that are not hidden, newest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn latest_rulings(
        &self,
        filter: &RulingFilter,
        limit: i64,
        offset: i64,
    ) -> StoreResult<Vec<RulingEntry>> {
        Ok(sqlx::query_as!(
            RulingEntry,
            "SELECT id, title, edition, verdict, summary, created_at FROM rulings
             WHERE hidden_at IS NULL
               AND (?1 IS NULL OR id IN (SELECT ruling_id FROM ruling_keywords WHERE keyword = ?1))
               AND (?2 IS NULL OR id IN (SELECT ruling_id FROM ruling_cards WHERE card_name = ?2))
               AND (?3 IS NULL OR verdict = ?3)
             ORDER BY created_at DESC, id LIMIT ?4 OFFSET ?5",
            filter.keyword,
            filter.card,
            filter.verdict,
            limit,
            offset
        )
        .fetch_all(&self.read)
        .await?)
    }

    /// The number of stored rulings, hidden ones included.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn count_rulings(&self) -> StoreResult<i64> {
        Ok(sqlx::query_scalar!("SELECT count(*) FROM rulings")
            .fetch_one(&self.read)
            .await?)
    }

    /// The ids of the stored rulings that used a card, oldest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn rulings_using_card(&self, card_name: &str) -> StoreResult<Vec<String>> {
        Ok(sqlx::query_scalar!(
            "SELECT id FROM rulings JOIN ruling_cards ON ruling_id = id WHERE card_name = ? ORDER BY created_at, id",
            card_name
        )
        .fetch_all(&self.read)
        .await?)
    }

    /// Hides a ruling behind a note, or shows it again where there is none.
    ///
    /// # Errors
    /// If there is no such ruling or the database does not answer.
    pub async fn hide_ruling(
        &self,
        id: &RulingId,
        note: Option<&str>,
        actor: &Actor,
    ) -> StoreResult<()> {
        let mut tx = self.begin().await?;
        let now = note.map(|_| Stamp::now().to_string());
        let key = id.as_str();
        let done = sqlx::query!(
            "UPDATE rulings SET hidden_at = ?, hidden_note = ? WHERE id = ?",
            now,
            note,
            key
        )
        .execute(&mut *tx)
        .await?;
        if done.rows_affected() == 0 {
            return Err(StoreError::Missing {
                what: "ruling",
                name: id.to_string(),
            });
        }
        let action = if note.is_some() {
            "ruling.hide"
        } else {
            "ruling.show"
        };
        audit::write(&mut tx, actor, action, key, note.unwrap_or_default()).await?;
        tx.commit().await?;
        Ok(())
    }
}

async fn free_code(tx: &mut Transaction<'static, Sqlite>, id: &RulingId) -> StoreResult<ShortCode> {
    for attempt in 0..CODE_ATTEMPTS {
        let code = id.short_code(attempt);
        let text = code.as_str();
        let taken = sqlx::query_scalar!("SELECT count(*) FROM rulings WHERE short_code = ?", text)
            .fetch_one(&mut **tx)
            .await?;
        if taken == 0 {
            return Ok(code);
        }
    }
    Err(StoreError::Refused(
        "there is no free short code for this ruling".to_owned(),
    ))
}

async fn insert(
    tx: &mut Transaction<'static, Sqlite>,
    id: &RulingId,
    code: &ShortCode,
    new: &NewRuling,
) -> StoreResult<()> {
    let (id, code, now) = (id.as_str(), code.as_str(), Stamp::now());
    let now = now.as_str();
    let (input, ruling) = (
        to_json("situation", &new.input)?,
        to_json("ruling", &new.ruling)?,
    );
    sqlx::query!(
        "INSERT INTO rulings (id, short_code, input, title, edition, engine_version, rules_version, ruling,
                              verdict, summary, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id, code, input, new.title, new.edition, new.engine_version, new.rules_version, ruling,
        new.verdict, new.summary, now
    )
    .execute(&mut **tx)
    .await?;
    for card in &new.cards {
        sqlx::query!(
            "INSERT INTO ruling_cards (ruling_id, card_name) VALUES (?, ?) ON CONFLICT DO NOTHING",
            id,
            card
        )
        .execute(&mut **tx)
        .await?;
    }
    for keyword in &new.keywords {
        sqlx::query!(
            "INSERT INTO ruling_keywords (ruling_id, keyword) VALUES (?, ?) ON CONFLICT DO NOTHING",
            id,
            keyword
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}
