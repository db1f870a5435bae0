//! Errors: problem+json for programs, a page for people, made from the same value.

use std::fmt;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use askama::Template;
use serde::Serialize;

use super::frame::{Frame, Nav};
use super::routes::{self, Kind};
use crate::store::StoreError;

/// What went wrong, for a person or a program (RFC 9457).
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// The HTTP status.
    #[serde(serialize_with = "number")]
    pub status: StatusCode,
    /// A stable word for programs, such as `unknown-keyword`.
    pub code: &'static str,
    /// A few words.
    pub title: &'static str,
    /// A sentence with the particulars.
    pub detail: String,
    /// The nearest right things, or what to do.
    pub suggestions: Vec<Suggestion>,
    /// Every single fault with its place, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// Seconds to wait before the next attempt.
    #[serde(skip)]
    pub retry_after: Option<u64>,
}

/// A right thing near what was asked for.
#[derive(Clone, Debug, Serialize)]
pub struct Suggestion {
    /// Its name.
    pub name: String,
    /// Its address.
    pub href: String,
}

/// One of several faults.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// Where: a line of the document or a path such as `plays[2].use`.
    pub place: String,
    /// What is wrong, with the nearest right thing.
    pub detail: String,
}

impl Fault {
    /// What is wrong, as a sentence for people.
    #[must_use]
    pub fn sentence(&self) -> String {
        sentence(&self.detail)
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the shape serde asks for"
)]
fn number<S: serde::Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

impl Problem {
    /// A problem with that status, code and sentence.
    #[must_use]
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Problem {
        Problem {
            status,
            code,
            title: title(status),
            detail: detail.into(),
            suggestions: Vec::new(),
            faults: Vec::new(),
            retry_after: None,
        }
    }

    /// There is no such thing.
    #[must_use]
    pub fn missing(code: &'static str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, code, detail)
    }

    /// What was sent cannot be used.
    #[must_use]
    pub fn unusable(code: &'static str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// Something failed that the visitor cannot help; the particulars go to the log.
    #[must_use]
    pub fn internal(cause: &dyn fmt::Display) -> Problem {
        tracing::error!(cause = %cause, "a request failed");
        let detail = "something failed on our side; it is in the log and nothing was lost";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    }

    /// The same with one more suggestion.
    #[must_use]
    pub fn suggest(mut self, name: impl Into<String>, href: impl Into<String>) -> Problem {
        self.suggestions.push(Suggestion {
            name: name.into(),
            href: href.into(),
        });
        self
    }

    /// The same with these faults.
    #[must_use]
    pub fn with_faults(mut self, faults: Vec<Fault>) -> Problem {
        self.faults = faults;
        self
    }

    /// The particulars as a sentence of their own.
    #[must_use]
    pub fn sentence(&self) -> String {
        sentence(&self.detail)
    }

    /// The same, to be tried again after so many seconds.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds);
        self
    }
}

/// A message as a sentence for people: with a capital and a full stop, and what was typed in
/// quotation marks instead of backticks.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut inside = false;
    let quoted = |c: char| match c {
        '`' => {
            inside = !inside;
            if inside { '“' } else { '”' }
        }
        other => other,
    };
    first.chain(letters).map(quoted).chain(['.']).collect()
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.detail)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        // `shape` replaces the plain words by a page or JSON; they stand where it cannot.
        let mut response = HttpResponse::build(self.status)
            .content_type("text/plain; charset=utf-8")
            .body(self.detail.clone());
        response.extensions_mut().insert(self.clone());
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match &error {
            StoreError::Missing { what, name } => {
                Problem::missing("not-found", format!("there is no {what} `{name}`"))
            }
            StoreError::Conflict { .. } => {
                Problem::new(StatusCode::CONFLICT, "conflict", error.to_string())
            }
            StoreError::Refused(why) => Problem::new(StatusCode::FORBIDDEN, "refused", why.clone()),
            _ => Problem::internal(&error),
        }
    }
}

fn title(status: StatusCode) -> &'static str {
    match status.as_u16() {
        400 => "This request cannot be read",
        403 => "This is not allowed",
        404 => "There is nothing here",
        405 => "This address does not answer that method",
        409 => "Somebody else was quicker",
        410 => "This was taken away",
        413 => "This is too large",
        415 => "This type of content is not understood",
        422 => "This cannot be used as it is",
        429 => "Too many requests",
        503 | 504 => "This took too long",
        _ => "Something failed",
    }
}

/// Answers what no route answers.
pub(super) async fn nothing_here(req: HttpRequest) -> HttpResponse {
    let path: String = req.path().chars().take(80).collect();
    let allowed = routes::allowed(req.path());
    if allowed.is_empty() {
        let detail = format!("nothing is kept at `{path}`");
        return Problem::missing("no-such-page", detail)
            .suggest("the first page", "/")
            .error_response();
    }
    let detail = format!("`{path}` answers {allowed} only");
    let mut response =
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", detail).error_response();
    if let Ok(value) = HeaderValue::from_str(&allowed) {
        response.headers_mut().insert(header::ALLOW, value);
    }
    response
}

/// Gives every failed response its body: problem+json or a page, by what the path serves.
pub(super) async fn shape(
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let response = next.call(req).await?.map_into_boxed_body();
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) || has_body(&response) {
        return Ok(response);
    }
    let problem = response.response().extensions().get::<Problem>().cloned();
    let problem = problem.unwrap_or_else(|| Problem::new(status, code(status), plain(status)));
    let mut shaped = body(response.request(), &problem);
    if let Some(allow) = response.headers().get(header::ALLOW) {
        shaped.headers_mut().insert(header::ALLOW, allow.clone());
    }
    Ok(response.into_response(shaped))
}

/// Whether a handler has written the error's body itself; actix's own errors are plain text.
fn has_body(response: &ServiceResponse<BoxBody>) -> bool {
    let kind = response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok());
    kind.is_some_and(|k| !k.starts_with("text/plain"))
}

fn code(status: StatusCode) -> &'static str {
    match status.as_u16() {
        400 => "unreadable",
        413 => "too-large",
        415 => "unknown-content",
        404 => "not-found",
        _ => "failed",
    }
}

fn plain(status: StatusCode) -> &'static str {
    match status.as_u16() {
        413 => "at most 64 KiB are taken",
        415 => "send the content type that the address asks for",
        _ => "the request could not be read",
    }
}

fn body(req: &HttpRequest, problem: &Problem) -> HttpResponse {
    let mut builder = HttpResponse::build(problem.status);
    builder.insert_header((header::CACHE_CONTROL, "no-store"));
    if let Some(seconds) = problem.retry_after {
        builder.insert_header((header::RETRY_AFTER, seconds.to_string()));
    }
    if routes::kind(req.path()) == Kind::Api || req.path().ends_with(".json") {
        let text = serde_json::to_string(problem).unwrap_or_default();
        return builder.content_type("application/problem+json").body(text);
    }
    let frame = Frame::new(req, Nav::None, problem.title, &problem.detail).unlisted();
    match (ProblemPage { frame, problem }).render() {
        Ok(html) => builder.content_type("text/html; charset=utf-8").body(html),
        Err(_) => builder
            .content_type("text/plain; charset=utf-8")
            .body(problem.detail.clone()),
    }
}

#[derive(Template)]
#[template(path = "pages/problem.html")]
struct ProblemPage<'a> {
    frame: Frame,
    problem: &'a Problem,
}
