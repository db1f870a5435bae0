//! `/sets`: the sets with what they hold, and the cards of each.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::catalogue::name_key;
use crate::store::SetRecord;
use crate::web::cache::Policy;
use crate::web::card;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::state::State;

#[derive(Template)]
#[template(path = "pages/sets.html")]
struct Sets {
    frame: Frame,
    sets: Vec<SetRecord>,
    cards: usize,
}

#[derive(Template)]
#[template(path = "pages/set.html")]
struct Set {
    frame: Frame,
    set: SetRecord,
    rows: Vec<Row>,
}

/// A card of a set.
struct Row {
    number: String,
    name: String,
    href: String,
    type_line: String,
    side: &'static str,
    numbers: Vec<(&'static str, String)>,
}

/// `GET /sets`.
pub(in crate::web) async fn list(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let description =
        "Every set of cards that is loaded, with the number of its cards and printings.";
    let shown = Sets {
        frame: Frame::new(&req, Nav::None, "Sets", description),
        sets: state.db.sets().await?,
        cards: state.cards.now().len(),
    };
    page(&req, Policy::Revalidate, &shown)
}

/// `GET /sets/{set}`.
pub(in crate::web) async fn one(
    req: HttpRequest,
    state: Data<State>,
    code: Path<String>,
) -> Result<HttpResponse, Problem> {
    let sets = state.db.sets().await?;
    let Some(set) = sets.iter().find(|s| s.code == *code) else {
        return Err(unknown(&code, &sets));
    };
    let entries = state.db.cards_printed_in(&set.code).await?;
    let rows = entries.into_iter().map(|(number, entry)| Row {
        number,
        href: format!("/c/{}", entry.slug),
        type_line: card::type_line(&entry.card),
        side: card::side(&entry.card),
        numbers: card::numbers(&entry.card),
        name: entry.card.name,
    });
    let description = format!(
        "The cards of the set {} in the order of their numbers, with types, costs and values.",
        set.code
    );
    let shown = Set {
        frame: Frame::new(&req, Nav::None, format!("Set {}", set.code), description),
        set: set.clone(),
        rows: rows.collect(),
    };
    page(&req, Policy::Revalidate, &shown)
}

fn unknown(code: &str, sets: &[SetRecord]) -> Problem {
    let typed: String = code.chars().take(40).collect();
    let problem = Problem::missing("unknown-set", format!("no set `{typed}` is loaded"));
    let key = name_key(code);
    let near = sets.iter().filter(|s| {
        let known = name_key(&s.code);
        !key.is_empty() && (known.starts_with(&key) || key.starts_with(&known))
    });
    near.take(3)
        .fold(problem, |problem, set| {
            problem.suggest(set.code.clone(), format!("/sets/{}", set.code))
        })
        .suggest("all sets", "/sets")
}
