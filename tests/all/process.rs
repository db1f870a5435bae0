//! The program as a process: killed while 200 write, backed up while they do, and what it logs.
//!
//! `ARBITER_KILLS` says how often it is killed; 3 where it is not set.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use arbiter::store::{Actor, Db, Role};
use reqwest::blocking::{Client, Response};
use reqwest::redirect::Policy;
use sqlx::Connection as _;

const WRITERS: usize = 200;
const PASSWORD: &str = "the long password of tests";

/// The running program.
struct Service {
    child: Child,
    origin: String,
    log: Arc<Mutex<String>>,
}

impl Service {
    fn start(folder: &Path, log: &str) -> Service {
        let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
            .args(["serve", "--bind", "127.0.0.1:0", "--no-limits", "--data"])
            .arg(folder)
            .env("RUST_LOG", log)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut errors = child.stderr.take().unwrap();
        let origin = loop {
            let mut line = String::new();
            assert_ne!(
                lines.read_line(&mut line).unwrap(),
                0,
                "the service did not start"
            );
            log.lock().unwrap().push_str(&line);
            if let Some((_, origin)) = line.trim().split_once("listens on ") {
                break origin.to_owned();
            }
        };
        let kept = Arc::clone(&log);
        thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                kept.lock().unwrap().push_str(&line);
            }
        });
        let kept = Arc::clone(&log);
        thread::spawn(move || {
            let mut text = String::new();
            drop(errors.read_to_string(&mut text));
            kept.lock().unwrap().push_str(&text);
        });
        Service { child, origin, log }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn client() -> Client {
    Client::builder()
        .redirect(Policy::none())
        .timeout(Duration::from_secs(60))
        .build()
        .unwrap()
}

fn form(client: &Client, url: String, cookie: &str, body: String) -> reqwest::Result<Response> {
    client
        .post(url)
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("cookie", cookie)
        .body(body)
        .send()
}

fn sign_in(client: &Client, service: &Service) -> String {
    let body = format!("login=ann&password={}", PASSWORD.replace(' ', "+"));
    let response = form(client, format!("{}/login", service.origin), "", body).unwrap();
    assert_eq!(response.status(), 303);
    let set = response.headers()["set-cookie"].to_str().unwrap();
    set.split(';').next().unwrap().to_owned()
}

async fn add_judge(folder: &Path) {
    let db = Db::open(&folder.join("arbiter.sqlite")).await.unwrap();
    let operator = Actor::operator();
    db.add_judge("ann", "Ann", Role::Judge, PASSWORD, &operator)
        .await
        .unwrap();
    db.close().await;
}

/// What was acknowledged: address and title.
type Acknowledged = Arc<Mutex<BTreeMap<String, String>>>;

/// Lets 200 write until they are stopped or the service is gone.
fn writers(
    service: &Service,
    cookie: &str,
    round: usize,
    acknowledged: &Acknowledged,
    stop: &Arc<AtomicBool>,
) -> Vec<thread::JoinHandle<()>> {
    let client = client();
    let number = Arc::new(AtomicUsize::new(0));
    (0..WRITERS)
        .map(|_| {
            let (client, cookie) = (client.clone(), cookie.to_owned());
            let url = format!("{}/judges/write", service.origin);
            let (acknowledged, stop) = (Arc::clone(acknowledged), Arc::clone(stop));
            let number = Arc::clone(&number);
            thread::spawn(move || {
                while !stop.load(Ordering::Acquire) {
                    let n = number.fetch_add(1, Ordering::AcqRel);
                    let title = format!("quagga{round}x{n}");
                    let body = format!(
                        "title={title}&question=Who+is+{title}%3F&answer=An+animal&status=judge\
                         &edition=2018&clauses=parry.1%2C+evade.2&keywords=Parry&explanation={}",
                        "word+".repeat(200)
                    );
                    let Ok(response) = form(&client, url.clone(), &cookie, body) else {
                        return;
                    };
                    assert_eq!(response.status(), 303);
                    let address = response.headers()["location"].to_str().unwrap();
                    let slug = address.trim_start_matches("/rulings/").to_owned();
                    acknowledged.lock().unwrap().insert(slug, title);
                }
            })
        })
        .collect()
}

