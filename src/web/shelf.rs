//! The cards in memory, which follow the database while the service runs.

use std::sync::{Arc, PoisonError, RwLock};

use crate::catalogue::CardIndex;

/// The catalogue that is read now.
#[derive(Debug)]
pub struct Shelf(RwLock<Arc<CardIndex>>);

impl Shelf {
    /// A shelf with these cards.
    #[must_use]
    pub fn new(cards: CardIndex) -> Shelf {
        Shelf(RwLock::new(Arc::new(cards)))
    }

    /// The cards of this moment; they stay the same for as long as they are held.
    #[must_use]
    pub fn now(&self) -> Arc<CardIndex> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts other cards in their place.
    pub(super) fn replace(&self, cards: CardIndex) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(cards);
    }
}
