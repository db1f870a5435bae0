//! The rulebook as one value.

use super::raw::{KEYWORD_CHAPTER, RawBook, RawChapter, RawClause, RawKeyword};
use super::source::{self, Sources};
use super::{
    Alternative, Clause, ClauseId, Keyword, KeywordEntry, Problem, Problems, Provenance, Reading,
    Status, embedded,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A chapter: its number, title and clauses in order. Chapter 10 holds the keywords.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chapter {
    /// 1 to 11.
    pub number: u8,
    /// Its title.
    pub title: String,
    /// Its clauses, in order.
    pub clauses: Vec<ClauseId>,
}

/// All clauses, keywords and readings.
#[derive(Clone, Debug)]
pub struct Rulebook {
    clauses: Vec<Clause>,
    keywords: Vec<KeywordEntry>,
    chapters: Vec<Chapter>,
    readings: Vec<Reading>,
    sources: Sources,
    version: String,
}

/// The embedded rulebook.
///
/// # Panics
/// If the embedded files have a fault; a test proves that they have none.
#[expect(
    clippy::panic,
    reason = "the files are part of the binary, and a test loads them"
)]
pub fn rulebook() -> &'static Rulebook {
    static BOOK: OnceLock<Rulebook> = OnceLock::new();
    BOOK.get_or_init(|| match Rulebook::load(&rulebook_files()) {
        Ok(book) => book,
        Err(problems) => panic!("{problems}"),
    })
}

fn rulebook_files() -> Vec<(String, String)> {
    let mut files = embedded::files("rules/", ".md");
    files.extend(embedded::files("keywords/", ".toml"));
    files.extend(embedded::files(source::FILE, ""));
    files
}

impl Rulebook {
    /// Loads a rulebook from files given as path below `rulings/` and text.
    ///
    /// # Errors
    /// Every fault of every file: lines that cannot be read, ids that are unknown, missing or
    /// used twice, clauses without text or provenance, unknown sources.
    pub fn load(files: &[(String, String)]) -> Result<Self, Problems> {
        let (raw, mut problems) = RawBook::read(files);
        let clauses = resolve(&raw, &mut problems);
        let keywords = entries(&raw, &mut problems);
        if !problems.is_empty() {
            return Err(Problems(problems));
        }
        Ok(Self {
            clauses,
            keywords,
            chapters: chapters(&raw),
            readings: readings(&raw),
            sources: raw.sources,
            version: version(files),
        })
    }

    /// The clause with this id.
    #[expect(
        clippy::expect_used,
        reason = "loading fails unless every id has its clause"
    )]
    pub fn clause(&self, id: ClauseId) -> &Clause {
        self.clauses
            .get(id.index())
            .expect("a loaded rulebook has every clause")
    }

    /// All clauses, in order.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The entry of this keyword.
    #[expect(
        clippy::expect_used,
        reason = "loading fails unless every keyword has its entry"
    )]
    pub fn keyword(&self, keyword: Keyword) -> &KeywordEntry {
        self.keywords
            .get(keyword.index())
            .expect("a loaded rulebook has every keyword")
    }

    /// All keywords, by name.
    pub fn keywords(&self) -> &[KeywordEntry] {
        &self.keywords
    }

    /// The chapters, in order.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The open questions with their readings, in order.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// The reading with this id, if the clause is an open question of chapter 11.
    pub fn reading(&self, id: ClauseId) -> Option<&Reading> {
        self.readings.iter().find(|reading| reading.id == id)
    }

    /// What the code at the start of a clause's source stands for: `U:RAS Boba Fett F` is an
    /// official ruling on a card.
    pub fn source(&self, source: &str) -> Option<&str> {
        self.sources.meaning(source)
    }

    /// Twelve hexadecimal digits that change whenever a file of the rulebook does.
    pub fn version(&self) -> String {
        self.version.clone()
    }
}

