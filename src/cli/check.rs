//! `arbiter check`: runs cases and tells where a ruling is not as expected.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::catalogue::CardIndex;
use crate::rules::check::compare;
use crate::rules::{document, judge};

use super::input;

/// Runs every case and closes with "N passed, N failed".
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Where a case expects no refusals, allow none
    #[arg(long)]
    strict: bool,
    /// Case files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    cards: input::Cards,
}

/// Runs the cases.
///
/// # Errors
/// If the catalogue or a folder cannot be read.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let cards = args.cards.index()?;
    let (mut passed, mut failed) = (0_usize, 0_usize);
    for path in paths(&args.paths)? {
        let problems = problems(&path, &cards, args.strict);
        for problem in &problems {
            writeln!(out, "{}: {problem}", path.display())?;
        }
        if problems.is_empty() {
            passed += 1;
        } else {
            failed += 1;
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The files, and the files of the folders.
fn paths(given: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for path in given {
        if path.is_dir() {
            paths.extend(input::files(path, "toml")?);
        } else {
            paths.push(path.clone());
        }
    }
    Ok(paths)
}

fn problems(path: &Path, cards: &CardIndex, strict: bool) -> Vec<String> {
    let text = match input::text(path) {
        Ok(text) => text,
        Err(error) => return vec![format!("{error:#}")],
    };
    let case = match document::read(&text, cards) {
        Ok(case) => case,
        Err(problems) => return problems.0.iter().map(ToString::to_string).collect(),
    };
    let Some(expect) = &case.expect else {
        return vec!["it expects nothing: `[expect]` is missing".to_owned()];
    };
    let found = compare(&judge(&case.situation), expect, strict);
    found.iter().map(ToString::to_string).collect()
}
