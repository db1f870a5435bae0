//! The command line: one file for each subcommand.

pub mod ask;
pub mod backup;
pub mod check;
pub mod coverage;
pub mod data;
pub mod import;
pub mod input;
pub mod judge;
pub mod new_keyword;
pub mod odds;
pub mod pairs;
pub mod reindex;
pub mod rule;
pub mod rulings;
pub mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What was typed.
#[derive(Parser, Debug)]
#[command(name = "arbiter", version, about)]
pub struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Writes a consistent copy of the database to a new file, while the service runs
    Backup(backup::Args),
    /// Imports card sets, keyword files and keyword pages
    Import(import::Args),
    /// Manages the accounts of judges
    Judge(judge::Args),
    /// Re-runs published rulings and lists those that come out differently
    Drift(rulings::DriftArgs),
    /// Writes published rulings as files, or publishes files
    Rulings(rulings::Args),
    /// Prints the ruling of a situation
    Rule(rule::Args),
    /// Runs cases and prints one line for each difference
    Check(check::Args),
    /// Shows which rules no case cites
    Coverage(coverage::Args),
    /// Answers a question, or measures the answers over files of questions
    Ask(ask::Args),
    /// Writes the files of a new keyword from templates, for developers
    NewKeyword(new_keyword::Args),
    /// Prints what any two keywords do to each other
    Pairs(pairs::Args),
    /// Prints the exact odds of the last attack of a situation
    Odds(odds::Args),
    /// Makes the search index anew; it heals itself, so this is seldom needed
    Reindex(reindex::Args),
    /// Puts a backup in the place of the database, while the service does not run
    Restore(backup::Args),
    /// Serves pages and API until it is told to stop
    Serve(serve::Args),
}

/// Runs the subcommand.
///
/// # Errors
/// Whatever the subcommand could not do, with its reason.
pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let out = &mut std::io::stdout();
    match cli.command {
        Command::Backup(args) => backup::backup(&args),
        Command::Import(args) => import::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Reindex(args) => reindex::run(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Drift(args) => rulings::drift(&args),
        Command::Rulings(args) => rulings::run(&args),
        Command::Rule(args) => rule::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Coverage(args) => coverage::run(&args, out),
        Command::Ask(args) => ask::run(&args),
        Command::Pairs(args) => pairs::run(&args, out),
        Command::Odds(args) => odds::run(&args, out),
        Command::NewKeyword(args) => new_keyword::run(&args),
        Command::Serve(args) => serve::run(args),
    }
}
