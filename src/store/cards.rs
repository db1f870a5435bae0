//! Cards: one with everything known about it, many as a list, all of them as an index in memory.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use crate::catalogue::CardIndex;
use crate::game::Card;

use super::error::from_json;
use super::{Db, Stamp, StoreResult};

/// A card with everything known about it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardRecord {
    /// Its number in the database.
    #[serde(skip)]
    pub id: i64,
    /// Address of its page.
    pub slug: String,
    /// The facts.
    pub card: Card,
    /// `starter` or `lackey`.
    pub origin: String,
    /// Since when the text is what it is.
    pub text_date: Stamp,
    /// The ability lines with how they are read.
    pub lines: Vec<CardLine>,
    /// Rulings of the rules team printed beside the card.
    pub rulings: Vec<String>,
    /// The printings, ordinary ones first.
    pub printings: Vec<Printing>,
    /// Earlier facts, newest first.
    pub history: Vec<OldFacts>,
}

/// An ability line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardLine {
    /// As printed.
    pub text: String,
    /// The parsed form; absent where the line was not read yet.
    pub reading: Option<Value>,
    /// Whether the engine can act on all of it.
    pub modelled: Option<bool>,
    /// Where it cannot: why.
    pub why_not: Option<String>,
}

/// A printing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Printing {
    /// The set's code.
    pub set: String,
    /// Collector's number.
    pub number: String,
    /// What tells it from the ordinary printing, such as `Promo`.
    pub label: String,
    /// Rarity letter.
    pub rarity: String,
    /// Its ability lines, where they differ from those of the card.
    pub own_text: Option<Vec<String>>,
}

/// Facts that a card had before an import changed them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OldFacts {
    /// The facts.
    pub card: Card,
    /// From when.
    pub since: Stamp,
    /// Until when.
    pub until: Stamp,
}

/// A card in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardEntry {
    /// Address of its page.
    pub slug: String,
    /// The facts.
    pub card: Card,
}

/// A set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SetRecord {
    /// Its code.
    pub code: String,
    /// Different cards that follow a printing of this set.
    pub cards: i64,
    /// Printings.
    pub printings: i64,
    /// Rows that explain the rules.
    pub reminders: i64,
}

