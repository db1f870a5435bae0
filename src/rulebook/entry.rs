//! The format of `rulings/keywords/*.toml`, described in `rulings/README.md`.

use super::raw::{RawClause, RawKeyword};
use super::{Activation, Form, Moment, Problem, Provenance, Stacking};
use serde::Deserialize;
use toml::Spanned;

/// What a keyword file says before its clauses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub name: String,
    pub slug: String,
    #[serde(default)]
    pub aliases: Vec<String>,
    #[serde(default)]
    pub seed: bool,
    pub printed: String,
    pub form: Form,
    pub stacking: Stacking,
    pub activation: Activation,
    pub windows: Vec<Moment>,
    pub limit: Option<String>,
    #[serde(default)]
    pub limit_inferred: bool,
    pub summary: String,
    pub does: String,
    #[serde(default)]
    clause: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: Spanned<String>,
    text: String,
    text_2018: Option<String>,
    provenance: Provenance,
    sources: Vec<String>,
    informative: Option<String>,
}

/// Reads one keyword file; faults are added to `problems`.
pub(super) fn read(file: &str, text: &str, problems: &mut Vec<Problem>) -> Option<RawKeyword> {
    let mut head: Head = match toml::from_str(text) {
        Ok(head) => head,
        Err(error) => {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            problems.push(Problem::new(file, line, error.message()));
            return None;
        }
    };
    if file != format!("keywords/{}.toml", head.slug) {
        problems.push(Problem::new(
            file,
            1,
            format!("the slug `{}` is not the name of the file", head.slug),
        ));
    }
    let mut clauses = Vec::new();
    for entry in std::mem::take(&mut head.clause) {
        let line = line_of(text, entry.id.span().start);
        let clause = clause(entry, line);
        if clause
            .id
            .split_once('.')
            .is_none_or(|(slug, _)| slug != head.slug)
        {
            problems.push(Problem::new(
                file,
                line,
                format!("the clause `{}` belongs to another keyword", clause.id),
            ));
        }
        clauses.push(clause);
    }
    Some(RawKeyword {
        file: file.to_owned(),
        head,
        clauses,
    })
}

fn clause(entry: Entry, line: usize) -> RawClause {
    RawClause {
        id: entry.id.into_inner(),
        line,
        text: entry.text,
        text_2018: entry.text_2018,
        provenance: Some(entry.provenance),
        sources: entry.sources,
        informative: entry.informative,
        ..RawClause::default()
    }
}

/// The line, counted from 1, of a byte offset.
fn line_of(text: &str, offset: usize) -> usize {
    text.bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
        + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "name = \"Leap\"\nslug = \"leap\"\nprinted = \"Leap\"\nform = \"none\"\nstacking = \"isolated\"\n\
                        activation = \"static\"\nwindows = [\"always\"]\nsummary = \"It leaps.\"\ndoes = \"leaps\"\n";

    #[test]
    fn reports_the_line_of_a_foreign_clause() {
        let text = format!(
            "{HEAD}[[clause]]\nid = \"hop.1\"\ntext = \"x\"\nprovenance = \"glossary\"\nsources = []\n"
        );
        let mut problems = Vec::new();
        read("keywords/leap.toml", &text, &mut problems);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].line, 11);
    }

    #[test]
    fn reports_an_unknown_field_and_a_wrong_slug() {
        let mut problems = Vec::new();
        assert!(
            read(
                "keywords/leap.toml",
                &format!("{HEAD}colour = 1\n"),
                &mut problems
            )
            .is_none()
        );
        assert!(read("keywords/hop.toml", HEAD, &mut problems).is_some());
        let lines: Vec<usize> = problems.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [10, 1]);
    }
}
