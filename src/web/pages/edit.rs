//! `/judge/{id}/edit`: the board of a draft as a form.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::judge::see;
use crate::rules::situation::Situation;
use crate::web::cache::Policy;
use crate::web::desk::board;
use crate::web::desk::draft::{self, Draft};
use crate::web::desk::readings::{self, CardLines};
use crate::web::error::Problem;
use crate::web::form::Sent;
use crate::web::frame::{Frame, Nav, page};
use crate::web::state::State;

#[derive(Template)]
#[template(path = "pages/edit.html")]
struct Edit {
    frame: Frame,
    id: String,
    units: Vec<board::UnitForm>,
    pools: Vec<board::PoolForm>,
    /// The fields for another unit: its name, whether it is of the Light Side.
    new: (String, bool),
    problem: Option<Problem>,
    lines: Vec<CardLines>,
}

impl Edit {
    fn new(req: &HttpRequest, id: String, situation: &Situation) -> Edit {
        let description =
            "The board of a draft: both players, every unit, what is on it and under it.";
        Edit {
            frame: Frame::new(req, Nav::Judge, "Edit the board", description)
                .skip("the board")
                .unlisted(),
            id,
            units: board::forms(situation),
            pools: board::pools(situation),
            new: (String::new(), false),
            problem: None,
            lines: situation.units.iter().flat_map(readings::of).collect(),
        }
    }
}

/// `GET /judge/{id}/edit`: the board as a form.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let draft = draft::load(&state, &id).await?;
    let edit = Edit::new(&req, id.into_inner(), &draft.case.situation);
    page(&req, Policy::Private, &edit)
}

/// `POST /judge/{id}/edit`: what is wrong is shown over the form as it was sent.
pub(in crate::web) async fn save(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
    Sent(form): Sent,
) -> Result<HttpResponse, Problem> {
    let draft = draft::load(&state, &id).await?;
    let case = match board::apply(&draft.case, &form, &state.cards.now()) {
        Ok(case) => case,
        Err(problem) => {
            let mut edit = Edit::new(&req, id.into_inner(), &draft.case.situation);
            for unit in &mut edit.units {
                unit.take(&form);
            }
            for pool in &mut edit.pools {
                pool.take(&form);
            }
            let light = form.get("new_side") == "light";
            edit.new = (form.get("new").to_owned(), light);
            edit.problem = Some(board::in_words(problem, &edit.units));
            let mut answer = page(&req, Policy::Private, &edit)?;
            *answer.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(answer);
        }
    };
    let id = draft::save(&state, &Draft { case, ..draft }).await?;
    let stay = if form.has("stay") { "/edit" } else { "" };
    Ok(see(&format!("/judge/{id}{stay}")))
}
