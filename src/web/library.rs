//! The published rulings in memory, by what they touch. They are read again when the database says
//! that something readers can see has changed, be it by another program.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

use super::error::Problem;
use super::frame::clip;
use super::markdown;
use super::pages::RulingEntry;
use super::state::State;
use super::stored::versions;
use super::view::VerdictView;
use crate::catalogue::CardIndex;
use crate::rulebook::{ClauseId, Keyword};
use crate::store::{Db, LinkKind, Published, RulingStatus, StoreResult};

/// The chapter of open questions, as its clauses' ids begin.
pub(super) const QUESTIONS: &str = "11.";

/// What readers see, at one moment.
#[derive(Debug, Default)]
pub struct Library {
    /// The database's number of that moment.
    mark: i64,
    rulings: Vec<Published>,
    about: BTreeMap<(LinkKind, String), Vec<usize>>,
    under_review: BTreeSet<String>,
}

/// The library that is served.
#[derive(Debug, Default)]
pub struct Libraries(RwLock<Arc<Library>>);

/// A published ruling and why it is shown.
pub type Shown<'a> = (&'a Published, String);

impl Library {
    /// Reads everything that readers see.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn load(db: &Db, cards: &CardIndex) -> StoreResult<Library> {
        // The number first: what changes while the rest is read makes it out of date.
        let mark = db.published_mark().await?;
        let rulings = db.published_all().await?;
        let drifted = db.drifted(&versions(cards)).await?;
        let mut about: BTreeMap<(LinkKind, String), Vec<usize>> = BTreeMap::new();
        for (at, ruling) in rulings.iter().enumerate() {
            for link in &ruling.revision.content.links {
                about
                    .entry((link.kind, link.target.clone()))
                    .or_default()
                    .push(at);
            }
        }
        Ok(Library {
            mark,
            rulings,
            about,
            under_review: drifted.into_iter().map(|d| d.ruling.slug).collect(),
        })
    }

    /// The number of the moment it shows.
    #[must_use]
    pub const fn mark(&self) -> i64 {
        self.mark
    }

    /// All rulings, the latest changed first.
    #[must_use]
    pub fn rulings(&self) -> &[Published] {
        &self.rulings
    }

    /// The one at that address.
    #[must_use]
    pub fn find(&self, slug: &str) -> Option<&Published> {
        self.rulings.iter().find(|r| r.slug == slug)
    }

    /// Whether a ruling comes out differently today.
    #[must_use]
    pub fn is_under_review(&self, ruling: &Published) -> bool {
        self.under_review.contains(&ruling.slug)
    }

    fn linked(&self, kind: LinkKind, target: &str) -> impl Iterator<Item = &Published> {
        self.about
            .get(&(kind, target.to_owned()))
            .into_iter()
            .flatten()
            .filter_map(|at| self.rulings.get(*at))
    }

    /// The rulings that cite a clause.
    #[must_use]
    pub fn citing(&self, clause: ClauseId) -> Vec<&Published> {
        sorted(
            self.linked(LinkKind::Clause, clause.as_str())
                .map(|r| (r, String::new()))
                .collect(),
        )
        .into_iter()
        .map(|(ruling, _)| ruling)
        .collect()
    }

    /// The rulings that rest on an open question.
    #[must_use]
    pub fn resting_on(&self, question: ClauseId) -> Vec<Shown<'_>> {
        let why = || format!("rests on question {question}");
        sorted(
            self.linked(LinkKind::Question, question.as_str())
                .map(|r| (r, why()))
                .collect(),
        )
    }

    /// The rulings about a keyword: those that name it, then those that cite a clause of it.
    #[must_use]
    pub fn about_keyword(&self, keyword: Keyword) -> Vec<Shown<'_>> {
        let named = self.linked(LinkKind::Keyword, keyword.slug());
        let mut found: Vec<Shown<'_>> = named
            .map(|r| (r, format!("about {}", keyword.name())))
            .collect();
        for ruling in &self.rulings {
            let cited = ruling.revision.content.links.iter().find(|link| {
                link.kind == LinkKind::Clause
                    && ClauseId::parse(&link.target).and_then(|id| id.keyword()) == Some(keyword)
            });
            if let Some(link) = cited {
                add(&mut found, ruling, || format!("cites {}", link.target));
            }
        }
        sorted(found)
    }

    /// A ruling as a list shows it.
    #[must_use]
    pub(super) fn entry(&self, (ruling, why): &Shown<'_>) -> RulingEntry {
        let content = &ruling.revision.content;
        let mut origin: Vec<String> = Vec::new();
        origin.extend((!why.is_empty()).then(|| why.clone()));
        origin.push(status_words(ruling.status).to_owned());
        origin.extend(source_words(ruling));
        RulingEntry {
            verdict: badge(ruling.status, self.is_under_review(ruling)),
            href: href(ruling),
            title: content.title.clone(),
            answer: clip(&markdown::plain(&content.answer), 160),
            origin: origin.join(" · "),
        }
    }
}

