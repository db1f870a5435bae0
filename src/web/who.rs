//! Who asks, and whether he may: the one place where the [`Who`] of the list of routes is enforced.
//!
//! The check hangs on the matched resource itself, not on the path as it was written, so that no
//! spelling of an address leads around it. A judge's session lives in a cookie that no script can
//! read; only its hash is in the database.

use std::future::{Ready, ready};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, HttpResponse, ResponseError as _};

use super::embed::encode;
use super::error::Problem;
use super::origin;
use super::routes::Who;
use super::state::State;
use crate::store::{Judge, Role, SESSION_SECONDS};

/// The name of the session cookie.
pub(super) const COOKIE: &str = "arbiter_session";

/// What a resource asks of its visitors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need(pub Who);

/// The judge of a request; handlers of judges' routes take it.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Judge);

impl FromRequest for SignedIn {
    type Error = actix_web::Error;
    type Future = Ready<Result<SignedIn, actix_web::Error>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let judge = req.extensions().get::<SignedIn>().cloned();
        ready(judge.ok_or_else(|| ended().into()))
    }
}

/// Lets a request through if its visitor is who the route asks for.
pub(super) async fn admit(
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    // A resource that does not say whom it is for is for nobody less than a head judge.
    let need = req.app_data::<Need>().map_or(Who::HeadJudge, |need| need.0);
    match check(&req, need).await {
        Ok(()) => Ok(next.call(req).await?.map_into_boxed_body()),
        Err(refusal) => Ok(req.into_response(refusal)),
    }
}

async fn check(req: &ServiceRequest, need: Who) -> Result<(), HttpResponse> {
    let refused = |problem: Problem| problem.error_response();
    match need {
        Who::Anyone => return Ok(()),
        Who::OwnPageOrToken => return token(req).await.map_err(refused),
        Who::Judge | Who::HeadJudge => {}
    }
    let judge = judge_of(req.request()).await.map_err(refused)?;
    let judge = judge.ok_or_else(|| sign_in_first(req))?;
    if need == Who::HeadJudge && judge.role != Role::Head {
        let detail = "only a head judge may do this";
        return Err(refused(Problem::new(
            StatusCode::FORBIDDEN,
            "head-judges-only",
            detail,
        )));
    }
    req.extensions_mut().insert(SignedIn(judge));
    Ok(())
}

/// The judge whose session the request carries, if it is open.
///
/// # Errors
/// If the database does not answer.
pub(super) async fn judge_of(req: &HttpRequest) -> Result<Option<Judge>, Problem> {
    let Some((state, cookie)) = req.app_data::<Data<State>>().zip(req.cookie(COOKIE)) else {
        return Ok(None);
    };
    Ok(state.db.judge_of_session(cookie.value()).await?)
}

/// Our own pages may, and whoever holds a token that is not revoked.
async fn token(req: &ServiceRequest) -> Result<(), Problem> {
    if origin::is_own(req.headers(), req.connection_info().host()) {
        return Ok(());
    }
    let token = req
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|v| v.to_str().ok());
    let token = token.and_then(|v| v.strip_prefix("Bearer "));
    if let Some((token, state)) = token.zip(req.app_data::<Data<State>>())
        && state.db.judge_of_token(token.trim()).await?.is_some()
    {
        return Ok(());
    }
    let detail = "storing from elsewhere needs the token of a judge: `Authorization: Bearer ...`";
    Err(Problem::new(StatusCode::UNAUTHORIZED, "no-token", detail))
}

/// A page leads to the sign-in form and back; a form that was sent is not thrown away.
fn sign_in_first(req: &ServiceRequest) -> HttpResponse {
    if *req.method() == Method::GET || *req.method() == Method::HEAD {
        let back = req
            .uri()
            .path_and_query()
            .map_or("/judges", |path| path.as_str());
        return HttpResponse::SeeOther()
            .insert_header((header::LOCATION, format!("/login?to={}", encode(back))))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .finish();
    }
    ended().error_response()
}

fn ended() -> Problem {
    let detail = "you are not signed in, or not any more. Nothing was changed. Sign in in another window, then \
        reload this page: your browser sends what you typed again";
    Problem::new(StatusCode::UNAUTHORIZED, "not-signed-in", detail).suggest("sign in", "/login")
}

/// The cookie of a new session.
pub(super) fn cookie<'a>(req: &HttpRequest, state: &State, session: &'a str) -> Cookie<'a> {
    Cookie::build(COOKIE, session)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure(req, state))
        .max_age(Duration::seconds(SESSION_SECONDS))
        .finish()
}

/// The cookie that takes a session's cookie away.
pub(super) fn no_cookie(req: &HttpRequest, state: &State) -> Cookie<'static> {
    let mut cookie = Cookie::build(COOKIE, "")
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure(req, state))
        .finish();
    cookie.make_removal();
    cookie
}

/// Whether visitors reach the service over TLS: the public address says so, or our own proxy does.
fn is_secure(req: &HttpRequest, state: &State) -> bool {
    let public = state.site.url.as_deref();
    let forwarded = req
        .headers()
        .get("x-forwarded-proto")
        .filter(|_| state.site.trust_proxy)
        .and_then(|v| v.to_str().ok());
    public.is_some_and(|url| url.starts_with("https://"))
        || forwarded.is_some_and(|proto| proto.trim().eq_ignore_ascii_case("https"))
}
