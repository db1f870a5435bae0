//! The rulebook for programs.

use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use crate::rulebook::{Clause, ClauseId, Edition, KeywordEntry, rulebook};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::pages::no_clause;
use crate::web::precedents::precedents;
use crate::web::view::clause_href;

#[derive(Serialize)]
struct Keywords {
    version: String,
    keywords: &'static [KeywordEntry],
}

/// `GET /api/v1/keywords`.
pub(in crate::web) async fn keywords(req: HttpRequest) -> Result<HttpResponse, Problem> {
    let book = rulebook();
    super::json(
        &req,
        Policy::Reference,
        &Keywords {
            version: book.version(),
            keywords: book.keywords(),
        },
    )
}

#[derive(Serialize)]
pub(super) struct ClauseAnswer {
    #[serde(flatten)]
    clause: &'static Clause,
    text: Texts,
    href: String,
    rulings: Vec<String>,
}

#[derive(Serialize)]
struct Texts {
    #[serde(rename = "2018")]
    e2018: &'static str,
    #[serde(rename = "2025")]
    e2025: &'static str,
}

/// `GET /api/v1/clauses/{id}`.
pub(in crate::web) async fn clause(
    req: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = ClauseId::parse(&id).ok_or_else(|| no_clause(&id))?;
    let answer = ClauseAnswer::of(rulebook().clause(id));
    super::json(&req, Policy::Reference, &answer)
}

impl ClauseAnswer {
    pub(super) fn of(clause: &'static Clause) -> ClauseAnswer {
        ClauseAnswer {
            clause,
            text: Texts {
                e2018: clause.text(Edition::E2018),
                e2025: clause.text(Edition::E2025),
            },
            href: clause_href(clause.id),
            rulings: precedents()
                .citing(clause.id)
                .map(crate::web::precedents::Precedent::href)
                .collect(),
        }
    }
}
