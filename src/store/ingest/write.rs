//! The statements of an import.

use sqlx::{Sqlite, Transaction};

use crate::catalogue::name_key;
use crate::game::{Card, CardSide};
use crate::import::lackey::Reminder;
use crate::store::error::to_json;
use crate::store::lines::{self, LineReader};
use crate::store::{Stamp, StoreResult};

use super::known::{KnownCard, Origin, Place};

type Tx = Transaction<'static, Sqlite>;

/// Where a printing comes from.
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) line: u32,
    pub(super) origin: Origin,
    pub(super) import: i64,
}

pub(super) async fn set(tx: &mut Tx, code: &str, import: i64, now: &Stamp) -> StoreResult<()> {
    let now = now.as_str();
    sqlx::query!(
        "INSERT INTO sets (code, name, first_seen, import_id) VALUES (?1, ?1, ?2, ?3) ON CONFLICT (code) DO NOTHING",
        code,
        now,
        import
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(super) async fn reminder(tx: &mut Tx, reminder: &Reminder, import: i64) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO reminders (set_code, name, text, import_id) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (set_code, name) DO UPDATE SET text = ?3, import_id = ?4 WHERE text <> ?3",
        reminder.set,
        reminder.name,
        reminder.text,
        import
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(super) async fn new_card(
    tx: &mut Tx,
    card: &Card,
    slug: &str,
    origin: Origin,
    import: i64,
    now: &Stamp,
    reader: &mut LineReader,
) -> StoreResult<i64> {
    let (key, base, now) = (
        name_key(&card.name),
        name_key(card.base_name()),
        now.as_str(),
    );
    let (side, types, origin) = (side_word(card.side), type_line(card), origin.word());
    let facts = to_json("card", card)?;
    let id = sqlx::query!(
        "INSERT INTO cards (name, slug, name_key, base_key, set_code, number, side, type_line, origin, facts,
                            text_date, created_at, updated_at, import_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?11, ?12)",
        card.name, slug, key, base, card.set, card.number, side, types, origin, facts, now, import
    )
    .execute(&mut **tx)
    .await?
    .last_insert_rowid();
    texts(tx, id, card, reader).await?;
    Ok(id)
}

pub(super) async fn card(
    tx: &mut Tx,
    known: &KnownCard,
    import: i64,
    reader: &mut LineReader,
) -> StoreResult<()> {
    let card = &known.facts;
    let (side, types, origin) = (side_word(card.side), type_line(card), known.origin.word());
    let facts = to_json("card", card)?;
    sqlx::query!(
        "UPDATE cards SET set_code = ?2, number = ?3, side = ?4, type_line = ?5, origin = ?6, facts = ?7,
                          text_date = ?8, updated_at = ?9, import_id = ?10
         WHERE id = ?1",
        known.id, card.set, card.number, side, types, origin, facts, known.text_date, known.updated_at, import
    )
    .execute(&mut **tx)
    .await?;
    clear_texts(tx, known.id).await?;
    texts(tx, known.id, card, reader).await
}

/// Takes the card's ability lines and the rulings beside it out.
async fn clear_texts(tx: &mut Tx, id: i64) -> StoreResult<()> {
    sqlx::query!("DELETE FROM card_rulings WHERE card_id = ?", id)
        .execute(&mut **tx)
        .await?;
    lines::clear(tx, id).await
}

/// Puts the card's ability lines and the rulings beside it in.
async fn texts(tx: &mut Tx, id: i64, card: &Card, reader: &mut LineReader) -> StoreResult<()> {
    let rulings: Vec<&str> = card
        .usage
        .split('|')
        .map(str::trim)
        .filter(|r| !r.is_empty())
        .collect();
    if !rulings.is_empty() {
        let rulings = to_json("rulings beside a card", &rulings)?;
        sqlx::query!(
            "INSERT INTO card_rulings (card_id, position, text, set_code)
             SELECT ?1, key, value, ?3 FROM json_each(?2)",
            id,
            rulings,
            card.set
        )
        .execute(&mut **tx)
        .await?;
    }
    lines::write(tx, id, card, reader).await
}

/// Keeps the facts that a card is about to lose.
pub(super) async fn old_text(
    tx: &mut Tx,
    known: &KnownCard,
    now: &Stamp,
    import: i64,
) -> StoreResult<()> {
    let (facts, now) = (to_json("card", &known.facts)?, now.as_str());
    sqlx::query!(
        "INSERT INTO card_texts (card_id, facts, since, until, import_id) VALUES (?, ?, ?, ?, ?)",
        known.id,
        facts,
        known.updated_at,
        now,
        import
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(super) async fn new_printing(
    tx: &mut Tx,
    card_id: i64,
    place: &Place,
    card: &Card,
    raw: &str,
    from: &Source<'_>,
) -> StoreResult<i64> {
    let (facts, origin) = (to_json("printing", card)?, from.origin.word());
    let id = sqlx::query!(
        "INSERT INTO printings (card_id, set_code, number, label, rarity, origin, facts, raw, file, line, import_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        card_id, place.set, place.number, place.label, card.rarity, origin, facts, raw, from.file, from.line, from.import
    )
    .execute(&mut **tx)
    .await?
    .last_insert_rowid();
    Ok(id)
}

pub(super) async fn printing(
    tx: &mut Tx,
    id: i64,
    card: &Card,
    raw: &str,
    from: &Source<'_>,
) -> StoreResult<()> {
    let (facts, origin) = (to_json("printing", card)?, from.origin.word());
    sqlx::query!(
        "UPDATE printings SET rarity = ?2, origin = ?3, facts = ?4, raw = ?5, file = ?6, line = ?7, import_id = ?8
         WHERE id = ?1",
        id, card.rarity, origin, facts, raw, from.file, from.line, from.import
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

pub(super) async fn drop_starter_printings(tx: &mut Tx, card_id: i64) -> StoreResult<()> {
    sqlx::query!(
        "DELETE FROM printings WHERE card_id = ? AND origin = 'starter'",
        card_id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

const fn side_word(side: CardSide) -> &'static str {
    match side {
        CardSide::Light => "light",
        CardSide::Dark => "dark",
        CardSide::Neutral => "neutral",
        CardSide::YuuzhanVong => "yuuzhanvong",
    }
}

fn type_line(card: &Card) -> String {
    let names: Vec<&str> = card.types.iter().map(|t| t.name()).collect();
    names.join("/")
}
