//! `/k/{keyword}`: clauses with their ground, where it acts, other keywords, cards, rulings.

use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::{EditionQuery, RulingEntry};
use crate::pairs;
use crate::rulebook::{
    Activation, Edition, Keyword, KeywordEntry, Stacking, UnknownKeyword, rulebook,
};
use crate::rules::window::ATTACK;
use crate::web::cache::Policy;
use crate::web::cards::{self, CardGroup};
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::library::Library;
use crate::web::moments::{self, RailEntry};
use crate::web::official::Official;
use crate::web::precedents::precedents;
use crate::web::state::State;
use crate::web::view::{ClauseView, keyword_href};

#[derive(Template)]
#[template(path = "pages/keyword.html")]
struct KeywordPage {
    frame: Frame,
    entry: &'static KeywordEntry,
    edition: &'static str,
    other_edition: Option<&'static str>,
    facts: Vec<String>,
    rail: Vec<RailEntry>,
    elsewhere: Vec<&'static str>,
    clauses: Vec<ClauseView>,
    pairs: Vec<Pair>,
    others: Vec<Pair>,
    groups: Vec<CardGroup>,
    official: Official,
    rulings: Vec<RulingEntry>,
}

/// Another keyword, and what the two do to each other.
struct Pair {
    keyword: Keyword,
    href: String,
    answer: &'static str,
}

/// `GET /k/{keyword}`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    name: Path<String>,
    query: Query<EditionQuery>,
) -> Result<HttpResponse, Problem> {
    let Some(keyword) = Keyword::from_slug(&name) else {
        return elsewhere(&name);
    };
    let edition = query.get()?;
    let library = state.library().await?;
    let entry = keyword.entry();
    let frame = Frame::new(
        &req,
        Nav::Keywords,
        entry.name.clone(),
        entry.summary.clone(),
    )
    .skip("the keyword");
    let acts = |at: &str| entry.moments.iter().any(|m| moments::name(*m) == at);
    let rail = ATTACK.iter().map(|w| RailEntry {
        name: w.name,
        acts: acts(w.id.as_str()),
        href: w.clause.as_str(),
    });
    let rail: Vec<RailEntry> = rail.collect();
    let outside = entry
        .moments
        .iter()
        .filter(|m| !rail.iter().any(|r| r.href == moments::name(**m)));
    let (meeting, others) = pairs(keyword);
    let clauses = entry
        .clauses
        .iter()
        .map(|id| clause(*id, edition, &library))
        .collect();
    let page_of = KeywordPage {
        frame,
        entry,
        edition: edition.as_str(),
        other_edition: differs(entry).then(|| other(edition).as_str()),
        facts: facts(entry),
        elsewhere: outside.map(|m| moments::words(*m)).collect(),
        rail: if rail.iter().any(|r| r.acts) {
            rail
        } else {
            Vec::new()
        },
        clauses,
        pairs: meeting,
        others,
        groups: cards::with_keyword(keyword, &state.cards.now()),
        official: Official::of(&state.db.official_texts(keyword.slug()).await?),
        rulings: library
            .about_keyword(keyword)
            .iter()
            .map(|shown| library.entry(shown))
            .chain(precedents().with_keyword(keyword).map(RulingEntry::of))
            .collect(),
    };
    // Rulings are published at any time.
    page(&req, Policy::Revalidate, &page_of)
}

/// Leads a name that is written otherwise to its page; else says what is near.
fn elsewhere(name: &str) -> Result<HttpResponse, Problem> {
    if let Some(keyword) = Keyword::find(name) {
        let to = keyword_href(keyword);
        return Ok(HttpResponse::PermanentRedirect()
            .insert_header((header::LOCATION, to))
            .finish());
    }
    let problem = |error: UnknownKeyword| {
        let near = error.nearest.and_then(Keyword::find);
        let problem = Problem::missing("unknown-keyword", error.to_string());
        match near {
            Some(keyword) => problem.suggest(keyword.name(), keyword_href(keyword)),
            None => problem,
        }
    };
    Err(name.parse::<Keyword>().err().map_or_else(
        || Problem::missing("unknown-keyword", "no such keyword"),
        problem,
    ))
}

fn clause(id: crate::rulebook::ClauseId, edition: Edition, library: &Library) -> ClauseView {
    ClauseView::of(rulebook().clause(id), edition).with_rulings(id, library)
}

fn differs(entry: &KeywordEntry) -> bool {
    entry
        .clauses
        .iter()
        .any(|id| rulebook().clause(*id).differs())
}

const fn other(edition: Edition) -> Edition {
    match edition {
        Edition::E2018 => Edition::E2025,
        Edition::E2025 => Edition::E2018,
    }
}

fn facts(entry: &KeywordEntry) -> Vec<String> {
    let stacking = match entry.stacking {
        Stacking::Cumulative => Some("Cumulative"),
        Stacking::Layered => Some("Layered"),
        Stacking::Isolated => Some("Isolated"),
        Stacking::Selective => Some("Selective"),
        _ => None,
    };
    let activation = match entry.activation {
        Activation::Activated => "Activated",
        Activation::Triggered => "Triggered",
        Activation::Static => "Static",
    };
    let mut facts: Vec<String> = stacking
        .into_iter()
        .chain([activation])
        .map(str::to_owned)
        .collect();
    if let Some(limit) = &entry.limit {
        let mut letters = limit.chars();
        let first = letters
            .next()
            .map(|c| c.to_uppercase().to_string())
            .unwrap_or_default();
        let inferred = if entry.limit_inferred {
            " (our inference)"
        } else {
            ""
        };
        facts.push(format!("{first}{}{inferred}", letters.as_str()));
    }
    facts
}

/// The other keywords: those that change something for it, and those that do not.
fn pairs(keyword: Keyword) -> (Vec<Pair>, Vec<Pair>) {
    let known = |other: Keyword| {
        let keywords = pairs::ordered(keyword, other);
        pairs::known(keywords).map(|known| {
            let pair = Pair {
                keyword: other,
                href: super::pair::href(keywords),
                answer: &known.answer,
            };
            (known.interacts, pair)
        })
    };
    let all = Keyword::all().filter_map(known);
    let (meeting, apart): (Vec<_>, Vec<_>) = all.partition(|(interacts, _)| *interacts);
    let plain = |list: Vec<(bool, Pair)>| list.into_iter().map(|(_, pair)| pair).collect();
    (plain(meeting), plain(apart))
}
