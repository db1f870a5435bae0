//! The API, one file for each area. Bodies and answers are JSON; errors are problem+json.

pub(super) mod bulk;
pub(super) mod cards;
pub(super) mod judge;
pub(super) mod odds;
pub(super) mod openapi;
pub(super) mod published;
pub(super) mod rules;
pub(super) mod rulings;
pub(super) mod search;
pub(super) mod suggest;

use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use super::cache::{self, Policy};
use super::error::Problem;

/// A value as JSON, with entity tag and cache policy.
pub(super) fn json(
    req: &HttpRequest,
    policy: Policy,
    value: &impl Serialize,
) -> Result<HttpResponse, Problem> {
    let text = serde_json::to_vec(value).map_err(|error| Problem::internal(&error))?;
    Ok(cache::respond(req, policy, "application/json", text))
}
