//! `/go`: six letters read out across a table lead to a ruling.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::store::ShortCode;
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::pages::judge::see;
use crate::web::state::State;

/// `?code=ABCDEF`.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Typed {
    code: String,
}

#[derive(Template)]
#[template(path = "pages/go.html")]
struct Go {
    frame: Frame,
}

/// `GET /go`: the field for the code; with a code, the ruling.
pub(in crate::web) async fn form(
    req: HttpRequest,
    state: Data<State>,
    typed: Query<Typed>,
) -> Result<HttpResponse, Problem> {
    if !typed.code.trim().is_empty() {
        return lead(&state, &typed.code).await;
    }
    let description = "Type the six letters of a ruling’s short code to open it on this screen.";
    page(
        &req,
        Policy::Reference,
        &Go {
            frame: Frame::new(&req, Nav::None, "Open a short code", description),
        },
    )
}

/// `GET /go/{code}`.
pub(in crate::web) async fn code(
    state: Data<State>,
    code: Path<String>,
) -> Result<HttpResponse, Problem> {
    lead(&state, &code).await
}

async fn lead(state: &State, typed: &str) -> Result<HttpResponse, Problem> {
    let shown: String = typed.trim().chars().take(20).collect();
    let unknown = || {
        let detail = format!(
            "no ruling has the short code `{shown}`; a code has six letters, without I, L and O"
        );
        Problem::missing("unknown-code", detail).suggest("type it again", "/go")
    };
    let code = ShortCode::parse(typed).ok_or_else(unknown)?;
    let id = state.db.ruling_of_code(&code).await?.ok_or_else(unknown)?;
    Ok(see(&format!("/r/{id}")))
}
