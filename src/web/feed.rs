//! `/rulings.atom`: the latest published rulings as a feed.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::cache::{self, Policy};
use super::error::Problem;
use super::frame::origin;
use super::library::{href, status_words};
use super::markdown;
use super::state::State;
use crate::store::Published;

/// Entries in the feed.
const ENTRIES: usize = 50;

#[derive(Template)]
#[template(path = "feed.xml")]
struct Feed<'a> {
    origin: &'a str,
    updated: String,
    rulings: Vec<Entry<'a>>,
}

struct Entry<'a> {
    r: &'a Published,
    href: String,
    status: &'static str,
    summary: String,
    /// HTML, escaped once more by the template.
    content: String,
}

impl<'a> Entry<'a> {
    fn of(r: &'a Published) -> Entry<'a> {
        let content = &r.revision.content;
        Entry {
            href: href(r),
            status: status_words(r.status),
            summary: markdown::plain(&content.answer),
            content: markdown::foreign(&format!("{}\n\n{}", content.answer, content.explanation)),
            r,
        }
    }
}

/// `GET /rulings.atom`.
pub(super) async fn show(req: HttpRequest, state: Data<State>) -> Result<HttpResponse, Problem> {
    let origin = origin(&req);
    let library = state.library().await?;
    let rulings: Vec<Entry<'_>> = library
        .rulings()
        .iter()
        .take(ENTRIES)
        .map(Entry::of)
        .collect();
    let updated = rulings.first().map_or_else(
        || "2026-01-01T00:00:00Z".to_owned(),
        |entry| entry.r.updated_at.to_string(),
    );
    let feed = Feed {
        origin: &origin,
        updated,
        rulings,
    };
    let xml = feed.render().map_err(|error| Problem::internal(&error))?;
    let kind = "application/atom+xml; charset=utf-8";
    Ok(cache::respond(&req, Policy::Revalidate, kind, xml))
}
