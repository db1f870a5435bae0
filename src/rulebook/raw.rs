//! The files of the rulebook as read, before ids are looked up.

use super::source::{self, Sources};
use super::{Problem, Provenance, chapter, entry};

/// A clause as it stands in a file.
#[derive(Default)]
pub(super) struct RawClause {
    pub id: String,
    /// Line of the id in its file.
    pub line: usize,
    pub title: Option<String>,
    pub text: String,
    pub text_2018: Option<String>,
    pub provenance: Option<Provenance>,
    pub sources: Vec<String>,
    pub informative: Option<String>,
    pub adopted: Option<String>,
    /// Name and text of each alternative.
    pub alternatives: Vec<(String, String)>,
}

/// One file of `rules/`.
pub(super) struct RawChapter {
    pub file: String,
    pub number: u8,
    pub title: String,
    pub clauses: Vec<RawClause>,
}

/// One file of `keywords/`.
pub(super) struct RawKeyword {
    pub file: String,
    pub head: entry::Head,
    pub clauses: Vec<RawClause>,
}

/// All files, in order.
pub(super) struct RawBook {
    /// By number.
    pub chapters: Vec<RawChapter>,
    /// By slug.
    pub keywords: Vec<RawKeyword>,
    pub sources: Sources,
}

/// The number of the chapter made of the keyword files.
pub(super) const KEYWORD_CHAPTER: u8 = 10;

impl RawBook {
    /// Reads files given as path and text; what cannot be read is reported and left out.
    pub fn read(files: &[(String, String)]) -> (Self, Vec<Problem>) {
        let mut book = Self {
            chapters: Vec::new(),
            keywords: Vec::new(),
            sources: Sources::default(),
        };
        let mut problems = Vec::new();
        for (file, text) in files {
            if file.starts_with("rules/") {
                book.chapters
                    .extend(chapter::read(file, text, &mut problems));
            } else if file == source::FILE {
                book.sources = Sources::read(text, &mut problems);
            } else {
                book.keywords.extend(entry::read(file, text, &mut problems));
            }
        }
        book.chapters.sort_by_key(|chapter| chapter.number);
        book.keywords.sort_by(|a, b| a.head.slug.cmp(&b.head.slug));
        (book, problems)
    }

    /// Every clause with its file, in rulebook order: the keywords stand between chapters 9
    /// and 11.
    pub fn clauses(&self) -> impl Iterator<Item = (&str, &RawClause)> {
        let part = |late: bool| {
            self.chapters
                .iter()
                .filter(move |chapter| (chapter.number > KEYWORD_CHAPTER) == late)
                .flat_map(|chapter| {
                    chapter
                        .clauses
                        .iter()
                        .map(|clause| (chapter.file.as_str(), clause))
                })
        };
        let keywords = self.keywords.iter().flat_map(|keyword| {
            keyword
                .clauses
                .iter()
                .map(|clause| (keyword.file.as_str(), clause))
        });
        part(false).chain(keywords).chain(part(true))
    }
}
