//! The search as the service keeps it: opened when it is first needed.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use actix_web::web::{Data, block};

use super::error::Problem;
use super::state::State;
use crate::catalogue::CardIndex;
use crate::search::{Document, Search, Snapshot, document};

/// The search, which may not be open yet.
#[derive(Default)]
pub struct Searching {
    folder: Option<PathBuf>,
    opened: OnceLock<Search>,
    opening: Mutex<()>,
}

impl Searching {
    /// A search whose index lies in that folder.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Searching {
        Searching {
            folder: Some(folder),
            ..Searching::default()
        }
    }

    /// The search over the rules and these cards, opened if nobody has yet. Blocks meanwhile.
    ///
    /// # Errors
    /// 500 if it cannot be opened.
    pub fn open(&self, cards: &CardIndex) -> Result<&Search, Problem> {
        if let Some(search) = self.opened.get() {
            return Ok(search);
        }
        // Whoever held a poisoned lock failed; the next one may succeed.
        let _alone = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(search) = self.opened.get() {
            return Ok(search);
        }
        let documents = documents(cards);
        let made = match &self.folder {
            Some(folder) => Search::open(folder, documents),
            None => Search::in_memory(documents),
        };
        let made = made.map_err(|error| Problem::internal(&error))?;
        Ok(self.opened.get_or_init(|| made))
    }
}

impl fmt::Debug for Searching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searching")
            .field("folder", &self.folder)
            .field("open", &self.opened.get().is_some())
            .finish_non_exhaustive()
    }
}

/// Runs something that searches, away from the threads that serve connections.
///
/// # Errors
/// Those of opening the search and of what is run.
pub async fn with_search<T: Send + 'static>(
    state: Data<State>,
    run: impl FnOnce(&Snapshot) -> tantivy::Result<T> + Send + 'static,
) -> Result<T, Problem> {
    let searched = block(move || {
        let snapshot: Arc<Snapshot> = state.search.open(&state.cards)?.snapshot();
        run(&snapshot).map_err(|error| Problem::internal(&error))
    });
    searched.await.map_err(|error| Problem::internal(&error))?
}

/// The rules and precedents with these cards.
fn documents(cards: &CardIndex) -> Vec<Document> {
    let mut documents = document::rules();
    documents.extend(
        cards
            .iter()
            .map(|card| Document::card(card, document::is_modelled(card))),
    );
    documents
}
