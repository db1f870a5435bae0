//! `POST /api/v1/judge`: a situation in, a ruling out. Reads no cookie and changes nothing.

use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};

use crate::rules::document;
use crate::rules::situation::Case;
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::state::State;
use crate::web::{engine, faults};

/// `POST /api/v1/judge`.
pub(in crate::web) async fn post(
    req: HttpRequest,
    state: Data<State>,
    body: Bytes,
) -> Result<HttpResponse, Problem> {
    let case = read(&state, &body)?;
    state.metrics.ruling();
    super::json(&req, Policy::Private, &engine::rule(&case.situation))
}

/// `OPTIONS /api/v1/judge`: any origin may ask.
pub(in crate::web) async fn preflight() -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header(("access-control-allow-methods", "POST"))
        .insert_header(("access-control-allow-headers", "content-type"))
        .insert_header(("access-control-max-age", "86400"))
        .finish()
}

/// The case in a body, JSON or TOML.
pub(super) fn read(state: &State, body: &[u8]) -> Result<Case, Problem> {
    let text = std::str::from_utf8(body).map_err(|error| {
        Problem::unusable("not-utf-8", format!("the body is not UTF-8: {error}"))
    })?;
    document::read(text, &state.cards.now()).map_err(|problems| faults(&problems))
}
