//! Stored rulings in other formats, each by one renderer over the same view; the QR code.

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use super::cache::{self, Policy};
use super::error::Problem;
use super::frame::origin;
use super::pages::ruling::arrange;
use super::state::State;
use super::stored::{self, Stored};
use crate::render::{Format, Length, Share, html, preview, qr_svg};

/// The self-contained file brings its own style; it can do nothing else.
const FILE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/// `GET /r/{id}.json`: the situation and the ruling as they were stored.
pub(super) async fn json(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    super::api::json(&req, Policy::Reference, &answer(&stored, &origin(&req)))
}

/// What programs get of a stored ruling.
pub(super) fn answer(stored: &Stored, origin: &str) -> serde_json::Value {
    let row = &stored.row;
    json!({
        "id": row.id,
        "url": format!("{origin}/r/{}", row.id),
        "short_code": row.short_code,
        "title": row.title,
        "given": row.created_at,
        "edition": row.edition,
        "engine": row.engine_version,
        "rules": row.rules_version,
        "situation": row.input,
        "ruling": row.ruling,
    })
}

/// `GET /r/{id}.md`.
pub(super) async fn md(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    paste(&req, &state, &id, Format::Markdown).await
}

/// `GET /r/{id}.bbcode`.
pub(super) async fn bbcode(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    paste(&req, &state, &id, Format::Bbcode).await
}

/// `GET /r/{id}.txt`.
pub(super) async fn txt(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    paste(&req, &state, &id, Format::Text).await
}

async fn paste(
    req: &HttpRequest,
    state: &State,
    id: &str,
    format: Format,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(state, id).await?;
    let share = Share::new(&arrange(&stored, &origin(req)), format, Length::Full);
    Ok(cache::respond(
        req,
        Policy::Reference,
        format.media_type(),
        share.text,
    ))
}

/// `GET /r/{id}.html`: one file for printing and keeping.
pub(super) async fn file(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let text = html(&arrange(&stored, &origin(&req)));
    let mut response = cache::respond(&req, Policy::Reference, "text/html; charset=utf-8", text);
    let policy = header::HeaderValue::from_static(FILE_POLICY);
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// `GET /r/{id}.svg`: the picture of link previews.
pub(super) async fn picture(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let svg = preview::svg(&arrange(&stored, &origin(&req)));
    Ok(cache::respond(
        &req,
        Policy::Reference,
        "image/svg+xml",
        svg,
    ))
}

/// `GET /r/{id}.png`: the same, drawn.
pub(super) async fn png(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let view = arrange(&stored, &origin(&req));
    // Drawing takes tens of milliseconds; other requests should not wait for it.
    let drawn = actix_web::web::block(move || preview::png(&view)).await;
    let png = drawn
        .map_err(|error| Problem::internal(&error))?
        .map_err(|error| Problem::internal(&error))?;
    Ok(cache::respond(&req, Policy::Reference, "image/png", png))
}

/// `GET /r/{id}/qr.svg`: the address as a QR code, dark on light in every scheme.
pub(super) async fn qr(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let address = format!("{}/r/{}", origin(&req), stored.row.id);
    let svg = qr_svg(&address, "The address of this ruling")
        .map_err(|error| Problem::internal(&error))?;
    Ok(cache::respond(
        &req,
        Policy::Reference,
        "image/svg+xml",
        svg,
    ))
}
