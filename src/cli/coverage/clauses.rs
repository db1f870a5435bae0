//! `arbiter coverage clauses`: the rules that no case cites.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use crate::catalogue::CardIndex;
use crate::cli::input;
use crate::rulebook::{ClauseId, Keyword, embedded, rulebook};
use crate::rules::check::cited;
use crate::rules::document::read_toml;
use crate::rules::judge;

/// Runs the cases and prints the rules that none of them cites.
pub fn run(folder: Option<&PathBuf>, out: &mut dyn Write) -> anyhow::Result<()> {
    let cards = CardIndex::starter()?;
    let texts = match folder {
        Some(folder) => {
            let read = |path: PathBuf| Ok((path.display().to_string(), input::text(&path)?));
            input::files(folder, "toml")?
                .into_iter()
                .map(read)
                .collect::<anyhow::Result<_>>()?
        }
        None => embedded::files("cases/", ".toml"),
    };
    let mut reached = BTreeSet::new();
    for (name, text) in &texts {
        let case = read_toml(text, &cards);
        let case =
            case.map_err(|problems| anyhow::anyhow!("`{name}` is not a case:\n{problems}"))?;
        reached.extend(cited(&judge(&case.situation)));
    }
    writeln!(out, "{} cases", texts.len())?;
    report(&reached, out)?;
    Ok(())
}

/// The uncited rules of each chapter and keyword, and how many there are in all.
fn report(reached: &BTreeSet<ClauseId>, out: &mut dyn Write) -> std::io::Result<()> {
    let book = rulebook();
    let (mut all, mut met) = (0_usize, 0_usize);
    let chapters = book.chapters().iter().map(|chapter| {
        (
            format!("{}. {}", chapter.number, chapter.title),
            chapter.clauses.clone(),
        )
    });
    let keywords = book.keywords().iter().map(|entry| {
        let belongs = |id: &ClauseId| id.keyword() == Some(entry.keyword);
        (
            Keyword::name(entry.keyword).to_owned(),
            ClauseId::all().filter(belongs).collect(),
        )
    });
    for (title, clauses) in chapters.chain(keywords) {
        let rules: Vec<ClauseId> = clauses
            .into_iter()
            .filter(|id| book.clause(*id).is_normative())
            .collect();
        let missing: Vec<&str> = rules
            .iter()
            .filter(|id| !reached.contains(id))
            .map(|id| id.as_str())
            .collect();
        all += rules.len();
        met += rules.len() - missing.len();
        if !missing.is_empty() {
            writeln!(out, "{title}: {} of {} uncited", missing.len(), rules.len())?;
            writeln!(out, "    {}", missing.join(" "))?;
        }
    }
    writeln!(
        out,
        "rules cited by a case {} ({met} of {all})",
        share(met, all)
    )
}

/// A share with three digits, such as `0.912`.
fn share(part: usize, whole: usize) -> String {
    let thousandths = (part * 1000 + whole / 2).checked_div(whole).unwrap_or(1000);
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded() {
        assert_eq!(share(1234, 1353), "0.912");
        assert_eq!(share(3, 3), "1.000");
        assert_eq!(share(0, 3), "0.000");
        assert_eq!(share(0, 0), "1.000");
    }

    #[test]
    fn what_is_cited_is_not_listed() {
        let text = |reached: &BTreeSet<ClauseId>| {
            let mut out = Vec::new();
            report(reached, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(text(&BTreeSet::new()).contains(" parry.4 "));
        let all: BTreeSet<ClauseId> = ClauseId::all().collect();
        let rest = text(&all);
        assert_eq!(rest.lines().count(), 1, "{rest}");
        assert!(rest.starts_with("rules cited by a case 1.000"));
    }
}
