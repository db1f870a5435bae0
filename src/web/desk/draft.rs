//! Drafts in the database.

use serde_json::Value;

use crate::catalogue::CardIndex;
use crate::game::{Card, CardSide};
use crate::rules::document;
use crate::rules::situation::{Case, Play};
use crate::web::engine;
use crate::web::error::Problem;
use crate::web::faults;
use crate::web::state::State;

use super::plays;

/// What a visitor works on: a case, and dice that were typed before they are asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Draft {
    /// Board and plays.
    pub case: Case,
    /// Dice as they were typed, until a roll takes them; empty if none were.
    pub dice: String,
}

impl Draft {
    /// A draft of a case without dice that wait.
    #[must_use]
    pub const fn of(case: Case) -> Draft {
        Draft {
            case,
            dice: String::new(),
        }
    }

    /// The draft with a last roll that does not fit taken back: its dice wait to be set right.
    #[must_use]
    pub fn settled(mut self) -> Draft {
        let plays = &mut self.case.situation.plays;
        if let Some(Play::Roll { faces, .. }) = plays.last()
            && self.dice.is_empty()
        {
            let typed = plays::typed(faces);
            let last = plays.len() - 1;
            let misfit = engine::step(&self.case.situation).problems;
            if misfit.iter().any(|p| p.index == last) {
                self.case.situation.plays.pop();
                self.dice = typed;
            }
        }
        self
    }
}

/// The key of the dice that wait, beside those of the case.
const DICE: &str = "typed_dice";

/// Saves a draft and gives its id. Facts are written out, so that a draft stays what it was when
/// a card's text changes.
///
/// # Errors
/// If the draft is larger than a document may be, or the database does not answer.
pub async fn save(state: &State, draft: &Draft) -> Result<String, Problem> {
    let mut value = document::to_json_value(&draft.case, None);
    read_value(&value, &state.cards.now())?;
    if let (Some(map), false) = (value.as_object_mut(), draft.dice.is_empty()) {
        map.insert(DICE.to_owned(), Value::String(draft.dice.clone()));
    }
    Ok(state.db.save_draft(&value).await?)
}

/// A draft.
///
/// # Errors
/// If there is none of that id, or none any more.
pub async fn load(state: &State, id: &str) -> Result<Draft, Problem> {
    let mut value = state.db.draft(id).await?.ok_or_else(|| {
        Problem::missing(
            "no-such-draft",
            "this board is not here; drafts are kept for 30 days",
        )
        .suggest("set up a new one", "/judge")
    })?;
    let dice = value.as_object_mut().and_then(|map| map.remove(DICE));
    let dice = dice.as_ref().and_then(Value::as_str).unwrap_or_default();
    let draft = Draft {
        case: read_value(&value, &state.cards.now())?,
        dice: dice.to_owned(),
    };
    Ok(draft.settled())
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
        return document::read_kept(&text, cards).map_err(|problems| faults(&problems));
    }
    let known = cards.iter().cloned().chain(missing.into_iter().map(stub));
    document::read_kept(&text, &CardIndex::from_cards(known)).map_err(|problems| faults(&problems))
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
