//! For the operator's machinery: alive, ready, numbers.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::Data;

use super::error::Problem;
use super::state::State;

/// What the service counts about itself since it was started.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Responses by the first digit of their status, 1 to 5.
    responses: [AtomicU64; 5],
    /// Microseconds spent on them.
    micros: AtomicU64,
    /// Runs of the engine asked for by visitors.
    rulings: AtomicU64,
}

impl Metrics {
    pub(super) fn request(&self, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).saturating_sub(1);
        if let Some(counter) = self.responses.get(class) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    pub(super) fn ruling(&self) {
        self.rulings.fetch_add(1, Ordering::Relaxed);
    }

    fn text(&self) -> String {
        let mut text = String::new();
        text.push_str("# HELP arbiter_responses_total Responses by class of status.\n");
        text.push_str("# TYPE arbiter_responses_total counter\n");
        for (class, counter) in (1..).zip(&self.responses) {
            let count = counter.load(Ordering::Relaxed);
            // Writing into a string cannot fail.
            let _ = writeln!(
                text,
                "arbiter_responses_total{{class=\"{class}xx\"}} {count}"
            );
        }
        let micros = self.micros.load(Ordering::Relaxed);
        let _ = writeln!(
            text,
            "# HELP arbiter_response_microseconds_total Time spent on responses."
        );
        let _ = writeln!(text, "# TYPE arbiter_response_microseconds_total counter");
        let _ = writeln!(text, "arbiter_response_microseconds_total {micros}");
        let _ = writeln!(
            text,
            "# HELP arbiter_rulings_total Runs of the engine asked for by visitors."
        );
        let _ = writeln!(text, "# TYPE arbiter_rulings_total counter");
        let _ = writeln!(
            text,
            "arbiter_rulings_total {}",
            self.rulings.load(Ordering::Relaxed)
        );
        text
    }
}

/// `GET /healthz`: the process runs.
pub(super) async fn alive() -> HttpResponse {
    text("alive\n")
}

/// `GET /readyz`: the database answers.
pub(super) async fn ready(state: Data<State>) -> Result<HttpResponse, Problem> {
    match state.db.ping().await {
        Ok(()) => Ok(text("ready\n")),
        Err(error) => {
            tracing::error!(%error, "not ready");
            let detail = "the database does not answer";
            Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", detail).retry_after(5))
        }
    }
}

/// `GET /metrics`, in the text form Prometheus reads.
pub(super) async fn metrics(state: Data<State>) -> HttpResponse {
    text(state.metrics.text())
}

/// `GET /robots.txt`: drafts are nobody's business.
pub(super) async fn robots() -> HttpResponse {
    text("User-agent: *\nDisallow: /judge\nDisallow: /table\n")
}

fn text(body: impl Into<String>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("text/plain; charset=utf-8")
        .body(body.into())
}
