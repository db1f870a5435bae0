//! Whole tables in one file each, for programs that keep a copy.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use super::rules::ClauseAnswer;
use crate::catalogue::slug;
use crate::game::Card;
use crate::rulebook::{KeywordEntry, rulebook};
use crate::store::OfficialText;
use crate::web::cache::{Policy, respond_versioned};
use crate::web::error::Problem;
use crate::web::state::State;

/// What every bulk file says of itself.
#[derive(Serialize)]
struct File<T> {
    version: String,
    count: usize,
    #[serde(flatten)]
    rows: T,
}

fn answer<T: Serialize>(
    req: &HttpRequest,
    version: String,
    rows: impl FnOnce() -> (usize, T),
) -> Result<HttpResponse, Problem> {
    let tagged = version.clone();
    respond_versioned(req, Policy::Revalidate, "application/json", &tagged, || {
        let (count, rows) = rows();
        let file = File {
            version,
            count,
            rows,
        };
        serde_json::to_vec(&file).map_err(|error| Problem::internal(&error))
    })
}

#[derive(Serialize)]
struct Cards<'a> {
    cards: Vec<CardRow<'a>>,
}

#[derive(Serialize)]
struct CardRow<'a> {
    id: String,
    #[serde(flatten)]
    card: &'a Card,
}

/// `GET /api/v1/bulk/cards.json`.
pub(in crate::web) async fn cards(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let cards = state.cards.now();
    answer(&req, format!("cards {}", cards.version()), || {
        let rows = cards.iter().map(|card| CardRow {
            id: slug(&card.name),
            card,
        });
        (
            cards.len(),
            Cards {
                cards: rows.collect(),
            },
        )
    })
}

#[derive(Serialize)]
struct Keywords {
    keywords: Vec<KeywordRow>,
}

#[derive(Serialize)]
struct KeywordRow {
    #[serde(flatten)]
    entry: &'static KeywordEntry,
    official: Vec<Wording>,
}

#[derive(Serialize)]
struct Wording {
    edition: String,
    text: String,
    source: String,
    recorded_at: String,
}

/// `GET /api/v1/bulk/keywords.json`.
pub(in crate::web) async fn keywords(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let texts = state.db.official_texts_in_force().await?;
    let latest = texts.iter().map(|t| t.recorded_at.as_str()).max();
    let version = format!(
        "keywords {} {} {}",
        rulebook().version(),
        texts.len(),
        latest.unwrap_or("none")
    );
    answer(&req, version, || {
        let entries = rulebook().keywords();
        let keywords = entries.iter().map(|entry| KeywordRow {
            entry,
            official: wordings(&texts, entry.keyword.slug()),
        });
        (
            entries.len(),
            Keywords {
                keywords: keywords.collect(),
            },
        )
    })
}

fn wordings(texts: &[OfficialText], keyword: &str) -> Vec<Wording> {
    let of_it = texts.iter().filter(|text| text.keyword == keyword);
    of_it
        .map(|text| Wording {
            edition: text.edition.clone(),
            text: text.text.clone(),
            source: text.source.clone(),
            recorded_at: text.recorded_at.to_string(),
        })
        .collect()
}

#[derive(Serialize)]
struct Clauses {
    clauses: Vec<ClauseAnswer>,
}

/// `GET /api/v1/bulk/clauses.json`.
pub(in crate::web) async fn clauses(req: HttpRequest) -> Result<HttpResponse, Problem> {
    let version = format!("clauses {}", rulebook().version());
    answer(&req, version, || {
        let clauses = rulebook().clauses();
        (
            clauses.len(),
            Clauses {
                clauses: clauses.iter().map(ClauseAnswer::of).collect(),
            },
        )
    })
}
