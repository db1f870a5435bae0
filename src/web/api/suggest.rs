//! Card names while they are typed.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::names;
use crate::web::state::State;

/// The most names in an answer.
const MOST: usize = 12;

/// `?q=inquis`.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Typed {
    q: String,
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
    let cards = cards
        .into_iter()
        .take(MOST)
        .map(|card| card.name.as_str())
        .collect();
    super::json(&req, Policy::Reference, &Names { cards })
}
