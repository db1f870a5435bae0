//! The database: opening, refusing, keeping.

use arbiter::store::{
    Actor, Agreement, Content, Db, Decision, Link, LinkKind, NewProposal, NewRuling, ProposalKind,
    ProposalState, Role, RulingFilter, RulingStatus, ShortCode, Source, StoreError, Versions,
};
use serde_json::json;

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

fn ruling(n: i64) -> NewRuling {
    NewRuling {
        resolved: json!({"units": [n], "edition": "2018"}),
        input: json!({"title": "first", "units": [n]}),
        title: "A <b>title</b>".to_owned(),
        edition: "2018".to_owned(),
        engine_version: "1".to_owned(),
        rules_version: "r1".to_owned(),
        ruling: json!({"steps": [n]}),
        verdict: "ruled".to_owned(),
        summary: "It takes 2.".to_owned(),
        cards: vec!["Someone (A)".to_owned()],
        keywords: vec!["parry".to_owned()],
    }
}

async fn fresh() -> (tempfile::TempDir, Db) {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&folder.path().join("arbiter.sqlite"))
        .await
        .unwrap();
    (folder, db)
}

#[tokio::test]
async fn a_stored_ruling_is_never_overwritten() {
    let (_folder, db) = fresh().await;
    let first = db.store_ruling(&ruling(1)).await.unwrap();
    assert!(first.created);
    let mut again = ruling(1);
    again.ruling = json!("another outcome");
    let second = db.store_ruling(&again).await.unwrap();
    assert_eq!(
        (second.created, &second.id, &second.short_code),
        (false, &first.id, &first.short_code)
    );
    let stored = db.ruling(&first.id).await.unwrap().unwrap();
    assert_eq!(stored.ruling, json!({"steps": [1]}));
    let code = ShortCode::parse(&first.short_code.to_lowercase()).unwrap();
    assert_eq!(
        db.ruling_of_code(&code).await.unwrap(),
        Some(first.id.clone())
    );
    assert_eq!(
        db.rulings_using_card("Someone (A)").await.unwrap(),
        [first.id.as_str()]
    );

    db.store_ruling(&ruling(2)).await.unwrap();
    let filter = RulingFilter {
        keyword: Some("parry".to_owned()),
        ..RulingFilter::default()
    };
    assert_eq!(db.latest_rulings(&filter, 10, 0).await.unwrap().len(), 2);
    db.hide_ruling(&first.id, Some("a private name in it"), &Actor::operator())
        .await
        .unwrap();
    assert_eq!(db.latest_rulings(&filter, 10, 0).await.unwrap().len(), 1);
    assert!(
        db.ruling(&first.id)
            .await
            .unwrap()
            .unwrap()
            .hidden_note
            .is_some()
    );
    assert_eq!(db.audit_log(1).await.unwrap()[0].action, "ruling.hide");
}

#[tokio::test]
async fn agreement_is_kept_for_each_version() {
    let (_folder, db) = fresh().await;
    let id = db.store_ruling(&ruling(1)).await.unwrap().id;
    let versions = |rules: &str| Versions {
        engine: "1".to_owned(),
        rules: rules.to_owned(),
        catalogue: "c".to_owned(),
    };
    assert_eq!(
        db.rulings_to_compare(&versions("r1"), 9).await.unwrap(),
        std::slice::from_ref(&id)
    );
    db.record_agreement(&id, &versions("r1"), &Agreement::Same)
        .await
        .unwrap();
    let differs = Agreement::Differs(json!({"step": 3}));
    db.record_agreement(&id, &versions("r2"), &differs)
        .await
        .unwrap();
    assert_eq!(
        db.agreement(&id, &versions("r1")).await.unwrap(),
        Some(Agreement::Same)
    );
    assert_eq!(
        db.agreement(&id, &versions("r2")).await.unwrap(),
        Some(differs)
    );
    assert_eq!(db.agreement(&id, &versions("r3")).await.unwrap(), None);
    assert_eq!(db.rulings_to_compare(&versions("r1"), 9).await.unwrap(), []);
}

#[tokio::test]
async fn drafts_live_under_their_content() {
    let (_folder, db) = fresh().await;
    let id = db.save_draft(&json!({"a": 1, "b": 2})).await.unwrap();
    assert_eq!(db.save_draft(&json!({"b": 2, "a": 1})).await.unwrap(), id);
    assert_eq!(db.draft(&id).await.unwrap(), Some(json!({"a": 1, "b": 2})));
    assert_eq!(db.draft("nothing").await.unwrap(), None);
    assert_eq!(db.sweep().await.unwrap(), 0);
}

