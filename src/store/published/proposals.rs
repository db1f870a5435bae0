//! What visitors propose or object to. Their words are kept whatever becomes of them.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{Sqlite, Transaction};

use crate::store::audit::{self, Actor};
use crate::store::error::{from_json, to_json};
use crate::store::judges::Judge;
use crate::store::{Db, Stamp, StoreError, StoreResult};

/// What a proposal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProposalKind {
    /// A ruling to publish.
    Ruling,
    /// "I think this is wrong", about a stored ruling.
    Objection,
}

impl ProposalKind {
    const fn word(self) -> &'static str {
        match self {
            ProposalKind::Ruling => "ruling",
            ProposalKind::Objection => "objection",
        }
    }
}

/// What has become of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProposalState {
    /// It waits for a judge.
    Open,
    /// A judge has taken it up.
    Accepted,
    /// A judge has declined it.
    Declined,
}

impl ProposalState {
    /// The word in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ProposalState::Open => "open",
            ProposalState::Accepted => "accepted",
            ProposalState::Declined => "declined",
        }
    }

    fn find(word: &str) -> ProposalState {
        match word {
            "accepted" => ProposalState::Accepted,
            "declined" => ProposalState::Declined,
            _ => ProposalState::Open,
        }
    }
}

/// What a visitor sends.
#[derive(Clone, PartialEq, Debug)]
pub struct NewProposal {
    /// What it is.
    pub kind: ProposalKind,
    /// A short title; may be empty.
    pub title: String,
    /// The question or objection, in the visitor's words.
    pub question: String,
    /// The answer the visitor thinks right; may be empty.
    pub answer: String,
    /// The name the visitor gives; may be empty.
    pub author: String,
    /// The stored ruling it is about.
    pub ruling_id: Option<String>,
    /// The step of its trace.
    pub step: Option<i64>,
    /// The clause.
    pub clause: Option<String>,
    /// The board.
    pub situation: Option<Value>,
}

/// A proposal as it came, with what has become of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// Its number.
    pub id: i64,
    /// What was sent.
    pub sent: NewProposal,
    /// When.
    pub created_at: Stamp,
    /// What has become of it.
    pub state: ProposalState,
    /// The judge who decided.
    pub decided_by: Option<String>,
    /// His words.
    pub decision: Option<String>,
    /// The ruling that came of it, by its address.
    pub published: Option<String>,
}

/// A judge's decision on a proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision<'a> {
    /// Taken up; the address of the ruling that came of it, if any.
    Accept {
        /// The address.
        published: Option<&'a str>,
    },
    /// Declined.
    Decline,
}

impl Db {
    /// Keeps a proposal for review and gives its number.
    ///
    /// # Errors
    /// If it says nothing or names a ruling that does not exist.
    pub async fn propose(&self, new: &NewProposal) -> StoreResult<i64> {
        if new.question.trim().is_empty() {
            return Err(StoreError::Refused(
                "a proposal needs a question".to_owned(),
            ));
        }
        let (kind, now) = (new.kind.word(), Stamp::now());
        let now = now.as_str();
        let situation = new
            .situation
            .as_ref()
            .map(|s| to_json("situation", s))
            .transpose()?;
        let mut tx = self.begin().await?;
        if let Some(ruling) = &new.ruling_id {
            let known = sqlx::query_scalar!("SELECT count(*) FROM rulings WHERE id = ?", ruling)
                .fetch_one(&mut *tx)
                .await?;
            if known == 0 {
                return Err(StoreError::Missing {
                    what: "ruling",
                    name: ruling.clone(),
                });
            }
        }
        let id = sqlx::query!(
            "INSERT INTO proposals (kind, title, question, answer, author, ruling_id, step, clause, situation, created_at, state)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')",
            kind, new.title, new.question, new.answer, new.author, new.ruling_id, new.step, new.clause, situation, now
        )
        .execute(&mut *tx)
        .await?
        .last_insert_rowid();
        audit::write(
            &mut tx,
            &Actor::visitor(),
            "proposal.new",
            &id.to_string(),
            kind,
        )
        .await?;
        tx.commit().await?;
        Ok(id)
    }

