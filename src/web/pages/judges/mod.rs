//! The judges' own pages. Every route to them asks for a judge, and none of them is ever kept by
//! a cache.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `proposals` | what visitors sent, to be decided |
//! | `write` | the form of a ruling |
//! | `review` | approving, superseding, hiding |
//! | `drift` | rulings that come out differently |
//! | `authorities` | who ruled officially, and when |
//! | `account` | tokens, accounts, the log, imports |

pub(in crate::web) mod account;
pub(in crate::web) mod authorities;
pub(in crate::web) mod drift;
pub(in crate::web) mod proposals;
pub(in crate::web) mod review;
pub(in crate::web) mod write;

use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::store::{Judge, Proposal, ProposalState, Published, Role};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav};
use crate::web::state::State;
use crate::web::stored::versions;
use crate::web::who::SignedIn;

/// Proposals in one list.
const LISTED: i64 = 200;

#[derive(Template)]
#[template(path = "pages/judges/index.html")]
struct Index {
    frame: Frame,
    judge: Judge,
    head: bool,
    proposals: Vec<Proposal>,
    waiting: Vec<Published>,
    drifted: usize,
}

/// `GET /judges`: what waits for a judge.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let page = Index {
        frame: frame(&req, "Judges"),
        head: judge.role == Role::Head,
        proposals: state.db.proposals(ProposalState::Open, LISTED).await?,
        waiting: state.db.awaiting_approval().await?,
        drifted: state.db.drifted(&versions(&state.cards.now())).await?.len(),
        judge,
    };
    answer(StatusCode::OK, &page)
}

/// The frame of a judges' page.
fn frame(req: &HttpRequest, title: &str) -> Frame {
    let description =
        "A page for judges: write, review and publish rulings, and see which ones have drifted.";
    Frame::new(req, Nav::None, title, description).unlisted()
}

/// A page that only this visitor may see.
fn answer(status: StatusCode, template: &impl Template) -> Result<HttpResponse, Problem> {
    let html = template
        .render()
        .map_err(|error| Problem::internal(&error))?;
    Ok(HttpResponse::build(status)
        .insert_header((header::CACHE_CONTROL, Policy::Private.header()))
        .content_type("text/html; charset=utf-8")
        .body(html))
}
