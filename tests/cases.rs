//! Every case of `rulings/cases`, strictly, and the cases of the folder that `ARBITER_CASES`
//! names. A program of its own instead of a list of `#[test]`s, so that each case counts as a test.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first thing that is not as it should be"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arbiter::catalogue::CardIndex;
use arbiter::rules::check::compare;
use arbiter::rules::document::{read_json, read_toml, to_json_value, to_toml};
use arbiter::rules::judge;

struct Run {
    cards: CardIndex,
    /// Words of the command line; a case runs if its path contains one, or if there are none.
    filters: Vec<String>,
    passed: usize,
    failed: usize,
    left_out: usize,
}

fn main() -> ExitCode {
    let filters = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let cards = CardIndex::starter().expect("the starter catalogue is read by a test of its own");
    let mut run = Run {
        cards,
        filters,
        passed: 0,
        failed: 0,
        left_out: 0,
    };
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings/cases");
    println!("\nrunning {} cases of rulings/cases", run.folder(&own));
    match std::env::var_os("ARBITER_CASES") {
        Some(folder) => println!(
            "running {} cases of ARBITER_CASES",
            run.folder(Path::new(&folder))
        ),
        None => println!("cases of ARBITER_CASES: not given"),
    }
    let word = if run.failed == 0 { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {word}. {} passed; {} failed; 0 ignored; 0 measured; {} filtered out\n",
        run.passed, run.failed, run.left_out
    );
    ExitCode::from(u8::from(run.failed > 0))
}

impl Run {
    /// Runs the cases of a folder; their number.
    fn folder(&mut self, folder: &Path) -> usize {
        let entries = fs::read_dir(folder).map(|entries| entries.filter_map(Result::ok));
        let mut paths: Vec<PathBuf> = match entries {
            Ok(entries) => entries.map(|entry| entry.path()).collect(),
            Err(_) => Vec::new(),
        };
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
        paths.sort();
        if paths.is_empty() {
            println!("FAILED {}: no cases there", folder.display());
            self.failed += 1;
        }
        for path in &paths {
            self.file(path);
        }
        paths.len()
    }

    fn file(&mut self, path: &Path) {
        let name = path.display().to_string();
        if !self.filters.is_empty() && !self.filters.iter().any(|word| name.contains(word)) {
            self.left_out += 1;
            return;
        }
        let outcome = std::panic::catch_unwind(|| self.problems(path));
        let problems = outcome.unwrap_or_else(|_| vec!["it panicked".to_owned()]);
        if problems.is_empty() {
            self.passed += 1;
        } else {
            self.failed += 1;
            println!("FAILED {name}");
            problems
                .iter()
                .for_each(|problem| println!("    {problem}"));
        }
    }

    /// What is wrong with a case: it cannot be read, does not survive being written, or its
    /// ruling is another one.
    fn problems(&self, path: &Path) -> Vec<String> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return vec![error.to_string()],
        };
        let case = match read_toml(&text, &self.cards) {
            Ok(case) => case,
            Err(problems) => return problems.0.iter().map(ToString::to_string).collect(),
        };
        let mut found = Vec::new();
        if read_toml(&to_toml(&case, Some(&self.cards)), &self.cards).as_ref() != Ok(&case) {
            found.push("it changes when it is written as TOML".to_owned());
        }
        if read_json(&to_json_value(&case, None).to_string(), &self.cards).as_ref() != Ok(&case) {
            found.push("it changes when it is written as JSON".to_owned());
        }
        let Some(expect) = &case.expect else {
            found.push("it expects nothing: `[expect]` is missing".to_owned());
            return found;
        };
        let ruling = judge(&case.situation);
        found.extend(
            compare(&ruling, expect, true)
                .iter()
                .map(ToString::to_string),
        );
        found
    }
}
