//! A judge's tokens; for head judges the accounts and the log; the imports.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::{answer, frame};
use crate::store::{Actor, AuditEntry, ImportRecord, Judge, Secret, TokenEntry};
use crate::web::error::Problem;
use crate::web::form::Sent;
use crate::web::frame::Frame;
use crate::web::pages::judge::see;
use crate::web::state::State;
use crate::web::who::SignedIn;

/// Entries of a log on one page.
const ENTRIES: i64 = 200;

#[derive(Template)]
#[template(path = "pages/judges/tokens.html")]
struct Tokens {
    frame: Frame,
    tokens: Vec<TokenEntry>,
    /// A token just made; shown this once.
    made: Option<Secret>,
}

/// `GET /judges/tokens`.
pub(in crate::web) async fn tokens(
    req: HttpRequest,
    state: Data<State>,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    token_page(&req, &state, &judge, None).await
}

async fn token_page(
    req: &HttpRequest,
    state: &State,
    judge: &Judge,
    made: Option<Secret>,
) -> Result<HttpResponse, Problem> {
    let page = Tokens {
        frame: frame(req, "Tokens"),
        tokens: state.db.tokens(judge).await?,
        made,
    };
    answer(StatusCode::OK, &page)
}

/// `POST /judges/tokens`.
pub(in crate::web) async fn add_token(
    req: HttpRequest,
    state: Data<State>,
    form: Sent,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    let label: String = form.0.get("label").chars().take(100).collect();
    if label.is_empty() {
        return Err(Problem::unusable("no-label", "say what the token is for")
            .suggest("back", "/judges/tokens"));
    }
    let made = state.db.add_token(&judge, &label).await?;
    token_page(&req, &state, &judge, Some(made)).await
}

/// `POST /judges/tokens/{id}/revoke`.
pub(in crate::web) async fn revoke_token(
    state: Data<State>,
    id: Path<i64>,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    state.db.revoke_token(&judge, *id).await?;
    Ok(see("/judges/tokens"))
}

#[derive(Template)]
#[template(path = "pages/judges/accounts.html")]
struct Accounts {
    frame: Frame,
    judges: Vec<Judge>,
}

/// `GET /judges/accounts`.
pub(in crate::web) async fn accounts(
    req: HttpRequest,
    state: Data<State>,
    _judge: SignedIn,
) -> Result<HttpResponse, Problem> {
    let page = Accounts {
        frame: frame(&req, "Accounts"),
        judges: state.db.judges().await?,
    };
    answer(StatusCode::OK, &page)
}

/// `POST /judges/accounts/{login}/disable`.
pub(in crate::web) async fn disable(
    state: Data<State>,
    login: Path<String>,
    SignedIn(judge): SignedIn,
) -> Result<HttpResponse, Problem> {
    if *login == judge.login {
        return Err(
            Problem::unusable("own-account", "another head judge shuts your account")
                .suggest("back", "/judges/accounts"),
        );
    }
    state
        .db
        .disable_judge(&login, &Actor::judge(&judge))
        .await?;
    Ok(see("/judges/accounts"))
}

#[derive(Template)]
#[template(path = "pages/judges/log.html")]
struct Log {
    frame: Frame,
    entries: Vec<AuditEntry>,
}

/// `GET /judges/log`.
pub(in crate::web) async fn log(
    req: HttpRequest,
    state: Data<State>,
    _judge: SignedIn,
) -> Result<HttpResponse, Problem> {
    let page = Log {
        frame: frame(&req, "Log"),
        entries: state.db.audit_log(ENTRIES).await?,
    };
    answer(StatusCode::OK, &page)
}

#[derive(Template)]
#[template(path = "pages/judges/imports.html")]
struct Imports {
    frame: Frame,
    imports: Vec<ImportRecord>,
}

/// `GET /judges/imports`.
pub(in crate::web) async fn imports(
    req: HttpRequest,
    state: Data<State>,
    _judge: SignedIn,
) -> Result<HttpResponse, Problem> {
    let page = Imports {
        frame: frame(&req, "Imports"),
        imports: state.db.imports(ENTRIES).await?,
    };
    answer(StatusCode::OK, &page)
}
