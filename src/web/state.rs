//! What the running service knows: the database, the precedents, limits and numbers.

use super::health::Metrics;
use super::kept::Kept;
use super::library::Libraries;
use super::limit::{Limits, Rates};
use super::searching::Searching;
use super::shelf::Shelf;
use crate::catalogue::CardIndex;
use crate::store::Db;

/// How the service is seen from outside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// The public address without a slash at the end, such as `https://arbiter.example`; where it
    /// is missing, links repeat the host the visitor asked for.
    pub url: Option<String>,
    /// Whether a proxy of our own stands in front and says in `X-Forwarded-For` who asks.
    pub trust_proxy: bool,
}

/// Shared by all requests.
#[derive(Debug)]
pub struct State {
    /// The database.
    pub db: Db,
    /// The cards that situations may name; they follow the database.
    pub cards: Shelf,
    /// How the service is seen from outside.
    pub site: Site,
    /// The search; in memory only, unless it is given a folder before the service starts.
    pub search: Searching,
    /// The published rulings as they were last read.
    pub libraries: Libraries,
    /// Limits for each visitor.
    pub limits: Limits,
    /// Pages of stored rulings that are asked for often.
    pub kept: Kept,
    /// Numbers for `/metrics`.
    pub metrics: Metrics,
}

impl State {
    /// The state of a service over that database and those cards.
    #[must_use]
    pub fn new(db: Db, cards: CardIndex, site: Site, rates: Rates) -> State {
        State {
            db,
            cards: Shelf::new(cards),
            site,
            search: Searching::default(),
            libraries: Libraries::default(),
            limits: Limits::new(rates),
            kept: Kept::default(),
            metrics: Metrics::default(),
        }
    }
}
