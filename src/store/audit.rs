//! The log of what judges did. It is only ever added to.

use serde::Serialize;
use sqlx::{Sqlite, Transaction};

use super::judges::Judge;
use super::{Db, Stamp, StoreResult};

/// Who does something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    id: Option<i64>,
    name: String,
}

impl Actor {
    /// A judge.
    #[must_use]
    pub fn judge(judge: &Judge) -> Actor {
        Actor {
            id: Some(judge.id),
            name: judge.login.clone(),
        }
    }

    /// Whoever runs the command line.
    #[must_use]
    pub fn operator() -> Actor {
        Actor {
            id: None,
            name: "operator".to_owned(),
        }
    }

    /// A visitor without an account.
    #[must_use]
    pub fn visitor() -> Actor {
        Actor {
            id: None,
            name: "visitor".to_owned(),
        }
    }
}

/// An entry of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AuditEntry {
    /// Its number.
    pub id: i64,
    /// When.
    pub at: Stamp,
    /// Who, by the name he had then.
    pub actor: String,
    /// What, such as `ruling.hide`.
    pub action: String,
    /// To what: the address of a ruling, the login of a judge.
    pub subject: String,
    /// More about it; never a secret.
    pub detail: String,
}

impl Db {
    /// The latest entries, newest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn audit_log(&self, limit: i64) -> StoreResult<Vec<AuditEntry>> {
        Ok(sqlx::query_as!(
            AuditEntry,
            "SELECT id, at, actor, action, subject, detail FROM audit_log ORDER BY id DESC LIMIT ?",
            limit
        )
        .fetch_all(&self.read)
        .await?)
    }

    /// Adds an entry that goes with no other change, such as a refused sign-in.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn audit(
        &self,
        actor: &Actor,
        action: &str,
        subject: &str,
        detail: &str,
    ) -> StoreResult<()> {
        let mut tx = self.begin().await?;
        write(&mut tx, actor, action, subject, detail).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Adds an entry together with the change it is about.
pub(super) async fn write(
    tx: &mut Transaction<'static, Sqlite>,
    actor: &Actor,
    action: &str,
    subject: &str,
    detail: &str,
) -> StoreResult<()> {
    let now = Stamp::now();
    let now = now.as_str();
    sqlx::query!(
        "INSERT INTO audit_log (at, judge_id, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?, ?)",
        now, actor.id, actor.name, action, subject, detail
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
