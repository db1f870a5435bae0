//! The database: opening, refusing, keeping.
#![cfg(feature = "server")]

use arbiter::store::{Db, StoreError};

#[tokio::test]
async fn a_new_database_opens_and_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arbiter.sqlite");
    for _ in 0..2 {
        let db = Db::open(&path).await.unwrap();
        db.ping().await.unwrap();
        db.close().await;
    }
}

#[tokio::test]
async fn a_damaged_database_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arbiter.sqlite");
    std::fs::write(
        &path,
        "this is no database, whatever its name says".repeat(50),
    )
    .unwrap();
    let error = Db::open(&path).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");

    std::fs::remove_file(&path).unwrap();
    Db::open(&path).await.unwrap().close().await;
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[200..middle].fill(0x5a);
    std::fs::write(&path, bytes).unwrap();
    let error = Db::open(&path).await.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("arbiter restore"));
}

#[tokio::test]
async fn a_newer_or_foreign_database_is_refused_in_words() {
    use sqlx::Connection as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arbiter.sqlite");
    Db::open(&path).await.unwrap().close().await;
    let url = format!("sqlite://{}", path.display());
    let mut raw = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::query("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', 1, x'00', 1)")
        .execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let error = Db::open(&path).await.unwrap_err();
    assert!(
        matches!(error, StoreError::Newer { found: 9999, .. }),
        "{error}"
    );

    let other = folder.path().join("other.sqlite");
    let url = format!("sqlite://{}?mode=rwc", other.display());
    let mut raw = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::query("CREATE TABLE notes (body TEXT)")
        .execute(&mut raw)
        .await
        .unwrap();
    raw.close().await.unwrap();
    let error = Db::open(&other).await.unwrap_err();
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
}
