//! The catalogue as it is before and while an import runs, in memory.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::slug;
use crate::game::Card;
use crate::store::error::from_json;
use crate::store::{Db, StoreResult};

/// Where a card's facts come from. Imported facts replace those that come with Arbiter, never the other way round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// An import of the community's files.
    Lackey,
    /// The catalogue that comes with Arbiter.
    Starter,
}

impl Origin {
    /// The word in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Origin::Lackey => "lackey",
            Origin::Starter => "starter",
        }
    }

    pub(super) fn of(word: &str) -> Origin {
        if word == "starter" {
            Origin::Starter
        } else {
            Origin::Lackey
        }
    }
}

/// What tells the printings of one card apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub(super) set: String,
    pub(super) number: String,
    pub(super) label: String,
}

pub(super) struct KnownPrinting {
    pub(super) id: i64,
    pub(super) origin: Origin,
    pub(super) facts: Card,
    /// The row as JSON.
    pub(super) raw: String,
    /// Met in this run.
    pub(super) seen: bool,
}

pub(super) struct KnownCard {
    pub(super) id: i64,
    pub(super) origin: Origin,
    pub(super) facts: Card,
    pub(super) text_date: String,
    pub(super) updated_at: String,
    /// Made by this run, so that it has no past.
    pub(super) fresh: bool,
    pub(super) printings: BTreeMap<Place, KnownPrinting>,
}

impl KnownCard {
    /// The printing that the card follows: imported before our own, ordinary before promotional, then the oldest.
    pub(super) fn followed(&self) -> Option<&KnownPrinting> {
        self.printings
            .iter()
            .min_by_key(|(place, p)| (p.origin, !place.label.is_empty(), p.id))
            .map(|(_, p)| p)
    }
}

/// All cards and printings.
#[derive(Default)]
pub(super) struct Known {
    pub(super) cards: BTreeMap<String, KnownCard>,
    slugs: BTreeSet<String>,
}

impl Known {
    pub(super) async fn load(db: &Db) -> StoreResult<Known> {
        let mut known = Known::default();
        let mut names: BTreeMap<i64, String> = BTreeMap::new();
        let cards =
            sqlx::query!("SELECT id, name, slug, origin, facts, text_date, updated_at FROM cards")
                .fetch_all(&db.read)
                .await?;
        for row in cards {
            known.slugs.insert(row.slug);
            names.insert(row.id, row.name.clone());
            let card = KnownCard {
                id: row.id,
                origin: Origin::of(&row.origin),
                facts: from_json("card", &row.facts)?,
                text_date: row.text_date,
                updated_at: row.updated_at,
                fresh: false,
                printings: BTreeMap::new(),
            };
            known.cards.insert(row.name, card);
        }
        let printings = sqlx::query!(
            "SELECT id, card_id, set_code, number, label, origin, facts, raw FROM printings"
        )
        .fetch_all(&db.read)
        .await?;
        for row in printings {
            let Some(card) = names.get(&row.card_id).and_then(|n| known.cards.get_mut(n)) else {
                continue;
            };
            let place = Place {
                set: row.set_code,
                number: row.number,
                label: row.label,
            };
            let printing = KnownPrinting {
                id: row.id,
                origin: Origin::of(&row.origin),
                facts: from_json("printing", &row.facts)?,
                raw: row.raw,
                seen: false,
            };
            card.printings.insert(place, printing);
        }
        Ok(known)
    }

    /// An address for a new card that no other card has.
    pub(super) fn new_slug(&mut self, name: &str) -> String {
        let plain = match slug(name) {
            empty if empty.is_empty() => "card".to_owned(),
            plain => plain,
        };
        let mut free = plain.clone();
        let mut number = 2;
        while !self.slugs.insert(free.clone()) {
            free = format!("{plain}-{number}");
            number += 1;
        }
        free
    }
}
