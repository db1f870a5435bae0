//! `arbiter pairs`: what any two keywords do to each other.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use crate::pairs::{self, Answer, Bench};
use crate::rulebook::{ClauseId, Keyword};
use crate::rules::document;
use crate::rules::situation::Case;

/// Prints one line for each pair of keywords: `+` if they interact or `-`, their names, and what
/// they do to each other.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only pairs of which one changes what the other does, that act in one window, or of which a
    /// clause speaks
    #[arg(long)]
    interacting: bool,
    /// What each answer rests on and what came of its board, too
    #[arg(long)]
    rows: bool,
    /// One keyword: its pairs; two: that pair with the board on which it was tried
    #[arg(value_name = "KEYWORD", num_args = 0..=2)]
    of: Vec<Keyword>,
}

/// Prints the list, and how long it took on standard error.
///
/// # Errors
/// If it cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    if let [a, b] = args.of.as_slice() {
        detail(&pairs::answer(&mut Bench::default(), [*a, *b]), out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let started = Instant::now();
    let (mut shown, mut looked_at) = (0_usize, 0_usize);
    let mut bench = Bench::default();
    for [a, b] in pairs::all() {
        if args.of.iter().any(|of| *of != a && *of != b) {
            continue;
        }
        let pair = pairs::answer(&mut bench, [a, b]);
        looked_at += 1;
        if args.interacting && !pair.interacts {
            continue;
        }
        shown += 1;
        writeln!(out, "{}", pair.line())?;
        if args.rows {
            rests(&pair, out)?;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("{shown} of {looked_at} pairs shown, worked out in {seconds:.1} s");
    Ok(ExitCode::SUCCESS)
}

/// The answer, what it rests on, the four outcomes, and the board with both as a document.
fn detail(pair: &Answer, out: &mut dyn Write) -> anyhow::Result<()> {
    let [a, b] = pair.keywords.map(Keyword::name);
    writeln!(out, "# {a} with {b}: {}", pair.sentence)?;
    rests(pair, out)?;
    let case = Case {
        situation: pair.both().situation,
        expect: None,
    };
    write!(out, "{}", document::to_toml(&case, None))?;
    Ok(())
}

/// What an answer rests on, and the outcomes.
fn rests(pair: &Answer, out: &mut dyn Write) -> anyhow::Result<()> {
    let ids = |clauses: &[ClauseId]| {
        let ids: Vec<&str> = clauses.iter().map(|c| c.as_str()).collect();
        ids.join(" ")
    };
    writeln!(out, "# rests on: {}", ids(&pair.cites))?;
    writeln!(out, "# speak of both: {}", ids(&pair.speaks))?;
    for row in pair.rows() {
        writeln!(out, "# {}: {}", row.with, row.told)?;
    }
    Ok(())
}
