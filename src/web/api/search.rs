//! Search and answers for programs.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use crate::search::answer::items;
use crate::search::find::find;
use crate::search::query::Warning;
use crate::search::{Answer, Item, Query, ask};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::pages::ask::parameter;
use crate::web::searching::with_search;
use crate::web::state::State;

/// The most things in one answer.
const MOST: usize = 100;

/// How many there are where the question does not say.
const USUAL: usize = 20;

/// The most names offered while somebody types.
const SUGGESTED: usize = 8;

#[derive(Serialize)]
struct Found {
    query: String,
    total: usize,
    items: Vec<Item>,
    /// Words taken for misspelt ones: as written, as read.
    read_as: Vec<(String, String)>,
    warnings: Vec<Warning>,
}

/// `GET /api/v1/search?q=...&limit=...&skip=...`.
pub(in crate::web) async fn search(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let (text, limit, skip) = (
        parameter(&req, "q"),
        limit(&req),
        number(&req, "skip").unwrap_or(0).min(10_000),
    );
    let found = with_search(state, move |snapshot| {
        let query = Query::parse(&text);
        let found = find(snapshot, &query, skip, limit)?;
        Ok(Found {
            total: found.total,
            items: items(snapshot, &found, &query.words()),
            read_as: found.corrected,
            warnings: query.warnings,
            query: text,
        })
    });
    super::json(&req, Policy::Revalidate, &found.await?)
}

/// `GET /api/v1/ask?q=...&limit=...`.
pub(in crate::web) async fn answer(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let (text, limit) = (parameter(&req, "q"), limit(&req));
    let answer: Answer = with_search(state, move |snapshot| ask(snapshot, &text, limit)).await?;
    super::json(&req, Policy::Revalidate, &answer)
}

#[derive(Serialize)]
struct Suggestion {
    name: String,
    href: String,
}

/// `GET /api/v1/suggest?q=...`: names of cards for what has been typed so far.
pub(in crate::web) async fn suggest(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let text = parameter(&req, "q");
    let names = with_search(state, move |snapshot| {
        let names = snapshot.names.suggest(&text, SUGGESTED);
        let one = |name: &str| Suggestion {
            name: name.to_owned(),
            href: format!("/c/{}", crate::catalogue::slug(name)),
        };
        Ok(names.into_iter().map(one).collect::<Vec<_>>())
    });
    super::json(&req, Policy::Revalidate, &names.await?)
}

fn limit(req: &HttpRequest) -> usize {
    number(req, "limit").unwrap_or(USUAL).clamp(1, MOST)
}

fn number(req: &HttpRequest, name: &str) -> Option<usize> {
    parameter(req, name).parse().ok()
}
