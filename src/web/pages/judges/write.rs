//! The form of a ruling: writing a new one, editing one. Whatever goes wrong, what was typed
//! comes back.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::{answer, frame, proposals};
use crate::store::{
    Authority, Beginning, Content, Proposal, ProposalState, Published, RulingStatus, StoreError,
    Written,
};
use crate::web::error::{Fault, Problem};
use crate::web::form::Sent;
use crate::web::frame::Frame;
use crate::web::library::status_words;
use crate::web::pages::judge::see;
use crate::web::pages::published::Body;
use crate::web::publish::{Change, Run, Typed};
use crate::web::state::State;
use crate::web::stored;
use crate::web::view;
use crate::web::who::SignedIn;

/// What it is made of.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct From {
    proposal: Option<i64>,
    /// A stored ruling.
    ruling: String,
}

/// What somebody else has done to the ruling meanwhile.
struct Conflict {
    author: String,
    changes: Vec<Change>,
}

/// A look at the ruling before it is saved.
struct Preview {
    body: Body,
    r: Shown,
}

/// What the shared parts of a ruling's page read.
struct Shown {
    revision: ShownRevision,
}

struct ShownRevision {
    content: Content,
}

#[derive(Template)]
#[template(path = "pages/judges/write.html")]
struct Write {
    frame: Frame,
    /// Where the form goes.
    action: String,
    typed: Typed,
    authorities: Vec<Authority>,
    /// Word and name of each status that may be chosen.
    statuses: Vec<(&'static str, &'static str)>,
    proposal: Option<Proposal>,
    /// The revision the edit started from.
    base: Option<i64>,
    /// Whether today's outcome differs from the one it was written with.
    drifted: bool,
    conflict: Option<Conflict>,
    faults: Vec<Fault>,
    preview: Option<Preview>,
}

impl Write {
    async fn new(
        req: &HttpRequest,
        state: &State,
        typed: Typed,
        title: &str,
    ) -> Result<Write, Problem> {
        let superseded = typed.status == RulingStatus::Superseded.word();
        let offered = |s: &RulingStatus| *s != RulingStatus::Superseded || superseded;
        Ok(Write {
            frame: frame(req, title).skip("the form"),
            action: req.path().to_owned(),
            authorities: state.db.authorities().await?,
            statuses: RulingStatus::ALL
                .into_iter()
                .filter(offered)
                .map(|s| (s.word(), status_words(s)))
                .collect(),
            typed,
            proposal: None,
            base: None,
            drifted: false,
            conflict: None,
            faults: Vec::new(),
            preview: None,
        })
    }

    fn preview(&mut self, content: Content, state: &State) {
        self.preview = Some(Preview {
            body: Body::of(&content, state),
            r: Shown {
                revision: ShownRevision { content },
            },
        });
    }
}

/// `GET /judges/write`.
pub(in crate::web) async fn blank(
    req: HttpRequest,
    state: Data<State>,
    from: Query<From>,
    _judge: SignedIn,
) -> Result<HttpResponse, Problem> {
    let mut typed = Typed::blank();
    let mut proposal = None;
    if let Some(id) = from.proposal {
        let found = proposals::load(&state, id).await?;
        typed = Typed::proposed(&found, &state.cards.now());
        proposal = Some(found);
    } else if !from.ruling.is_empty() {
        let case = stored::load(&state, &from.ruling).await?.case;
        typed = Typed::from_case(&case, &state.cards.now());
    }
    let mut page = Write::new(&req, &state, typed, "Write a ruling").await?;
    page.proposal = proposal;
    answer(StatusCode::OK, &page)
}

