//! Judges: their accounts, sessions and API tokens.

use serde::Serialize;
use sqlx::{Sqlite, Transaction};

use super::audit::{self, Actor};
use super::secret::{self, Secret, fingerprint};
use super::{Db, Stamp, StoreError, StoreResult};

/// How long a session lasts, in seconds.
pub const SESSION_SECONDS: i64 = 12 * 60 * 60;

/// What a judge may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Writes, publishes, reviews.
    Judge,
    /// Also shuts accounts, manages authorities and hides rulings.
    Head,
}

impl Role {
    /// The word in the database and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Role::Judge => "judge",
            Role::Head => "head",
        }
    }

    /// The role of that word.
    #[must_use]
    pub fn find(word: &str) -> Option<Role> {
        [Role::Judge, Role::Head]
            .into_iter()
            .find(|r| r.word() == word)
    }
}

/// A judge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Judge {
    /// The number in the database.
    pub id: i64,
    /// What is typed to sign in.
    pub login: String,
    /// What is shown.
    pub name: String,
    /// What the judge may do.
    pub role: Role,
    /// Since when.
    pub created_at: Stamp,
    /// Since when the account is shut; absent if it is not.
    pub disabled_at: Option<Stamp>,
}

/// An API token, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TokenEntry {
    /// Its number.
    pub id: i64,
    /// What it is for.
    pub label: String,
    /// Since when.
    pub created_at: Stamp,
    /// Since when it is revoked; absent if it is not.
    pub revoked_at: Option<Stamp>,
}

struct JudgeRow {
    id: i64,
    login: String,
    name: String,
    role: String,
    created_at: String,
    disabled_at: Option<String>,
}

impl From<JudgeRow> for Judge {
    fn from(row: JudgeRow) -> Judge {
        Judge {
            id: row.id,
            login: row.login,
            name: row.name,
            // A word this version does not know gets the lesser role.
            role: Role::find(&row.role).unwrap_or(Role::Judge),
            created_at: Stamp::stored(row.created_at),
            disabled_at: row.disabled_at.map(Stamp::stored),
        }
    }
}

impl Db {
    /// Adds a judge. The login is stored in lower case.
    ///
    /// # Errors
    /// If the login is taken or malformed, or the password too short.
    pub async fn add_judge(
        &self,
        login: &str,
        name: &str,
        role: Role,
        password: &str,
        actor: &Actor,
    ) -> StoreResult<Judge> {
        let login = login_form(login)?;
        let hash = secret::hash_password(password).await?;
        let (word, now) = (role.word(), Stamp::now());
        let stamp = now.as_str();
        let mut tx = self.begin().await?;
        let taken = sqlx::query_scalar!("SELECT count(*) FROM judges WHERE login = ?", login)
            .fetch_one(&mut *tx)
            .await?;
        if taken > 0 {
            return Err(StoreError::Refused(format!(
                "there is a judge `{login}` already"
            )));
        }
        let id = sqlx::query!(
            "INSERT INTO judges (login, name, role, password_hash, created_at) VALUES (?, ?, ?, ?, ?)",
            login, name, word, hash, stamp
        )
        .execute(&mut *tx)
        .await?
        .last_insert_rowid();
        audit::write(&mut tx, actor, "judge.add", &login, word).await?;
        tx.commit().await?;
        Ok(Judge {
            id,
            login,
            name: name.to_owned(),
            role,
            created_at: now,
            disabled_at: None,
        })
    }

