//! Reading published rulings.

use std::collections::BTreeMap;

use crate::store::error::from_json;
use crate::store::{Db, Stamp, StoreResult};

use super::{Authority, Content, Link, LinkKind, Published, Revision, RulingStatus, Source};

struct Row {
    id: i64,
    slug: String,
    latest: i64,
    created_at: String,
    updated_at: String,
    successor: Option<String>,
    revision: i64,
    title: String,
    question: String,
    answer: String,
    explanation: String,
    status: String,
    edition: String,
    verdict: String,
    situation: Option<String>,
    outcome: Option<String>,
    source_place: String,
    source_who: String,
    source_date: String,
    source_link: String,
    authority_id: Option<i64>,
    note: String,
    revised_at: String,
    author: String,
    approver: Option<String>,
    in_office: i64,
    hidden_note: Option<String>,
}

/// The query for [`Row`]s, with what comes after its joins and the values for that.
macro_rules! rows {
    ($which:literal $(, $value:expr)*) => {
        sqlx::query_as!(
            Row,
            r#"SELECT p.id, p.slug, p.latest, p.created_at, p.updated_at, p.hidden_note, s.slug AS "successor?",
                      r.revision, r.title, r.question, r.answer, r.explanation, r.status, r.edition, r.verdict,
                      r.situation, r.outcome, r.source_place, r.source_who, r.source_date, r.source_link,
                      r.authority_id, r.note, r.created_at AS revised_at, a.name AS author, b.name AS "approver?",
                      EXISTS (SELECT 1 FROM authority_terms t
                              WHERE t.authority_id = r.authority_id AND t.since <= r.source_date
                                AND (t.until IS NULL OR r.source_date <= t.until)) AS "in_office!: i64"
               FROM published p
               JOIN published_revisions r ON r.published_id = p.id
               JOIN judges a ON a.id = r.author_id
               LEFT JOIN judges b ON b.id = r.approver_id
               LEFT JOIN published s ON s.id = p.successor"#
                + $which
            $(, $value)*
        )
    };
}

