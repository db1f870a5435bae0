//! `/ask`: the search box and its answer.

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::rulebook::{Clause, ClauseId, KeywordEntry, rulebook};
use crate::search::address::{Address, address};
use crate::search::{Answer, Item, Kind, ask};
use crate::store::{RulingId, ShortCode};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::library::{Library, badge};
use crate::web::precedents::precedents;
use crate::web::searching::with_search;
use crate::web::state::State;
use crate::web::view::{self, ProvenanceView, VerdictView};

/// How many clauses and rulings are shown.
const SHOWN: usize = 10;

#[derive(Template)]
#[template(path = "pages/ask.html")]
struct AskPage {
    frame: Frame,
    q: String,
    /// Whether anything was asked.
    asked: bool,
    /// Whether the reader has to choose among the cards first.
    which_card: bool,
    answer: Answer,
    best: Option<Entry>,
    others: Vec<Entry>,
    keywords: Vec<&'static KeywordEntry>,
    unknown: Option<String>,
}

/// Something found, as the page shows it.
struct Entry {
    item: Item,
    provenance: Option<ProvenanceView>,
    verdict: Option<VerdictView>,
    kind: &'static str,
}

/// `GET /ask?q=...`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let q = parameter(&req, "q");
    if let Some(page) = stored_ruling(&state, &q).await? {
        return Ok(see(&page));
    }
    let asked = q.clone();
    let library = state.library().await?;
    let mut answer = with_search(state, move |snapshot| ask(snapshot, &asked, SHOWN)).await?;
    if let Some(page) = &answer.goto {
        return Ok(see(page));
    }
    let which_card = answer.which_card();
    let best = answer.best.take().map(|item| Entry::of(item, &library));
    let others = std::mem::take(&mut answer.others);
    let title = if q.trim().is_empty() {
        "Ask".to_owned()
    } else {
        q.clone()
    };
    let frame = Frame::new(&req, Nav::Ask, title, description(best.as_ref()));
    let shown = AskPage {
        frame: frame.skip("the answer").unlisted(),
        asked: !q.trim().is_empty(),
        q,
        which_card,
        best,
        others: others
            .into_iter()
            .map(|item| Entry::of(item, &library))
            .collect(),
        keywords: answer
            .keywords
            .iter()
            .map(|keyword| keyword.entry())
            .collect(),
        unknown: answer.unknown_card_sentence(),
        answer,
    };
    page(&req, Policy::Revalidate, &shown)
}

/// The page of the stored ruling whose id or short code was typed, if there is one.
async fn stored_ruling(state: &State, text: &str) -> Result<Option<String>, Problem> {
    let id = match address(text) {
        Some(Address::RulingId(id)) => match RulingId::parse(&id) {
            Some(id) => state.db.ruling(&id).await.map(|found| found.map(|_| id)),
            None => return Ok(None),
        },
        Some(Address::ShortCode(code)) => match ShortCode::parse(&code) {
            Some(code) => state.db.ruling_of_code(&code).await,
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    let id = id.map_err(|error| Problem::internal(&error))?;
    Ok(id.map(|id| format!("/r/{}", id.as_str())))
}

fn see(page: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, page))
        .finish()
}

impl Entry {
    fn of(item: Item, library: &Library) -> Entry {
        let clause: Option<&'static Clause> = ClauseId::parse(&item.id)
            .filter(|_| item.kind == Kind::Clause)
            .map(|id| rulebook().clause(id));
        let precedent = precedents()
            .iter()
            .find(|known| item.kind == Kind::Ruling && known.slug == item.id);
        let published = library.find(&item.id).filter(|_| item.kind == Kind::Ruling);
        Entry {
            provenance: clause.map(ProvenanceView::of),
            verdict: precedent
                .map(|known| known.ruling.verdict.kind.into())
                .or_else(|| published.map(|r| badge(r.status, library.is_under_review(r)))),
            kind: item.kind.word(),
            item,
        }
    }

    /// What stands in the heading: a ruling's title, a keyword's or card's name.
    fn heading(&self) -> &str {
        &self.item.title
    }
}

fn description(best: Option<&Entry>) -> String {
    let text = best.map(|entry| match entry.item.answer.as_str() {
        "" => entry
            .item
            .text
            .iter()
            .map(|run| run.text.as_str())
            .collect(),
        answer => answer.to_owned(),
    });
    text.unwrap_or_else(|| {
        "Ask about the rules in plain words, or find a card by half its name, a keyword, or a clause by its number."
            .to_owned()
    })
}

/// A parameter of the query string, however it is written; empty where there is none.
pub(in crate::web) fn parameter(req: &HttpRequest, name: &str) -> String {
    let pairs = actix_web::web::Query::<Vec<(String, String)>>::from_query(req.query_string());
    let pairs = pairs.map(|pairs| pairs.into_inner()).unwrap_or_default();
    let found = pairs.into_iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value).unwrap_or_default()
}
