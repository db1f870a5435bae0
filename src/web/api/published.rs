//! Every ruling in one file.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

use crate::rulebook::rulebook;
use crate::store::{LinkKind, Published};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::library::{Library, href};
use crate::web::precedents::{Precedent, precedents};
use crate::web::state::State;

/// `GET /api/v1/bulk/rulings.json`: published rulings and precedents.
pub(in crate::web) async fn bulk(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let library = state.library().await?;
    let all = json!({
        "rules_version": rulebook().version(),
        "published": library.rulings().iter().map(|r| published(&library, r)).collect::<Vec<_>>(),
        "precedents": precedents().iter().map(precedent).collect::<Vec<_>>(),
    });
    super::json(&req, Policy::Revalidate, &all)
}

fn published(library: &Library, ruling: &Published) -> Value {
    let content = &ruling.revision.content;
    let targets = |kind: LinkKind| {
        let of_kind = content.links.iter().filter(|l| l.kind == kind);
        of_kind.map(|l| l.target.as_str()).collect::<Vec<_>>()
    };
    json!({
        "address": href(ruling),
        "title": content.title,
        "question": content.question,
        "answer": content.answer,
        "explanation": content.explanation,
        "status": ruling.status.word(),
        "under_review": library.is_under_review(ruling),
        "superseded_by": ruling.successor,
        "edition": content.edition,
        "verdict": content.verdict,
        "situation": content.situation,
        "clauses": targets(LinkKind::Clause),
        "keywords": targets(LinkKind::Keyword),
        "cards": targets(LinkKind::Card),
        "questions": targets(LinkKind::Question),
        "source": content.source,
        "revision": ruling.revision.number,
        "author": ruling.revision.author,
        "created_at": ruling.created_at,
        "updated_at": ruling.updated_at,
    })
}

fn precedent(precedent: &Precedent) -> Value {
    let about = &precedent.case.situation.about;
    let keywords: Vec<&str> = precedent.keywords.iter().map(|k| k.slug()).collect();
    json!({
        "address": precedent.href(),
        "title": precedent.title(),
        "question": about.question,
        "answer": about.ruling,
        "status": about.status,
        "source": about.source,
        "edition": precedent.case.situation.edition.as_str(),
        "clauses": precedent.clauses,
        "keywords": keywords,
        "cards": precedent.cards,
        "verdict": precedent.ruling.verdict.summary,
    })
}
