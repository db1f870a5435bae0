//! One line in the log for each request, without anything personal: no address, no query, no
//! part of the path a visitor chose.

use std::time::Instant;

use actix_web::HttpMessage as _;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;

use super::routes::Facts;
use super::state::State;

/// Counts and logs the request.
pub(super) async fn record(
    req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let start = Instant::now();
    let method = req.method().clone();
    let state = req.app_data::<Data<State>>().cloned();
    let response = next.call(req).await?.map_into_boxed_body();
    let took = start.elapsed();
    let status = response.status();
    if let Some(state) = state {
        state.metrics.request(status, took);
    }
    let known = response.request().extensions().get::<Facts>().copied();
    let route = known.and_then(|f| f.pattern).unwrap_or("none");
    tracing::info!(%method, route, status = status.as_u16(), micros = took.as_micros(), "request");
    Ok(response)
}
