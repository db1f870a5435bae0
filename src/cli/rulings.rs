//! `arbiter rulings` and `arbiter drift`: published rulings as files, and those that come out
//! differently.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Subcommand;

use super::data::{DataFolder, block_on};
use super::input;
use crate::store::{Actor, Authority, Beginning, Content, Db, Judge, Published, RulingStatus};
use crate::web::publish::{FromFile, from_file, rerun_all, to_file};

/// The file of authorities and their terms beside the rulings.
const AUTHORITIES: &str = "authorities.json";

/// Published rulings as files.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    data: DataFolder,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, Debug)]
enum What {
    /// Writes every published ruling as a file of the case format
    Export {
        /// The folder; made if missing, files of the same names are replaced
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Publishes the rulings of a folder; a changed file becomes a new revision
    Import {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The login of the judge who publishes them
        #[arg(long, value_name = "LOGIN")]
        by: String,
        /// The login of another judge who has approved the official ones; without it they wait
        #[arg(long, value_name = "LOGIN")]
        approved_by: Option<String>,
    },
}

/// Drift.
#[derive(clap::Args, Clone, Debug)]
pub struct DriftArgs {
    #[command(flatten)]
    data: DataFolder,
    /// Run those too that were run with this version before
    #[arg(long)]
    again: bool,
}

/// Exports or imports.
///
/// # Errors
/// If the folder or the database cannot be used, or there is no such judge.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    block_on(async {
        let db = args.data.open().await?;
        let done = match &args.what {
            What::Export { folder } => export(&db, folder).await,
            What::Import {
                folder,
                by,
                approved_by,
            } => import(&db, folder, by, approved_by.as_deref()).await,
        };
        db.close().await;
        done
    })
}

/// Re-runs published rulings and lists those under review.
///
/// # Errors
/// If the database cannot be used.
pub fn drift(args: &DriftArgs) -> anyhow::Result<ExitCode> {
    let found = block_on(async {
        let db = args.data.open().await?;
        db.load_starter().await?;
        let cards = db.card_index().await?;
        let found = rerun_all(&db, &cards, args.again).await;
        db.close().await;
        Ok(found?)
    })?;
    for entry in &found.under_review {
        let crate::store::Agreement::Differs(difference) = &entry.agreement else {
            continue;
        };
        let text = |key: &str| difference.get(key).and_then(|v| v.as_str()).unwrap_or("");
        let step = difference.get("step").and_then(serde_json::Value::as_u64);
        println!(
            "{}: first differing step {}",
            entry.ruling.slug,
            step.unwrap_or(0)
        );
        println!("  then:  {}", text("then"));
        println!("  today: {}", text("today"));
    }
    println!(
        "{} run, {} under review",
        found.ran,
        found.under_review.len()
    );
    Ok(if found.under_review.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn export(db: &Db, folder: &Path) -> anyhow::Result<ExitCode> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("the folder `{}` cannot be made", folder.display()))?;
    db.load_starter().await?;
    let cards = db.card_index().await?;
    let authorities = db.authorities().await?;
    let rulings = db.published_all().await?;
    for ruling in &rulings {
        let text = to_file(ruling, &authorities, &cards);
        write(&folder.join(format!("{}.toml", ruling.slug)), &text)?;
    }
    let terms: BTreeMap<&str, _> = authorities
        .iter()
        .map(|a| (a.name.as_str(), &a.terms))
        .collect();
    write(
        &folder.join(AUTHORITIES),
        &serde_json::to_string_pretty(&terms)?,
    )?;
    println!(
        "{} rulings written to `{}`",
        rulings.len(),
        folder.display()
    );
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("`{}` cannot be written", path.display()))
}

