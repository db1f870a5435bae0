//! `/`: the search box first, then making a ruling, keywords, and the latest rulings.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::RulingEntry;
use crate::rulebook::{KeywordEntry, rulebook};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::precedents::precedents;
use crate::web::state::State;

/// Keywords that stand open on the page: those a table asks for most.
const COMMON: [&str; 12] = [
    "parry",
    "evade",
    "deflect",
    "retaliate",
    "critical-hit",
    "lucky",
    "intercept",
    "overkill",
    "stun",
    "armor",
    "accuracy",
    "fury",
];
/// Rulings on the page.
const LATEST: usize = 6;

#[derive(Template)]
#[template(path = "pages/home.html")]
struct Home {
    frame: Frame,
    common: Vec<&'static KeywordEntry>,
    all: &'static [KeywordEntry],
    /// Published rulings, the latest changed first; precedents as long as nothing is published.
    rulings: Vec<RulingEntry>,
    published: bool,
}

/// `GET /`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let library = state.library().await?;
    let all = rulebook().keywords();
    let description = "Type the board, enter the dice, and get the ruling: what happens, step by step, which rule \
        says so, and why the other thing may not happen.";
    let frame = Frame::new(
        &req,
        Nav::None,
        "Rulings for the Star Wars Trading Card Game",
        description,
    );
    let home = Home {
        frame: frame.skip("the search"),
        common: COMMON
            .iter()
            .filter_map(|slug| all.iter().find(|k| k.keyword.slug() == *slug))
            .collect(),
        all,
        published: !library.rulings().is_empty(),
        rulings: if library.rulings().is_empty() {
            precedents()
                .iter()
                .take(LATEST)
                .map(RulingEntry::of)
                .collect()
        } else {
            let latest = library.rulings().iter().take(LATEST);
            latest
                .map(|ruling| library.entry(&(ruling, String::new())))
                .collect()
        },
    };
    page(&req, Policy::Revalidate, &home)
}
