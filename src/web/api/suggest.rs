//! Card names while they are typed.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use crate::catalogue::name_key;
use crate::web::cache::Policy;
use crate::web::error::Problem;
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
    let key = name_key(&typed.q.chars().take(80).collect::<String>());
    let words: Vec<&str> = key.split_whitespace().collect();
    let mut found: Vec<(bool, &str)> = Vec::new();
    if !words.is_empty() {
        for card in state.cards.iter() {
            let name = name_key(&card.name);
            if words.iter().all(|w| name.split(' ').any(|n| n.starts_with(w))) {
                found.push((!name.starts_with(&key), &card.name));
            }
        }
    }
    found.sort();
    let cards = found.into_iter().take(MOST).map(|(_, name)| name).collect();
    super::json(&req, Policy::Reference, &Names { cards })
}
