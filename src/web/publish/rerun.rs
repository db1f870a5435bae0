//! Published rulings re-run with today's engine, rules and cards. A ruling whose outcome is no
//! longer what it was written with is under review.

use serde::Deserialize as _;
use serde_json::json;

use super::situation;
use crate::catalogue::CardIndex;
use crate::rules::trace::Ruling;
use crate::store::{Agreement, Content, Db, DriftEntry, StoreResult};
use crate::web::engine;
use crate::web::stored::{compare, versions};

/// How many rulings are read at once.
const AT_ONCE: i64 = 50;

/// What came of re-running.
#[derive(Clone, PartialEq, Debug)]
pub struct Rerun {
    /// How many rulings were run now; those run with these versions before are not run again.
    pub ran: usize,
    /// All that come out differently.
    pub under_review: Vec<DriftEntry>,
}

/// Re-runs every ruling with a situation that has not been re-run with today's versions; all of
/// them where `again` is set.
///
/// # Errors
/// If the database does not answer.
pub async fn rerun_all(db: &Db, cards: &CardIndex, again: bool) -> StoreResult<Rerun> {
    let now = versions(cards);
    let mut ran = 0;
    let mut left = if again {
        let mut all = db.published_all().await?;
        all.retain(|ruling| ruling.revision.content.situation.is_some());
        all
    } else {
        db.published_to_compare(&now, AT_ONCE).await?
    };
    while !left.is_empty() {
        for ruling in left {
            let agreement = agreement(&ruling.revision.content, cards);
            db.record_drift(&ruling.slug, ruling.revision.number, &now, &agreement)
                .await?;
            ran += 1;
            // The engine takes its time; others may have a turn.
            tokio::task::yield_now().await;
        }
        left = db.published_to_compare(&now, AT_ONCE).await?;
    }
    Ok(Rerun {
        ran,
        under_review: db.drifted(&now).await?,
    })
}

/// Whether a ruling comes out as it was written.
fn agreement(content: &Content, cards: &CardIndex) -> Agreement {
    let then = content.outcome.as_ref().map(Ruling::deserialize);
    let then = match then {
        Some(Ok(then)) => then,
        // Nothing to compare with.
        None => return Agreement::Same,
        Some(Err(error)) => {
            return unreadable("the outcome it was written with", &error.to_string());
        }
    };
    match situation(content, cards) {
        None => Agreement::Same,
        Some(Ok(case)) => compare(&then, &engine::rule(&case.situation)),
        Some(Err(problems)) => {
            let first = problems.0.first();
            let what = first.map_or_else(String::new, |p| format!("{}: {}", p.place, p.what));
            unreadable(&then.verdict.summary, &what)
        }
    }
}

fn unreadable(then: &str, why: &str) -> Agreement {
    Agreement::Differs(json!({
        "step": 0,
        "then": then,
        "today": format!("the situation cannot be read: {why}"),
        "outcome": true,
    }))
}