impl Db {
    /// A published ruling as readers see it: its newest approved revision. One that is hidden
    /// comes with the note that stands in its place.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn published(&self, slug: &str) -> StoreResult<Option<Published>> {
        let current = sqlx::query_scalar!(
            "SELECT current FROM published WHERE slug = ? AND current > 0",
            slug
        )
        .fetch_optional(&self.read)
        .await?;
        match current {
            Some(number) => self.published_revision(slug, number).await,
            None => Ok(None),
        }
    }

    /// The number of a ruling's newest revision, approved or not.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn latest_revision(&self, slug: &str) -> StoreResult<Option<i64>> {
        Ok(
            sqlx::query_scalar!("SELECT latest FROM published WHERE slug = ?", slug)
                .fetch_optional(&self.read)
                .await?,
        )
    }

    /// One revision of a ruling, approved or not.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn published_revision(
        &self,
        slug: &str,
        number: i64,
    ) -> StoreResult<Option<Published>> {
        let row = rows!(" WHERE p.slug = ? AND r.revision = ?", slug, number)
            .fetch_optional(&self.read)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let links = self.links_of(row.id, row.revision).await?;
        Ok(Some(assemble(row, links)?))
    }

    /// Everything that readers see, the latest changed first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn published_all(&self) -> StoreResult<Vec<Published>> {
        let rows = rows!(
            " WHERE r.revision = p.current AND p.hidden_at IS NULL ORDER BY p.updated_at DESC, p.id DESC"
        )
        .fetch_all(&self.read)
        .await?;
        let links = sqlx::query!(
            "SELECT l.published_id, l.kind, l.target FROM published_links l
             JOIN published p ON p.id = l.published_id AND p.current = l.revision
             ORDER BY l.published_id, l.kind, l.target"
        )
        .fetch_all(&self.read)
        .await?;
        let mut by_ruling: BTreeMap<i64, Vec<Link>> = BTreeMap::new();
        for link in links {
            if let Some(kind) = LinkKind::find(&link.kind) {
                let target = link.target;
                by_ruling
                    .entry(link.published_id)
                    .or_default()
                    .push(Link { kind, target });
            }
        }
        rows.into_iter()
            .map(|row| {
                let links = by_ruling.remove(&row.id).unwrap_or_default();
                assemble(row, links)
            })
            .collect()
    }

    /// A number that grows with every change that readers can see.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn published_mark(&self) -> StoreResult<i64> {
        Ok(
            sqlx::query_scalar!("SELECT number FROM published_changes WHERE id = 1")
                .fetch_one(&self.read)
                .await?,
        )
    }

    /// The numbers of a ruling's revisions, newest first, with their authors, notes and times.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn revisions(&self, slug: &str) -> StoreResult<Vec<Published>> {
        let numbers = sqlx::query_scalar!(
            "SELECT revision FROM published_revisions JOIN published ON id = published_id
             WHERE slug = ? ORDER BY revision DESC",
            slug
        )
        .fetch_all(&self.read)
        .await?;
        let mut revisions = Vec::new();
        for number in numbers {
            revisions.extend(self.published_revision(slug, number).await?);
        }
        Ok(revisions)
    }

    /// The rulings that readers see, the latest changed first; of one status where it is given.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn published_latest(
        &self,
        status: Option<RulingStatus>,
        limit: i64,
        offset: i64,
    ) -> StoreResult<Vec<Published>> {
        let status = status.map(RulingStatus::word);
        let slugs = sqlx::query_scalar!(
            "SELECT slug FROM published JOIN published_revisions ON published_id = id AND revision = current
             WHERE hidden_at IS NULL AND (?1 IS NULL OR status = ?1) ORDER BY updated_at DESC, id DESC LIMIT ?2 OFFSET ?3",
            status,
            limit,
            offset
        )
        .fetch_all(&self.read)
        .await?;
        self.each(slugs).await
    }

    /// The rulings that touch a clause, keyword, card or open question; superseded ones last.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn published_about(
        &self,
        kind: LinkKind,
        target: &str,
    ) -> StoreResult<Vec<Published>> {
        let kind = kind.word();
        let slugs = sqlx::query_scalar!(
            "SELECT p.slug FROM published_links l
             JOIN published p ON p.id = l.published_id AND p.current = l.revision
             JOIN published_revisions r ON r.published_id = p.id AND r.revision = p.current
             WHERE l.kind = ? AND l.target = ? AND p.hidden_at IS NULL
             ORDER BY r.status = 'superseded', p.updated_at DESC, p.id",
            kind,
            target
        )
        .fetch_all(&self.read)
        .await?;
        self.each(slugs).await
    }

    /// The newest revisions that wait for a second judge, oldest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn awaiting_approval(&self) -> StoreResult<Vec<Published>> {
        let rows = sqlx::query!(
            "SELECT slug, latest FROM published WHERE current < latest ORDER BY updated_at, id"
        )
        .fetch_all(&self.read)
        .await?;
        let mut waiting = Vec::new();
        for row in rows {
            waiting.extend(self.published_revision(&row.slug, row.latest).await?);
        }
        Ok(waiting)
    }

    /// All authorities with their terms of office.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn authorities(&self) -> StoreResult<Vec<Authority>> {
        let rows = sqlx::query!(
            "SELECT id, name, since, until FROM authorities JOIN authority_terms ON authority_id = id ORDER BY name, since"
        )
        .fetch_all(&self.read)
        .await?;
        let mut authorities: Vec<Authority> = Vec::new();
        for row in rows {
            let term = (row.since, row.until);
            match authorities.last_mut().filter(|a| a.id == row.id) {
                Some(authority) => authority.terms.push(term),
                None => authorities.push(Authority {
                    id: row.id,
                    name: row.name,
                    terms: vec![term],
                }),
            }
        }
        Ok(authorities)
    }

    async fn each(&self, slugs: Vec<String>) -> StoreResult<Vec<Published>> {
        let mut found = Vec::new();
        for slug in slugs {
            found.extend(self.published(&slug).await?);
        }
        Ok(found)
    }

    async fn links_of(&self, id: i64, revision: i64) -> StoreResult<Vec<Link>> {
        let rows = sqlx::query!(
            "SELECT kind, target FROM published_links WHERE published_id = ? AND revision = ? ORDER BY kind, target",
            id,
            revision
        )
        .fetch_all(&self.read)
        .await?;
        Ok(rows
            .into_iter()
            .filter_map(|r| {
                Some(Link {
                    kind: LinkKind::find(&r.kind)?,
                    target: r.target,
                })
            })
            .collect())
    }
}

fn assemble(row: Row, links: Vec<Link>) -> StoreResult<Published> {
    let written = RulingStatus::find(&row.status).unwrap_or(RulingStatus::Community);
    let out_of_office =
        written == RulingStatus::Official && row.authority_id.is_some() && row.in_office == 0;
    let content = Content {
        title: row.title,
        question: row.question,
        answer: row.answer,
        explanation: row.explanation,
        status: written,
        edition: row.edition,
        verdict: row.verdict,
        situation: row
            .situation
            .map(|t| from_json("situation", &t))
            .transpose()?,
        outcome: row.outcome.map(|t| from_json("outcome", &t)).transpose()?,
        source: Source {
            place: row.source_place,
            who: row.source_who,
            date: row.source_date,
            link: row.source_link,
        },
        authority: row.authority_id,
        links,
    };
    Ok(Published {
        slug: row.slug,
        revision: Revision {
            number: row.revision,
            content,
            author: row.author,
            note: row.note,
            created_at: Stamp::stored(row.revised_at),
            approver: row.approver,
        },
        latest: row.latest,
        status: if out_of_office {
            RulingStatus::Community
        } else {
            written
        },
        // A successor counts once the revision that names it is approved.
        successor: row
            .successor
            .filter(|_| written == RulingStatus::Superseded),
        hidden: row.hidden_note,
        created_at: Stamp::stored(row.created_at),
        updated_at: Stamp::stored(row.updated_at),
    })
}
