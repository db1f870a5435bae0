//! Writing, approving and superseding published rulings.

use sqlx::{Sqlite, Transaction};

use crate::catalogue::slug;
use crate::rulebook::embedded;
use crate::store::audit::{self, Actor};
use crate::store::error::to_json;
use crate::store::judges::Judge;
use crate::store::{Db, Stamp, StoreError, StoreResult};

use super::proposals::{self, ProposalState};
use super::{Beginning, Content, Link, RulingStatus, Written};

type Tx = Transaction<'static, Sqlite>;

/// The head row of a ruling that is being changed.
struct Head {
    id: i64,
    latest: i64,
    /// The status of what readers see now.
    shown: Option<String>,
}

impl Head {
    /// Whether a revision of that status waits for a second judge.
    fn waits(&self, status: &str) -> bool {
        let official = RulingStatus::Official.word();
        status == official || self.shown.as_deref() == Some(official)
    }
}

impl Db {
    /// Publishes a new ruling. An official one waits for another judge's approval.
    ///
    /// # Errors
    /// If it says nothing or the database does not answer.
    pub async fn publish(&self, content: &Content, author: &Judge) -> StoreResult<Written> {
        self.publish_with(content, &Beginning::default(), author)
            .await
    }

    /// The same with a wish for its address, or made of an open proposal, which is accepted with it.
    ///
    /// # Errors
    /// As [`Db::publish`], and if somebody has decided on the proposal meanwhile; nothing is
    /// written then.
    pub async fn publish_with(
        &self,
        content: &Content,
        beginning: &Beginning<'_>,
        author: &Judge,
    ) -> StoreResult<Written> {
        check(content)?;
        let mut tx = self.begin().await?;
        let wish = beginning.address.unwrap_or(&content.title);
        let slug = free_slug(&mut tx, wish).await?;
        let now = Stamp::now();
        let stamp = now.as_str();
        let id = sqlx::query!(
            "INSERT INTO published (slug, current, latest, created_at, updated_at) VALUES (?1, 0, 0, ?2, ?2)",
            slug,
            stamp
        )
        .execute(&mut *tx)
        .await?
        .last_insert_rowid();
        let head = Head {
            id,
            latest: 0,
            shown: None,
        };
        let written = add_revision(&mut tx, &slug, &head, content, "", author, &now).await?;
        audit::write(
            &mut tx,
            &Actor::judge(author),
            "published.new",
            &slug,
            content.status.word(),
        )
        .await?;
        if let Some(proposal) = beginning.proposal {
            proposals::close(
                &mut tx,
                proposal,
                ProposalState::Accepted,
                "",
                Some(id),
                author,
            )
            .await?;
        }
        tx.commit().await?;
        Ok(written)
    }

    /// Adds a revision to a ruling. `expected` is the newest revision the edit started from.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if somebody else has added one meanwhile; nothing is written then.
    pub async fn revise(
        &self,
        slug: &str,
        expected: i64,
        content: &Content,
        note: &str,
        author: &Judge,
    ) -> StoreResult<Written> {
        check(content)?;
        let mut tx = self.begin().await?;
        let head = head_at(&mut tx, slug, expected).await?;
        let now = Stamp::now();
        let written = add_revision(&mut tx, slug, &head, content, note, author, &now).await?;
        audit::write(
            &mut tx,
            &Actor::judge(author),
            "published.revise",
            slug,
            &written.revision.to_string(),
        )
        .await?;
        tx.commit().await?;
        Ok(written)
    }

    /// Marks a ruling as superseded by another, as a new revision of it.
    ///
    /// # Errors
    /// As [`Db::revise`], and if there is no such successor or it is the ruling itself.
    pub async fn supersede(
        &self,
        slug: &str,
        expected: i64,
        successor: &str,
        note: &str,
        author: &Judge,
    ) -> StoreResult<Written> {
        let Some(latest) = self.published_revision(slug, expected).await? else {
            return Err(missing(slug));
        };
        let content = Content {
            status: RulingStatus::Superseded,
            ..latest.revision.content
        };
        let mut tx = self.begin().await?;
        let head = head_at(&mut tx, slug, expected).await?;
        let next = head_of(&mut tx, successor).await?;
        if next.id == head.id {
            return Err(StoreError::Refused(
                "a ruling cannot take its own place".to_owned(),
            ));
        }
        sqlx::query!(
            "UPDATE published SET successor = ? WHERE id = ?",
            next.id,
            head.id
        )
        .execute(&mut *tx)
        .await?;
        let now = Stamp::now();
        let written = add_revision(&mut tx, slug, &head, &content, note, author, &now).await?;
        audit::write(
            &mut tx,
            &Actor::judge(author),
            "published.supersede",
            slug,
            successor,
        )
        .await?;
        tx.commit().await?;
        Ok(written)
    }

