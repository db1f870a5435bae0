//! Ways in which players put the questions that clauses answer: data in `rulings/asked/`.

use crate::rulebook::embedded;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A fault in one of the files.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`rulings/{file}` cannot be read: {why}")]
pub struct AskedError {
    /// The file.
    pub file: String,
    /// What the reader says.
    pub why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedFile {
    asked: BTreeMap<String, Vec<String>>,
}

type Table = BTreeMap<String, Vec<String>>;

/// The ways to ask for a clause, by its id; none for most other ids.
///
/// # Panics
/// If the embedded files have a fault; a test proves that they have none.
#[must_use]
#[expect(
    clippy::panic,
    reason = "the files are part of the binary, and a test loads them"
)]
pub fn ways_to_ask(clause: &str) -> &'static [String] {
    static TABLE: OnceLock<Table> = OnceLock::new();
    let table = TABLE.get_or_init(|| match load(embedded::files("asked/", ".toml")) {
        Ok(table) => table,
        Err(error) => panic!("{error}"),
    });
    table.get(clause).map_or(&[], Vec::as_slice)
}

fn load(files: Vec<(String, String)>) -> Result<Table, AskedError> {
    let mut table = Table::new();
    for (file, text) in files {
        let read: AskedFile = match toml::from_str(&text) {
            Ok(read) => read,
            Err(error) => {
                let why = error.to_string();
                return Err(AskedError { file, why });
            }
        };
        for (clause, ways) in read.asked {
            table.entry(clause).or_default().extend(ways);
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::{ClauseId, rulebook};

    fn embedded_table() -> Table {
        load(embedded::files("asked/", ".toml")).unwrap()
    }

    #[test]
    fn clauses_have_ways_to_ask_for_them_and_nothing_else_has() {
        let table = embedded_table();
        let clauses = || rulebook().clauses().iter().filter(|c| !c.is_heading());
        // A keyword that has just been added has none yet.
        let asked = clauses().filter(|clause| table.contains_key(clause.id.as_str()));
        assert!(asked.count() * 20 > clauses().count() * 19);
        for id in table.keys() {
            assert!(ClauseId::parse(id).is_some(), "{id}");
        }
    }

    #[test]
    fn no_way_to_ask_is_written_for_two_clauses() {
        let table = embedded_table();
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for (id, ways) in &table {
            for way in ways {
                let other = seen.insert(way, id);
                assert_eq!(other, None, "`{way}` of {id}");
            }
        }
    }

    #[test]
    fn a_fault_names_its_file() {
        let files = vec![("asked/x.toml".to_owned(), "asked = 3".to_owned())];
        let error = load(files).unwrap_err().to_string();
        assert!(
            error.starts_with("`rulings/asked/x.toml` cannot be read"),
            "{error}"
        );
    }
}