impl Db {
    /// All cards, ready to be found by name.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn card_index(&self) -> StoreResult<CardIndex> {
        let rows = sqlx::query_scalar!("SELECT facts FROM cards ORDER BY id")
            .fetch_all(&self.read)
            .await?;
        let cards: StoreResult<Vec<Card>> =
            rows.iter().map(|facts| from_json("card", facts)).collect();
        Ok(CardIndex::from_cards(cards?))
    }

    /// The full names of the cards of which a line is not understood in full.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn partly_read_cards(&self) -> StoreResult<BTreeSet<String>> {
        let rows = sqlx::query_scalar!(
            "SELECT DISTINCT name FROM cards JOIN ability_lines ON card_id = id WHERE modelled = 0"
        )
        .fetch_all(&self.read)
        .await?;
        Ok(rows.into_iter().collect())
    }

    /// The card of an address.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn card_by_slug(&self, slug: &str) -> StoreResult<Option<CardRecord>> {
        let row = sqlx::query!(
            "SELECT id, slug, facts, origin, text_date FROM cards WHERE slug = ?",
            slug
        )
        .fetch_optional(&self.read)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let card: Card = from_json("card", &row.facts)?;
        Ok(Some(CardRecord {
            id: row.id,
            slug: row.slug,
            origin: row.origin,
            text_date: Stamp::stored(row.text_date),
            lines: self.lines_of(row.id).await?,
            rulings: self.rulings_beside(row.id).await?,
            printings: self.printings_of(row.id, &card).await?,
            history: self.history_of(row.id).await?,
            card,
        }))
    }

    /// The address of the card of a full name.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn slug_of_card(&self, name: &str) -> StoreResult<Option<String>> {
        Ok(
            sqlx::query_scalar!("SELECT slug FROM cards WHERE name = ?", name)
                .fetch_optional(&self.read)
                .await?,
        )
    }

    /// Cards in the order of sets and numbers; of one set where its code is given.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn cards(
        &self,
        set: Option<&str>,
        limit: i64,
        offset: i64,
    ) -> StoreResult<Vec<CardEntry>> {
        let rows = sqlx::query!(
            "SELECT slug, facts FROM cards WHERE ?1 IS NULL OR set_code = ?1
             ORDER BY set_code, CAST(number AS INTEGER), name LIMIT ?2 OFFSET ?3",
            set,
            limit,
            offset
        )
        .fetch_all(&self.read)
        .await?;
        rows.into_iter()
            .map(|r| {
                Ok(CardEntry {
                    slug: r.slug,
                    card: from_json("card", &r.facts)?,
                })
            })
            .collect()
    }

    /// The cards with a printing in a set, in the order of its numbers; each with its number there.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn cards_printed_in(&self, set: &str) -> StoreResult<Vec<(String, CardEntry)>> {
        let rows = sqlx::query!(
            r#"SELECT c.slug AS "slug!", c.facts AS "facts!", min(p.number) AS "number!: String"
             FROM printings p JOIN cards c ON c.id = p.card_id WHERE p.set_code = ?
             GROUP BY c.id ORDER BY CAST(min(p.number) AS INTEGER), min(p.number), c.name"#,
            set
        )
        .fetch_all(&self.read)
        .await?;
        rows.into_iter()
            .map(|r| {
                let entry = CardEntry {
                    slug: r.slug,
                    card: from_json("card", &r.facts)?,
                };
                Ok((r.number, entry))
            })
            .collect()
    }

    /// The number of cards; of one set where its code is given.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn count_cards(&self, set: Option<&str>) -> StoreResult<i64> {
        Ok(sqlx::query_scalar!(
            "SELECT count(*) FROM cards WHERE ?1 IS NULL OR set_code = ?1",
            set
        )
        .fetch_one(&self.read)
        .await?)
    }

    /// All sets with what they hold.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn sets(&self) -> StoreResult<Vec<SetRecord>> {
        Ok(sqlx::query_as!(
            SetRecord,
            r#"SELECT code,
                (SELECT count(*) FROM cards WHERE set_code = code) AS "cards!: i64",
                (SELECT count(*) FROM printings WHERE set_code = code) AS "printings!: i64",
                (SELECT count(*) FROM reminders WHERE set_code = code) AS "reminders!: i64"
               FROM sets ORDER BY code"#
        )
        .fetch_all(&self.read)
        .await?)
    }

    async fn lines_of(&self, card_id: i64) -> StoreResult<Vec<CardLine>> {
        let rows = sqlx::query!(
            "SELECT text, reading, modelled, why_not FROM ability_lines WHERE card_id = ? ORDER BY position",
            card_id
        )
        .fetch_all(&self.read)
        .await?;
        rows.into_iter()
            .map(|r| {
                Ok(CardLine {
                    text: r.text,
                    reading: r
                        .reading
                        .map(|t| from_json("reading of a line", &t))
                        .transpose()?,
                    modelled: r.modelled.map(|flag| flag != 0),
                    why_not: r.why_not,
                })
            })
            .collect()
    }

    async fn rulings_beside(&self, card_id: i64) -> StoreResult<Vec<String>> {
        Ok(sqlx::query_scalar!(
            "SELECT text FROM card_rulings WHERE card_id = ? ORDER BY position",
            card_id
        )
        .fetch_all(&self.read)
        .await?)
    }

    async fn printings_of(&self, card_id: i64, card: &Card) -> StoreResult<Vec<Printing>> {
        let rows = sqlx::query!(
            "SELECT set_code, number, label, rarity, facts FROM printings WHERE card_id = ? ORDER BY label <> '', id",
            card_id
        )
        .fetch_all(&self.read)
        .await?;
        rows.into_iter()
            .map(|r| {
                let printed: Card = from_json("printing", &r.facts)?;
                Ok(Printing {
                    set: r.set_code,
                    number: r.number,
                    label: r.label,
                    rarity: r.rarity,
                    own_text: (printed.text != card.text).then_some(printed.text),
                })
            })
            .collect()
    }

    async fn history_of(&self, card_id: i64) -> StoreResult<Vec<OldFacts>> {
        let rows = sqlx::query!(
            "SELECT facts, since, until FROM card_texts WHERE card_id = ? ORDER BY id DESC",
            card_id
        )
        .fetch_all(&self.read)
        .await?;
        rows.into_iter()
            .map(|r| {
                Ok(OldFacts {
                    card: from_json("card", &r.facts)?,
                    since: Stamp::stored(r.since),
                    until: Stamp::stored(r.until),
                })
            })
            .collect()
    }
}
