//! `/rulings`: published rulings and precedents, filtered by keyword, status and card.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::RulingEntry;
use crate::catalogue::name_key;
use crate::rulebook::Keyword;
use crate::rules::situation::Status;
use crate::store::{LinkKind, RulingStatus};
use crate::web::cache::Policy;
use crate::web::embed::encode;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::library::{Shown, status_words};
use crate::web::precedents::{Precedent, precedents};
use crate::web::state::State;

/// What is asked for; empty fields ask for nothing.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Filter {
    keyword: String,
    status: String,
    card: String,
    page: String,
}

/// So many rulings stand on a page.
const ON_A_PAGE: usize = 50;

/// Where a page of the list stands.
struct Pages {
    /// Its number, from 1.
    number: usize,
    /// How many there are.
    all: usize,
    /// How many rulings come before it.
    before: usize,
    /// The address of a page, up to its number.
    at: String,
}

impl Pages {
    /// The page asked for; the last one if there are not so many.
    fn new(filter: &Filter, found: usize) -> Result<Pages, Problem> {
        let asked = match filter.page.trim() {
            "" => Ok(1),
            typed => typed.parse::<usize>(),
        };
        let asked = asked.ok().filter(|n| *n > 0).ok_or_else(|| {
            let typed: String = filter.page.chars().take(20).collect();
            let detail = format!("`{typed}` is no number of a page");
            Problem::unusable("no-page", detail).suggest("all rulings", "/rulings")
        })?;
        let all = found.div_ceil(ON_A_PAGE).max(1);
        let number = asked.min(all);
        let fields = [
            ("keyword", &filter.keyword),
            ("status", &filter.status),
            ("card", &filter.card),
        ];
        let given = fields.into_iter().filter(|(_, value)| !value.is_empty());
        let given: String = given
            .map(|(name, value)| format!("{name}={}&", encode(value)))
            .collect();
        Ok(Pages {
            number,
            all,
            before: (number - 1) * ON_A_PAGE,
            at: format!("/rulings?{given}page="),
        })
    }
}

/// An entry of a select field.
struct Entry {
    value: &'static str,
    name: &'static str,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "pages/rulings.html")]
struct Rulings {
    frame: Frame,
    keywords: Vec<Entry>,
    statuses: Vec<Entry>,
    card: String,
    filtered: bool,
    total: usize,
    found: usize,
    pages: Pages,
    rulings: Vec<RulingEntry>,
}

/// What a precedent's status is called for a published ruling.
const fn published_status(status: Status) -> RulingStatus {
    match status {
        Status::Official => RulingStatus::Official,
        Status::Community => RulingStatus::Community,
        Status::Derived => RulingStatus::Derived,
    }
}

/// `GET /rulings`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    filter: Query<Filter>,
) -> Result<HttpResponse, Problem> {
    let keyword = match filter.keyword.trim() {
        "" => None,
        name => Some(Keyword::find(name).ok_or_else(|| unknown_keyword(name))?),
    };
    let status = match filter.status.trim() {
        "" => None,
        word => Some(RulingStatus::find(word).ok_or_else(|| unknown_status(word))?),
    };
    let card = name_key(&filter.card);
    let wanted = |p: &&Precedent| {
        keyword.is_none_or(|k| p.keywords.contains(&k))
            && status.is_none_or(|s| published_status(p.case.situation.about.status) == s)
            && (card.is_empty() || p.cards.iter().any(|c| name_key(c).contains(&card)))
    };
    let library = state.library().await?;
    let about: Option<Vec<Shown<'_>>> = keyword.map(|k| library.about_keyword(k));
    let all = || {
        library
            .rulings()
            .iter()
            .map(|r| (r, String::new()))
            .collect()
    };
    let published: Vec<Shown<'_>> = about
        .unwrap_or_else(all)
        .into_iter()
        .filter(|(r, _)| status.is_none_or(|s| r.status == s))
        .filter(|(r, _)| {
            let links = &r.revision.content.links;
            let mut cards = links.iter().filter(|l| l.kind == LinkKind::Card);
            card.is_empty() || cards.any(|l| name_key(&l.target).contains(&card))
        })
        .collect();
    let used = |k: &Keyword| {
        precedents().with_keyword(*k).next().is_some()
            || !library.about_keyword(*k).is_empty()
            || keyword == Some(*k)
    };
    let entries = Keyword::all().filter(used);
    let known: Vec<&Precedent> = precedents().iter().filter(wanted).collect();
    let found = published.len() + known.len();
    let pages = Pages::new(&filter, found)?;
    let description = "Precedents: questions from the table, each with its verdict and the whole trace, run on \
        today’s rules.";
    let page_of = Rulings {
        frame: Frame::new(&req, Nav::None, "Rulings", description),
        keywords: entries
            .map(|k| Entry {
                value: k.slug(),
                name: k.name(),
                chosen: keyword == Some(k),
            })
            .collect(),
        statuses: RulingStatus::ALL
            .map(|s| Entry {
                value: s.word(),
                name: status_words(s),
                chosen: status == Some(s),
            })
            .into(),
        card: filter.card.clone(),
        filtered: keyword.is_some() || status.is_some() || !card.is_empty(),
        total: precedents().iter().count() + library.rulings().len(),
        rulings: published
            .iter()
            .map(|shown| library.entry(shown))
            .chain(known.into_iter().map(RulingEntry::of))
            .skip(pages.before)
            .take(ON_A_PAGE)
            .collect(),
        found,
        pages,
    };
    page(&req, Policy::Revalidate, &page_of)
}

fn unknown_keyword(name: &str) -> Problem {
    let detail = name
        .parse::<Keyword>()
        .err()
        .map_or_else(String::new, |e| e.to_string());
    Problem::unusable("unknown-keyword", detail).suggest("all rulings", "/rulings")
}

fn unknown_status(word: &str) -> Problem {
    let words = RulingStatus::ALL.map(RulingStatus::word).join(", ");
    let detail = format!("there is no status `{word}`; there are {words}");
    Problem::unusable("unknown-status", detail).suggest("all rulings", "/rulings")
}