const PASSWORD: &str = "a long enough password";

#[tokio::test]
async fn judges_sign_in_and_are_shut_out() {
    let (folder, db) = fresh().await;
    let root = Actor::operator();
    let judge = db
        .add_judge("Ann", "Ann B.", Role::Head, PASSWORD, &root)
        .await
        .unwrap();
    assert!(
        db.add_judge("ann", "Other", Role::Judge, PASSWORD, &root)
            .await
            .is_err()
    );
    assert!(
        db.add_judge("a b", "Other", Role::Judge, PASSWORD, &root)
            .await
            .is_err()
    );
    assert!(
        db.add_judge("ben", "Ben", Role::Judge, "short", &root)
            .await
            .is_err()
    );
    assert_eq!(db.sign_in("ann", "wrong wrong wrong").await.unwrap(), None);
    assert_eq!(db.sign_in("nobody", PASSWORD).await.unwrap(), None);
    let (signed_in, session) = db.sign_in(" ANN ", PASSWORD).await.unwrap().unwrap();
    assert_eq!(signed_in, judge);
    let (_, other) = db.sign_in("ann", PASSWORD).await.unwrap().unwrap();
    assert_eq!(
        db.judge_of_session(session.reveal()).await.unwrap(),
        Some(judge.clone())
    );
    db.sign_out(session.reveal()).await.unwrap();
    assert_eq!(db.judge_of_session(session.reveal()).await.unwrap(), None);

    let token = db.add_token(&judge, "bot").await.unwrap();
    assert_eq!(
        db.judge_of_token(token.reveal()).await.unwrap(),
        Some(judge.clone())
    );
    let second = db.add_token(&judge, "other bot").await.unwrap();
    let listed = db.tokens(&judge).await.unwrap();
    db.revoke_token(&judge, listed[0].id).await.unwrap();
    assert_eq!(db.judge_of_token(second.reveal()).await.unwrap(), None);

    db.disable_judge("ann", &root).await.unwrap();
    assert_eq!(db.judge_of_session(other.reveal()).await.unwrap(), None);
    assert_eq!(db.judge_of_token(token.reveal()).await.unwrap(), None);
    assert_eq!(db.sign_in("ann", PASSWORD).await.unwrap(), None);
    db.reset_judge("ann", "another good password", &root)
        .await
        .unwrap();
    assert!(
        db.sign_in("ann", "another good password")
            .await
            .unwrap()
            .is_some()
    );
    assert!(db.disable_judge("nobody", &root).await.is_err());

    db.close().await;
    let bytes = std::fs::read(folder.path().join("arbiter.sqlite")).unwrap();
    for secret in [PASSWORD, session.reveal(), token.reveal()] {
        assert!(!bytes.windows(secret.len()).any(|w| w == secret.as_bytes()));
    }
}

fn content(title: &str, status: RulingStatus) -> Content {
    Content {
        title: title.to_owned(),
        question: "Does it?".to_owned(),
        answer: "No.".to_owned(),
        explanation: String::new(),
        status,
        edition: "2018".to_owned(),
        verdict: String::new(),
        situation: None,
        outcome: None,
        source: Source {
            date: "2019-05-01".to_owned(),
            ..Source::default()
        },
        authority: None,
        links: vec![Link {
            kind: LinkKind::Keyword,
            target: "parry".to_owned(),
        }],
    }
}

