//! `/c/{card}`: its text and how it is read, everything ruled about it, each with why it is shown.

use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::RulingEntry;
use crate::catalogue::{Found, slug};
use crate::game::Card;
use crate::rulebook::{Keyword, KeywordEntry};
use crate::search::document::keywords_of;
use crate::store::{CardRecord, LinkKind, OldFacts, Printing, Published};
use crate::web::cache::Policy;
use crate::web::card;
use crate::web::card::lines::{self, LineView};
use crate::web::card::related::{self, Related};
use crate::web::diff::{self, Run};
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::markdown;
use crate::web::names;
use crate::web::official::Official;
use crate::web::precedents::precedents;
use crate::web::state::State;
use crate::web::view;

/// The most rulings shown for a keyword; its own page has them all.
const FOR_A_KEYWORD: usize = 3;
/// The most stored rulings linked.
const STORED: usize = 12;
/// The most names offered for one that is no card's.
const OFFERED: usize = 12;

#[derive(Template)]
#[template(path = "pages/card.html")]
struct CardPage {
    frame: Frame,
    card: Card,
    type_line: String,
    side: &'static str,
    numbers: Vec<(&'static str, String)>,
    imported: bool,
    since: String,
    lines: Vec<LineView>,
    usage: Vec<String>,
    published: Vec<Shown>,
    precedents: Vec<RulingEntry>,
    keywords: Vec<KeywordBlock>,
    related: Vec<Related>,
    stored: Vec<String>,
    more_stored: usize,
    printings: Vec<Printing>,
    history: Vec<Older>,
}

/// A published ruling in a list.
struct Shown {
    title: String,
    href: String,
    answer: String,
    status: &'static str,
}

/// A keyword of the card with what is ruled about it.
struct KeywordBlock {
    entry: &'static KeywordEntry,
    why: String,
    official: Official,
    published: Vec<Shown>,
    precedents: Vec<RulingEntry>,
    more: usize,
}

/// An earlier text.
struct Older {
    since: String,
    until: String,
    changed: Vec<Vec<Run>>,
}

/// `GET /c/{card}`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    name: Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(record) = state.db.card_by_slug(&name).await? else {
        return elsewhere(&state, &name);
    };
    let shown = assemble(&req, &state, record).await?;
    page(&req, Policy::Revalidate, &shown)
}

/// Leads a name that is written otherwise to its page; else says what is near.
fn elsewhere(state: &State, name: &str) -> Result<HttpResponse, Problem> {
    let cards = state.cards.now();
    let found = names::meant(&cards, &name.replace('-', " "));
    if let Found::One(card) = found
        && slug(&card.name) != name
    {
        return Ok(HttpResponse::SeeOther()
            .insert_header((header::LOCATION, card::href(&card.name)))
            .finish());
    }
    Err(unknown(name, found))
}

/// There is no such card, with the cards that may be meant.
pub(in crate::web) fn unknown(name: &str, found: Found<'_>) -> Problem {
    let typed: String = name.chars().take(80).collect();
    let (detail, names) = match found {
        Found::Many(names) => (format!("`{typed}` may be any of several cards"), names),
        Found::None { nearest } => (format!("there is no card `{typed}`"), nearest),
        Found::One(card) => (
            format!("there is no card `{typed}`"),
            vec![card.name.as_str()],
        ),
    };
    let problem = Problem::missing("unknown-card", detail);
    let near = names.into_iter().take(OFFERED);
    near.fold(problem, |problem, name| {
        problem.suggest(name, card::href(name))
    })
    .suggest("all sets", "/sets")
}

