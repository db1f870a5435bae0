//! `/drift`: published rulings that come out differently today.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::{answer, frame};
use crate::web::error::Problem;
use crate::web::frame::Frame;
use crate::web::pages::judge::see;
use crate::web::pages::published::Drift;
use crate::web::publish::rerun_all;
use crate::web::state::State;
use crate::web::stored::versions;
use crate::web::view;
use crate::web::who::SignedIn;

struct Entry {
    title: String,
    slug: String,
    drift: Drift,
}

#[derive(Template)]
#[template(path = "pages/judges/drift.html")]
struct DriftPage {
    frame: Frame,
    total: usize,
    with_situation: usize,
    entries: Vec<Entry>,
}

/// `GET /drift`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    _judge: SignedIn,
) -> Result<HttpResponse, Problem> {
    let library = state.library().await?;
    let drifted = state.db.drifted(&versions(&state.cards.now())).await?;
    let entries = drifted.into_iter().filter_map(|entry| {
        Some(Entry {
            drift: Drift::of(&entry.agreement)?,
            title: entry.ruling.revision.content.title,
            slug: entry.ruling.slug,
        })
    });
    let runs = library
        .rulings()
        .iter()
        .filter(|r| r.revision.content.situation.is_some());
    let page = DriftPage {
        frame: frame(&req, "Drift"),
        total: library.rulings().len(),
        with_situation: runs.count(),
        entries: entries.collect(),
    };
    answer(StatusCode::OK, &page)
}

/// `POST /drift`: re-runs every ruling with a situation, those run before too.
pub(in crate::web) async fn run(
    state: Data<State>,
    _judge: SignedIn,
) -> Result<HttpResponse, Problem> {
    rerun_all(&state.db, &state.cards.now(), true).await?;
    Ok(see("/drift"))
}
