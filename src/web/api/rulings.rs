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
use crate::web::{exports, stored};

/// `POST /api/v1/rulings`: stores a ruling and says where. From another site it needs a token.
pub(in crate::web) async fn post(
    req: HttpRequest,
    state: Data<State>,
    body: Bytes,
) -> Result<HttpResponse, Problem> {
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

/// `GET /api/v1/rulings/{id}`.
pub(in crate::web) async fn get(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    exports::json(req, state, id).await
}