    /// The proposals in a state, oldest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn proposals(&self, state: ProposalState, limit: i64) -> StoreResult<Vec<Proposal>> {
        let state = state.word();
        let ids = sqlx::query_scalar!(
            "SELECT id FROM proposals WHERE state = ? ORDER BY created_at, id LIMIT ?",
            state,
            limit
        )
        .fetch_all(&self.read)
        .await?;
        let mut proposals = Vec::new();
        for id in ids {
            proposals.extend(self.proposal(id).await?);
        }
        Ok(proposals)
    }

    /// One proposal.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn proposal(&self, id: i64) -> StoreResult<Option<Proposal>> {
        let row = sqlx::query!(
            r#"SELECT p.id, p.kind, p.title, p.question, p.answer, p.author, p.ruling_id, p.step, p.clause, p.situation,
                      p.created_at, p.state, p.decision, j.name AS "decided_by?", q.slug AS "published?"
               FROM proposals p
               LEFT JOIN judges j ON j.id = p.decided_by
               LEFT JOIN published q ON q.id = p.published_id
               WHERE p.id = ?"#,
            id
        )
        .fetch_optional(&self.read)
        .await?;
        row.map(|r| {
            let objection = r.kind == ProposalKind::Objection.word();
            Ok(Proposal {
                id: r.id,
                sent: NewProposal {
                    kind: if objection {
                        ProposalKind::Objection
                    } else {
                        ProposalKind::Ruling
                    },
                    title: r.title,
                    question: r.question,
                    answer: r.answer,
                    author: r.author,
                    ruling_id: r.ruling_id,
                    step: r.step,
                    clause: r.clause,
                    situation: r
                        .situation
                        .map(|t| from_json("situation", &t))
                        .transpose()?,
                },
                created_at: Stamp::stored(r.created_at),
                state: ProposalState::find(&r.state),
                decided_by: r.decided_by,
                decision: r.decision,
                published: r.published,
            })
        })
        .transpose()
    }

    /// Decides on an open proposal.
    ///
    /// # Errors
    /// If it is not open any more, or the ruling named does not exist.
    pub async fn decide(
        &self,
        id: i64,
        decision: &Decision<'_>,
        words: &str,
        judge: &Judge,
    ) -> StoreResult<()> {
        let (state, address) = match decision {
            Decision::Accept { published } => (ProposalState::Accepted, *published),
            Decision::Decline => (ProposalState::Declined, None),
        };
        let mut tx = self.begin().await?;
        let published = match address {
            None => None,
            Some(slug) => Some(
                sqlx::query_scalar!("SELECT id FROM published WHERE slug = ?", slug)
                    .fetch_optional(&mut *tx)
                    .await?
                    .ok_or_else(|| StoreError::Missing {
                        what: "published ruling",
                        name: slug.to_owned(),
                    })?,
            ),
        };
        close(&mut tx, id, state, words, published, judge).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Decides on an open proposal as part of another change.
pub(super) async fn close(
    tx: &mut Transaction<'static, Sqlite>,
    id: i64,
    state: ProposalState,
    words: &str,
    published: Option<i64>,
    judge: &Judge,
) -> StoreResult<()> {
    let (state, now) = (state.word(), Stamp::now());
    let now = now.as_str();
    let done = sqlx::query!(
        "UPDATE proposals SET state = ?, decided_by = ?, decided_at = ?, decision = ?, published_id = ?
         WHERE id = ? AND state = 'open'",
        state, judge.id, now, words, published, id
    )
    .execute(&mut **tx)
    .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Refused(format!(
            "proposal {id} is not open any more"
        )));
    }
    audit::write(
        tx,
        &Actor::judge(judge),
        "proposal.decide",
        &id.to_string(),
        state,
    )
    .await
}
