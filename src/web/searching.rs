//! The search as the service keeps it: opened when it is first needed, and kept up to date.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use actix_web::web::{Data, block};

use super::error::Problem;
use super::markdown;
use super::state::State;
use crate::catalogue::CardIndex;
use crate::rulebook::ClauseId;
use crate::search::index::fingerprint;
use crate::search::{Document, RulingText, Search, Snapshot, document};
use crate::store::{Db, Link, LinkKind, OfficialText, Published, RulingStatus, StoreResult};

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

    /// The search, opened over these documents if nobody has yet. Blocks meanwhile.
    fn open(&self, documents: impl FnOnce() -> Vec<Document>) -> Result<&Search, Problem> {
        if let Some(search) = self.opened.get() {
            return Ok(search);
        }
        // Whoever held a poisoned lock failed; the next one may succeed.
        let _alone = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(search) = self.opened.get() {
            return Ok(search);
        }
        let made = match &self.folder {
            Some(folder) => Search::open(folder, documents()),
            None => Search::in_memory(documents()),
        };
        let made = made.map_err(|error| Problem::internal(&error))?;
        Ok(self.opened.get_or_init(|| made))
    }

    /// Mends the index folder where it is no longer what is served; not at all before the search
    /// is open. `thorough` reads its files, else only their sizes are compared.
    pub(super) fn look_after(&self, thorough: bool) {
        if let Some(search) = self.opened.get() {
            search.look_after(thorough);
        }
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
    if state.search.opened.get().is_none() {
        open_search(&state).await?;
    }
    let searched = block(move || {
        let search = state.search.open(Vec::new)?;
        let snapshot: Arc<Snapshot> = search.snapshot();
        run(&snapshot).map_err(|error| Problem::internal(&error))
    });
    searched.await.map_err(|error| Problem::internal(&error))?
}

/// Opens the search over what the database holds, if it is not open yet.
///
/// # Errors
/// If the database does not answer or the index cannot be made; the first search tries again.
pub async fn open_search(state: &Data<State>) -> Result<(), Problem> {
    let texts = Texts::load(&state.db).await?;
    let opened = state.clone();
    let opening = block(move || {
        opened
            .search
            .open(|| texts.documents(&opened.cards.now()))
            .map(|_| ())
    });
    opening.await.map_err(|error| Problem::internal(&error))?
}

/// Takes up what the database holds now; searches that are running finish with the old index.
///
/// # Errors
/// If the database does not answer or the index cannot be made; the old one is then served on.
pub(super) async fn refresh(state: &Data<State>) -> Result<(), Problem> {
    if state.search.opened.get().is_none() {
        // What opens it later reads the database then.
        return Ok(());
    }
    let texts = Texts::load(&state.db).await?;
    let kept = state.clone();
    let replacing = block(move || {
        let documents = texts.documents(&kept.cards.now());
        let search = kept.search.open(Vec::new)?;
        if fingerprint(&documents) == search.snapshot().fingerprint {
            return Ok(());
        }
        tracing::info!(
            documents = documents.len(),
            "the search index follows the data"
        );
        search
            .replace(documents)
            .map_err(|error| Problem::internal(&error))
    });
    replacing.await.map_err(|error| Problem::internal(&error))?
}

/// What the database adds to the rules that come with Arbiter, apart from the cards.
pub(crate) struct Texts {
    official: Vec<OfficialText>,
    published: Vec<Published>,
    /// Cards of which a line is not understood in full.
    partly_read: BTreeSet<String>,
}

impl Texts {
    /// What that database holds.
    ///
    /// # Errors
    /// If it does not answer.
    pub(crate) async fn load(db: &Db) -> StoreResult<Texts> {
        Ok(Texts {
            official: db.official_texts_in_force().await?,
            published: published(db).await?,
            partly_read: db.partly_read_cards().await?,
        })
    }

    /// Everything that is searched: the rules, these texts, these cards.
    pub(crate) fn documents(self, cards: &CardIndex) -> Vec<Document> {
        let mut documents = document::rules();
        for text in &self.official {
            document::add_official(&mut documents, &text.keyword, &text.text);
        }
        documents.extend(self.published.iter().map(|p| Document::ruling(&ruling(p))));
        documents.extend(
            cards
                .iter()
                .map(|card| Document::card(card, !self.partly_read.contains(&card.name))),
        );
        documents
    }
}

/// The published rulings; a superseded one is no answer.
async fn published(db: &Db) -> StoreResult<Vec<Published>> {
    let mut all = db.published_all().await?;
    all.retain(|ruling| ruling.status != RulingStatus::Superseded);
    Ok(all)
}

fn ruling(published: &Published) -> RulingText {
    let content = &published.revision.content;
    let clause = |link: &Link| {
        (link.kind == LinkKind::Clause)
            .then(|| ClauseId::parse(&link.target))
            .flatten()
    };
    RulingText {
        slug: published.slug.clone(),
        title: content.title.clone(),
        question: content.question.clone(),
        answer: markdown::plain(&content.answer),
        cites: content.links.iter().filter_map(clause).collect(),
    }
}
