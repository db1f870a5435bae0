//! `/about`: how rulings are made.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::rulebook::rulebook;
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::precedents::precedents;

#[derive(Template)]
#[template(path = "pages/about.html")]
struct About {
    frame: Frame,
    clauses: usize,
    keywords: usize,
    precedents: usize,
    version: String,
}

/// `GET /about`.
pub(in crate::web) async fn show(req: HttpRequest) -> Result<HttpResponse, Problem> {
    let description = "How Arbiter rules: an engine that can do nothing without a clause, three verdicts, and the \
        source of every rule beside it.";
    let book = rulebook();
    let page_of = About {
        frame: Frame::new(&req, Nav::None, "How rulings are made", description),
        clauses: book.clauses().len(),
        keywords: book.keywords().len(),
        precedents: precedents().iter().count(),
        version: book.version(),
    };
    page(&req, Policy::Reference, &page_of)
}
