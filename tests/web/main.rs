//! The service over HTTP: the real application on a real port with a real database file.

mod ask;
mod headers;
mod limits;
mod pages;
mod routes;
mod rulebook_api;
mod server;
