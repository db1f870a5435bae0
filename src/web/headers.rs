//! Security headers on every response, by its content type and by what the route serves.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;

use super::routes::{self, Kind};

/// For pages: own style sheet and module only, no inline script or style, never framed.
const PAGE: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";
/// For embeds: a style sheet, nothing else, in any frame.
const EMBED: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors *";
/// For pictures: their own style attributes, no script, no origin of their own.
const PICTURE: &str =
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";
/// For everything that is not shown.
const DATA: &str = "default-src 'none'; sandbox; frame-ancestors 'none'";

/// Adds the headers to the response; a handler that set one of them itself keeps it.
pub(super) async fn add(
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let kind = routes::of(&req).kind;
    let mut response = next.call(req).await?.map_into_boxed_body();
    let policy = policy(kind, response.headers());
    let unchanged = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    // Not Modified has no content type to go by, and a browser would put its headers in the place
    // of those it has kept with the page.
    if !unchanged {
        put(headers, header::CONTENT_SECURITY_POLICY, policy);
    }
    put(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    put(
        headers,
        header::REFERRER_POLICY,
        "strict-origin-when-cross-origin",
    );
    put(
        headers,
        header::PERMISSIONS_POLICY,
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    );
    if kind == Kind::Embed {
        put(
            headers,
            HeaderName::from_static("cross-origin-resource-policy"),
            "cross-origin",
        );
    } else {
        put(headers, header::X_FRAME_OPTIONS, "DENY");
        put(
            headers,
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        );
    }
    if matches!(kind, Kind::Api | Kind::Export) {
        put(headers, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        put(
            headers,
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            "ETag, Location, Retry-After",
        );
    }
    Ok(response)
}

fn policy(kind: Kind, headers: &HeaderMap) -> &'static str {
    let content = headers
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .unwrap_or_default();
    match content.split(';').next().unwrap_or_default().trim() {
        "text/html" if kind == Kind::Embed => EMBED,
        "text/html" => PAGE,
        "image/svg+xml" => PICTURE,
        _ => DATA,
    }
}

fn put(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    if !headers.contains_key(&name) {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
