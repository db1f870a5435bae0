//! The review of a ruling: its newest revision as readers would see it, and what a judge may do.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::write::newest;
use super::{answer, frame};
use crate::store::{Actor, Judge, Published, Role, RulingId};
use crate::web::error::Problem;
use crate::web::form::{Form, Sent};
use crate::web::frame::Frame;
use crate::web::library::status_words;
use crate::web::pages::judge::see;
use crate::web::pages::published::{Body, Edit, edits};
use crate::web::publish::Run;
use crate::web::state::State;
use crate::web::view;
use crate::web::who::SignedIn;

#[derive(Template)]
#[template(path = "pages/judges/review.html")]
struct Review {
    frame: Frame,
    r: Published,
    body: Body,
    status: &'static str,
    edits: Vec<Edit>,
    waits: bool,
    /// Whether this judge may approve it.
    mine: bool,
    head: bool,
    judge: Judge,
}

/// `GET /rulings/{slug}/review`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    slug: Path<String>,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let r = newest(&state, &slug).await?;
    let page = Review {
        frame: frame(&req, &format!("Review: {}", r.revision.content.title)),
        body: Body::of(&r.revision.content, &state),
        status: status_words(r.revision.content.status),
        edits: edits(state.db.revisions(&slug).await?, &state),
        waits: r.revision.approver.is_none(),
        mine: r.revision.author == judge.name,
        head: judge.role == Role::Head,
        r,
        judge,
    };
    answer(StatusCode::OK, &page)
}

fn revision(form: &Form) -> Result<i64, Problem> {
    let number = form.number("revision")?;
    number.ok_or_else(|| Problem::unusable("no-revision", "the form does not say which revision"))
}

/// `POST /rulings/{slug}/approve`.
pub(in crate::web) async fn approve(
    state: Data<State>,
    slug: Path<String>,
    form: Sent,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let number = revision(&form.0)?;
    state.db.approve(&slug, number, &judge).await?;
    Ok(see(&format!("/rulings/{slug}")))
}

/// `POST /rulings/{slug}/supersede`.
pub(in crate::web) async fn supersede(
    state: Data<State>,
    slug: Path<String>,
    form: Sent,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let Sent(form) = form;
    let number = revision(&form)?;
    let note: String = form.get("note").chars().take(200).collect();
    let successor = form.get("successor");
    // The whole address may be pasted.
    let successor = successor.rsplit("/rulings/").next().unwrap_or(successor);
    if successor.is_empty() {
        return Err(
            Problem::unusable("no-successor", "name the ruling that takes its place")
                .suggest("back", format!("/rulings/{slug}/review")),
        );
    }
    let written = state
        .db
        .supersede(&slug, number, successor, &note, &judge)
        .await?;
    let page = if written.visible { "" } else { "/review" };
    Ok(see(&format!("/rulings/{slug}{page}")))
}

/// `POST /rulings/{slug}/hide`: hides it behind a note, or shows it again.
pub(in crate::web) async fn hide(
    state: Data<State>,
    slug: Path<String>,
    form: Sent,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let note = note(&form.0, &format!("/rulings/{slug}/review"))?;
    let actor = Actor::judge(&judge);
    state
        .db
        .hide_published(&slug, note.as_deref(), &actor)
        .await?;
    Ok(see(&format!("/rulings/{slug}/review")))
}

/// `POST /r/{id}/hide`: the same for a stored ruling.
pub(in crate::web) async fn hide_stored(
    state: Data<State>,
    id: Path<String>,
    form: Sent,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let key = RulingId::parse(&id).ok_or_else(|| {
        Problem::missing(
            "no-such-ruling",
            "there is no stored ruling at this address",
        )
    })?;
    let note = note(&form.0, "/judges")?;
    let actor = Actor::judge(&judge);
    state.db.hide_ruling(&key, note.as_deref(), &actor).await?;
    Ok(see("/judges"))
}

/// What stands in the place of what is hidden; none where it is to be shown again.
fn note(form: &Form, back: &str) -> Result<Option<String>, Problem> {
    if form.has("show") {
        return Ok(None);
    }
    let note: String = form.get("note").chars().take(200).collect();
    if note.is_empty() {
        let problem = Problem::unusable("no-note", "say why, for those who follow a link to it");
        return Err(problem.suggest("back", back));
    }
    Ok(Some(note))
}
