//! A published ruling at `/rulings/{slug}`, and its revisions.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::render::{Links, View};
use crate::rulebook::{ClauseId, Edition, Keyword, rulebook};
use crate::store::{Agreement, Content, LinkKind, Published};
use crate::web::cache::Policy;
use crate::web::error::Problem;
use crate::web::frame::{Frame, Nav, page};
use crate::web::library::{self, badge, status_words};
use crate::web::publish::{self, Change, Run, Typed};
use crate::web::state::State;
use crate::web::stored::versions;
use crate::web::view::{self, VerdictView};
use crate::web::{engine, markdown};

/// Something the ruling touches, with its address.
pub(in crate::web) struct Touched {
    pub name: String,
    pub href: String,
    pub words: String,
}

/// Everything a page shows of one revision; judges see it before anybody else does.
pub(in crate::web) struct Body {
    pub answer: String,
    pub explanation: String,
    pub clauses: Vec<Touched>,
    pub keywords: Vec<Touched>,
    pub cards: Vec<Touched>,
    pub questions: Vec<Touched>,
    /// Today's ruling of its situation.
    pub ruling: Option<View>,
    /// Why the situation cannot be run.
    pub unreadable: Option<String>,
}

impl Body {
    pub(in crate::web) fn of(content: &Content, state: &State) -> Body {
        let links = |kind: LinkKind| content.links.iter().filter(move |l| l.kind == kind);
        let clause = |id: &str| {
            let id = ClauseId::parse(id)?;
            let edition = Edition::ALL
                .into_iter()
                .find(|e| e.as_str() == content.edition);
            let text = rulebook().clause(id).text(edition.unwrap_or_default());
            Some(Touched {
                name: id.as_str().to_owned(),
                href: view::clause_href(id),
                words: markdown::inline(text),
            })
        };
        let keyword = |slug: &str| {
            Keyword::from_slug(slug).map(|keyword| Touched {
                name: keyword.name().to_owned(),
                href: view::keyword_href(keyword),
                words: String::new(),
            })
        };
        let (ruling, unreadable) = match publish::situation(content, &state.cards.now()) {
            None => (None, None),
            Some(Ok(case)) => {
                let ruling = engine::rule(&case.situation);
                (
                    Some(View::new(&case.situation, &ruling, &Links::inside())),
                    None,
                )
            }
            Some(Err(problems)) => (None, problems.0.first().map(ToString::to_string)),
        };
        Body {
            answer: markdown::foreign(&content.answer),
            explanation: markdown::foreign(&content.explanation),
            clauses: links(LinkKind::Clause)
                .filter_map(|l| clause(&l.target))
                .collect(),
            keywords: links(LinkKind::Keyword)
                .filter_map(|l| keyword(&l.target))
                .collect(),
            cards: links(LinkKind::Card)
                .map(|l| Touched {
                    href: format!("/c/{}", crate::catalogue::slug(&l.target)),
                    name: l.target.clone(),
                    words: String::new(),
                })
                .collect(),
            questions: links(LinkKind::Question)
                .filter_map(|l| clause(&l.target))
                .map(|touched| Touched {
                    href: super::question::href(&touched.name),
                    ..touched
                })
                .collect(),
            ruling,
            unreadable,
        }
    }
}

/// What comes out differently today.
pub(in crate::web) struct Drift {
    pub step: u64,
    pub then: String,
    pub today: String,
}

