//! `/rules/attack`: the windows of an attack, from the list the engine walks, each with the
//! keywords that act in it.

use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::EditionQuery;
use crate::rulebook::{Keyword, rulebook};
use crate::rules::window::{ATTACK, First, Window, WindowKind};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::moments;
use crate::web::precedents::precedents;
use crate::web::view::ClauseView;

#[derive(Template)]
#[template(path = "pages/attack.html")]
struct Attack {
    frame: Frame,
    windows: Vec<Row>,
}

struct Row {
    name: &'static str,
    what: &'static str,
    first: &'static str,
    clause: ClauseView,
    keywords: Vec<Keyword>,
}

/// `GET /rules/attack`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    query: Query<EditionQuery>,
) -> Result<HttpResponse, Problem> {
    let edition = query.get()?;
    let row = |window: &Window| {
        let mut clause = ClauseView::of(rulebook().clause(window.clause), edition);
        clause.precedents = precedents()
            .citing(window.clause)
            .map(|p| (p.title().to_owned(), p.href()))
            .collect();
        Row {
            name: window.name,
            what: what(window.kind),
            first: first(window.first),
            clause,
            keywords: moments::acting_in(window.id.as_str()).collect(),
        }
    };
    let description = "The fourteen windows of one attack in order: what happens in each, who acts first, which \
        keywords act there, and the rule that says so.";
    let frame = Frame::new(&req, Nav::Rules, "An attack, window by window", description)
        .skip("the windows");
    page(
        &req,
        Policy::Reference,
        &Attack {
            frame,
            windows: ATTACK.iter().map(row).collect(),
        },
    )
}

const fn what(kind: WindowKind) -> &'static str {
    match kind {
        WindowKind::Choose => "a choice",
        WindowKind::Triggers => "triggers resolve",
        WindowKind::PlayOrPass => "play or pass",
        WindowKind::Roll => "dice are rolled",
        WindowKind::Count => "counting",
        WindowKind::Place => "counters are placed",
        WindowKind::Discard => "units are discarded",
    }
}

const fn first(first: First) -> &'static str {
    match first {
        First::DarkSide => "Dark Side first",
        First::Controller => "the attacker’s player",
        First::Nobody => "nobody chooses",
    }
}