    /// Approves the newest revision of a ruling, which readers then see.
    ///
    /// # Errors
    /// If it is not the newest, is approved already, or is official and the judge wrote it.
    pub async fn approve(&self, slug: &str, revision: i64, approver: &Judge) -> StoreResult<()> {
        let mut tx = self.begin().await?;
        let head = head_at(&mut tx, slug, revision).await?;
        let row = sqlx::query!(
            "SELECT status, author_id, approver_id FROM published_revisions WHERE published_id = ? AND revision = ?",
            head.id,
            revision
        )
        .fetch_one(&mut *tx)
        .await?;
        if row.approver_id.is_some() {
            return Err(StoreError::Refused(format!(
                "revision {revision} of `{slug}` is approved already"
            )));
        }
        if head.waits(&row.status) && row.author_id == approver.id {
            return Err(StoreError::Refused(
                "an official ruling, and what takes its place, needs the approval of another judge than its author"
                    .to_owned(),
            ));
        }
        let now = Stamp::now();
        let stamp = now.as_str();
        sqlx::query!(
            "UPDATE published_revisions SET approver_id = ?, approved_at = ? WHERE published_id = ? AND revision = ?",
            approver.id, stamp, head.id, revision
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!(
            "UPDATE published SET current = ?, updated_at = ? WHERE id = ?",
            revision,
            stamp,
            head.id
        )
        .execute(&mut *tx)
        .await?;
        audit::write(
            &mut tx,
            &Actor::judge(approver),
            "published.approve",
            slug,
            &revision.to_string(),
        )
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Hides a ruling behind a note, or shows it again where there is none.
    ///
    /// # Errors
    /// If there is no such ruling or the database does not answer.
    pub async fn hide_published(
        &self,
        slug: &str,
        note: Option<&str>,
        actor: &Actor,
    ) -> StoreResult<()> {
        let now = note.map(|_| Stamp::now().to_string());
        let mut tx = self.begin().await?;
        let done = sqlx::query!(
            "UPDATE published SET hidden_at = ?, hidden_note = ? WHERE slug = ?",
            now,
            note,
            slug
        )
        .execute(&mut *tx)
        .await?;
        if done.rows_affected() == 0 {
            return Err(missing(slug));
        }
        let action = if note.is_some() {
            "published.hide"
        } else {
            "published.show"
        };
        audit::write(&mut tx, actor, action, slug, note.unwrap_or_default()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Adds an authority or a further term of office of one. `until` absent: still in office.
    ///
    /// # Errors
    /// If the term ends before it begins or the database does not answer.
    pub async fn add_authority_term(
        &self,
        name: &str,
        since: &str,
        until: Option<&str>,
        actor: &Actor,
    ) -> StoreResult<i64> {
        if until.is_some_and(|u| u < since) {
            return Err(StoreError::Refused(
                "a term of office ends after it begins".to_owned(),
            ));
        }
        let mut tx = self.begin().await?;
        sqlx::query!(
            "INSERT INTO authorities (name) VALUES (?) ON CONFLICT (name) DO NOTHING",
            name
        )
        .execute(&mut *tx)
        .await?;
        let id = sqlx::query_scalar!("SELECT id FROM authorities WHERE name = ?", name)
            .fetch_one(&mut *tx)
            .await?;
        sqlx::query!(
            "INSERT INTO authority_terms (authority_id, since, until) VALUES (?1, ?2, ?3)
             ON CONFLICT (authority_id, since) DO UPDATE SET until = ?3",
            id,
            since,
            until
        )
        .execute(&mut *tx)
        .await?;
        audit::write(&mut tx, actor, "authority.term", name, since).await?;
        tx.commit().await?;
        Ok(id)
    }
}

fn check(content: &Content) -> StoreResult<()> {
    let empty = [&content.title, &content.question, &content.answer]
        .iter()
        .any(|text| text.trim().is_empty());
    if empty {
        return Err(StoreError::Refused(
            "a ruling needs a title, a question and a short answer".to_owned(),
        ));
    }
    Ok(())
}

fn missing(slug: &str) -> StoreError {
    StoreError::Missing {
        what: "published ruling",
        name: slug.to_owned(),
    }
}

async fn head_of(tx: &mut Tx, slug: &str) -> StoreResult<Head> {
    sqlx::query_as!(
        Head,
        r#"SELECT id, latest, r.status AS "shown?" FROM published
           LEFT JOIN published_revisions r ON r.published_id = id AND r.revision = current
           WHERE slug = ?"#,
        slug
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or_else(|| missing(slug))
}

/// The head row, if its newest revision is the expected one.
async fn head_at(tx: &mut Tx, slug: &str, expected: i64) -> StoreResult<Head> {
    let head = head_of(tx, slug).await?;
    if head.latest != expected {
        return Err(StoreError::Conflict {
            what: "published ruling",
            name: slug.to_owned(),
            expected,
            found: head.latest,
        });
    }
    Ok(head)
}

async fn free_slug(tx: &mut Tx, title: &str) -> StoreResult<String> {
    /// Long titles give long addresses; this many letters tell them apart.
    const LONGEST: usize = 80;
    let mut plain: String = slug(title).chars().take(LONGEST).collect();
    plain.truncate(plain.trim_end_matches('-').len());
    if plain.is_empty() {
        plain.push_str("ruling");
    }
    // Precedents have addresses of the same form.
    let precedents = embedded::files("cases/", ".toml");
    let is_precedent = |slug: &str| {
        precedents
            .iter()
            .any(|(path, _)| path.trim_start_matches("cases/").trim_end_matches(".toml") == slug)
    };
    let mut free = plain.clone();
    let mut number = 2;
    while is_precedent(&free)
        || sqlx::query_scalar!("SELECT count(*) FROM published WHERE slug = ?", free)
            .fetch_one(&mut **tx)
            .await?
            > 0
    {
        free = format!("{plain}-{number}");
        number += 1;
    }
    Ok(free)
}

async fn add_revision(
    tx: &mut Tx,
    slug: &str,
    head: &Head,
    content: &Content,
    note: &str,
    author: &Judge,
    now: &Stamp,
) -> StoreResult<Written> {
    let revision = head.latest + 1;
    let visible = !head.waits(content.status.word());
    let approver = visible.then_some(author.id);
    insert(
        tx,
        (head.id, revision),
        content,
        note,
        author,
        approver,
        now,
    )
    .await?;
    for Link { kind, target } in &content.links {
        let kind = kind.word();
        sqlx::query!(
            "INSERT INTO published_links (published_id, revision, kind, target) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            head.id, revision, kind, target
        )
        .execute(&mut **tx)
        .await?;
    }
    let stamp = now.as_str();
    let superseded = content.status == RulingStatus::Superseded;
    sqlx::query!(
        "UPDATE published SET latest = ?1, current = iif(?2, ?1, current), updated_at = ?3,
                              successor = iif(?4, successor, NULL)
         WHERE id = ?5",
        revision,
        visible,
        stamp,
        superseded,
        head.id
    )
    .execute(&mut **tx)
    .await?;
    Ok(Written {
        slug: slug.to_owned(),
        revision,
        visible,
    })
}

async fn insert(
    tx: &mut Tx,
    (id, revision): (i64, i64),
    content: &Content,
    note: &str,
    author: &Judge,
    approver: Option<i64>,
    now: &Stamp,
) -> StoreResult<()> {
    let (status, stamp) = (content.status.word(), now.as_str());
    let approved = approver.map(|_| stamp);
    let situation = content
        .situation
        .as_ref()
        .map(|s| to_json("situation", s))
        .transpose()?;
    let outcome = content
        .outcome
        .as_ref()
        .map(|o| to_json("outcome", o))
        .transpose()?;
    let source = &content.source;
    sqlx::query!(
        "INSERT INTO published_revisions
            (published_id, revision, title, question, answer, explanation, status, edition, verdict, situation,
             outcome, source_place, source_who, source_date, source_link, authority_id, author_id, note, created_at,
             approver_id, approved_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id, revision, content.title, content.question, content.answer, content.explanation, status, content.edition,
        content.verdict, situation, outcome, source.place, source.who, source.date, source.link, content.authority,
        author.id, note, stamp, approver, approved
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