/// Adds a ruling that is not there yet.
fn add<'a>(found: &mut Vec<Shown<'a>>, ruling: &'a Published, why: impl FnOnce() -> String) {
    if !found.iter().any(|(known, _)| known.slug == ruling.slug) {
        found.push((ruling, why()));
    }
}

/// Superseded rulings come last.
fn sorted(mut found: Vec<Shown<'_>>) -> Vec<Shown<'_>> {
    found.sort_by_key(|(ruling, _)| ruling.status == RulingStatus::Superseded);
    found
}

impl State {
    /// The published rulings as they are now.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn library(&self) -> Result<Arc<Library>, Problem> {
        let mark = self.db.published_mark().await?;
        let known = Arc::clone(
            &self
                .libraries
                .0
                .read()
                .unwrap_or_else(PoisonError::into_inner),
        );
        if known.mark == mark {
            return Ok(known);
        }
        let fresh = Arc::new(Library::load(&self.db, &self.cards.now()).await?);
        let mut served = self
            .libraries
            .0
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if served.mark < fresh.mark {
            *served = Arc::clone(&fresh);
        }
        Ok(fresh)
    }
}

/// The address of a published ruling.
#[must_use]
pub fn href(ruling: &Published) -> String {
    format!("/rulings/{}", ruling.slug)
}

/// How much a published ruling binds, in words.
#[must_use]
pub const fn status_words(status: RulingStatus) -> &'static str {
    match status {
        RulingStatus::Official => "Official",
        RulingStatus::Judge => "Judge’s ruling",
        RulingStatus::Community => "Community",
        RulingStatus::Derived => "From the clauses",
        RulingStatus::Disputed => "Disputed",
        RulingStatus::Superseded => "Superseded",
    }
}

/// Status and review as a badge.
#[must_use]
pub const fn badge(status: RulingStatus, under_review: bool) -> VerdictView {
    // A status looks like no verdict: another shape, another sign.
    let (class, sign, word) = match status {
        RulingStatus::Superseded => ("cannot status", "seal", "Superseded"),
        _ if under_review => ("depends status", "seal", "Under review"),
        RulingStatus::Disputed => ("depends status", "seal", "Disputed"),
        other => ("ruled status", "seal", short_word(other)),
    };
    VerdictView { class, sign, word }
}

const fn short_word(status: RulingStatus) -> &'static str {
    match status {
        RulingStatus::Official => "Official",
        RulingStatus::Judge => "Judge",
        RulingStatus::Derived => "Derived",
        _ => "Community",
    }
}

/// Where and by whom, in one line.
#[must_use]
pub fn source_words(ruling: &Published) -> Option<String> {
    let source = &ruling.revision.content.source;
    let parts = [&source.who, &source.place, &source.date];
    let parts: Vec<&str> = parts
        .into_iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
