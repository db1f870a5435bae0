//! Ability lines with how they are read. The one place where the store asks the card-text reader.

use serde::Serialize;
use sqlx::{Sqlite, Transaction};

use crate::cardtext::{Ability, EffectReading, ReadContext, read_effect, read_line};
use crate::game::{Card, CardType};

use super::error::{from_json, to_json};
use super::{Db, StoreResult};

/// A line as the database keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Line {
    text: String,
    /// The parsed form as JSON.
    reading: String,
    modelled: i64,
    why_not: Option<String>,
}

/// The parsed form of a line of a Battle card or Mission.
#[derive(Serialize)]
struct OnceForm<'a> {
    costs: &'a [crate::cardtext::Cost],
    effect: &'a crate::cardtext::Effect,
    limits: &'a [crate::cardtext::Limit],
}

impl Db {
    /// Reads all lines of all cards again and writes those that are now read differently, as after
    /// an upgrade of Arbiter. Says how many cards that were.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn reread_lines(&self) -> StoreResult<usize> {
        let cards = sqlx::query!("SELECT id, facts FROM cards ORDER BY id")
            .fetch_all(&self.read)
            .await?;
        let mut stored = sqlx::query!(
            "SELECT card_id, text, reading, modelled, why_not FROM ability_lines ORDER BY card_id, position"
        )
        .fetch_all(&self.read)
        .await?
        .into_iter()
        .peekable();
        let mut outdated = Vec::new();
        for (at, row) in cards.into_iter().enumerate() {
            if at % 32 == 0 {
                // Reading a line takes a moment; others on this thread get theirs.
                tokio::task::yield_now().await;
            }
            let mut before = Vec::new();
            while let Some(line) = stored.next_if(|l| l.card_id == row.id) {
                before.push(Line {
                    text: line.text,
                    reading: line.reading.unwrap_or_default(),
                    modelled: line.modelled.unwrap_or_default(),
                    why_not: line.why_not,
                });
            }
            let lines = read(&from_json("card", &row.facts)?)?;
            if lines != before {
                outdated.push((row.id, row.facts, lines));
            }
        }
        if outdated.is_empty() {
            return Ok(0);
        }
        let mut written = 0;
        let mut tx = self.begin().await?;
        for (id, facts, lines) in &outdated {
            let now = sqlx::query_scalar!("SELECT facts FROM cards WHERE id = ?", id)
                .fetch_optional(&mut *tx)
                .await?;
            // An import that changed the card meanwhile has written its lines too.
            if now.as_ref() == Some(facts) {
                clear(&mut tx, *id).await?;
                put(&mut tx, *id, lines).await?;
                written += 1;
            }
        }
        tx.commit().await?;
        Ok(written)
    }
}

/// Takes the lines of a card out.
pub(super) async fn clear(tx: &mut Transaction<'static, Sqlite>, card_id: i64) -> StoreResult<()> {
    sqlx::query!("DELETE FROM ability_lines WHERE card_id = ?", card_id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Puts the lines of a card in.
pub(super) async fn write(
    tx: &mut Transaction<'static, Sqlite>,
    card_id: i64,
    card: &Card,
) -> StoreResult<()> {
    put(tx, card_id, &read(card)?).await
}

async fn put(
    tx: &mut Transaction<'static, Sqlite>,
    card_id: i64,
    lines: &[Line],
) -> StoreResult<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let lines = to_json("ability lines", &lines)?;
    sqlx::query!(
        "INSERT INTO ability_lines (card_id, position, text, reading, modelled, why_not)
         SELECT ?1, key, value ->> 'text', value ->> 'reading', value ->> 'modelled', value ->> 'why_not'
         FROM json_each(?2)",
        card_id,
        lines
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// All lines of a card as the card-text reader reads them.
fn read(card: &Card) -> StoreResult<Vec<Line>> {
    let context = ReadContext {
        name: &card.name,
        types: &card.types,
        subtypes: &card.subtypes,
    };
    let is = |kind: CardType| card.types.contains(&kind);
    let once = is(CardType::Battle) || is(CardType::Mission);
    card.text
        .iter()
        .map(
            |line| match once.then(|| read_effect(line, &context)).flatten() {
                Some(form) => effect_line(line, &form),
                // A Mission that stays in play has ability lines; a Battle card never has.
                None => ability_line(line, &context, !is(CardType::Battle)),
            },
        )
        .collect()
}

fn effect_line(line: &str, form: &EffectReading) -> StoreResult<Line> {
    let form = OnceForm {
        costs: &form.costs,
        effect: &form.effect,
        limits: &form.limits,
    };
    Ok(Line {
        text: line.to_owned(),
        reading: to_json("reading of a line", &form)?,
        modelled: 1,
        why_not: None,
    })
}

fn ability_line(line: &str, context: &ReadContext<'_>, usable: bool) -> StoreResult<Line> {
    let reading = read_line(line, context);
    let unknown = reading.abilities.iter().find_map(|a| match a {
        Ability::Unknown(unknown) => Some(unknown.words.as_str()),
        _ => None,
    });
    let words = unknown.or((!usable).then_some(line));
    Ok(Line {
        text: line.to_owned(),
        reading: to_json("reading of a line", &reading.abilities)?,
        modelled: i64::from(words.is_none()),
        why_not: words.map(|w| format!("`{w}` is not understood")),
    })
}
