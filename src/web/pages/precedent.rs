//! `/rulings/{slug}`: one precedent in full.

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page, rules_version};
use crate::web::markdown;
use crate::web::precedents::{Precedent, precedents};
use crate::web::view::{CiteView, RulingView};

#[derive(Template)]
#[template(path = "pages/precedent.html")]
struct PrecedentPage {
    frame: Frame,
    precedent: &'static Precedent,
    context: String,
    question: String,
    answer: String,
    view: RulingView,
    shows: Vec<CiteView>,
    rules: String,
}

/// `GET /rulings/{slug}`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    slug: Path<String>,
) -> Result<HttpResponse, Problem> {
    let precedent = precedents().find(&slug).ok_or_else(|| {
        Problem::missing("no-such-ruling", format!("there is no ruling `{slug}`"))
            .suggest("all rulings", "/rulings")
    })?;
    let about = &precedent.case.situation.about;
    let edition = precedent.ruling.edition;
    let frame = Frame::new(
        &req,
        Nav::None,
        precedent.title(),
        precedent.ruling.verdict.summary.clone(),
    );
    let page_of = PrecedentPage {
        frame: frame.skip("the verdict"),
        precedent,
        context: precedent.title().to_owned(),
        question: about.question.clone(),
        answer: markdown::blocks(&about.ruling),
        view: RulingView::of(&precedent.ruling, &precedent.case.situation),
        shows: precedent
            .clauses
            .iter()
            .map(|id| CiteView::clause(*id, edition))
            .collect(),
        rules: rules_version(),
    };
    page(&req, Policy::Revalidate, &page_of)
}
