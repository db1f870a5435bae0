//! The service in a real browser: starts it and runs the tests of `tests/browser/` in Node.
//!
//! Without Chromium, Node or their packages it says so and passes, unless
//! `ARBITER_REQUIRE_BROWSER=1` makes that a failure.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is not as it should be"
)]

#[path = "all/web/server.rs"]
#[expect(dead_code, reason = "the browser needs no more than the address")]
mod server;

use std::path::{Path, PathBuf};
use std::process::Command;

use arbiter::store::Role;
use arbiter::web::Rates;

#[test]
fn the_service_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    if let Some(missing) = missing(&folder) {
        let required = std::env::var("ARBITER_REQUIRE_BROWSER").is_ok_and(|v| v == "1");
        assert!(!required, "the browser tests cannot run: {missing}");
        println!("skipped: {missing}");
        return;
    }
    let server = server::Server::start(Rates::OPEN);
    server.add_judge("ada", Role::Head);
    server.add_judge("ben", Role::Judge);
    let status = Command::new("node")
        .args(["--test", "--test-concurrency=1", "--test-reporter=spec"])
        .args([
            "pages.test.mjs",
            "desk.test.mjs",
            "embed.test.mjs",
            "publish.test.mjs",
            "offline.test.mjs",
        ])
        .current_dir(&folder)
        .env("ARBITER_URL", server.origin())
        .env("ARBITER_CHROMIUM", chromium())
        .env("ARBITER_PASSWORD", server::PASSWORD)
        .status()
        .unwrap();
    assert!(status.success(), "the browser tests failed");
}

fn chromium() -> PathBuf {
    std::env::var_os("ARBITER_CHROMIUM")
        .map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from)
}

fn missing(folder: &Path) -> Option<String> {
    let chromium = chromium();
    if !chromium.exists() {
        return Some(format!(
            "there is no `{}`; install chromium or set ARBITER_CHROMIUM",
            chromium.display()
        ));
    }
    if Command::new("node").arg("--version").output().is_err() {
        return Some("there is no `node`".to_owned());
    }
    if folder.join("node_modules/playwright-core").exists() {
        return None;
    }
    let installed = Command::new("npm")
        .args(["ci", "--no-audit", "--no-fund"])
        .current_dir(folder)
        .status();
    match installed {
        Ok(status) if status.success() => None,
        Ok(_) => Some("`npm ci` failed in tests/browser".to_owned()),
        Err(_) => Some("there is no `npm`".to_owned()),
    }
}
