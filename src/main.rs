//! `arbiter`: reads the command line and calls the library.

use std::process::ExitCode;

use arbiter::cli::{Cli, run};
use clap::Parser;

fn main() -> anyhow::Result<ExitCode> {
    run(Cli::parse())
}
