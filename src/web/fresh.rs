//! Keeps cards and search as the database has them: an import or a published ruling made beside
//! the running service is noticed, and so is an index folder that somebody deleted or damaged.

use std::time::Duration;

use actix_web::rt::time::sleep;
use actix_web::web::{Data, block};

use super::error::Problem;
use super::publish::rerun_all;
use super::searching;
use super::state::State;
use crate::store::{StoreResult, Watch};

/// How soon a change is noticed.
const TICK: Duration = Duration::from_secs(1);
/// Every so many ticks the whole index folder is read; in between only its files' sizes are.
const THOROUGH: u32 = 60;

/// Looks after cards and search until the service stops.
pub(super) async fn keep(state: Data<State>) {
    reread(&state).await;
    rerun(&state).await;
    let mut watch: Option<Watch> = None;
    let mut count = 0_u32;
    loop {
        sleep(TICK).await;
        count = count.wrapping_add(1);
        if let Err(error) = follow(&state, &mut watch).await {
            tracing::warn!(%error, "the database was not looked at; it is tried again");
            watch = None;
        }
        let thorough = count.is_multiple_of(THOROUGH);
        let looked = state.clone();
        // What is wrong is in the log, and mended.
        let _ = block(move || looked.search.look_after(thorough)).await;
    }
}

/// Reads the lines of all cards again, for another version of Arbiter may have written them. Pages
/// and boards read each line anew anyway: only the search and the API wait for this.
async fn reread(state: &Data<State>) {
    match state.db.reread_lines().await {
        Ok(0) => {}
        Ok(cards) => {
            tracing::info!(cards, "lines of cards are read otherwise now");
            if let Err(problem) = take_up(state).await {
                tracing::error!(%problem, "the search stays as it was");
            }
        }
        Err(error) => tracing::warn!(%error, "the lines of cards were not read again"),
    }
}

/// Runs published rulings with today's engine, rules and cards; those that come out differently are
/// under review from then on.
async fn rerun(state: &Data<State>) {
    match rerun_all(&state.db, &state.cards.now(), false).await {
        Ok(done) if done.under_review.is_empty() => {}
        Ok(done) => tracing::warn!(
            rulings = done.under_review.len(),
            "published rulings are under review"
        ),
        Err(error) => tracing::error!(%error, "published rulings were not run again"),
    }
}

/// Takes up what the database has, where it has changed since the last look.
async fn follow(state: &Data<State>, watch: &mut Option<Watch>) -> StoreResult<()> {
    let changed = match watch {
        Some(watch) => watch.changed().await?,
        None => watch.insert(state.db.watch().await?).changed().await?,
    };
    if changed && let Err(problem) = take_up(state).await {
        tracing::error!(%problem, "cards and search stay as they were");
    }
    Ok(())
}

/// Reads cards and texts from the database anew, where they are other than those in memory.
///
/// # Errors
/// If the database or the index fails; the old ones are then served on.
pub(super) async fn take_up(state: &Data<State>) -> Result<(), Problem> {
    let cards = state.db.card_index().await?;
    if cards.version() != state.cards.now().version() {
        tracing::info!(
            cards = cards.len(),
            version = cards.version(),
            "the catalogue changed"
        );
        state.cards.replace(cards);
        rerun(state).await;
    }
    searching::refresh(state).await
}
