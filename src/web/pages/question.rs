//! `/rules/11/{number}`: an open question, its readings, and the rulings that rest on it.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::RulingEntry;
use crate::rulebook::{ClauseId, Edition, Reading, rulebook};
use crate::rules::trace::Ruling;
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::library::QUESTIONS;
use crate::web::markdown;
use crate::web::precedents::precedents;
use crate::web::state::State;

#[derive(Template)]
#[template(path = "pages/question.html")]
struct Question {
    frame: Frame,
    id: ClauseId,
    text: String,
    reading: Option<&'static Reading>,
    rulings: Vec<RulingEntry>,
    precedents: Vec<RulingEntry>,
}

/// The page of an open question, by the id of its clause.
pub(in crate::web) fn href(id: &str) -> String {
    format!("/rules/11/{}", id.strip_prefix(QUESTIONS).unwrap_or(id))
}

/// `GET /rules/11/{number}`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    number: Path<String>,
) -> Result<HttpResponse, Problem> {
    let name = format!("{QUESTIONS}{number}");
    let id = ClauseId::parse(&name).ok_or_else(|| {
        Problem::missing(
            "no-such-question",
            format!("there is no open question `{name}`"),
        )
        .suggest("all open questions", "/rules/11")
    })?;
    let text = rulebook().clause(id).text(Edition::default());
    let library = state.library().await?;
    let rests = |ruling: &Ruling| ruling.readings.iter().any(|note| note.clause == id);
    let page_of = Question {
        frame: Frame::new(
            &req,
            Nav::Rules,
            format!("Open question {id}"),
            markdown::plain(text),
        )
        .skip("the question"),
        id,
        text: markdown::blocks(text),
        reading: rulebook().reading(id),
        rulings: library
            .resting_on(id)
            .iter()
            .map(|shown| library.entry(shown))
            .collect(),
        precedents: precedents()
            .iter()
            .filter(|p| rests(&p.ruling) || p.clauses.contains(&id))
            .map(RulingEntry::of)
            .collect(),
    };
    page(&req, Policy::Revalidate, &page_of)
}
