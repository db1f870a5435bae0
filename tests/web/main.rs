//! The service over HTTP: the real application on a real port with a real database file.

mod ask;
mod desk;
mod headers;
mod judge_api;
mod limits;
mod pages;
mod routes;
mod rulebook_api;
mod server;
mod stored;
