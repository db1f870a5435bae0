//! What stays at hand without a network: the service worker, the data pack and the page that
//! searches it.

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Serialize;

use super::assets;
use super::cache::{self, Policy};
use super::error::Problem;
use super::frame::{Frame, Nav, page, rules_version};
use super::precedents::precedents;
use super::state::State;
use super::view::clause_href;
use crate::catalogue::slug;
use crate::game::Card;
use crate::rulebook::{Edition, rulebook};

/// A worker may reach only the service itself; its script is not a page that could be framed.
const WORKER: &str = "default-src 'none'; script-src 'self'; connect-src 'self'";
/// Pages that a judge without a network starts from.
const PAGES: &[&str] = &[
    "/",
    "/judge",
    "/k",
    "/rules",
    "/rules/attack",
    "/rulings",
    "/offline",
];
/// Files that those pages name.
const FILES: &[&str] = &["app.css", "arbiter.js", "offline.js", "icon.svg"];
const PACK: &str = "/pack.json";

/// `GET /sw.js`: the worker, with its version and the list of what it keeps.
pub(super) async fn worker(req: HttpRequest, state: Data<State>) -> Result<HttpResponse, Problem> {
    let mut shell: Vec<&str> = PAGES.to_vec();
    shell.extend(FILES.iter().map(|name| assets::href(name)));
    shell.push(PACK);
    let shell = serde_json::to_string(&shell).map_err(|e| Problem::internal(&e))?;
    let script = String::from_utf8_lossy(assets::content("sw.js"));
    let mut hash = blake3::Hasher::new();
    let cards = state.cards.now();
    for part in [&shell, &*script, &rulebook().version(), cards.version()] {
        hash.update(part.as_bytes());
    }
    let version = hash.finalize().to_hex();
    let version = version.get(..12).unwrap_or_default();
    let body = format!("const VERSION = \"{version}\";\nconst SHELL = {shell};\n{script}");
    let mut response = cache::respond(
        &req,
        Policy::Revalidate,
        "text/javascript; charset=utf-8",
        body,
    );
    let policy = header::HeaderValue::from_static(WORKER);
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// One thing that can be looked up.
#[derive(Serialize)]
struct Entry {
    kind: &'static str,
    name: String,
    href: String,
    text: String,
}

#[derive(Serialize)]
struct Pack {
    edition: &'static str,
    rules: String,
    entries: Vec<Entry>,
}

/// `GET /pack.json`: keywords, clauses, cards and precedents, in words.
pub(super) async fn pack(req: HttpRequest, state: Data<State>) -> Result<HttpResponse, Problem> {
    let mut entries = keywords();
    entries.extend(clauses());
    entries.extend(state.cards.now().iter().map(card));
    entries.extend(precedents().iter().map(|p| {
        Entry {
            kind: "Ruling",
            name: p.title().to_owned(),
            href: p.href(),
            text: [
                p.case.situation.about.question.as_str(),
                p.case.situation.about.ruling.as_str(),
            ]
            .join(" ")
            .trim()
            .to_owned(),
        }
    }));
    let pack = Pack {
        edition: Edition::E2018.as_str(),
        rules: rules_version(),
        entries,
    };
    let text = serde_json::to_vec(&pack).map_err(|e| Problem::internal(&e))?;
    Ok(cache::respond(
        &req,
        Policy::Revalidate,
        "application/json",
        text,
    ))
}

fn keywords() -> Vec<Entry> {
    let entries = rulebook().keywords().iter();
    entries
        .map(|entry| Entry {
            kind: "Keyword",
            name: entry.name.clone(),
            href: format!("/k/{}", entry.keyword.slug()),
            text: entry.summary.clone(),
        })
        .collect()
}

fn clauses() -> Vec<Entry> {
    let clauses = rulebook().clauses().iter().filter(|c| !c.is_heading());
    clauses
        .map(|clause| Entry {
            kind: "Clause",
            name: clause.id.as_str().to_owned(),
            href: clause_href(clause.id),
            text: clause.text(Edition::E2018).to_owned(),
        })
        .collect()
}

fn card(card: &Card) -> Entry {
    Entry {
        kind: "Card",
        name: card.name.clone(),
        href: format!("/c/{}", slug(&card.name)),
        text: card.text.join(" / "),
    }
}

#[derive(Template)]
#[template(path = "pages/offline.html")]
struct Offline {
    frame: Frame,
    module: &'static str,
}

/// `GET /offline`: the page that looks things up in the pack.
pub(super) async fn show(req: HttpRequest) -> Result<HttpResponse, Problem> {
    let description =
        "Cards, keywords, clauses and precedents, looked up on this device without a network.";
    let view = Offline {
        frame: Frame::new(&req, Nav::None, "Look up without a network", description),
        module: assets::href("offline.js"),
    };
    page(&req, Policy::Revalidate, &view)
}
