//! The service over HTTP: pages for people, an API for programs (design: the web service).
//!
//! [`build`] makes the running server from a listener and a [`State`]; the command line and the
//! tests both start it that way.

mod api;
mod assets;
mod cache;
mod card;
mod cards;
mod desk;
mod diff;
mod embed;
mod engine;
mod error;
mod exports;
mod feed;
mod form;
mod frame;
mod fresh;
mod headers;
mod health;
mod kept;
mod library;
mod limit;
mod log;
mod markdown;
mod moments;
mod names;
mod odds;
mod official;
mod offline;
mod origin;
mod pages;
mod precedents;
pub mod publish;
mod request;
mod routes;
mod searching;
mod shelf;
mod state;
mod stored;
mod view;
mod who;

use std::net::TcpListener;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::{Compress, NormalizePath, TrailingSlash, from_fn};
use actix_web::web::{self, Data};
use actix_web::{App, HttpServer};

pub use error::Problem;
pub use limit::{BODY, Rates};
pub use routes::{Kind, ROUTES, Route, Who};
pub(crate) use searching::Texts;
pub use searching::{Searching, open_search};
pub use shelf::Shelf;
pub use state::{Site, State};

/// How long a connection may stay open between requests.
const KEEP_ALIVE: Duration = Duration::from_secs(30);
/// How long a client may take to send a request's head.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);
/// Seconds that running requests get when the service stops.
const FAREWELL: u64 = 15;
/// Connections served at once by each worker.
const CONNECTIONS: usize = 1024;

/// The server on that listener, ready to be awaited. Runs inside an actix system, where it also
/// starts what keeps cards and search as the database has them.
///
/// # Errors
/// If the listener cannot be used.
pub fn build(listener: TcpListener, state: Data<State>) -> std::io::Result<Server> {
    actix_web::rt::spawn(fresh::keep(state.clone()));
    let server = HttpServer::new(move || {
        App::new()
            .app_data(state.clone())
            .app_data(web::PayloadConfig::new(BODY))
            .configure(request::configure)
            .configure(routes::configure)
            .default_service(web::to(error::nothing_here))
            // The first one wrapped is the innermost.
            .wrap(from_fn(origin::check))
            .wrap(from_fn(limit::guard))
            .wrap(from_fn(error::shape))
            .wrap(from_fn(headers::add))
            .wrap(Compress::default())
            .wrap(from_fn(log::record))
            .wrap(NormalizePath::new(TrailingSlash::Trim))
    });
    let server = server
        .keep_alive(KEEP_ALIVE)
        .client_request_timeout(HEAD_PATIENCE)
        .max_connections(CONNECTIONS)
        .shutdown_timeout(FAREWELL)
        .listen(listener)?;
    Ok(server.run())
}

/// Runs the precedents, which takes a moment that the first visitor need not wait for.
pub fn prepare() {
    let known = precedents::precedents().iter().count();
    tracing::debug!(known, "the precedents have been run");
}

/// All problems of a document at once.
fn faults(problems: &crate::rules::document::Problems) -> Problem {
    let fault = |p: &crate::rules::document::Problem| error::Fault {
        place: p.place.to_string(),
        detail: p.what.clone(),
    };
    let list: Vec<error::Fault> = problems.0.iter().map(fault).collect();
    let detail = match list.len() {
        1 => "the situation has a fault".to_owned(),
        n => format!("the situation has {n} faults"),
    };
    Problem::unusable("unusable-situation", detail).with_faults(list)
}
