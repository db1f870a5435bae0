//! The same-origin check: a route that may read the session cookie takes unsafe methods from our
//! own pages only.

use actix_web::ResponseError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap};
use actix_web::middleware::Next;

use super::error::Problem;
use super::routes::{self, Kind};

/// Refuses an unsafe method on a page's route unless it comes from our own origin.
pub(super) async fn check(
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let reads_cookies = routes::of(&req).kind == Kind::Page;
    if !reads_cookies
        || req.method().is_safe()
        || is_own(req.headers(), req.connection_info().host())
    {
        return Ok(next.call(req).await?.map_into_boxed_body());
    }
    let detail = "this form was sent from another site, or by a program that does not say from where; \
        open the page here and send it again";
    let problem = Problem::new(StatusCode::FORBIDDEN, "cross-site", detail);
    Ok(req.into_response(problem.error_response()))
}

/// Whether the request comes from a page of ours: `Sec-Fetch-Site` where the browser sends it,
/// else `Origin`. Neither: refused.
pub(super) fn is_own(headers: &HeaderMap, host: &str) -> bool {
    let value = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    if let Some(site) = value("sec-fetch-site") {
        return site == "same-origin";
    }
    let origin = value(header::ORIGIN.as_str()).unwrap_or_default();
    origin
        .split_once("://")
        .is_some_and(|(_, authority)| authority == host)
}
