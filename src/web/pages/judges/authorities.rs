//! `/judges/authorities`: who made official rulings, and when they were in office.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use time::macros::format_description;

use super::{answer, frame};
use crate::store::{Actor, Authority, Role};
use crate::web::error::Problem;
use crate::web::form::Sent;
use crate::web::frame::Frame;
use crate::web::pages::judge::see;
use crate::web::state::State;
use crate::web::who::SignedIn;

#[derive(Template)]
#[template(path = "pages/judges/authorities.html")]
struct Authorities {
    frame: Frame,
    authorities: Vec<Authority>,
    head: bool,
}

/// `GET /judges/authorities`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let page = Authorities {
        frame: frame(&req, "Authorities"),
        authorities: state.db.authorities().await?,
        head: judge.role == Role::Head,
    };
    answer(StatusCode::OK, &page)
}

/// `POST /judges/authorities`: adds an authority or a term of office, or ends one.
pub(in crate::web) async fn add(
    state: Data<State>,
    form: Sent,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let Sent(form) = form;
    let name: String = form.get("name").chars().take(100).collect();
    let (since, until) = (form.get("since"), form.get("until"));
    if name.is_empty() {
        return Err(wrong("an authority has a name"));
    }
    let form = format_description!("[year]-[month]-[day]");
    for date in [since, until] {
        let may_be_empty = date.is_empty() && since != date;
        if !may_be_empty && time::Date::parse(date, form).is_err() {
            return Err(wrong(&format!(
                "`{date}` is no date; write it as 2018-03-01"
            )));
        }
    }
    let until = Some(until).filter(|date| !date.is_empty());
    let actor = Actor::judge(&judge);
    state
        .db
        .add_authority_term(&name, since, until, &actor)
        .await?;
    Ok(see("/judges/authorities"))
}

fn wrong(detail: &str) -> Problem {
    Problem::unusable("no-term", detail).suggest("back", "/judges/authorities")
}
