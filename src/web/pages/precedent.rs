//! `/rulings/{slug}`: one precedent in full, or a published ruling.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::render::{Links, View};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page, rules_version};
use crate::web::odds::Panel;
use crate::web::precedents::{Precedent, precedents};
use crate::web::state::State;
use crate::web::view::{self, VerdictView};
use crate::web::{engine, markdown, odds};

#[derive(Template)]
#[template(path = "pages/precedent.html")]
struct PrecedentPage {
    frame: Frame,
    precedent: &'static Precedent,
    answer: String,
    verdict: VerdictView,
    ruling: View,
    rules: String,
    panel: Panel,
    odds_href: String,
}

/// `GET /rulings/{slug}`: precedents and published rulings share the form of their addresses.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    slug: Path<String>,
) -> Result<HttpResponse, Problem> {
    let Some(precedent) = precedents().find(&slug) else {
        return super::published::show(&req, &state, &slug).await;
    };
    let situation = &precedent.case.situation;
    let frame = Frame::new(
        &req,
        Nav::None,
        precedent.title(),
        precedent.ruling.verdict.summary.clone(),
    );
    let mut ruling = View::new(situation, &precedent.ruling, &Links::inside());
    engine::outcomes(situation, &precedent.ruling, &mut ruling);
    let page_of = PrecedentPage {
        frame: frame.skip("the verdict"),
        precedent,
        answer: markdown::blocks(&situation.about.ruling),
        verdict: precedent.ruling.verdict.kind.into(),
        ruling,
        rules: rules_version(),
        panel: Panel::of(situation),
        odds_href: format!("{}/odds", precedent.href()),
    };
    page(&req, Policy::Revalidate, &page_of)
}
