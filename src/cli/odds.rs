//! `arbiter odds`: the exact odds of the last attack of a document.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;

use crate::rules::odds::{Actual, Odds, Policy, Role, Spread, UnitOdds, odds};

use super::input;

/// Prints the exact odds of the last attack of a situation.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The document, TOML or JSON; `-` reads the standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// How optional uses after the roll are decided
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
    /// Lucky is used on every die that hurts its player, prevention as long as damage is pending
    All,
    /// Each side plays as well as it can
    Best,
    /// What the document uses after the roll is used again
    Played,
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
        How::Played => Policy::Played,
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
    let name =
        |unit: Option<&UnitOdds>| unit.map_or("the defender", |u| u.name.as_str()).to_owned();
    let defender = name(odds.defender());
    write!(out, "{} attack dice", odds.dice)?;
    if odds.additional > 0 {
        write!(out, ", {} more if the roll brings them", odds.additional)?;
    }
    let attacker = odds.attacker().map_or(&defender, |u| &u.name);
    writeln!(
        out,
        ": {attacker} attacks {defender}; {}.",
        odds.policy.says()
    )?;
    writeln!(
        out,
        "Expected: {:.3} hits, {:.3} pending damage{}.",
        odds.hits.expected,
        odds.pending.expected,
        hit(odds)
            .map(|u| format!(", {:.3} damage to {}", u.damage.expected, u.name))
            .collect::<String>()
    )?;
    for unit in hit(odds) {
        let chance = percent(unit.discarded);
        writeln!(out, "{} is discarded: {chance} of all rolls.", unit.name)?;
    }
    for k in &odds.keywords {
        writeln!(out, "{} ({}): {}", k.keyword, k.name, percent(k.chance))?;
    }
    if let Some(actual) = &odds.actual {
        happened(actual, &defender, out)?;
    }
    for line in &odds.advice {
        writeln!(out, "Best play: {line}")?;
    }
    for advice in &odds.now {
        writeln!(out, "With these dice: {}", advice.text)?;
    }
    for line in &odds.left_out {
        writeln!(out, "Left out: {line}")?;
    }
    table("Hits", &odds.hits, out)?;
    table("Pending damage", &odds.pending, out)?;
    for unit in hit(odds) {
        table(&format!("Damage to {}", unit.name), &unit.damage, out)?;
    }
    Ok(())
}

/// The defender, and whoever else may be hit or discarded.
fn hit(odds: &Odds) -> impl Iterator<Item = &UnitOdds> {
    odds.units
        .iter()
        .filter(|u| u.role == Role::Defender || u.damage.expected > 0.0 || u.discarded > 0.0)
}

fn happened(actual: &Actual, defender: &str, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        out,
        "What happened: {} hits, {} pending damage, {} damage to {defender}. This or worse for {defender}: {}; \
         this or better: {}.",
        actual.hits,
        actual.pending,
        actual.damage,
        percent(actual.this_or_worse),
        percent(actual.this_or_better),
    )
}

fn table(heading: &str, spread: &Spread, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "\n{heading}")?;
    writeln!(out, "     N   exactly  at least N")?;
    for (n, p) in &spread.exactly {
        let at_least = spread.at_least.get(n).copied().unwrap_or(0.0);
        writeln!(out, "{n:6}  {:>8}  {:>10}", percent(*p), percent(at_least))?;
    }
    Ok(())
}

/// `12.30 %`.
fn percent(p: f64) -> String {
    format!("{:.2} %", 100.0 * p)
}
