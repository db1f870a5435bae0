//! What the source codes of the clauses stand for: `rulings/sources.toml`.

use super::{ClauseId, Problem};
use std::collections::BTreeMap;

/// The file, below `rulings/`.
pub(super) const FILE: &str = "sources.toml";

/// The table of source codes.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources(BTreeMap<String, String>);

impl Sources {
    /// Reads the table; faults are added to `problems`.
    pub fn read(text: &str, problems: &mut Vec<Problem>) -> Self {
        match toml::from_str(text) {
            Ok(table) => Self(table),
            Err(error) => {
                problems.push(Problem::new(FILE, 1, error.message()));
                Self::default()
            }
        }
    }

    /// What the code at the start of `source` stands for: `U:RAS Boba Fett F` is looked up as
    /// `U`.
    pub fn meaning(&self, source: &str) -> Option<&str> {
        let code = source.split([' ', ':']).next().unwrap_or(source);
        self.0.get(code).map(String::as_str)
    }

    /// Whether `source` starts with a known code or is another clause.
    pub fn knows(&self, source: &str) -> bool {
        self.meaning(source).is_some() || ClauseId::parse(source).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_up_the_code_of_a_source() {
        let mut problems = Vec::new();
        let sources = Sources::read("U = \"a ruling\"\nW17 = \"a column\"\n", &mut problems);
        assert_eq!(problems, []);
        assert_eq!(sources.meaning("U:RAS Boba Fett F"), Some("a ruling"));
        assert_eq!(sources.meaning("W17"), Some("a column"));
        assert!(sources.knows("6.4.2") && !sources.knows("W1"));
    }
}