impl Drift {
    pub(in crate::web) fn of(agreement: &Agreement) -> Option<Drift> {
        let Agreement::Differs(difference) = agreement else {
            return None;
        };
        let text = |key: &str| {
            let text = difference.get(key).and_then(serde_json::Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        Some(Drift {
            step: difference
                .get("step")
                .and_then(serde_json::Value::as_u64)
                .unwrap_or(0),
            then: text("then"),
            today: text("today"),
        })
    }
}

#[derive(Template)]
#[template(path = "pages/published.html")]
struct PublishedPage {
    frame: Frame,
    r: Published,
    body: Body,
    badge: VerdictView,
    status: &'static str,
    /// Why an official ruling does not show as one.
    out_of_office: bool,
    authority: String,
    drift: Option<Drift>,
    /// Title and address of the ruling that took its place.
    successor: Option<(String, String)>,
}

/// The page of a published ruling.
pub(in crate::web) async fn show(
    req: &HttpRequest,
    state: &State,
    slug: &str,
) -> Result<HttpResponse, Problem> {
    let r = visible(state, slug).await?;
    let content = &r.revision.content;
    let drift = state
        .db
        .drift_of(slug, &versions(&state.cards.now()))
        .await?;
    let drift = drift.as_ref().and_then(Drift::of);
    let successor = match &r.successor {
        Some(next) => state.db.published(next).await?,
        _ => None,
    };
    let authorities = state.db.authorities().await?;
    let authority = authorities.iter().find(|a| Some(a.id) == content.authority);
    let page_of = PublishedPage {
        frame: Frame::new(
            req,
            Nav::None,
            content.title.clone(),
            markdown::plain(&content.answer),
        )
        .skip("the ruling"),
        body: Body::of(content, state),
        badge: badge(r.status, drift.is_some()),
        status: status_words(r.status),
        out_of_office: content.status != r.status,
        authority: authority.map(|a| a.name.clone()).unwrap_or_default(),
        drift,
        successor: successor.map(|s| (s.revision.content.title.clone(), library::href(&s))),
        r,
    };
    page(req, Policy::Revalidate, &page_of)
}

/// A ruling that readers may see.
async fn visible(state: &State, slug: &str) -> Result<Published, Problem> {
    let found = state.db.published(slug).await?.ok_or_else(|| {
        Problem::missing("no-such-ruling", format!("there is no ruling `{slug}`"))
            .suggest("all rulings", "/rulings")
    })?;
    match &found.hidden {
        None => Ok(found),
        Some(note) => {
            let detail = format!("a judge has taken this ruling away: {note}");
            Err(Problem::new(StatusCode::GONE, "hidden", detail))
        }
    }
}

/// A revision with what it changed.
pub(in crate::web) struct Edit {
    pub r: Published,
    pub status: &'static str,
    pub changes: Vec<Change>,
}

/// Revisions from the newest to the oldest, each with its difference to the one before it.
pub(in crate::web) fn edits(revisions: Vec<Published>, state: &State) -> Vec<Edit> {
    let typed: Vec<Typed> = revisions
        .iter()
        .map(|r| Typed::of(&r.revision.content, &state.cards.now()))
        .collect();
    let mut edits = Vec::new();
    for (at, r) in revisions.into_iter().enumerate() {
        let changes = match (typed.get(at + 1), typed.get(at)) {
            (Some(older), Some(newer)) => older.changes_to(newer),
            _ => Vec::new(),
        };
        edits.push(Edit {
            status: status_words(r.revision.content.status),
            r,
            changes,
        });
    }
    edits
}

#[derive(Template)]
#[template(path = "pages/history.html")]
struct History {
    frame: Frame,
    title: String,
    slug: String,
    edits: Vec<Edit>,
}

/// `GET /rulings/{slug}/history`: the approved revisions.
pub(in crate::web) async fn history(
    req: HttpRequest,
    state: Data<State>,
    slug: Path<String>,
) -> Result<HttpResponse, Problem> {
    let r = visible(&state, &slug).await?;
    let mut revisions = state.db.revisions(&slug).await?;
    revisions.retain(|r| r.revision.approver.is_some());
    let title = r.revision.content.title;
    let description = format!("Every revision of “{title}” with its author and what it changed.");
    let page_of = History {
        frame: Frame::new(&req, Nav::None, format!("History of {title}"), description)
            .skip("the revisions")
            .unlisted(),
        title,
        slug: slug.into_inner(),
        edits: edits(revisions, &state),
    };
    page(&req, Policy::Revalidate, &page_of)
}
