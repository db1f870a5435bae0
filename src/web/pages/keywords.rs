//! `/k`: all keywords with their one line.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::rulebook::{KeywordEntry, rulebook};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::precedents::precedents;

#[derive(Template)]
#[template(path = "pages/keywords.html")]
struct Keywords {
    frame: Frame,
    rows: Vec<Row>,
}

struct Row {
    entry: &'static KeywordEntry,
    rulings: usize,
}

/// `GET /k`.
pub(in crate::web) async fn show(req: HttpRequest) -> Result<HttpResponse, Problem> {
    let rows = rulebook().keywords().iter();
    let rows = rows.map(|entry| Row {
        entry,
        rulings: precedents().with_keyword(entry.keyword).count(),
    });
    let description = "Every keyword of the game in one line each, with its clauses, where it acts and its rulings.";
    let page_of = Keywords {
        frame: Frame::new(&req, Nav::Keywords, "Keywords", description),
        rows: rows.collect(),
    };
    page(&req, Policy::Reference, &page_of)
}
