//! What visitors proposed: the queue, one proposal, the decision.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::{LISTED, answer, frame};
use crate::rules::document;
use crate::store::{Decision, Proposal, ProposalKind, ProposalState, Role};
use crate::web::error::Problem;
use crate::web::form::Sent;
use crate::web::frame::Frame;
use crate::web::pages::judge::see;
use crate::web::state::State;
use crate::web::who::SignedIn;

/// Which ones.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Filter {
    state: String,
}

#[derive(Template)]
#[template(path = "pages/judges/proposals.html")]
struct List {
    frame: Frame,
    state: ProposalState,
    proposals: Vec<Proposal>,
}

/// `GET /judges/proposals`.
pub(in crate::web) async fn list(
    req: HttpRequest,
    state: Data<State>,
    filter: Query<Filter>,
    _judge: SignedIn,
) -> Result<HttpResponse, Problem> {
    let wanted = match filter.state.as_str() {
        "accepted" => ProposalState::Accepted,
        "declined" => ProposalState::Declined,
        _ => ProposalState::Open,
    };
    let page = List {
        frame: frame(&req, "Proposals"),
        state: wanted,
        proposals: state.db.proposals(wanted, LISTED).await?,
    };
    answer(StatusCode::OK, &page)
}

#[derive(Template)]
#[template(path = "pages/judges/proposal.html")]
struct One {
    frame: Frame,
    p: Proposal,
    /// The board as a document.
    board: Option<String>,
    /// Whether this judge may hide the stored ruling it is about.
    head: bool,
}

/// `GET /judges/proposals/{id}`.
pub(in crate::web) async fn one(
    req: HttpRequest,
    state: Data<State>,
    id: Path<i64>,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let p = load(&state, *id).await?;
    let board = p.sent.situation.as_ref().map(|board| {
        let read = document::read_kept(&board.to_string(), &state.cards.now());
        read.map_or_else(
            |_| board.to_string(),
            |case| document::to_toml(&case, Some(&state.cards.now())),
        )
    });
    let page = One {
        frame: frame(&req, &format!("Proposal {id}")),
        p,
        board,
        head: judge.role == Role::Head,
    };
    answer(StatusCode::OK, &page)
}

/// A proposal.
pub(super) async fn load(state: &State, id: i64) -> Result<Proposal, Problem> {
    state.db.proposal(id).await?.ok_or_else(|| {
        Problem::missing("no-such-proposal", format!("there is no proposal {id}"))
            .suggest("all proposals", "/judges/proposals")
    })
}

/// `POST /judges/proposals/{id}`: declines it, or accepts it with a ruling that is there already.
pub(in crate::web) async fn decide(
    state: Data<State>,
    id: Path<i64>,
    form: Sent,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let Sent(form) = form;
    let words: String = form.get("words").chars().take(4000).collect();
    let ruling = form.get("ruling");
    let ruling = ruling.strip_prefix("/rulings/").unwrap_or(ruling);
    let decision = if form.get("decision") == "decline" {
        if words.is_empty() {
            return Err(Problem::unusable("no-words", "say why it is declined")
                .suggest("back", format!("/judges/proposals/{id}")));
        }
        Decision::Decline
    } else {
        Decision::Accept {
            published: Some(ruling).filter(|r| !r.is_empty()),
        }
    };
    state.db.decide(*id, &decision, &words, &judge).await?;
    Ok(see(&format!("/judges/proposals/{id}")))
}
