//! Reading requests: limits and clear errors for what does not fit.

use actix_web::http::StatusCode;
use actix_web::web::{FormConfig, JsonConfig, PathConfig, QueryConfig, ServiceConfig};

use super::error::Problem;
use super::limit::BODY;

/// Sets the extractors' limits and gives their failures our form.
pub(super) fn configure(app: &mut ServiceConfig) {
    app.app_data(FormConfig::default().limit(BODY).error_handler(|error, _| {
        use actix_web::error::UrlencodedError;
        match error {
            UrlencodedError::Overflow { .. } => too_large().into(),
            other => unreadable(&other).into(),
        }
    }));
    app.app_data(
        JsonConfig::default()
            .limit(BODY)
            .error_handler(|error, _| unreadable(&error).into()),
    );
    app.app_data(QueryConfig::default().error_handler(|error, _| unreadable(&error).into()));
    app.app_data(PathConfig::default().error_handler(|_, req| {
        let path: String = req.path().chars().take(80).collect();
        Problem::missing("not-found", format!("nothing is kept at `{path}`")).into()
    }));
}

fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-large",
        "at most 64 KiB are taken",
    )
}

fn unreadable(error: &dyn std::fmt::Display) -> Problem {
    Problem::new(
        StatusCode::BAD_REQUEST,
        "unreadable",
        error.to_string().to_lowercase(),
    )
}
