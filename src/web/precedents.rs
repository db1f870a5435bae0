//! The precedents of `rulings/cases/`, each run once through the engine.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::catalogue::{CardIndex, slug};
use crate::rulebook::{ClauseId, Keyword, embedded};
use crate::rules::document;
use crate::rules::situation::{Case, Status};
use crate::rules::trace::{Cite, Ruling};
use crate::web::engine;
use crate::web::stored;

/// One precedent with its ruling.
#[derive(Debug)]
pub struct Precedent {
    /// The name of its file, which is its address.
    pub slug: String,
    /// The case.
    pub case: Case,
    /// What the engine gives.
    pub ruling: Ruling,
    /// The file as it stands.
    pub document: String,
    /// The clauses it shows at work, in the order of its trace.
    pub clauses: Vec<ClauseId>,
    /// The keywords of those clauses.
    pub keywords: Vec<Keyword>,
    /// The cards on its board.
    pub cards: Vec<String>,
}

impl Precedent {
    /// Its address.
    #[must_use]
    pub fn href(&self) -> String {
        format!("/rulings/{}", self.slug)
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        match self.case.situation.about.title.as_str() {
            "" => &self.slug,
            title => title,
        }
    }

    /// Where it comes from and how much it binds.
    #[must_use]
    pub fn origin(&self) -> String {
        let words = status_words(self.case.situation.about.status);
        match self.case.situation.about.source.as_str() {
            "" => words.to_owned(),
            source => format!("{words} · {source}"),
        }
    }
}

/// How much a ruling binds, in words.
#[must_use]
pub const fn status_words(status: Status) -> &'static str {
    match status {
        Status::Official => "Official answer",
        Status::Community => "Community",
        Status::Derived => "From the clauses",
    }
}

/// All precedents, by address, and where each clause is cited.
#[derive(Debug, Default)]
pub struct Precedents {
    list: Vec<Precedent>,
    by_clause: BTreeMap<ClauseId, Vec<usize>>,
}

/// The embedded precedents. Those that cannot be read are left out and logged; a test reads them all.
#[must_use]
pub fn precedents() -> &'static Precedents {
    static ALL: OnceLock<Precedents> = OnceLock::new();
    ALL.get_or_init(|| match CardIndex::starter() {
        Ok(cards) => Precedents::load(&cards),
        Err(error) => {
            tracing::error!(%error, "the starter catalogue cannot be read");
            Precedents::default()
        }
    })
}

impl Precedents {
    fn load(cards: &CardIndex) -> Precedents {
        let mut all = Precedents::default();
        for (path, text) in embedded::files("cases/", ".toml") {
            match document::read_toml(&text, cards) {
                Ok(case) => all.add(precedent(&path, text, case)),
                Err(problems) => tracing::error!(path, %problems, "a precedent cannot be read"),
            }
        }
        all
    }

    fn add(&mut self, precedent: Precedent) {
        for clause in &precedent.clauses {
            self.by_clause
                .entry(*clause)
                .or_default()
                .push(self.list.len());
        }
        self.list.push(precedent);
    }

    /// All of them, by address.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Precedent> {
        self.list.iter()
    }

    /// The one at that address.
    #[must_use]
    pub fn find(&self, slug: &str) -> Option<&Precedent> {
        self.list.iter().find(|p| p.slug == slug)
    }

    /// Those that cite a clause.
    pub fn citing(&self, clause: ClauseId) -> impl Iterator<Item = &Precedent> {
        self.by_clause
            .get(&clause)
            .into_iter()
            .flatten()
            .filter_map(|at| self.list.get(*at))
    }

    /// Those that show a keyword at work.
    pub fn with_keyword(&self, keyword: Keyword) -> impl Iterator<Item = &Precedent> {
        self.list
            .iter()
            .filter(move |p| p.keywords.contains(&keyword))
    }
}

fn precedent(path: &str, document: String, case: Case) -> Precedent {
    let ruling = engine::rule(&case.situation);
    // What the author says it shows counts; the trace cites common clauses too.
    let mut clauses = case
        .expect
        .as_ref()
        .map(|e| e.cites.clone())
        .unwrap_or_default();
    if clauses.is_empty() {
        clauses = cited(&ruling);
    }
    let mut keywords: Vec<Keyword> = Vec::new();
    for keyword in clauses.iter().filter_map(|c| c.keyword()) {
        if !keywords.contains(&keyword) {
            keywords.push(keyword);
        }
    }
    let name = path.trim_start_matches("cases/").trim_end_matches(".toml");
    Precedent {
        slug: slug(name),
        cards: stored::cards(&case),
        case,
        ruling,
        document,
        clauses,
        keywords,
    }
}

fn cited(ruling: &Ruling) -> Vec<ClauseId> {
    let mut ids = Vec::new();
    for cite in ruling.steps.iter().flat_map(|s| &s.cites) {
        if let Cite::Clause(id) = cite
            && !ids.contains(id)
        {
            ids.push(*id);
        }
    }
    ids
}
