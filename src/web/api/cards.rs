//! Cards for programs.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use crate::game::Card;
use crate::search::document::keywords_of;
use crate::store::CardRecord;
use crate::web::cache::Policy;
use crate::web::card::href;
use crate::web::error::Problem;
use crate::web::names;
use crate::web::pages::card::unknown;
use crate::web::state::State;

/// Cards in an answer where nobody says how many.
const USUAL: usize = 50;
/// The most cards in an answer; the bulk file has all.
const MOST: usize = 200;

/// `?set=BL&limit=50&skip=0`, or `?q=ahsoka`.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Wanted {
    set: Option<String>,
    q: Option<String>,
    limit: Option<usize>,
    skip: Option<usize>,
}

#[derive(Serialize)]
struct List {
    total: usize,
    cards: Vec<Entry>,
}

/// A card with its addresses.
#[derive(Serialize)]
struct Entry {
    id: String,
    href: String,
    #[serde(flatten)]
    card: Card,
}

impl Entry {
    fn of(slug: String, card: Card) -> Entry {
        Entry {
            href: format!("/c/{slug}"),
            id: slug,
            card,
        }
    }
}

/// `GET /api/v1/cards`.
pub(in crate::web) async fn list(
    req: HttpRequest,
    state: Data<State>,
    wanted: Query<Wanted>,
) -> Result<HttpResponse, Problem> {
    let limit = wanted.limit.unwrap_or(USUAL).clamp(1, MOST);
    let skip = wanted.skip.unwrap_or(0);
    let list = match &wanted.q {
        Some(typed) => named(&state, typed, limit, skip),
        None => of_set(&state, wanted.set.as_deref(), limit, skip).await?,
    };
    super::json(&req, Policy::Revalidate, &list)
}

fn named(state: &State, typed: &str, limit: usize, skip: usize) -> List {
    let cards = state.cards.now();
    let found = names::beginning(&cards, typed);
    List {
        total: found.len(),
        cards: found
            .into_iter()
            .skip(skip)
            .take(limit)
            .map(|card| Entry::of(crate::catalogue::slug(&card.name), card.clone()))
            .collect(),
    }
}

async fn of_set(
    state: &State,
    set: Option<&str>,
    limit: usize,
    skip: usize,
) -> Result<List, Problem> {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let cards = state.db.cards(set, number(limit), number(skip)).await?;
    let total = state.db.count_cards(set).await?;
    Ok(List {
        total: usize::try_from(total).unwrap_or_default(),
        cards: cards
            .into_iter()
            .map(|entry| Entry::of(entry.slug, entry.card))
            .collect(),
    })
}

#[derive(Serialize)]
struct CardAnswer {
    id: String,
    href: String,
    /// Slugs of the keywords in its text, then of those that only its official page explains.
    keywords: Vec<String>,
    #[serde(flatten)]
    record: CardRecord,
}

/// `GET /api/v1/cards/{id}`.
pub(in crate::web) async fn one(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(record) = state.db.card_by_slug(&id).await? else {
        let cards = state.cards.now();
        return Err(unknown(&id, names::meant(&cards, &id.replace('-', " "))));
    };
    let mut keywords: Vec<String> = keywords_of(&record.card.text)
        .into_keys()
        .map(|keyword| keyword.slug().to_owned())
        .collect();
    for name in state.db.page_keywords(&record.card.name).await? {
        if !keywords.contains(&name) {
            keywords.push(name);
        }
    }
    let answer = CardAnswer {
        id: record.slug.clone(),
        href: href(&record.card.name),
        keywords,
        record,
    };
    super::json(&req, Policy::Revalidate, &answer)
}
