//! Card names while they are typed.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use crate::game::Card;
use crate::rules::document::OnUnit;
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::names;
use crate::web::state::State;

/// The most names in an answer.
const MOST: usize = 12;

/// `?q=inquis`, for a field that takes units or Equipment only `&of=units` or `&of=equipment`.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Typed {
    q: String,
    of: String,
}

#[derive(Serialize)]
struct Names<'a> {
    cards: Vec<&'a str>,
}

/// `GET /api/v1/suggest/cards`: names with every typed word at the start of one of theirs; those
/// that start with the typed text come first.
pub(in crate::web) async fn cards(
    req: HttpRequest,
    state: Data<State>,
    typed: Query<Typed>,
) -> Result<HttpResponse, Problem> {
    let catalogue = state.cards.now();
    let cards = names::beginning(&catalogue, &typed.q);
    let part = match typed.of.as_str() {
        "equipment" => Some(OnUnit::Attached),
        "units" => Some(OnUnit::Under),
        _ => None,
    };
    let fits = |card: &&Card| part.is_none_or(|part| part.takes(&card.types, &card.text));
    let cards = cards
        .into_iter()
        .filter(fits)
        .take(MOST)
        .map(|card| card.name.as_str())
        .collect();
    super::json(&req, Policy::Reference, &Names { cards })
}
