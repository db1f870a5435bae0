//! Official wordings of a keyword as pages show them. They are never ours: they come from what the
//! operator imported.

use super::diff::{self, Run};
use crate::store::OfficialText;

/// A wording.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordingView {
    /// The edition.
    pub edition: String,
    /// The file it came from.
    pub source: String,
    /// Since when it is recorded, a day.
    pub since: String,
    /// Until when it held, a day; absent for what holds now.
    pub until: Option<String>,
    /// Its paragraphs.
    pub paragraphs: Vec<String>,
}

/// Two wordings compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// What the older one is, such as `2018`.
    pub from: String,
    /// What the newer one is.
    pub to: String,
    /// What leads from one to the other.
    pub runs: Vec<Run>,
}

impl Comparison {
    /// Whether no word differs.
    #[must_use]
    pub fn same(&self) -> bool {
        self.runs.iter().all(|run| !run.gone && !run.new)
    }
}

/// All official wordings of a keyword.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Official {
    /// Those that hold, by edition.
    pub now: Vec<WordingView>,
    /// The editions compared, and each replaced wording with what replaced it.
    pub changes: Vec<Comparison>,
}

impl Official {
    /// From the wordings of one keyword, in the order of the database.
    #[must_use]
    pub fn of(texts: &[OfficialText]) -> Official {
        let now: Vec<&OfficialText> = texts.iter().filter(|t| t.superseded_at.is_none()).collect();
        let mut changes: Vec<Comparison> = now
            .windows(2)
            .filter_map(|pair| match pair {
                [old, new] => Some(compare(old, new, old.edition.clone(), new.edition.clone())),
                _ => None,
            })
            .collect();
        // Of one edition the newest stands first.
        let mut newer: Vec<&OfficialText> = now.clone();
        for old in texts.iter().filter(|t| t.superseded_at.is_some()) {
            let Some(at) = newer.iter().position(|t| t.edition == old.edition) else {
                continue;
            };
            let dated = |t: &OfficialText| format!("{} of {}", t.edition, t.recorded_at.day());
            if let Some(slot) = newer.get_mut(at) {
                changes.push(compare(old, slot, dated(old), dated(slot)));
                *slot = old;
            }
        }
        Official {
            now: now.into_iter().map(wording).collect(),
            changes,
        }
    }

    /// Whether nothing was imported.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.now.is_empty()
    }
}

fn wording(text: &OfficialText) -> WordingView {
    WordingView {
        edition: text.edition.clone(),
        source: text.source.clone(),
        since: text.recorded_at.day().to_owned(),
        until: text.superseded_at.as_ref().map(|s| s.day().to_owned()),
        paragraphs: plain(&text.text)
            .split("\n\n")
            .map(|p| p.trim().to_owned())
            .filter(|p| !p.is_empty())
            .collect(),
    }
}

fn compare(old: &OfficialText, new: &OfficialText, from: String, to: String) -> Comparison {
    Comparison {
        from,
        to,
        runs: diff::words(&plain(&old.text), &plain(&new.text)),
    }
}

/// Without the marks of emphasis that one of the sources uses.
fn plain(text: &str) -> String {
    text.replace("**", "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Stamp;

    fn text(edition: &str, words: &str, until: Option<&str>) -> OfficialText {
        OfficialText {
            keyword: "parry".to_owned(),
            name: "Parry".to_owned(),
            edition: edition.to_owned(),
            text: words.to_owned(),
            source: "file".to_owned(),
            recorded_at: Stamp::stored("2026-01-02T00:00:00Z".to_owned()),
            superseded_at: until.map(|u| Stamp::stored(u.to_owned())),
        }
    }

    #[test]
    fn editions_and_replaced_wordings_are_compared() {
        let official = Official::of(&[
            text("2018", "**Parry:** stop one", None),
            text("2025", "Parry: stop up to one", None),
            text(
                "2025",
                "Parry: stop one or two",
                Some("2026-02-01T00:00:00Z"),
            ),
        ]);
        assert_eq!(official.now.len(), 2);
        let names: Vec<&str> = official.changes.iter().map(|c| c.from.as_str()).collect();
        assert_eq!(names, ["2018", "2025 of 2026-01-02"]);
        let new: Vec<&str> = official.changes[0]
            .runs
            .iter()
            .filter(|r| r.new)
            .map(|r| r.text.as_str())
            .collect();
        assert_eq!(new, ["up to"]);
    }
}
