//! Clauses with their provenance, and where they are kept.

use std::collections::BTreeMap;

use crate::rulebook::{Clause, ClauseId, Edition, Keyword, Provenance, rulebook};
use crate::rules::trace::Cite;
use crate::web::markdown;

/// The address of a keyword's page.
#[must_use]
pub fn keyword_href(keyword: Keyword) -> String {
    format!("/k/{}", keyword.slug())
}

/// The address of a clause: on its keyword's page, on the page of the attack, or in its chapter.
#[must_use]
pub fn clause_href(id: ClauseId) -> String {
    if let Some(keyword) = id.keyword() {
        return format!("{}#{id}", keyword_href(keyword));
    }
    if id.as_str().starts_with("attack.") {
        return format!("/rules/attack#{id}");
    }
    let chapter = id.as_str().split('.').next().unwrap_or_default();
    format!("/rules/{chapter}#{id}")
}

/// How the ground of a clause shows: always with its word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenanceView {
    /// The class.
    pub class: &'static str,
    /// The words.
    pub label: &'static str,
}

impl ProvenanceView {
    /// Of a clause.
    #[must_use]
    pub fn of(clause: &Clause) -> ProvenanceView {
        let (class, label) = match (clause.provenance, clause.partly_inferred()) {
            (Provenance::Glossary, false) => ("glossary", "Glossary"),
            (Provenance::Glossary, true) => ("inference", "Glossary, part inferred"),
            (Provenance::Published, false) => ("published", "Published ruling"),
            (Provenance::Published, true) => ("inference", "Published, part inferred"),
            (Provenance::Inference, _) => ("inference", "Our inference"),
            (Provenance::Open, _) => ("open", "Open question"),
        };
        ProvenanceView { class, label }
    }

    const CARD: ProvenanceView = ProvenanceView {
        class: "published",
        label: "Card text",
    };
    const HAND: ProvenanceView = ProvenanceView {
        class: "inference",
        label: "Ruled by hand",
    };
    const UNKNOWN: ProvenanceView = ProvenanceView {
        class: "inference",
        label: "Not in today’s rules",
    };
}

/// A clause as a page shows it.
#[derive(Clone, Debug)]
pub struct ClauseView {
    /// Its id.
    pub id: &'static str,
    /// Its short name; empty if it has none.
    pub title: String,
    /// Its text as HTML.
    pub text: String,
    /// Its ground.
    pub provenance: ProvenanceView,
    /// What the other edition says, as HTML, where it says something else.
    pub other: Option<(&'static str, String)>,
    /// A note such as "text of 2025".
    pub note: Option<&'static str>,
    /// What the sources are, in words.
    pub sources: Vec<String>,
    /// Whether it is only a heading.
    pub heading: bool,
    /// Where it is no rule: what it is instead.
    pub informative: Option<String>,
    /// Precedents that cite it: title and address.
    pub precedents: Vec<(String, String)>,
}

impl ClauseView {
    /// A clause in an edition.
    #[must_use]
    pub fn of(clause: &Clause, edition: Edition) -> ClauseView {
        let other = Edition::ALL
            .into_iter()
            .find(|e| *e != edition && clause.differs());
        ClauseView {
            id: clause.id.as_str(),
            title: clause.title.clone().unwrap_or_default(),
            text: markdown::blocks(clause.text(edition)),
            provenance: ProvenanceView::of(clause),
            other: other.map(|e| (e.as_str(), markdown::inline(clause.text(e)))),
            note: clause.edition_note(edition),
            sources: sources(clause),
            heading: clause.is_heading(),
            informative: informative(clause),
            precedents: Vec::new(),
        }
    }

    /// The number of the HTML heading, for a heading of the rules: its depth.
    #[must_use]
    pub fn level(&self) -> usize {
        (self.id.matches('.').count() + 1).clamp(2, 4)
    }
}

fn sources(clause: &Clause) -> Vec<String> {
    let book = rulebook();
    let words = |source: &String| match book.source(source) {
        Some(meaning) => match source.split_once(':') {
            Some((_, which)) => format!("{meaning} ({which})"),
            None => meaning.to_owned(),
        },
        None => source.clone(),
    };
    clause.sources.iter().map(words).collect()
}

fn informative(clause: &Clause) -> Option<String> {
    use crate::rulebook::Status;
    match &clause.status {
        Status::Informative(what) if !clause.is_heading() => Some(what.clone()),
        _ => None,
    }
}

/// A citation inside a step or a reason.
#[derive(Clone, Debug)]
pub struct CiteView {
    /// The id as shown.
    pub id: String,
    /// Where its full context is; empty if nowhere.
    pub href: String,
    /// Its words as HTML.
    pub words: String,
    /// Its ground.
    pub provenance: ProvenanceView,
}

impl CiteView {
    /// A citation, in an edition, with the card lines of the situation by their cite.
    #[must_use]
    pub fn of(cite: &Cite, edition: Edition, lines: &BTreeMap<String, String>) -> CiteView {
        match cite {
            Cite::Clause(id) => CiteView::clause(*id, edition),
            Cite::Line(line) => CiteView {
                id: line.clone(),
                href: line
                    .strip_prefix("card:")
                    .and_then(|l| l.split('/').next())
                    .map_or(String::new(), |s| format!("/c/{s}")),
                words: lines.get(line).map_or(String::new(), |words| escape(words)),
                provenance: ProvenanceView::CARD,
            },
            Cite::Hand => CiteView {
                id: "by hand".to_owned(),
                href: String::new(),
                words: "A judge entered this; no rule was applied.".to_owned(),
                provenance: ProvenanceView::HAND,
            },
        }
    }

    /// The citation of a clause.
    #[must_use]
    pub fn clause(id: ClauseId, edition: Edition) -> CiteView {
        let clause = rulebook().clause(id);
        CiteView {
            id: id.to_string(),
            href: clause_href(id),
            words: markdown::inline(clause.text(edition)),
            provenance: ProvenanceView::of(clause),
        }
    }

    /// The citation of a clause that a stored ruling names and today's rules no longer have.
    #[must_use]
    pub fn unknown(id: &str) -> CiteView {
        CiteView {
            id: id.to_owned(),
            href: String::new(),
            words: String::new(),
            provenance: ProvenanceView::UNKNOWN,
        }
    }
}

/// Text as HTML.
fn escape(text: &str) -> String {
    use askama::filters::Escaper;
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = askama::filters::Html.write_escaped_str(&mut out, text);
    out
}
