//! `/login` and `/logout`: a judge's session begins and ends here.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::form::Sent;
use crate::web::frame::{Frame, Nav};
use crate::web::pages::judge::see;
use crate::web::state::State;
use crate::web::who::{self, COOKIE};

/// Where to go afterwards.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Back {
    to: String,
}

#[derive(Template)]
#[template(path = "pages/login.html")]
struct Login {
    frame: Frame,
    to: String,
    login: String,
    /// Whether an attempt has just failed.
    failed: bool,
    /// Whether there is no judge at all yet.
    nobody: bool,
}

/// `GET /login`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    back: Query<Back>,
) -> Result<HttpResponse, Problem> {
    if who::judge_of(&req).await?.is_some() {
        return Ok(see(own(&back.to)));
    }
    form(&req, &state, &back.to, None).await
}

/// `POST /login`. Every attempt that fails answers the same, after the same work.
pub(in crate::web) async fn send(
    req: HttpRequest,
    state: Data<State>,
    form: Sent,
) -> Result<HttpResponse, Problem> {
    let Sent(sent) = form;
    let (login, to) = (sent.get("login"), sent.get("to"));
    let Some((_, session)) = state.db.sign_in(login, sent.raw("password")).await? else {
        tracing::warn!("a sign-in was refused");
        return self::form(&req, &state, to, Some(login)).await;
    };
    // The browser's former session ends; a session's id is never one that the browser brought.
    if let Some(old) = req.cookie(COOKIE) {
        state.db.sign_out(old.value()).await?;
    }
    let mut response = see(own(to));
    response
        .add_cookie(&who::cookie(&req, &state, session.reveal()))
        .map_err(|error| Problem::internal(&error))?;
    Ok(response)
}

/// `POST /logout`.
pub(in crate::web) async fn leave(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    if let Some(session) = req.cookie(COOKIE) {
        state.db.sign_out(session.value()).await?;
    }
    let mut response = see("/");
    response
        .add_cookie(&who::no_cookie(&req, &state))
        .map_err(|error| Problem::internal(&error))?;
    Ok(response)
}

/// The form, with what was typed after an attempt that failed.
async fn form(
    req: &HttpRequest,
    state: &State,
    to: &str,
    failed: Option<&str>,
) -> Result<HttpResponse, Problem> {
    let description =
        "Judges sign in here to write and publish rulings; reading and judging need no account.";
    let page = Login {
        frame: Frame::new(req, Nav::None, "Sign in", description)
            .skip("the form")
            .unlisted(),
        to: own(to).to_owned(),
        login: failed.unwrap_or_default().to_owned(),
        failed: failed.is_some(),
        nobody: state.db.judges().await?.is_empty(),
    };
    let html = page.render().map_err(|error| Problem::internal(&error))?;
    let status = if failed.is_some() {
        StatusCode::UNAUTHORIZED
    } else {
        StatusCode::OK
    };
    Ok(HttpResponse::build(status)
        .insert_header((header::CACHE_CONTROL, Policy::Private.header()))
        .content_type("text/html; charset=utf-8")
        .body(html))
}

/// An address of our own; anything else becomes the judges' page.
fn own(to: &str) -> &str {
    let ours = to.starts_with('/')
        && !to.starts_with("//")
        && !to.contains(['\\', '\n', '\r', '\t'])
        && to.is_ascii();
    if ours { to } else { "/judges" }
}

#[cfg(test)]
mod tests {
    use super::own;

    #[test]
    fn signing_in_leads_to_our_own_pages_only() {
        assert_eq!(own("/drift?x=1"), "/drift?x=1");
        for to in [
            "",
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/a\r\nb",
        ] {
            assert_eq!(own(to), "/judges", "{to}");
        }
    }
}
