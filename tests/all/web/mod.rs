//! The service over HTTP: the real application on a real port with a real database file.

mod ask;
mod bench;
mod cards;
mod desk;
mod fresh;
mod headers;
mod judge_api;
mod judges;
mod limits;
mod odds;
mod offline;
mod pages;
mod pairs;
mod permissions;
mod publish;
mod routes;
mod rulebook_api;
mod server;
mod stored;
