//! Ability lines with how they are read. The one place where the store asks the card-text reader.

use std::collections::HashMap;

use serde::Serialize;
use sqlx::{Sqlite, Transaction};

use crate::cardtext::{Ability, EffectReading, ReadContext, read_effect, read_line};
use crate::catalogue::name_key;
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
    reader: &mut LineReader,
) -> StoreResult<()> {
    put(tx, card_id, &reader.read(card)?).await
}

/// The most lines that are remembered.
const MOST_KNOWN: usize = 20_000;

/// Reads lines and remembers them: `Parry 1` stands on hundreds of cards. A line that has a word
/// of its card's name may mean the card itself and is read anew each time.
#[derive(Default)]
pub(super) struct LineReader {
    /// By types and subtypes, then by words.
    known: HashMap<(Vec<CardType>, Vec<String>), HashMap<String, Line>>,
    count: usize,
}

impl LineReader {
    /// All lines of a card as the card-text reader reads them.
    fn read(&mut self, card: &Card) -> StoreResult<Vec<Line>> {
        let name = name_key(card.base_name());
        let kind = (card.types.clone(), card.subtypes.clone());
        let known = self.known.entry(kind).or_default();
        let mut lines = Vec::with_capacity(card.text.len());
        for text in &card.text {
            let apart = !has_word_of(&name, text);
            if let Some(line) = known.get(text).filter(|_| apart) {
                lines.push(line.clone());
                continue;
            }
            let line = read_one(card, text)?;
            if apart && self.count < MOST_KNOWN {
                self.count += 1;
                known.insert(text.clone(), line.clone());
            }
            lines.push(line);
        }
        Ok(lines)
    }
}

/// Whether a word of the text begins like a word of the name.
fn has_word_of(name: &str, text: &str) -> bool {
    let text = name_key(text);
    name.split(' ')
        .any(|part| text.split(' ').any(|word| word.starts_with(part)))
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
    card.text.iter().map(|line| read_one(card, line)).collect()
}

fn read_one(card: &Card, line: &str) -> StoreResult<Line> {
    let context = ReadContext {
        name: &card.name,
        types: &card.types,
        subtypes: &card.subtypes,
    };
    let is = |kind: CardType| card.types.contains(&kind);
    let once = context.takes_effect_once();
    match once.then(|| read_effect(line, &context)).flatten() {
        Some(form) => effect_line(line, &form),
        // A Mission that stays in play has ability lines; a Battle card never has.
        None => ability_line(line, &context, !is(CardType::Battle)),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::starter_cards;

    #[test]
    fn remembered_lines_are_read_as_new_ones() {
        let mut reader = LineReader::default();
        for round in 0..2 {
            for card in starter_cards().unwrap() {
                assert_eq!(
                    reader.read(&card).unwrap(),
                    read(&card).unwrap(),
                    "{round}: {}",
                    card.name
                );
            }
        }
        assert!(reader.count > 0);
    }

    #[test]
    fn a_line_about_the_card_itself_is_not_remembered() {
        assert!(has_word_of("tarn vessik", "Tarn's allies get Parry 1."));
        assert!(has_word_of("tarn vessik", "VESSIK gets +1 power."));
        assert!(!has_word_of(
            "tarn vessik",
            "Each of your Jedi gets +1 power."
        ));
    }
}
