//! Stored rulings inside other sites: the embed and oEmbed.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::cache::{self, Policy};
use super::error::Problem;
use super::frame::{Frame, origin};
use super::pages::ruling::{arrange, frame};
use super::state::State;
use super::stored;
use super::view::{self, VerdictView};
use crate::render::View;
use crate::render::oembed::{Oembed, Room, ruling_id};

/// `?theme=auto|light|dark`.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct Theme {
    theme: String,
}

#[derive(Template)]
#[template(path = "pages/embed.html")]
struct Embed {
    frame: Frame,
    theme: &'static str,
    verdict: VerdictView,
    ruling: View,
    link: String,
}

/// `GET /r/{id}/embed`.
pub(super) async fn show(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
    theme: Query<Theme>,
) -> Result<HttpResponse, Problem> {
    let stored = stored::load(&state, &id).await?;
    let theme = match theme.theme.as_str() {
        "light" => "light",
        "dark" => "dark",
        _ => "auto",
    };
    let frame = frame(&req, &stored);
    let embed = Embed {
        theme,
        verdict: stored.ruling.verdict.kind.into(),
        ruling: arrange(&stored, &origin(&req)),
        link: frame.canonical.clone(),
        frame,
    };
    let html = embed.render().map_err(|error| Problem::internal(&error))?;
    Ok(cache::respond(
        &req,
        Policy::Reference,
        "text/html; charset=utf-8",
        html,
    ))
}

/// What an oEmbed consumer asks for.
#[derive(Deserialize, Debug)]
pub(super) struct Ask {
    url: String,
    maxwidth: Option<u32>,
    maxheight: Option<u32>,
    format: Option<String>,
}

/// `GET /api/v1/oembed`.
pub(super) async fn oembed(
    req: HttpRequest,
    state: Data<State>,
    ask: Query<Ask>,
) -> Result<HttpResponse, Problem> {
    if ask.format.as_deref().is_some_and(|f| f != "json") {
        let detail = "oEmbed answers are given as JSON only";
        return Err(Problem::new(
            StatusCode::NOT_IMPLEMENTED,
            "unknown-format",
            detail,
        ));
    }
    let origin = origin(&req);
    let missing = || {
        let detail = format!("the address is no stored ruling of {origin}");
        Problem::missing("no-ruling-address", detail)
    };
    let id = ruling_id(&origin, &ask.url).ok_or_else(missing)?;
    let stored = stored::load(&state, id).await?;
    let room = Room {
        width: ask.maxwidth,
        height: ask.maxheight,
    };
    let answer = Oembed::new(&arrange(&stored, &origin), &origin, room).ok_or_else(missing)?;
    super::api::json(&req, Policy::Reference, &answer)
}

/// Percent-encoding of an address inside a query.
#[must_use]
pub fn encode(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~');
    text.bytes()
        .map(|b| {
            if plain(b) {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect()
}
