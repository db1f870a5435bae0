//! Pages of stored rulings kept in memory for a short while: a link in a forum thread is opened
//! by many people within minutes, and what they see never changes. A ruling that a judge hides
//! is gone from here within [`KEPT`].

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};

use super::cache::{self, Policy};
use super::error::Problem;

/// How long a page is kept.
const KEPT: Duration = Duration::from_secs(20);
/// How many pages are kept.
const MOST: usize = 256;

/// One page.
#[derive(Clone, Debug)]
struct Page {
    since: Instant,
    tag: String,
    body: Bytes,
}

/// The pages, by address.
#[derive(Debug, Default)]
pub struct Kept(Mutex<HashMap<String, Page>>);

impl Kept {
    /// The page of the request, if it is there and fresh.
    #[must_use]
    pub fn answer(&self, req: &HttpRequest, origin: &str) -> Option<HttpResponse> {
        let key = key(req, origin);
        let page = {
            let pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            pages
                .get(&key)
                .filter(|p| p.since.elapsed() < KEPT)
                .cloned()?
        };
        Some(respond(req, &page))
    }

    /// Keeps a page and answers with it.
    pub fn keep(&self, req: &HttpRequest, origin: &str, html: String) -> HttpResponse {
        let page = Page {
            since: Instant::now(),
            tag: cache::tag(html.as_bytes()),
            body: Bytes::from(html),
        };
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.len() >= MOST {
            pages.retain(|_, p| p.since.elapsed() < KEPT);
        }
        if pages.len() < MOST {
            pages.insert(key(req, origin), page.clone());
        }
        drop(pages);
        respond(req, &page)
    }
}

fn key(req: &HttpRequest, origin: &str) -> String {
    format!("{origin}{}", req.uri())
}

fn respond(req: &HttpRequest, page: &Page) -> HttpResponse {
    let mut builder = if cache::matches(req, &page.tag) {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    builder
        .insert_header((header::CACHE_CONTROL, Policy::Revalidate.header()))
        .insert_header((header::ETAG, page.tag.clone()));
    if cache::matches(req, &page.tag) {
        return builder.finish();
    }
    builder
        .content_type("text/html; charset=utf-8")
        .body(page.body.clone())
}

/// The page of a template, kept.
///
/// # Errors
/// If the template fails.
pub fn page(
    kept: &Kept,
    req: &HttpRequest,
    origin: &str,
    template: &impl askama::Template,
) -> Result<HttpResponse, Problem> {
    let html = template
        .render()
        .map_err(|error| Problem::internal(&error))?;
    Ok(kept.keep(req, origin, html))
}