async fn import(
    db: &Db,
    folder: &Path,
    by: &str,
    approved_by: Option<&str>,
) -> anyhow::Result<ExitCode> {
    let author = judge(db, by).await?;
    let approver = match approved_by {
        Some(login) => Some(judge(db, login).await?),
        None => None,
    };
    db.load_starter().await?;
    let cards = db.card_index().await?;
    let authorities = terms(db, folder).await?;
    let (mut new, mut changed, mut same, mut failed) = (0, 0, 0, 0);
    let mut superseded: Vec<(String, String)> = Vec::new();
    for path in input::files(folder, "toml")? {
        let text = input::text(&path)?;
        let file = match from_file(&text, &authorities, &cards) {
            Ok(file) => file,
            Err(problem) => {
                println!("{}: {problem}", path.display());
                failed += 1;
                continue;
            }
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let (address, done) = take(db, &file, &stem, &author, approver.as_ref()).await?;
        match done {
            Taken::New => new += 1,
            Taken::Changed => changed += 1,
            Taken::Same => same += 1,
        }
        superseded.extend(file.superseded_by.map(|next| (address, next)));
    }
    for (slug, next) in superseded {
        let Some(shown) = db.published(&slug).await? else {
            continue;
        };
        if shown.successor.as_deref() != Some(next.as_str()) {
            db.supersede(&slug, shown.latest, &next, "imported", &author)
                .await?;
        }
    }
    println!("{new} new, {changed} changed, {same} unchanged, {failed} refused");
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn judge(db: &Db, login: &str) -> anyhow::Result<Judge> {
    let found = db.judges().await?.into_iter().find(|j| j.login == login);
    match found {
        Some(judge) if judge.disabled_at.is_none() => Ok(judge),
        Some(_) => bail!("the account of `{login}` is shut"),
        None => bail!("there is no judge `{login}`; `arbiter judge list` names them"),
    }
}

/// The authorities, with those that a file beside the rulings names.
async fn terms(db: &Db, folder: &Path) -> anyhow::Result<Vec<Authority>> {
    let path = folder.join(AUTHORITIES);
    if path.exists() {
        let text = std::fs::read_to_string(&path)?;
        let terms: BTreeMap<String, Vec<(String, Option<String>)>> = serde_json::from_str(&text)
            .with_context(|| format!("`{}` cannot be read", path.display()))?;
        for (name, terms) in terms {
            for (since, until) in terms {
                db.add_authority_term(&name, &since, until.as_deref(), &Actor::operator())
                    .await?;
            }
        }
    }
    Ok(db.authorities().await?)
}

enum Taken {
    New,
    Changed,
    Same,
}

async fn take(
    db: &Db,
    file: &FromFile,
    stem: &str,
    author: &Judge,
    approver: Option<&Judge>,
) -> anyhow::Result<(String, Taken)> {
    let address = match file.address.as_str() {
        "" => stem,
        address => address,
    };
    let latest = db.latest_revision(address).await?;
    let known = match latest {
        Some(number) => db.published_revision(address, number).await?,
        None => None,
    };
    let (written, taken) = match known {
        Some(known) if is_same(&known, file) => return Ok((known.slug, Taken::Same)),
        Some(known) => {
            let note = "imported from a file";
            let written = db
                .revise(&known.slug, known.latest, &file.content, note, author)
                .await?;
            (written, Taken::Changed)
        }
        None => {
            let beginning = Beginning {
                address: Some(address),
                proposal: None,
            };
            let written = db.publish_with(&file.content, &beginning, author).await?;
            (written, Taken::New)
        }
    };
    if !written.visible {
        match approver {
            Some(approver) => {
                db.approve(&written.slug, written.revision, approver)
                    .await?
            }
            None => println!("`{}` waits for another judge’s approval", written.slug),
        }
    }
    Ok((written.slug, taken))
}

/// Whether the ruling says what the file says. The outcome is no part of it: the file's own
/// expectations were compared with today's.
fn is_same(known: &Published, file: &FromFile) -> bool {
    let bare = |content: &Content| Content {
        outcome: None,
        status: match content.status {
            RulingStatus::Superseded => RulingStatus::Judge,
            other => other,
        },
        ..content.clone()
    };
    let sorted = |mut content: Content| {
        content.links.sort();
        content
    };
    let same = sorted(bare(&known.revision.content)) == sorted(bare(&file.content));
    same && (known.successor.is_some() == file.superseded_by.is_some())
}
