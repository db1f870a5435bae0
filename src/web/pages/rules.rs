//! `/rules` and `/rules/{chapter}`: the numbered clauses.

use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::{EditionQuery, no_clause, question};
use crate::rulebook::{Chapter, ClauseId, Edition, Reading, rulebook};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::library::Library;
use crate::web::state::State;
use crate::web::view::{ClauseView, clause_href};

/// The chapter of open questions.
const QUESTIONS: u8 = 11;
/// The chapter that stands for the keywords.
const KEYWORDS: u8 = 10;

#[derive(Template)]
#[template(path = "pages/rules.html")]
struct Contents {
    frame: Frame,
    chapters: Vec<Part>,
}

struct Part {
    number: u8,
    title: String,
    href: String,
    sections: Vec<(ClauseId, String)>,
    count: usize,
}

/// `GET /rules`.
pub(in crate::web) async fn contents(req: HttpRequest) -> Result<HttpResponse, Problem> {
    let part = |chapter: &Chapter| Part {
        number: chapter.number,
        title: chapter.title.clone(),
        href: if chapter.number == KEYWORDS {
            "/k".to_owned()
        } else {
            format!("/rules/{}", chapter.number)
        },
        sections: sections(chapter),
        count: chapter
            .clauses
            .iter()
            .filter(|id| !rulebook().clause(**id).is_heading())
            .count(),
    };
    let description = "The rules of the game as numbered clauses, each with its source: glossary, published ruling, \
        our inference, or an open question.";
    let frame = Frame::new(&req, Nav::Rules, "Rules", description);
    let chapters = rulebook().chapters().iter().map(part).collect();
    page(&req, Policy::Reference, &Contents { frame, chapters })
}

/// The sections of a chapter that have a title of their own.
fn sections(chapter: &Chapter) -> Vec<(ClauseId, String)> {
    if chapter.number == KEYWORDS {
        return Vec::new();
    }
    let titled = |id: &ClauseId| {
        let clause = rulebook().clause(*id);
        let title = clause
            .title
            .clone()
            .filter(|_| id.as_str().matches('.').count() == 1);
        title
            .filter(|_| !id.as_str().starts_with("attack."))
            .map(|title| (*id, title))
    };
    chapter.clauses.iter().filter_map(titled).collect()
}

#[derive(Template)]
#[template(path = "pages/chapter.html")]
struct ChapterPage {
    frame: Frame,
    chapter: &'static Chapter,
    edition: &'static str,
    other_edition: Option<&'static str>,
    clauses: Vec<ClauseView>,
    sections: Vec<(ClauseId, String)>,
    readings: Vec<&'static Reading>,
    before: Option<&'static Chapter>,
    after: Option<&'static Chapter>,
}

/// `GET /rules/{chapter}`; a clause id leads to its place.
pub(in crate::web) async fn chapter(
    req: HttpRequest,
    state: Data<State>,
    name: Path<String>,
    query: Query<EditionQuery>,
) -> Result<HttpResponse, Problem> {
    let edition = query.get()?;
    let chapters = rulebook().chapters();
    let Some(at) = chapters.iter().position(|c| c.number.to_string() == *name) else {
        return place(&name);
    };
    let Some(chapter) = chapters.get(at) else {
        return place(&name);
    };
    if chapter.number == KEYWORDS {
        return Ok(moved("/k"));
    }
    let library = state.library().await?;
    let title = format!("{} {}", chapter.number, chapter.title);
    let description = format!(
        "Chapter {title}: {} clauses with their sources.",
        chapter.clauses.len()
    );
    let differs = chapter
        .clauses
        .iter()
        .any(|id| rulebook().clause(*id).differs());
    let page_of = ChapterPage {
        frame: Frame::new(&req, Nav::Rules, title, description).skip("the clauses"),
        chapter,
        edition: edition.as_str(),
        other_edition: Edition::ALL
            .into_iter()
            .find(|e| differs && *e != edition)
            .map(Edition::as_str),
        clauses: chapter
            .clauses
            .iter()
            .map(|id| clause(*id, edition, &library))
            .collect(),
        sections: sections(chapter),
        readings: if chapter.number == QUESTIONS {
            rulebook().readings().iter().collect()
        } else {
            Vec::new()
        },
        before: at
            .checked_sub(1)
            .and_then(|at| chapters.get(at))
            .filter(|c| c.number != KEYWORDS),
        after: chapters.get(at + 1).filter(|c| c.number != KEYWORDS),
    };
    // Rulings are published at any time.
    page(&req, Policy::Revalidate, &page_of)
}

impl ChapterPage {
    /// The readings a situation may choose for the clause, where it is an open question.
    fn reading(&self, id: &str) -> Option<&'static Reading> {
        self.readings.iter().find(|r| r.id.as_str() == id).copied()
    }
}

fn clause(id: ClauseId, edition: Edition, library: &Library) -> ClauseView {
    ClauseView::of(rulebook().clause(id), edition).with_rulings(id, library)
}

/// `/rules/6.4.2` leads to `/rules/6#6.4.2`.
fn place(name: &str) -> Result<HttpResponse, Problem> {
    let id = ClauseId::parse(name).ok_or_else(|| no_clause(name))?;
    Ok(moved(&clause_href(id)))
}

fn moved(to: &str) -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, to))
        .finish()
}
