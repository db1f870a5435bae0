//! Stored rulings for programs.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::judge::read;
use crate::web::error::Problem;
use crate::web::exports::answer;
use crate::web::frame::origin;
use crate::web::state::State;
use crate::web::{exports, origin as same_origin, stored};

/// `POST /api/v1/rulings`: stores a ruling and says where. From another site it needs a token.
pub(in crate::web) async fn post(
    req: HttpRequest,
    state: Data<State>,
    body: Bytes,
) -> Result<HttpResponse, Problem> {
    may_store(&req, &state).await?;
    let case = read(&state, &body)?;
    let at = stored::store(&state, &case).await?;
    let stored = stored::load(&state, at.id.as_str()).await?;
    let status = if at.created {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok(HttpResponse::build(status)
        .insert_header((header::LOCATION, format!("/r/{}", at.id)))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(answer(&stored, &origin(&req))))
}

/// Our own pages may store, and whoever holds a token that is not revoked.
async fn may_store(req: &HttpRequest, state: &State) -> Result<(), Problem> {
    if same_origin::is_own(req.headers(), req.connection_info().host()) {
        return Ok(());
    }
    let token = req
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|v| v.to_str().ok());
    let token = token.and_then(|v| v.strip_prefix("Bearer "));
    if let Some(token) = token
        && state.db.judge_of_token(token.trim()).await?.is_some()
    {
        return Ok(());
    }
    let detail = "storing from elsewhere needs the token of a judge: `Authorization: Bearer ...`";
    Err(Problem::new(StatusCode::UNAUTHORIZED, "no-token", detail))
}

/// `GET /api/v1/rulings/{id}`.
pub(in crate::web) async fn get(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    exports::json(req, state, id).await
}
