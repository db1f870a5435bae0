//! Ability lines with how they are read. The one place where the store asks the card-text reader.

use serde::Serialize;
use serde_json::Value;
use sqlx::{Sqlite, Transaction};

use super::StoreResult;
use super::error::to_json;

/// How a line is read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineReading {
    /// The parsed form.
    pub reading: Value,
    /// Whether the engine can act on all of it.
    pub modelled: bool,
    /// Where it cannot: why.
    pub why_not: Option<String>,
}

/// Reads a line; `None` where nothing reads lines yet.
fn read(_line: &str) -> Option<LineReading> {
    None
}

#[derive(Serialize)]
struct Row<'a> {
    text: &'a str,
    reading: Option<String>,
    modelled: Option<bool>,
    why_not: Option<String>,
}

/// Replaces the lines of a card.
pub(super) async fn write(
    tx: &mut Transaction<'static, Sqlite>,
    card_id: i64,
    text: &[String],
) -> StoreResult<()> {
    sqlx::query!("DELETE FROM ability_lines WHERE card_id = ?", card_id)
        .execute(&mut **tx)
        .await?;
    if text.is_empty() {
        return Ok(());
    }
    let rows: Vec<Row<'_>> = text.iter().map(|line| row(line)).collect();
    let rows = to_json("ability lines", &rows)?;
    sqlx::query!(
        "INSERT INTO ability_lines (card_id, position, text, reading, modelled, why_not)
         SELECT ?1, key, value ->> 'text', value ->> 'reading', value ->> 'modelled', value ->> 'why_not'
         FROM json_each(?2)",
        card_id,
        rows
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

fn row(line: &str) -> Row<'_> {
    let reading = read(line);
    Row {
        text: line,
        modelled: reading.as_ref().map(|r| r.modelled),
        why_not: reading.as_ref().and_then(|r| r.why_not.clone()),
        reading: reading.map(|r| r.reading.to_string()),
    }
}