fn wait_for(acknowledged: &Acknowledged, more: usize) {
    let began = Instant::now();
    let start = acknowledged.lock().unwrap().len();
    while acknowledged.lock().unwrap().len() < start + more {
        assert!(
            began.elapsed() < Duration::from_secs(120),
            "nothing is written"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Everything acknowledged is there and whole, and nothing is there by half.
async fn check(file: &Path, acknowledged: &BTreeMap<String, String>) {
    let db = Db::open(file).await.unwrap();
    for (slug, title) in acknowledged {
        let found = db.published(slug).await.unwrap();
        let found = found.unwrap_or_else(|| panic!("`{slug}` was acknowledged and is lost"));
        assert_eq!(&found.revision.content.title, title);
        assert_eq!(found.revision.content.links.len(), 3, "{slug}");
    }
    db.close().await;
    let url = format!("sqlite://{}", file.display());
    let mut raw = sqlx::SqliteConnection::connect(&url).await.unwrap();
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&mut raw)
        .await
        .unwrap();
    assert_eq!(verdict, "ok");
    let halves: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM published p WHERE p.current <> p.latest
            OR (SELECT count(*) FROM published_revisions r WHERE r.published_id = p.id) <> p.latest
            OR (SELECT count(*) FROM published_links l WHERE l.published_id = p.id) <> 3
            OR NOT EXISTS (SELECT 1 FROM audit_log a WHERE a.subject = p.slug)",
    )
    .fetch_one(&mut raw)
    .await
    .unwrap();
    assert_eq!(halves, 0, "half a revision");
    raw.close().await.unwrap();
}

/// The index finds what the database has.
fn check_index(client: &Client, service: &Service, acknowledged: &BTreeMap<String, String>) {
    let some = acknowledged.iter().step_by(acknowledged.len() / 5 + 1);
    for (slug, title) in some {
        let url = format!("{}/api/v1/search?q={title}", service.origin);
        let found = client.get(url).send().unwrap().text().unwrap();
        assert!(found.contains(slug), "`{slug}` is not found: {found}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_200_write_it_loses_nothing_acknowledged() {
    let kills: usize = std::env::var("ARBITER_KILLS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(3);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arbiter.sqlite");
    add_judge(folder.path()).await;
    let acknowledged: Acknowledged = Arc::default();
    for round in 0..kills {
        let known = acknowledged.clone();
        let path = folder.path().to_owned();
        tokio::task::spawn_blocking(move || {
            let client = client();
            let mut service = Service::start(&path, "error");
            if round > 0 {
                check_index(&client, &service, &known.lock().unwrap());
            }
            let cookie = sign_in(&client, &service);
            let stop = Arc::new(AtomicBool::new(false));
            let threads = writers(&service, &cookie, round, &known, &stop);
            // Never at the same moment of a write.
            wait_for(&known, 60 + 37 * round % 50);
            service.kill();
            stop.store(true, Ordering::Release);
            threads.into_iter().for_each(|t| t.join().unwrap());
        })
        .await
        .unwrap();
        let all = acknowledged.lock().unwrap().clone();
        check(&file, &all).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_taken_while_200_write_is_whole_and_starts() {
    let folder = tempfile::tempdir().unwrap();
    add_judge(folder.path()).await;
    let path = folder.path().to_owned();
    let copy = folder.path().join("backup.sqlite");
    let backup = copy.clone();
    let before = tokio::task::spawn_blocking(move || {
        let client = client();
        let service = Service::start(&path, "error");
        let cookie = sign_in(&client, &service);
        let (acknowledged, stop) = (Acknowledged::default(), Arc::new(AtomicBool::new(false)));
        let threads = writers(&service, &cookie, 0, &acknowledged, &stop);
        wait_for(&acknowledged, 50);
        let before = acknowledged.lock().unwrap().clone();
        let done = Command::new(env!("CARGO_BIN_EXE_arbiter"))
            .args(["backup", "--data"])
            .arg(&path)
            .arg(&backup)
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        stop.store(true, Ordering::Release);
        threads.into_iter().for_each(|t| t.join().unwrap());
        assert!(
            acknowledged.lock().unwrap().len() > before.len(),
            "nobody wrote meanwhile"
        );
        before
    })
    .await
    .unwrap();
    check(&copy, &before).await;

    let other = tempfile::tempdir().unwrap();
    let path = other.path().to_owned();
    tokio::task::spawn_blocking(move || {
        let restored = Command::new(env!("CARGO_BIN_EXE_arbiter"))
            .args(["restore", "--data"])
            .arg(&path)
            .arg(&copy)
            .status()
            .unwrap();
        assert!(restored.success());
        let service = Service::start(&path, "error");
        check_index(&client(), &service, &before);
    })
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_holds_no_secret_at_any_level() {
    let folder = tempfile::tempdir().unwrap();
    add_judge(folder.path()).await;
    let path = folder.path().to_owned();
    tokio::task::spawn_blocking(move || {
        let client = client();
        let mut service = Service::start(&path, "trace");
        let wrong = "login=ann&password=a+wrong+and+typed+password".to_owned();
        form(&client, format!("{}/login", service.origin), "", wrong).unwrap();
        let cookie = sign_in(&client, &service);
        let tokens = format!("{}/judges/tokens", service.origin);
        let made = form(&client, tokens, &cookie, "label=bot".to_owned()).unwrap();
        let page = made.text().unwrap();
        let token = page.split("id=\"token\">").nth(1).unwrap();
        let token = token.split('<').next().unwrap().to_owned();
        let stored = client
            .post(format!("{}/api/v1/rulings", service.origin))
            .header("authorization", format!("Bearer {token}"))
            .body("{}")
            .send()
            .unwrap();
        assert_ne!(stored.status(), 401);
        thread::sleep(Duration::from_millis(300));
        service.kill();
        thread::sleep(Duration::from_millis(300));
        let log = service.log.lock().unwrap();
        assert!(log.contains("request"), "there is a log");
        let session = cookie.split_once('=').unwrap().1;
        for (what, secret) in [
            ("password", PASSWORD),
            ("password as sent", "the+long+password"),
            ("wrong password", "a wrong and typed"),
            ("wrong password as sent", "a+wrong+and+typed"),
            ("session", session),
            ("token", &token),
        ] {
            assert!(!log.contains(secret), "the log holds a {what}");
        }
    })
    .await
    .unwrap();
}