/// The clauses in the order of [`ids::CLAUSES`].
fn resolve(raw: &RawBook, problems: &mut Vec<Problem>) -> Vec<Clause> {
    let mut found: BTreeMap<ClauseId, Clause> = BTreeMap::new();
    for (file, clause) in raw.clauses() {
        let fault =
            |message: &str| Problem::new(file, clause.line, format!("`{}`: {message}", clause.id));
        match clause.id.parse::<ClauseId>() {
            Err(error) => problems.push(Problem::new(file, clause.line, error.to_string())),
            Ok(id) if found.contains_key(&id) => problems.push(fault("this id is used twice")),
            Ok(id) => match finish(id, clause, raw) {
                Ok(clause) => drop(found.insert(id, clause)),
                Err(message) => problems.push(fault(message)),
            },
        }
    }
    for id in ClauseId::all().filter(|id| !found.contains_key(id)) {
        problems.push(Problem::new(
            "rules",
            1,
            format!("no file has a usable clause `{id}`"),
        ));
    }
    found.into_values().collect()
}

fn finish(id: ClauseId, raw: &RawClause, book: &RawBook) -> Result<Clause, &'static str> {
    if raw.text.is_empty() {
        return Err("no text");
    }
    let provenance = raw.provenance.ok_or("no provenance")?;
    if raw.adopted.is_some() && provenance != Provenance::Open {
        return Err("a reading belongs to an open question");
    }
    // The sources of an open question are told in words.
    if raw.adopted.is_none() && !raw.sources.iter().all(|source| book.sources.knows(source)) {
        return Err("a source whose code `sources.toml` does not have");
    }
    let text = match &raw.adopted {
        Some(adopted) => format!("{} Our reading: {adopted}", raw.text),
        None => raw.text.clone(),
    };
    let entry = id.keyword().and_then(|keyword| {
        book.keywords
            .iter()
            .find(|raw| raw.head.slug == keyword.slug())
    });
    Ok(Clause {
        id,
        title: raw.title.clone(),
        provenance,
        sources: raw.sources.clone(),
        status: raw
            .informative
            .clone()
            .map_or(Status::Normative, Status::Informative),
        text,
        text_2018: raw.text_2018.clone(),
        only_2025: entry.is_some_and(|entry| !entry.head.seed),
    })
}

/// The keywords in the order of [`ids::KEYWORDS`].
fn entries(raw: &RawBook, problems: &mut Vec<Problem>) -> Vec<KeywordEntry> {
    let mut found = BTreeMap::new();
    for keyword in &raw.keywords {
        match Keyword::from_slug(&keyword.head.slug) {
            Some(id) => drop(found.insert(id, entry(id, keyword))),
            None => problems.push(Problem::new(
                &keyword.file,
                1,
                "the id list does not have this keyword",
            )),
        }
    }
    for keyword in Keyword::all().filter(|keyword| !found.contains_key(keyword)) {
        problems.push(Problem::new(
            "keywords",
            1,
            format!("no file for the keyword `{}`", keyword.slug()),
        ));
    }
    found.into_values().collect()
}

fn entry(keyword: Keyword, raw: &RawKeyword) -> KeywordEntry {
    let head = &raw.head;
    KeywordEntry {
        keyword,
        name: head.name.clone(),
        aliases: head.aliases.clone(),
        seed: head.seed,
        printed: head.printed.clone(),
        form: head.form,
        stacking: head.stacking,
        activation: head.activation,
        moments: head.windows.clone(),
        limit: head.limit.clone(),
        limit_inferred: head.limit_inferred,
        summary: head.summary.clone(),
        does: head.does.clone(),
        clauses: clause_ids(&raw.clauses),
    }
}

fn clause_ids<'a>(clauses: impl IntoIterator<Item = &'a RawClause>) -> Vec<ClauseId> {
    clauses
        .into_iter()
        .filter_map(|clause| ClauseId::parse(&clause.id))
        .collect()
}

fn chapters(raw: &RawBook) -> Vec<Chapter> {
    let chapter = |raw: &RawChapter| Chapter {
        number: raw.number,
        title: raw.title.clone(),
        clauses: clause_ids(&raw.clauses),
    };
    let keywords = Chapter {
        number: KEYWORD_CHAPTER,
        title: "Keywords".to_owned(),
        clauses: clause_ids(raw.keywords.iter().flat_map(|keyword| &keyword.clauses)),
    };
    let mut chapters: Vec<Chapter> = raw
        .chapters
        .iter()
        .map(chapter)
        .chain(Some(keywords))
        .collect();
    chapters.sort_by_key(|chapter| chapter.number);
    chapters
}

