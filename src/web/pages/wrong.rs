//! `/r/{id}/wrong`: "I think this is wrong" opens a proposal with step, clause and board.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::rules::trace::Cite;
use crate::store::{NewProposal, ProposalKind};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::form::Sent;
use crate::web::frame::{Frame, Nav, page};
use crate::web::pages::judge::see;
use crate::web::state::State;
use crate::web::stored::{self, Stored};
use crate::web::view;

/// The longest text of a field, in characters.
const LONGEST: usize = 4000;

/// Where it goes wrong, if the visitor came from a step; and whether it was sent.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Place {
    step: Option<u32>,
    sent: Option<i64>,
}

/// A step to choose.
struct StepChoice {
    n: u32,
    text: String,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "pages/wrong.html")]
struct Wrong {
    frame: Frame,
    id: String,
    summary: String,
    steps: Vec<StepChoice>,
    sent: Option<i64>,
}

/// `GET /r/{id}/wrong`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
    place: Query<Place>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let description = "Say at which step this ruling goes wrong and why; a judge will look at it.";
    let steps = stored.ruling.steps.iter().map(|s| StepChoice {
        n: s.n,
        text: crate::web::frame::clip(&s.text, 90),
        chosen: place.step == Some(s.n),
    });
    let wrong = Wrong {
        frame: Frame::new(&req, Nav::Judge, "I think this is wrong", description)
            .skip("the form")
            .unlisted(),
        summary: stored.ruling.verdict.summary.clone(),
        steps: steps.collect(),
        sent: place.sent,
        id: stored.row.id,
    };
    page(&req, Policy::Private, &wrong)
}

/// `POST /r/{id}/wrong`.
pub(in crate::web) async fn send(
    state: Data<State>,
    id: Path<String>,
    form: Sent,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let text = |name: &str| form.0.get(name).chars().take(LONGEST).collect::<String>();
    if text("question").is_empty() {
        return Err(Problem::unusable("no-words", "say what is wrong")
            .suggest("back", format!("/r/{id}/wrong")));
    }
    let step = form.0.number("step")?;
    let new = NewProposal {
        kind: ProposalKind::Objection,
        title: stored.ruling.verdict.summary.clone(),
        question: text("question"),
        answer: text("answer"),
        author: text("author"),
        clause: step.and_then(|n| clause(&stored, n)),
        step,
        situation: Some(stored.row.input.clone()),
        ruling_id: Some(stored.row.id.clone()),
    };
    let number = state.db.propose(&new).await?;
    Ok(see(&format!("/r/{}/wrong?sent={number}", stored.row.id)))
}

/// The first clause that the step rests on.
fn clause(stored: &Stored, n: i64) -> Option<String> {
    let step = stored.ruling.steps.iter().find(|s| i64::from(s.n) == n)?;
    step.cites.iter().find_map(|c| match c {
        Cite::Clause(id) => Some(id.to_string()),
        _ => None,
    })
}
