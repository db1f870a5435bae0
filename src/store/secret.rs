//! Passwords and random secrets. The database holds hashes of them only.

use std::fmt;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

use tokio::sync::Semaphore;

use super::{StoreError, StoreResult};

/// The shortest password a judge may have, in letters.
pub const SHORTEST_PASSWORD: usize = 12;
/// The longest, so that hashing it costs no more than hashing another.
const LONGEST_PASSWORD: usize = 200;

/// Stands in for the hash of somebody who does not exist, so that both cases take the same time.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$J5UrLlyNhtrWh/7UJHuF0Vy8Av0QSy+QcMv2wDPFbhI";

/// Each hash takes 19 MiB; so many are worked out at the same time.
static TURNS: Semaphore = Semaphore::const_new(4);

/// A random secret, handed out once: the value of a session cookie or an API token.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// 256 random bits.
    pub(super) fn new(prefix: &str) -> StoreResult<Secret> {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).map_err(|e| StoreError::NoRandom(e.to_string()))?;
        let letters: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        Ok(Secret(format!("{prefix}{letters}")))
    }

    /// The text to hand out.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// What the database keeps of a secret. Random secrets need no slow hash.
pub(super) fn fingerprint(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// Hashes a new password.
pub(super) async fn hash_password(password: &str) -> StoreResult<String> {
    let letters = password.chars().count();
    if !(SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&letters) {
        return Err(StoreError::Refused(format!(
            "a password has at least {SHORTEST_PASSWORD} and at most {LONGEST_PASSWORD} letters; this one has {letters}"
        )));
    }
    let password = password.to_owned();
    slowly(move || {
        let hash = Argon2::default().hash_password(password.as_bytes());
        hash.map(|h| h.to_string()).map_err(|e| e.to_string())
    })
    .await
}

/// Whether the password fits; without a hash the same work is done and the answer is no.
pub(super) async fn password_fits(password: &str, hash: Option<&str>) -> StoreResult<bool> {
    if password.chars().count() > LONGEST_PASSWORD {
        return Ok(false);
    }
    let known = hash.is_some();
    let (password, hash) = (password.to_owned(), hash.unwrap_or(NOBODY).to_owned());
    let fits = slowly(move || {
        let hash = PasswordHash::new(&hash).map_err(|e| e.to_string())?;
        Ok(Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok())
    })
    .await?;
    Ok(fits && known)
}

/// Runs a computation of many milliseconds where it does not hold up other requests.
async fn slowly<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> StoreResult<T> {
    // A turn is never refused: nobody closes the semaphore.
    let _turn = TURNS.acquire().await;
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|e| StoreError::Password(e.to_string()))?
        .map_err(StoreError::Password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn passwords_fit_their_own_hash_only() {
        let hash = hash_password("correct horse battery").await.unwrap();
        assert!(
            password_fits("correct horse battery", Some(&hash))
                .await
                .unwrap()
        );
        assert!(
            !password_fits("correct horse batterz", Some(&hash))
                .await
                .unwrap()
        );
        assert!(!password_fits("correct horse battery", None).await.unwrap());
        assert!(hash_password("short").await.is_err());
    }

    #[test]
    fn secrets_do_not_show_in_logs() {
        let secret = Secret::new("arb_").unwrap();
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        assert_eq!(secret.reveal().len(), 4 + 64);
        assert_ne!(secret, Secret::new("arb_").unwrap());
        assert!(!fingerprint(secret.reveal()).contains(secret.reveal()));
    }
}
