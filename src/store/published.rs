//! Published rulings: what judges say, in revisions that are only ever added to.
//!
//! Readers see the newest *approved* revision. A revision of status *official*, or one that would
//! take the place of an official one, needs a second judge's approval; every other is approved by
//! its author. An edit names the revision it started
//! from, so that two edits never overwrite each other.

mod drift;
mod proposals;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Stamp;

pub use drift::DriftEntry;
pub use proposals::{Decision, NewProposal, Proposal, ProposalKind, ProposalState};

/// How much a published ruling binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RulingStatus {
    /// By those who make the rules.
    Official,
    /// By a judge.
    Judge,
    /// By the community.
    Community,
    /// From the clauses, by the engine.
    Derived,
    /// Judges disagree.
    Disputed,
    /// Another ruling has taken its place.
    Superseded,
}

impl RulingStatus {
    /// Every status, the most binding first.
    pub const ALL: [RulingStatus; 6] = [
        RulingStatus::Official,
        RulingStatus::Judge,
        RulingStatus::Community,
        RulingStatus::Derived,
        RulingStatus::Disputed,
        RulingStatus::Superseded,
    ];

    /// The word in the database and in files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            RulingStatus::Official => "official",
            RulingStatus::Judge => "judge",
            RulingStatus::Community => "community",
            RulingStatus::Derived => "derived",
            RulingStatus::Disputed => "disputed",
            RulingStatus::Superseded => "superseded",
        }
    }

    /// The status of that word.
    #[must_use]
    pub fn find(word: &str) -> Option<RulingStatus> {
        RulingStatus::ALL.into_iter().find(|s| s.word() == word)
    }
}

/// What a published ruling touches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// A clause it cites, by id.
    Clause,
    /// A keyword, by slug.
    Keyword,
    /// A card, by full name.
    Card,
    /// An open question it rests on, by the id of its clause.
    Question,
}

impl LinkKind {
    /// The word in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            LinkKind::Clause => "clause",
            LinkKind::Keyword => "keyword",
            LinkKind::Card => "card",
            LinkKind::Question => "question",
        }
    }

    fn find(word: &str) -> Option<LinkKind> {
        [
            LinkKind::Clause,
            LinkKind::Keyword,
            LinkKind::Card,
            LinkKind::Question,
        ]
        .into_iter()
        .find(|k| k.word() == word)
    }
}

/// A thing that a published ruling touches.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Link {
    /// What kind of thing.
    pub kind: LinkKind,
    /// Which one.
    pub target: String,
}

/// Where a ruling comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Source {
    /// The place: a forum, an event.
    pub place: String,
    /// Who ruled.
    pub who: String,
    /// When, `2018-03-01`; may be empty.
    pub date: String,
    /// A link; may be empty.
    pub link: String,
}

/// What a judge writes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Content {
    /// A short title.
    pub title: String,
    /// The question.
    pub question: String,
    /// The short answer.
    pub answer: String,
    /// The explanation, Markdown.
    pub explanation: String,
    /// How much it binds.
    pub status: RulingStatus,
    /// The edition: `2018` or `2025`.
    pub edition: String,
    /// The verdict's word or sentence; may be empty.
    pub verdict: String,
    /// The situation with its plays, where the engine can re-run the ruling.
    pub situation: Option<Value>,
    /// The outcome the engine gave for it: what drift is measured against.
    pub outcome: Option<Value>,
    /// Where it comes from.
    pub source: Source,
    /// The authority that ruled, by its number.
    pub authority: Option<i64>,
    /// What it touches.
    pub links: Vec<Link>,
}

/// A revision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Revision {
    /// Its number, from 1.
    pub number: i64,
    /// What it says.
    pub content: Content,
    /// Who wrote it.
    pub author: String,
    /// What the author says he changed.
    pub note: String,
    /// When.
    pub created_at: Stamp,
    /// Who approved it; absent while it waits.
    pub approver: Option<String>,
}

impl Revision {
    /// The second judge, where there was one.
    #[must_use]
    pub fn second(&self) -> Option<&str> {
        self.approver
            .as_deref()
            .filter(|name| **name != self.author)
    }
}

/// A published ruling with one of its revisions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Published {
    /// Its address.
    pub slug: String,
    /// The revision.
    pub revision: Revision,
    /// The number of the newest revision, which may wait for approval.
    pub latest: i64,
    /// The status as shown: *official* counts only inside the authority's term of office.
    pub status: RulingStatus,
    /// The address of the ruling that took its place.
    pub successor: Option<String>,
    /// What stands in its place where a head judge has hidden it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<String>,
    /// When it was first written.
    pub created_at: Stamp,
    /// When its newest revision was written or approved.
    pub updated_at: Stamp,
}

/// An authority with its terms of office.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Authority {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// From when, until when (absent: still), both inclusive.
    pub terms: Vec<(String, Option<String>)>,
}

/// What a new ruling comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Beginning<'a> {
    /// The address it would like; one made of its title where absent.
    pub address: Option<&'a str>,
    /// The open proposal it is made of.
    pub proposal: Option<i64>,
}

/// Where a revision went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The ruling's address.
    pub slug: String,
    /// The revision's number.
    pub revision: i64,
    /// Whether readers see it already.
    pub visible: bool,
}
