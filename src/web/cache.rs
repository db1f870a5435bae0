//! Named cache policies, entity tags and `304 Not Modified`.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};

/// How long a response may be kept, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Its name holds its hash: kept for a year.
    Immutable,
    /// Public and rarely changed, such as a rule: kept for minutes, then asked for again.
    Reference,
    /// Public, asked for again each time; the entity tag makes that cheap.
    Revalidate,
    /// For one visitor only, never kept.
    Private,
}

impl Policy {
    /// The value of `Cache-Control`.
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            Policy::Immutable => "public, max-age=31536000, immutable",
            Policy::Reference => "public, max-age=300, stale-while-revalidate=86400",
            Policy::Revalidate => "public, no-cache",
            Policy::Private => "private, no-store",
        }
    }
}

/// A response with that body, its entity tag and cache policy; `304` if the visitor has it already.
#[must_use]
pub fn respond(
    req: &HttpRequest,
    policy: Policy,
    content_type: &'static str,
    body: impl Into<Vec<u8>>,
) -> HttpResponse {
    let body: Vec<u8> = body.into();
    if policy == Policy::Private {
        return HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, policy.header()))
            .content_type(content_type)
            .body(body);
    }
    let tag = tag(&body);
    if matches(req, &tag) {
        return HttpResponse::NotModified()
            .insert_header((header::CACHE_CONTROL, policy.header()))
            .insert_header((header::ETAG, tag))
            .finish();
    }
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, policy.header()))
        .insert_header((header::ETAG, tag))
        .content_type(content_type)
        .body(body)
}

/// A response whose tag is known before its body is made, so that a visitor who has it costs nothing.
/// `version` changes whenever the body does.
///
/// # Errors
/// Those of making the body.
pub fn respond_versioned<E>(
    req: &HttpRequest,
    policy: Policy,
    content_type: &'static str,
    version: &str,
    body: impl FnOnce() -> Result<Vec<u8>, E>,
) -> Result<HttpResponse, E> {
    let tag = tag(version.as_bytes());
    let mut response = if matches(req, &tag) {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response
        .insert_header((header::CACHE_CONTROL, policy.header()))
        .insert_header((header::ETAG, tag.clone()));
    if matches(req, &tag) {
        return Ok(response.finish());
    }
    Ok(response.content_type(content_type).body(body()?))
}

/// The tag of a body. Weak, for compression changes the bytes and not the meaning.
#[must_use]
pub fn tag(body: &[u8]) -> String {
    let hash = blake3::hash(body).to_hex();
    format!("W/\"{}\"", hash.get(..22).unwrap_or_default())
}

/// Whether the visitor's `If-None-Match` names the tag; compared weakly.
#[must_use]
pub fn matches(req: &HttpRequest, tag: &str) -> bool {
    let opaque = |t: &str| t.trim().trim_start_matches("W/").to_owned();
    req.headers()
        .get_all(header::IF_NONE_MATCH)
        .filter_map(|v: &HeaderValue| v.to_str().ok())
        .flat_map(|v| v.split(','))
        .any(|t| t.trim() == "*" || opaque(t) == opaque(tag))
}