    /// All judges, by login.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn judges(&self) -> StoreResult<Vec<Judge>> {
        let rows = sqlx::query_as!(
            JudgeRow,
            "SELECT id, login, name, role, created_at, disabled_at FROM judges ORDER BY login"
        )
        .fetch_all(&self.read)
        .await?;
        Ok(rows.into_iter().map(Judge::from).collect())
    }

    /// Shuts an account: its sessions end and its tokens are revoked.
    ///
    /// # Errors
    /// If there is no such judge.
    pub async fn disable_judge(&self, login: &str, actor: &Actor) -> StoreResult<()> {
        let mut tx = self.begin().await?;
        let judge = judge_id(&mut tx, login).await?;
        let now = Stamp::now();
        let now = now.as_str();
        sqlx::query!(
            "UPDATE judges SET disabled_at = coalesce(disabled_at, ?) WHERE id = ?",
            now,
            judge
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!(
            "UPDATE api_tokens SET revoked_at = coalesce(revoked_at, ?) WHERE judge_id = ?",
            now,
            judge
        )
        .execute(&mut *tx)
        .await?;
        end_sessions(&mut tx, judge).await?;
        audit::write(&mut tx, actor, "judge.disable", login, "").await?;
        tx.commit().await?;
        Ok(())
    }

    /// Gives a judge a new password, opens the account if it was shut, and ends its sessions.
    ///
    /// # Errors
    /// If there is no such judge or the password is too short.
    pub async fn reset_judge(&self, login: &str, password: &str, actor: &Actor) -> StoreResult<()> {
        let hash = secret::hash_password(password).await?;
        let mut tx = self.begin().await?;
        let judge = judge_id(&mut tx, login).await?;
        sqlx::query!(
            "UPDATE judges SET password_hash = ?, disabled_at = NULL WHERE id = ?",
            hash,
            judge
        )
        .execute(&mut *tx)
        .await?;
        end_sessions(&mut tx, judge).await?;
        audit::write(&mut tx, actor, "judge.reset", login, "").await?;
        tx.commit().await?;
        Ok(())
    }

    /// Signs a judge in and opens a new session. `None` for a wrong password, an unknown login and
    /// a shut account alike, after the same work.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn sign_in(
        &self,
        login: &str,
        password: &str,
    ) -> StoreResult<Option<(Judge, Secret)>> {
        let login = login.trim().to_lowercase();
        let row = sqlx::query!(
            "SELECT id, login, name, role, created_at, password_hash FROM judges
             WHERE login = ? AND disabled_at IS NULL",
            login
        )
        .fetch_optional(&self.read)
        .await?;
        let hash = row.as_ref().map(|r| r.password_hash.as_str());
        if !secret::password_fits(password, hash).await? {
            return Ok(None);
        }
        let Some(row) = row else { return Ok(None) };
        let judge = Judge::from(JudgeRow {
            id: row.id,
            login: row.login,
            name: row.name,
            role: row.role,
            created_at: row.created_at,
            disabled_at: None,
        });
        let session = self.open_session(&judge).await?;
        Ok(Some((judge, session)))
    }

    async fn open_session(&self, judge: &Judge) -> StoreResult<Secret> {
        let session = Secret::new("")?;
        let hash = fingerprint(session.reveal());
        let (now, end) = (Stamp::now(), Stamp::in_seconds(SESSION_SECONDS));
        let (now, end) = (now.as_str(), end.as_str());
        let mut tx = self.begin().await?;
        sqlx::query!("DELETE FROM sessions WHERE expires_at <= ?", now)
            .execute(&mut *tx)
            .await?;
        sqlx::query!(
            "INSERT INTO sessions (token_hash, judge_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
            hash, judge.id, now, end
        )
        .execute(&mut *tx)
        .await?;
        audit::write(
            &mut tx,
            &Actor::judge(judge),
            "judge.sign-in",
            &judge.login,
            "",
        )
        .await?;
        tx.commit().await?;
        Ok(session)
    }

    /// The judge of a session that is open.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn judge_of_session(&self, session: &str) -> StoreResult<Option<Judge>> {
        let (hash, now) = (fingerprint(session), Stamp::now());
        let now = now.as_str();
        let row = sqlx::query_as!(
            JudgeRow,
            "SELECT id, login, name, role, judges.created_at, disabled_at FROM judges
             JOIN sessions ON judge_id = id
             WHERE token_hash = ? AND expires_at > ? AND disabled_at IS NULL",
            hash,
            now
        )
        .fetch_optional(&self.read)
        .await?;
        Ok(row.map(Judge::from))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn sign_out(&self, session: &str) -> StoreResult<()> {
        let hash = fingerprint(session);
        let mut tx = self.begin().await?;
        sqlx::query!("DELETE FROM sessions WHERE token_hash = ?", hash)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Makes an API token; its secret is shown this once.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn add_token(&self, judge: &Judge, label: &str) -> StoreResult<Secret> {
        let token = Secret::new("arb_")?;
        let (hash, now) = (fingerprint(token.reveal()), Stamp::now());
        let now = now.as_str();
        let mut tx = self.begin().await?;
        sqlx::query!(
            "INSERT INTO api_tokens (judge_id, label, token_hash, created_at) VALUES (?, ?, ?, ?)",
            judge.id,
            label,
            hash,
            now
        )
        .execute(&mut *tx)
        .await?;
        audit::write(&mut tx, &Actor::judge(judge), "token.add", label, "").await?;
        tx.commit().await?;
        Ok(token)
    }

    /// A judge's tokens, newest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn tokens(&self, judge: &Judge) -> StoreResult<Vec<TokenEntry>> {
        Ok(sqlx::query_as!(
            TokenEntry,
            r#"SELECT id, label, created_at, revoked_at AS "revoked_at: Stamp" FROM api_tokens
               WHERE judge_id = ? ORDER BY id DESC"#,
            judge.id
        )
        .fetch_all(&self.read)
        .await?)
    }

    /// Revokes one of a judge's own tokens.
    ///
    /// # Errors
    /// If the judge has no such token.
    pub async fn revoke_token(&self, judge: &Judge, id: i64) -> StoreResult<()> {
        let now = Stamp::now();
        let now = now.as_str();
        let mut tx = self.begin().await?;
        let done = sqlx::query!(
            "UPDATE api_tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? AND judge_id = ?",
            now,
            id,
            judge.id
        )
        .execute(&mut *tx)
        .await?;
        if done.rows_affected() == 0 {
            return Err(StoreError::Missing {
                what: "token",
                name: id.to_string(),
            });
        }
        audit::write(
            &mut tx,
            &Actor::judge(judge),
            "token.revoke",
            &id.to_string(),
            "",
        )
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// The judge of a token that is not revoked.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn judge_of_token(&self, token: &str) -> StoreResult<Option<Judge>> {
        let hash = fingerprint(token);
        let row = sqlx::query_as!(
            JudgeRow,
            "SELECT judges.id, login, name, role, judges.created_at, disabled_at FROM judges
             JOIN api_tokens ON judge_id = judges.id
             WHERE token_hash = ? AND revoked_at IS NULL AND disabled_at IS NULL",
            hash
        )
        .fetch_optional(&self.read)
        .await?;
        Ok(row.map(Judge::from))
    }
}

fn login_form(login: &str) -> StoreResult<String> {
    let login = login.trim().to_lowercase();
    let fits = (2..=40).contains(&login.len())
        && login
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(&b));
    if fits {
        return Ok(login);
    }
    Err(StoreError::Refused(format!(
        "`{login}` is no login: two to forty of a-z, 0-9, `.`, `_`, `-`"
    )))
}

async fn judge_id(tx: &mut Transaction<'static, Sqlite>, login: &str) -> StoreResult<i64> {
    sqlx::query_scalar!("SELECT id FROM judges WHERE login = ?", login)
        .fetch_optional(&mut **tx)
        .await?
        .ok_or_else(|| StoreError::Missing {
            what: "judge",
            name: login.to_owned(),
        })
}

async fn end_sessions(tx: &mut Transaction<'static, Sqlite>, judge: i64) -> StoreResult<()> {
    sqlx::query!("DELETE FROM sessions WHERE judge_id = ?", judge)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
