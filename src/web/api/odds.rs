//! `POST /api/v1/odds`: a situation in, the exact odds of its last attack out. Reads no cookie and
//! changes nothing.

use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::Value;

use super::judge::read;
use crate::rules::odds::{Effort, Policy};
use crate::web::cache;
use crate::web::error::Problem;
use crate::web::odds::{policy, work_out};
use crate::web::state::State;

/// `?policy=best`.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Asked {
    policy: Option<String>,
}

/// `POST /api/v1/odds`: the body is that of `/judge`, and may hold a `policy` beside the board; so
/// may the address.
pub(in crate::web) async fn post(
    req: HttpRequest,
    state: Data<State>,
    asked: Query<Asked>,
    body: Bytes,
) -> Result<HttpResponse, Problem> {
    let (body, inside) = without_policy(&body)?;
    let named = inside.or_else(|| asked.0.policy.clone());
    let policy = named.map_or(Ok(Policy::None), |name| policy(&name))?;
    let case = read(&state, &body)?;
    let odds = work_out(case.situation, policy, Effort::FULL).await?;
    super::json(&req, cache::Policy::Private, &odds)
}

/// The body without its `policy`, and that.
fn without_policy(body: &Bytes) -> Result<(Bytes, Option<String>), Problem> {
    let named = body.windows(8).any(|w| w == b"\"policy\"");
    let parsed = named
        .then(|| serde_json::from_slice::<Value>(body).ok())
        .flatten();
    let Some(Value::Object(mut document)) = parsed else {
        return Ok((body.clone(), None));
    };
    let Some(value) = document.remove("policy") else {
        return Ok((body.clone(), None));
    };
    let Value::String(name) = value else {
        let detail = format!("`policy` is a name such as `best`, not `{value}`");
        return Err(Problem::unusable("unknown-policy", detail));
    };
    let rest = serde_json::to_vec(&document).map_err(|error| Problem::internal(&error))?;
    Ok((Bytes::from(rest), Some(name)))
}
