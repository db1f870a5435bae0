//! `arbiter judge`: the accounts of judges.

use std::io::{BufRead as _, IsTerminal as _};
use std::process::ExitCode;

use anyhow::bail;
use clap::Subcommand;

use super::data::{DataFolder, block_on};
use crate::store::{Actor, Db, Role, SHORTEST_PASSWORD};

/// The accounts of judges.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    data: DataFolder,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, Debug)]
enum What {
    /// Adds a judge; the password is read from standard input
    Add {
        /// What is typed to sign in: a-z, 0-9, `.`, `_`, `-`
        login: String,
        /// The name that is shown; the login where it is left out
        #[arg(long)]
        name: Option<String>,
        /// A head judge also manages judges and hides rulings
        #[arg(long)]
        head: bool,
    },
    /// Lists all judges
    List,
    /// Shuts an account: its sessions end, its tokens are revoked
    Disable {
        /// Whose
        login: String,
    },
    /// Sets a new password, read from standard input, and opens the account again
    Reset {
        /// Whose
        login: String,
    },
}

/// Runs the subcommand.
///
/// # Errors
/// If the database cannot be used, there is no such judge, or the password is too short.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    block_on(async {
        let db = args.data.open().await?;
        let done = act(&db, &args.what).await;
        db.close().await;
        done
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn act(db: &Db, what: &What) -> anyhow::Result<()> {
    let actor = Actor::operator();
    match what {
        What::Add { login, name, head } => {
            let role = if *head { Role::Head } else { Role::Judge };
            let name = name.as_deref().unwrap_or(login);
            let judge = db
                .add_judge(login, name, role, &password()?, &actor)
                .await?;
            println!("`{}` may sign in now", judge.login);
        }
        What::List => {
            for judge in db.judges().await? {
                let since = judge
                    .disabled_at
                    .map(|at| format!(", disabled {}", at.day()));
                println!(
                    "{}\t{}\t{}{}",
                    judge.login,
                    judge.role.word(),
                    judge.name,
                    since.unwrap_or_default()
                );
            }
        }
        What::Disable { login } => {
            db.disable_judge(login, &actor).await?;
            println!("`{login}` is shut out");
        }
        What::Reset { login } => {
            db.reset_judge(login, &password()?, &actor).await?;
            println!("`{login}` has a new password");
        }
    }
    Ok(())
}

/// The first line of standard input; it is never an argument, which other users of the machine could see.
fn password() -> anyhow::Result<String> {
    let input = std::io::stdin();
    if input.is_terminal() {
        eprintln!(
            "The password (at least {SHORTEST_PASSWORD} letters; it shows while you type), then Enter:"
        );
    }
    let mut line = String::new();
    input.lock().read_line(&mut line)?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() {
        bail!("no password came on standard input");
    }
    Ok(password.to_owned())
}