fn readings(raw: &RawBook) -> Vec<Reading> {
    let reading = |clause: &RawClause| {
        Some(Reading {
            id: ClauseId::parse(&clause.id)?,
            question: clause.text.clone(),
            adopted: clause.adopted.clone()?,
            alternatives: clause
                .alternatives
                .iter()
                .map(|(name, text)| Alternative {
                    name: name.clone(),
                    text: text.clone(),
                })
                .collect(),
        })
    };
    raw.clauses()
        .filter_map(|(_, clause)| reading(clause))
        .collect()
}

fn version(files: &[(String, String)]) -> String {
    let mut hasher = blake3::Hasher::new();
    for (path, text) in files {
        for part in [path, text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    hasher.finalize().to_hex().chars().take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause;
    use crate::rulebook::{Edition, ids};

    #[test]
    fn the_embedded_book_loads() {
        let book =
            Rulebook::load(&rulebook_files()).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(book.clauses().len(), ids::CLAUSES.len());
        assert_eq!(book.version(), rulebook().version());
        assert_eq!(book.version().len(), 12);
    }

    #[test]
    fn every_clause_is_where_its_id_says() {
        let book = rulebook();
        for id in ClauseId::all() {
            assert_eq!(book.clause(id).id, id);
        }
        let listed: Vec<ClauseId> = book
            .chapters()
            .iter()
            .flat_map(|chapter| chapter.clauses.clone())
            .collect();
        assert_eq!(listed, ClauseId::all().collect::<Vec<_>>());
        for keyword in Keyword::all() {
            let entry = book.keyword(keyword);
            assert_eq!(
                (entry.keyword, entry.name.as_str()),
                (keyword, keyword.name())
            );
            assert!(entry.clauses.iter().all(|id| id.keyword() == Some(keyword)));
            assert!(!entry.clauses.is_empty());
        }
        assert_eq!(
            book.keywords().iter().filter(|entry| entry.seed).count(),
            15
        );
    }

    #[test]
    fn the_kind_of_a_keyword_clause_shows_in_its_id() {
        for clause in rulebook()
            .clauses()
            .iter()
            .filter(|clause| clause.id.keyword().is_some())
        {
            let kind = clause
                .id
                .as_str()
                .split('.')
                .nth(1)
                .and_then(|part| part.chars().next());
            let expected = match kind {
                Some('r') => Provenance::Published,
                Some('i') => Provenance::Inference,
                _ => Provenance::Glossary,
            };
            assert_eq!(clause.provenance, expected, "{}", clause.id);
        }
    }

    #[test]
    fn editions_differ_where_the_glossary_does() {
        let differing: Vec<&str> = rulebook()
            .clauses()
            .iter()
            .filter(|clause| clause.differs())
            .map(|clause| clause.id.as_str())
            .collect();
        assert_eq!(
            differing,
            [
                "critical-hit.1",
                "deflect.3",
                "equip.1",
                "equip.2",
                "insert.1",
                "insert.5",
                "intercept.10",
                "intercept.11",
                "parry.2"
            ]
        );
        let parry = rulebook().clause(clause!("parry.2"));
        assert_ne!(parry.text(Edition::E2018), parry.text(Edition::E2025));
        assert_eq!(parry.edition_note(Edition::E2018), None);
        let armor = rulebook().clause(clause!("armor.1"));
        assert_eq!(armor.edition_note(Edition::E2018), Some("text of 2025"));
        assert_eq!(armor.edition_note(Edition::E2025), None);
        assert_eq!(
            rulebook()
                .clause(clause!("6.4.2"))
                .edition_note(Edition::E2018),
            None
        );
    }

    #[test]
    fn readings_have_named_alternatives() {
        let book = rulebook();
        assert_eq!(book.readings().len(), 44);
        let deflect = book.reading(clause!("11.4")).unwrap();
        assert!(deflect.alternative("strict").is_some());
        assert!(deflect.alternative("lenient").is_none());
        assert!(book.reading(clause!("11.A")).is_none());
    }

    #[test]
    fn faults_are_listed_together() {
        let mut files = rulebook_files();
        files.push((
            "rules/12.md".to_owned(),
            "# 12 More\n## 6.3 Again\nx\n> published: K\n## 12.1 New\n".to_owned(),
        ));
        let problems = Rulebook::load(&files).unwrap_err().0;
        let lines: Vec<usize> = problems
            .iter()
            .filter(|p| p.file == "rules/12.md")
            .map(|p| p.line)
            .collect();
        assert_eq!(lines, [2, 5]);
    }
}
