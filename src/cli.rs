//! The command line: one file for each subcommand.

pub mod new_keyword;
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
    /// Writes the files of a new keyword from templates, for developers
    NewKeyword(new_keyword::Args),
    /// Serves pages and API until it is told to stop
    Serve(serve::Args),
}

/// Runs the subcommand.
///
/// # Errors
/// Whatever the subcommand could not do, with its reason.
pub fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        Command::NewKeyword(args) => new_keyword::run(&args),
        Command::Serve(args) => serve::run(args),
    }
}
