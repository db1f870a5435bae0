//! `/r/{id}/odds`, `/judge/{id}/odds`, `/rulings/{slug}/odds`: the odds of an attack by each way to
//! play; `/rules/odds`: how they are counted.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::rulebook::ClauseId;
use crate::rules::odds::Policy;
use crate::rules::situation::Situation;
use crate::web::cache;
use crate::web::desk::draft;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, clip, page};
use crate::web::odds::{OddsView, policy, work_out_or_instead};
use crate::web::precedents::precedents;
use crate::web::state::State;
use crate::web::view::clause_href;
use crate::web::{engine, markdown, stored};

/// Where the odds of boards are counted otherwise, and what is left out.
const NOTE: &str = include_str!("../../../rulings/odds.md");

/// `?policy=best`.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct By {
    policy: Option<String>,
}

/// A way to play.
struct Choice {
    value: &'static str,
    name: &'static str,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "pages/odds.html")]
struct OddsPage {
    frame: Frame,
    title: String,
    o: OddsView,
    policies: Vec<Choice>,
    at: String,
    back: String,
}

/// `GET /r/{id}/odds`.
pub(in crate::web) async fn of_ruling(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
    by: Query<By>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let back = format!("/r/{}", stored.row.id);
    let title = stored.ruling.verdict.summary.clone();
    let situation = stored.case.situation;
    show(&req, cache::Policy::Revalidate, situation, title, back, &by).await
}

/// `GET /judge/{id}/odds`.
pub(in crate::web) async fn of_draft(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
    by: Query<By>,
) -> Result<HttpResponse, Problem> {
    let situation = draft::load(&state, &id).await?.case.situation;
    let title = engine::rule(&situation).verdict.summary;
    let back = format!("/judge/{id}");
    show(&req, cache::Policy::Private, situation, title, back, &by).await
}

/// `GET /rulings/{slug}/odds`.
pub(in crate::web) async fn of_precedent(
    req: HttpRequest,
    slug: Path<String>,
    by: Query<By>,
) -> Result<HttpResponse, Problem> {
    let precedent = precedents().find(&slug).ok_or_else(|| {
        Problem::missing("no-such-ruling", format!("there is no ruling `{slug}`"))
            .suggest("all rulings", "/rulings")
    })?;
    let situation = precedent.case.situation.clone();
    let (title, back) = (precedent.title().to_owned(), precedent.href());
    show(&req, cache::Policy::Revalidate, situation, title, back, &by).await
}

async fn show(
    req: &HttpRequest,
    kept: cache::Policy,
    situation: Situation,
    title: String,
    back: String,
    by: &By,
) -> Result<HttpResponse, Problem> {
    let policy = by.policy.as_deref().map_or(Ok(Policy::Played), policy)?;
    let (odds, note) = work_out_or_instead(situation, policy).await?;
    let policy = odds.policy;
    let description =
        "The exact odds of an attack: damage, hits, discards and keywords over all dice.";
    let choice = |p: Policy| Choice {
        value: p.as_str(),
        name: p.says(),
        chosen: p == policy,
    };
    let page_of = OddsPage {
        frame: Frame::new(
            req,
            Nav::Judge,
            format!("Odds: {}", clip(&title, 80)),
            description,
        )
        .unlisted(),
        o: OddsView {
            open: true,
            note,
            ..OddsView::new(&odds)
        },
        policies: Policy::ALL.map(choice).into(),
        at: format!("{back}/odds"),
        title: clip(&title, 90),
        back,
    };
    page(req, kept, &page_of)
}

#[derive(Template)]
#[template(path = "pages/odds_note.html")]
struct Note {
    frame: Frame,
    text: String,
}

/// A text with a link at every clause it names.
fn linked(text: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    let mut out = String::with_capacity(2 * text.len());
    for piece in text.split_inclusive(|c: char| !part(c)) {
        let word = piece
            .trim_end_matches(|c: char| !part(c))
            .trim_end_matches('.');
        match ClauseId::parse(word).filter(|_| word.contains('.')) {
            Some(id) => {
                let rest = piece.strip_prefix(word).unwrap_or_default();
                out.push_str(&format!("[{word}]({}){rest}", clause_href(id)));
            }
            None => out.push_str(piece),
        }
    }
    out
}

/// `GET /rules/odds`.
pub(in crate::web) async fn note(req: HttpRequest) -> Result<HttpResponse, Problem> {
    let description = "How Arbiter counts the odds of an attack, and where scripts that roll dice a million times \
        depart from the clauses.";
    let page_of = Note {
        frame: Frame::new(&req, Nav::Rules, "How odds are counted", description),
        text: markdown::blocks(&linked(NOTE)),
    };
    page(&req, cache::Policy::Reference, &page_of)
}
