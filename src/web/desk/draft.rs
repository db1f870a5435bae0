//! Drafts in the database.

use serde_json::Value;

use crate::catalogue::CardIndex;
use crate::game::{Card, CardSide};
use crate::rules::document;
use crate::rules::situation::Case;
use crate::web::error::Problem;
use crate::web::faults;
use crate::web::state::State;

/// Saves a draft and gives its id. Facts are written out, so that a draft stays what it was when
/// a card's text changes.
///
/// # Errors
/// If the draft is larger than a document may be, or the database does not answer.
pub async fn save(state: &State, case: &Case) -> Result<String, Problem> {
    let value = document::to_json_value(case, None);
    read_value(&value, &state.cards.now())?;
    Ok(state.db.save_draft(&value).await?)
}

/// A draft.
///
/// # Errors
/// If there is none of that id, or none any more.
pub async fn load(state: &State, id: &str) -> Result<Case, Problem> {
    let value = state.db.draft(id).await?.ok_or_else(|| {
        Problem::missing(
            "no-such-draft",
            "this board is not here; drafts are kept for 30 days",
        )
        .suggest("set up a new one", "/judge")
    })?;
    read_value(&value, &state.cards.now())
}

/// Reads a document whose facts are all written out. Cards that the catalogue no longer has are
/// taken by their name alone.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_value(value: &Value, cards: &CardIndex) -> Result<Case, Problem> {
    let text = value.to_string();
    let missing = unknown_cards(value, cards);
    if missing.is_empty() {
        return document::read_json(&text, cards).map_err(|problems| faults(&problems));
    }
    let known = cards.iter().cloned().chain(missing.into_iter().map(stub));
    document::read_json(&text, &CardIndex::from_cards(known)).map_err(|problems| faults(&problems))
}

/// The names under the key `card` that the catalogue does not have.
fn unknown_cards(value: &Value, cards: &CardIndex) -> Vec<String> {
    match value {
        Value::Object(map) => map
            .iter()
            .flat_map(|(key, item)| match item {
                Value::String(name) if key == "card" && cards.get(name).is_none() => {
                    vec![name.clone()]
                }
                other => unknown_cards(other, cards),
            })
            .collect(),
        Value::Array(items) => items
            .iter()
            .flat_map(|item| unknown_cards(item, cards))
            .collect(),
        _ => Vec::new(),
    }
}

fn stub(name: String) -> Card {
    Card {
        side: CardSide::Neutral,
        ..Card::named(name)
    }
}