async fn assemble(
    req: &HttpRequest,
    state: &State,
    record: CardRecord,
) -> Result<CardPage, Problem> {
    let card = record.card;
    let published = state.db.published_about(LinkKind::Card, &card.name).await?;
    let mut stored = state.db.rulings_using_card(&card.name).await?;
    let more_stored = stored.len().saturating_sub(STORED);
    stored.truncate(STORED);
    let type_line = card::type_line(&card);
    let description = format!(
        "{}: {type_line}. Its text and how it is read line by line, its rulings, and the rulings of its keywords.",
        card.name
    );
    Ok(CardPage {
        frame: Frame::new(req, Nav::None, card.name.clone(), description).skip("the card"),
        type_line,
        side: card::side(&card),
        numbers: card::numbers(&card),
        imported: record.origin != "starter",
        since: record.text_date.day().to_owned(),
        lines: lines::of(&card),
        usage: record.rulings,
        published: published.iter().map(Shown::of).collect(),
        precedents: precedents()
            .iter()
            .filter(|p| p.cards.contains(&card.name))
            .map(RulingEntry::of)
            .collect(),
        keywords: keywords(state, &card).await?,
        related: related::of(&card, &state.cards.now()),
        stored,
        more_stored,
        printings: record.printings,
        history: older(&card, &record.history),
        card,
    })
}

/// The keywords of its text, then those that only its official page explains.
async fn keywords(state: &State, card: &Card) -> Result<Vec<KeywordBlock>, Problem> {
    let mut listed: Vec<(Keyword, String)> = keywords_of(&card.text)
        .into_iter()
        .map(|(keyword, number)| {
            let number = number.map_or_else(String::new, |n| format!(" {n}"));
            (keyword, format!("its text has {}{number}", keyword.name()))
        })
        .collect();
    for name in state.db.page_keywords(&card.name).await? {
        if let Some(keyword) = Keyword::find(&name)
            && !listed.iter().any(|(known, _)| *known == keyword)
        {
            listed.push((keyword, "its official page explains it".to_owned()));
        }
    }
    let mut blocks = Vec::new();
    for (keyword, why) in listed {
        let texts = state.db.official_texts(keyword.slug()).await?;
        let about = state
            .db
            .published_about(LinkKind::Keyword, keyword.slug())
            .await?;
        let ruled = precedents().with_keyword(keyword).count();
        blocks.push(KeywordBlock {
            entry: keyword.entry(),
            why,
            official: Official::of(&texts),
            published: about.iter().take(FOR_A_KEYWORD).map(Shown::of).collect(),
            precedents: precedents()
                .with_keyword(keyword)
                .take(FOR_A_KEYWORD)
                .map(RulingEntry::of)
                .collect(),
            more: ruled.saturating_sub(FOR_A_KEYWORD),
        });
    }
    Ok(blocks)
}

impl Shown {
    fn of(published: &Published) -> Shown {
        let content = &published.revision.content;
        Shown {
            title: content.title.clone(),
            href: format!("/rulings/{}", published.slug),
            answer: markdown::plain(&content.answer),
            status: published.status.word(),
        }
    }
}

/// Each earlier text beside the one that followed it, newest first.
fn older(card: &Card, history: &[OldFacts]) -> Vec<Older> {
    let mut newer = card;
    let mut all = Vec::new();
    for old in history {
        let most = old.card.text.len().max(newer.text.len());
        let line = |card: &'_ Card, at: usize| card.text.get(at).cloned().unwrap_or_default();
        let lines = (0..most).map(|at| diff::words(&line(&old.card, at), &line(newer, at)));
        all.push(Older {
            since: old.since.day().to_owned(),
            until: old.until.day().to_owned(),
            changed: lines.collect(),
        });
        newer = &old.card;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CardIndex;

    #[test]
    fn an_unknown_card_gets_the_nearest_names() {
        let cards = CardIndex::starter().unwrap();
        let problem = unknown("nom-annor", names::meant(&cards, "nom annor"));
        let names: Vec<&str> = problem
            .suggestions
            .iter()
            .map(|s| s.name.as_str())
            .collect();
        assert!(names.iter().any(|n| n.starts_with("Nom Anor")), "{names:?}");
        assert_eq!(names.last(), Some(&"all sets"));
    }
}
