//! `arbiter coverage`: what the cases and the card texts do not reach yet.

mod cards;
mod clauses;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Shows what is not covered yet.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    of: Of,
}

/// What is measured.
#[derive(clap::Subcommand, Debug)]
enum Of {
    /// The rules that no case cites, by chapter and keyword
    Clauses {
        /// A folder of cases instead of the precedents that come with Arbiter
        #[arg(long, value_name = "DIR")]
        cases: Option<PathBuf>,
    },
    /// The ability lines of card set files that are not modelled
    Cards {
        /// The folder of the set files
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// How many of the commonest shapes of unmodelled lines are shown
        #[arg(long, value_name = "N", default_value_t = 20)]
        shapes: usize,
        /// How many random attack boards of six units are judged
        #[arg(long, value_name = "N", default_value_t = 1_000)]
        boards: u64,
        /// The seed of the boards
        #[arg(long, value_name = "SEED", default_value_t = 1)]
        seed: u64,
        /// Print two lines in a hundred, picked by this seed, with their reading
        #[arg(long, value_name = "SEED")]
        sample: Option<u64>,
    },
}

/// Prints the report.
///
/// # Errors
/// If a file cannot be read.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &args.of {
        Of::Clauses { cases } => clauses::run(cases.as_ref(), out)?,
        Of::Cards {
            folder,
            shapes,
            boards,
            seed,
            sample,
        } => {
            let wanted = cards::Wanted {
                shapes: *shapes,
                boards: *boards,
                seed: *seed,
                sample: *sample,
            };
            cards::run(folder, &wanted, out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