#[tokio::test]
async fn official_rulings_need_a_second_pair_of_eyes() {
    let (_folder, db) = fresh().await;
    let root = Actor::operator();
    let ann = db
        .add_judge("ann", "Ann", Role::Head, PASSWORD, &root)
        .await
        .unwrap();
    let ben = db
        .add_judge("ben", "Ben", Role::Judge, PASSWORD, &root)
        .await
        .unwrap();
    let written = db
        .publish(&content("Parry twice?", RulingStatus::Official), &ann)
        .await
        .unwrap();
    assert_eq!(
        (written.slug.as_str(), written.revision, written.visible),
        ("parry-twice", 1, false)
    );
    assert_eq!(db.published("parry-twice").await.unwrap(), None);
    assert_eq!(db.awaiting_approval().await.unwrap().len(), 1);
    assert!(db.approve("parry-twice", 1, &ann).await.is_err());
    db.approve("parry-twice", 1, &ben).await.unwrap();
    assert!(db.approve("parry-twice", 1, &ben).await.is_err());
    let shown = db.published("parry-twice").await.unwrap().unwrap();
    assert_eq!(
        (shown.status, shown.revision.approver.as_deref()),
        (RulingStatus::Official, Some("Ben"))
    );
    assert_eq!(
        db.published_about(LinkKind::Keyword, "parry")
            .await
            .unwrap()
            .len(),
        1
    );

    let second = db
        .publish(&content("Parry twice", RulingStatus::Judge), &ben)
        .await
        .unwrap();
    assert_eq!(
        (second.slug.as_str(), second.visible),
        ("parry-twice-2", true)
    );
    let waiting = db
        .supersede("parry-twice", 1, "parry-twice-2", "clearer", &ben)
        .await
        .unwrap();
    assert!(!waiting.visible, "it takes the place of an official ruling");
    let shown = db.published("parry-twice").await.unwrap().unwrap();
    assert_eq!(
        (shown.status, shown.successor),
        (RulingStatus::Official, None)
    );
    assert!(db.approve("parry-twice", 2, &ben).await.is_err());
    db.approve("parry-twice", 2, &ann).await.unwrap();
    let old = db.published("parry-twice").await.unwrap().unwrap();
    assert_eq!(
        (old.status, old.successor.as_deref()),
        (RulingStatus::Superseded, Some("parry-twice-2"))
    );
    assert!(
        db.supersede("parry-twice-2", 1, "parry-twice-2", "", &ben)
            .await
            .is_err()
    );
    assert_eq!(db.revisions("parry-twice").await.unwrap().len(), 2);
    assert_eq!(db.published_latest(None, 10, 0).await.unwrap().len(), 2);
    assert_eq!(
        db.published_latest(Some(RulingStatus::Judge), 10, 0)
            .await
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn two_edits_of_one_revision_conflict() {
    let (_folder, db) = fresh().await;
    let ann = db
        .add_judge("ann", "Ann", Role::Judge, PASSWORD, &Actor::operator())
        .await
        .unwrap();
    let slug = db
        .publish(&content("One", RulingStatus::Judge), &ann)
        .await
        .unwrap()
        .slug;
    let mut edit = content("One", RulingStatus::Judge);
    edit.answer = "Yes.".to_owned();
    db.revise(&slug, 1, &edit, "was wrong", &ann).await.unwrap();
    let error = db
        .revise(&slug, 1, &content("One", RulingStatus::Judge), "", &ann)
        .await
        .unwrap_err();
    assert!(
        matches!(
            error,
            StoreError::Conflict {
                expected: 1,
                found: 2,
                ..
            }
        ),
        "{error}"
    );
    assert_eq!(
        db.published(&slug)
            .await
            .unwrap()
            .unwrap()
            .revision
            .content
            .answer,
        "Yes."
    );
    edit.title = " ".to_owned();
    assert!(db.revise(&slug, 2, &edit, "", &ann).await.is_err());
}

#[tokio::test]
async fn an_authority_counts_while_in_office() {
    let (_folder, db) = fresh().await;
    let root = Actor::operator();
    let ann = db
        .add_judge("ann", "Ann", Role::Judge, PASSWORD, &root)
        .await
        .unwrap();
    let ben = db
        .add_judge("ben", "Ben", Role::Judge, PASSWORD, &root)
        .await
        .unwrap();
    let team = db
        .add_authority_term("Rules team", "2010-01-01", Some("2018-12-31"), &root)
        .await
        .unwrap();
    let mut late = content("Late", RulingStatus::Official);
    late.authority = Some(team);
    let slug = db.publish(&late, &ann).await.unwrap().slug;
    db.approve(&slug, 1, &ben).await.unwrap();
    assert_eq!(
        db.published(&slug).await.unwrap().unwrap().status,
        RulingStatus::Community
    );
    db.add_authority_term("Rules team", "2019-01-01", None, &root)
        .await
        .unwrap();
    assert_eq!(
        db.published(&slug).await.unwrap().unwrap().status,
        RulingStatus::Official
    );
    assert_eq!(db.authorities().await.unwrap()[0].terms.len(), 2);
}

#[tokio::test]
async fn drift_is_listed_until_the_ruling_agrees_again() {
    let (_folder, db) = fresh().await;
    let ann = db
        .add_judge("ann", "Ann", Role::Judge, PASSWORD, &Actor::operator())
        .await
        .unwrap();
    let mut with_board = content("Board", RulingStatus::Judge);
    with_board.situation = Some(json!({"units": []}));
    let slug = db.publish(&with_board, &ann).await.unwrap().slug;
    db.publish(&content("No board", RulingStatus::Judge), &ann)
        .await
        .unwrap();
    let now = Versions {
        engine: "2".to_owned(),
        rules: "r".to_owned(),
        catalogue: "c".to_owned(),
    };
    assert_eq!(db.published_to_compare(&now, 9).await.unwrap().len(), 1);
    db.record_drift(&slug, 1, &now, &Agreement::Differs(json!({"step": 2})))
        .await
        .unwrap();
    assert_eq!(db.drifted(&now).await.unwrap().len(), 1);
    db.record_drift(&slug, 1, &now, &Agreement::Same)
        .await
        .unwrap();
    assert_eq!(db.drifted(&now).await.unwrap(), []);
    assert_eq!(
        db.drift_of(&slug, &now).await.unwrap(),
        Some(Agreement::Same)
    );
    assert_eq!(db.published_to_compare(&now, 9).await.unwrap(), []);
}

#[tokio::test]
async fn proposals_keep_the_words_and_are_decided_once() {
    let (_folder, db) = fresh().await;
    let ann = db
        .add_judge("ann", "Ann", Role::Judge, PASSWORD, &Actor::operator())
        .await
        .unwrap();
    let sent = NewProposal {
        kind: ProposalKind::Objection,
        title: String::new(),
        question: "Why <b>not</b>?".to_owned(),
        answer: String::new(),
        author: String::new(),
        ruling_id: Some("aaaaaaaaaaaaaaaa".to_owned()),
        step: Some(7),
        clause: Some("parry.1".to_owned()),
        situation: None,
    };
    assert!(matches!(
        db.propose(&sent).await.unwrap_err(),
        StoreError::Missing { .. }
    ));
    let id = db.store_ruling(&ruling(1)).await.unwrap().id;
    let sent = NewProposal {
        ruling_id: Some(id.to_string()),
        ..sent
    };
    let number = db.propose(&sent).await.unwrap();
    assert_eq!(
        db.proposals(ProposalState::Open, 9).await.unwrap()[0].sent,
        sent
    );
    let slug = db
        .publish(&content("Answer", RulingStatus::Judge), &ann)
        .await
        .unwrap()
        .slug;
    let accept = Decision::Accept {
        published: Some(&slug),
    };
    db.decide(number, &accept, "good point", &ann)
        .await
        .unwrap();
    assert!(
        db.decide(number, &Decision::Decline, "", &ann)
            .await
            .is_err()
    );
    let decided = db.proposal(number).await.unwrap().unwrap();
    assert_eq!(
        (decided.state, decided.published),
        (ProposalState::Accepted, Some(slug))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_writers_and_a_backup_among_them() {
    let (folder, db) = fresh().await;
    let mut acknowledged = Vec::new();
    for n in 0..20 {
        acknowledged.push(db.store_ruling(&ruling(n)).await.unwrap().id);
    }
    let writers: Vec<_> = (20..220)
        .map(|n| {
            let db = db.clone();
            tokio::spawn(async move { db.store_ruling(&ruling(n)).await.unwrap().id })
        })
        .collect();
    let copy = folder.path().join("copy.sqlite");
    db.backup(&copy).await.unwrap();
    assert!(db.backup(&copy).await.is_err());
    for writer in writers {
        let id = writer.await.unwrap();
        assert!(db.ruling(&id).await.unwrap().is_some());
    }
    assert_eq!(db.count_rulings().await.unwrap(), 220);
    let copied = Db::open(&copy).await.unwrap();
    for id in &acknowledged {
        assert!(copied.ruling(id).await.unwrap().is_some());
    }
    copied.close().await;

    let here = db.path().to_owned();
    let running = Db::restore(&copy, &here).await.unwrap_err();
    assert!(
        running.to_string().contains("stop the service"),
        "{running}"
    );
    db.close().await;
    let old = Db::restore(&copy, &here).await.unwrap().unwrap();
    assert!(old.exists());
    let restored = Db::open(&here).await.unwrap();
    assert!((20..=220).contains(&restored.count_rulings().await.unwrap()));
    restored.close().await;
    std::fs::write(&copy, "no database").unwrap();
    let refused = Db::restore(&copy, &here).await.unwrap_err();
    assert!(refused.to_string().contains("no backup"), "{refused}");
    assert!(Db::open(&here).await.is_ok());
}