/// `POST /judges/write`.
pub(in crate::web) async fn publish(
    req: HttpRequest,
    state: Data<State>,
    form: Sent,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let Sent(form) = form;
    let typed = Typed::sent(&form);
    let proposal = match form.number("proposal")? {
        Some(id) => Some(proposals::load(&state, id).await?),
        None => None,
    };
    let mut page = Write::new(&req, &state, typed, "Write a ruling").await?;
    if let Some(proposal) = &proposal
        && proposal.state != ProposalState::Open
    {
        page.faults.push(Fault {
            place: "title".to_owned(),
            detail: "another judge has decided on this proposal meanwhile; save again to publish without it"
                .to_owned(),
        });
        return answer(StatusCode::CONFLICT, &page);
    }
    let checked = page
        .typed
        .check(&state.cards.now(), &page.authorities, None);
    page.proposal = proposal;
    match checked {
        Err(faults) => {
            page.faults = faults;
            answer(StatusCode::UNPROCESSABLE_ENTITY, &page)
        }
        Ok(content) if form.has("preview") => {
            page.preview(content, &state);
            answer(StatusCode::OK, &page)
        }
        Ok(content) => {
            let beginning = Beginning {
                address: None,
                proposal: page.proposal.as_ref().map(|p| p.id),
            };
            let written = state.db.publish_with(&content, &beginning, &judge).await?;
            Ok(done(&written))
        }
    }
}

/// `GET /rulings/{slug}/edit`.
pub(in crate::web) async fn edit(
    req: HttpRequest,
    state: Data<State>,
    slug: Path<String>,
    _judge: SignedIn,
) -> Result<HttpResponse, Problem> {
    let newest = newest(&state, &slug).await?;
    let typed = Typed::of(&newest.revision.content, &state.cards.now());
    let mut page = Write::new(&req, &state, typed, "Edit a ruling").await?;
    page.base = Some(newest.revision.number);
    page.drifted = state.library().await?.is_under_review(&newest);
    answer(StatusCode::OK, &page)
}

/// The newest revision of a ruling, approved or not.
pub(super) async fn newest(state: &State, slug: &str) -> Result<Published, Problem> {
    let missing = || {
        Problem::missing(
            "no-such-ruling",
            format!("there is no published ruling `{slug}`"),
        )
        .suggest("all rulings", "/rulings")
    };
    let latest = state.db.latest_revision(slug).await?.ok_or_else(missing)?;
    let found = state.db.published_revision(slug, latest).await?;
    found.ok_or_else(missing)
}

/// `POST /rulings/{slug}/edit`.
pub(in crate::web) async fn revise(
    req: HttpRequest,
    state: Data<State>,
    slug: Path<String>,
    form: Sent,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let Sent(form) = form;
    let newest = newest(&state, &slug).await?;
    let base = form.number("base")?.unwrap_or(0);
    let mut page = Write::new(&req, &state, Typed::sent(&form), "Edit a ruling").await?;
    page.base = Some(base);
    page.drifted = state.library().await?.is_under_review(&newest);
    if base != newest.revision.number {
        return conflict(page, &state, &slug, base, &newest).await;
    }
    let before = Some(&newest.revision.content);
    let checked = page
        .typed
        .check(&state.cards.now(), &page.authorities, before);
    match checked {
        Err(faults) => {
            page.faults = faults;
            answer(StatusCode::UNPROCESSABLE_ENTITY, &page)
        }
        Ok(content) if form.has("preview") => {
            page.preview(content, &state);
            answer(StatusCode::OK, &page)
        }
        Ok(content) => {
            let note = page.typed.note.clone();
            match state.db.revise(&slug, base, &content, &note, &judge).await {
                Ok(written) => Ok(done(&written)),
                Err(StoreError::Conflict { .. }) => {
                    let newest = self::newest(&state, &slug).await?;
                    conflict(page, &state, &slug, base, &newest).await
                }
                Err(error) => Err(error.into()),
            }
        }
    }
}

/// The form with what was typed, and beside it what the others have changed since.
async fn conflict(
    mut page: Write,
    state: &State,
    slug: &str,
    base: i64,
    newest: &Published,
) -> Result<HttpResponse, Problem> {
    let theirs = Typed::of(&newest.revision.content, &state.cards.now());
    let started = state.db.published_revision(slug, base).await?;
    let started = started.map(|r| Typed::of(&r.revision.content, &state.cards.now()));
    page.conflict = Some(Conflict {
        author: newest.revision.author.clone(),
        changes: started.unwrap_or_default().changes_to(&theirs),
    });
    page.base = Some(newest.revision.number);
    answer(StatusCode::CONFLICT, &page)
}

/// On to the ruling's page, or to its review where it waits for a second judge.
fn done(written: &Written) -> HttpResponse {
    let page = if written.visible { "" } else { "/review" };
    see(&format!("/rulings/{}{page}", written.slug))
}
