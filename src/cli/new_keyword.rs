//! `arbiter new-keyword`: a new keyword is three files and nothing else.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

const ENGINE: &str = include_str!("new_keyword/engine.rs.txt");
const ENTRY: &str = include_str!("new_keyword/entry.toml");
const CASE: &str = include_str!("new_keyword/case.toml");

/// Writes the files of a new keyword.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Its name as printed, such as "Critical Hit"
    name: String,
    /// The folder that holds `src` and `rulings`
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

/// Writes those of the three files that are not there yet.
///
/// # Errors
/// If the name is none, there is such a keyword, the folder is no checkout, or a file cannot be
/// written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = Name::of(&args.name)?;
    let files = files(&name);
    let folder = args.root.join("src/rules/keywords");
    if !folder.is_dir() {
        bail!(
            "`{}` is no checkout of Arbiter: there is no `src/rules/keywords`",
            args.root.display()
        );
    }
    let [engine, entry, _] = &files;
    if [engine, entry]
        .iter()
        .all(|(path, _)| args.root.join(path).exists())
    {
        bail!("there is a keyword `{}` already", args.name);
    }
    for (path, text) in &files {
        let path = args.root.join(path);
        if create(&path, text)? {
            println!("wrote {}", path.display());
        } else {
            println!("kept {}, which is there already", path.display());
        }
    }
    println!(
        "now say what it does in them. `cargo test --lib up_to_date` enters it into the lists of \
         keywords and ids: run it until it passes (twice), then run `cargo test`"
    );
    Ok(ExitCode::SUCCESS)
}

/// The ways a keyword is written.
struct Name {
    /// `Critical Hit`
    printed: String,
    /// `critical-hit`
    slug: String,
}

impl Name {
    fn of(text: &str) -> anyhow::Result<Name> {
        let words: Vec<&str> = text
            .split([' ', '-'])
            .filter(|word| !word.is_empty())
            .collect();
        let letters = words
            .iter()
            .all(|word| word.bytes().all(|b| b.is_ascii_alphabetic()));
        if words.is_empty() || !letters {
            bail!("`{text}` is no name of a keyword: use words of the letters a-z");
        }
        Ok(Name {
            printed: text.trim().to_owned(),
            slug: words.join("-").to_lowercase(),
        })
    }

    fn fill(&self, template: &str) -> String {
        let module = self.slug.replace('-', "_");
        template
            .replace("{{name}}", &self.printed)
            .replace("{{slug}}", &self.slug)
            .replace("{{constant}}", &module.to_uppercase())
    }
}

fn files(name: &Name) -> [(PathBuf, String); 3] {
    let module = name.slug.replace('-', "_");
    [
        (
            format!("src/rules/keywords/{module}.rs").into(),
            name.fill(ENGINE),
        ),
        (
            format!("rulings/keywords/{}.toml", name.slug).into(),
            name.fill(ENTRY),
        ),
        (
            format!("rulings/cases/{}-1.toml", name.slug).into(),
            name.fill(CASE),
        ),
    ]
}

/// Writes a new file; false if there is one.
fn create(path: &Path, text: &str) -> anyhow::Result<bool> {
    let context = || format!("`{}` cannot be written", path.display());
    if path.exists() {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(context)?;
    }
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .with_context(context)?;
    file.write_all(text.as_bytes()).with_context(context)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CardIndex;

    fn args(name: &str, root: &Path) -> Args {
        Args {
            name: name.to_owned(),
            root: root.to_owned(),
        }
    }

    fn checkout() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("src/rules/keywords")).unwrap();
        root
    }

    #[test]
    fn writes_three_files_and_overwrites_none() {
        let root = checkout();
        run(&args("Long Leap", root.path())).unwrap();
        let engine = root.path().join("src/rules/keywords/long_leap.rs");
        let text = fs::read_to_string(&engine).unwrap();
        assert!(
            text.contains("keyword!(\"long-leap\")") && text.contains("LONG_LEAP"),
            "{text}"
        );
        assert!(!text.contains("{{"));
        fs::write(&engine, "mine").unwrap();
        assert!(run(&args("Long Leap", root.path())).is_err());
        fs::remove_file(root.path().join("rulings/keywords/long-leap.toml")).unwrap();
        run(&args("Long Leap", root.path())).unwrap();
        assert_eq!(fs::read_to_string(&engine).unwrap(), "mine");
    }

    #[test]
    fn refuses_what_is_no_name() {
        let root = checkout();
        for name in ["", "  ", "../x", "Leap 2", "Lé"] {
            assert!(run(&args(name, root.path())).is_err(), "{name}");
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn writes_nothing_where_there_is_no_checkout() {
        let root = tempfile::tempdir().unwrap();
        assert!(run(&args("Leap", root.path())).is_err());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_case_is_a_document() {
        let name = Name::of("Leap").unwrap();
        let case = name.fill(CASE).replace("leap.1", "parry.1");
        crate::rules::document::read_toml(&case, &CardIndex::default()).unwrap();
    }
}
