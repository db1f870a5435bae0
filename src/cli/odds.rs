//! `arbiter odds`: the exact odds of the last attack of a document.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;

use crate::rules::odds::{Odds, Policy, at_least, odds};

use super::input;

/// Prints the exact odds of the last attack of a situation.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The document, TOML or JSON; `-` reads the standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// How optional uses are decided
    #[arg(long, value_enum, default_value = "none")]
    policy: How,
    /// How it is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Shape,
    #[command(flatten)]
    cards: input::Cards,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum How {
    /// Nothing optional is used
    None,
    /// Lucky is used on every die that hurts its player
    All,
    /// Each side plays Lucky as well as it can
    Best,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Shape {
    Text,
    Json,
}

/// Prints the odds.
///
/// # Errors
/// If the document cannot be read, or its odds cannot be counted.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let cards = args.cards.index()?;
    let situation = input::case(&args.path, &cards)?.situation;
    let policy = match args.policy {
        How::None => Policy::None,
        How::All => Policy::All,
        How::Best => Policy::Best,
    };
    let found = odds(&situation, policy)?;
    match args.format {
        Shape::Json => {
            serde_json::to_writer_pretty(&mut *out, &found)?;
            writeln!(out)?;
        }
        Shape::Text => text(&found, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn text(odds: &Odds, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{} attack dice. Expected: {:.3} hits, {:.3} damage.",
        odds.dice, odds.expected.hits, odds.expected.defender
    )?;
    writeln!(
        out,
        "The defender is discarded in {:.2} % of all rolls.",
        100.0 * odds.defender_discarded
    )?;
    writeln!(out, "\ndamage  exactly   at least")?;
    for (n, p) in &odds.defender {
        writeln!(
            out,
            "{n:6}  {:6.2} %  {:6.2} %",
            100.0 * p,
            100.0 * at_least(&odds.defender, *n)
        )?;
    }
    for (name, p) in &odds.keywords {
        writeln!(out, "{name}: {:.2} %", 100.0 * p)?;
    }
    for line in &odds.advice {
        writeln!(out, "Best play: {line}")?;
    }
    for line in &odds.left_out {
        writeln!(out, "Not counted: {line}")?;
    }
    Ok(())
}
