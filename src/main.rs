//! `arbiter`: reads the command line and calls the library.

use std::io;
use std::process::ExitCode;

use arbiter::cli::{Cli, run};
use clap::Parser;

fn main() -> anyhow::Result<ExitCode> {
    match run(Cli::parse()) {
        // Whoever reads the output has seen enough, as `head` has.
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        outcome => outcome,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
