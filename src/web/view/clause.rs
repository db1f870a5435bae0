//! Clauses with their provenance.

use crate::rulebook::{Clause, ClauseId, Edition, Provenance, rulebook};
use crate::web::library::{Library, href, status_words};
use crate::web::markdown;
use crate::web::precedents::precedents;

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
    /// Published rulings and precedents that cite it: title and address.
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
}

impl ClauseView {
    /// The same with the published rulings and precedents that cite it.
    #[must_use]
    pub fn with_rulings(mut self, id: ClauseId, library: &Library) -> ClauseView {
        let published = library.citing(id).into_iter().map(|ruling| {
            let title = &ruling.revision.content.title;
            let words = format!("{title} ({})", status_words(ruling.status).to_lowercase());
            (words, href(ruling))
        });
        let precedents = precedents().citing(id);
        self.precedents = published
            .chain(precedents.map(|p| (p.title().to_owned(), p.href())))
            .collect();
        self
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
