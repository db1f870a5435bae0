//! `/propose`: anybody may propose a ruling; a judge looks at it, and the words are kept.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::rulebook::ClauseId;
use crate::rules::document;
use crate::store::{NewProposal, ProposalKind};
use crate::web::cache::Policy;
use crate::web::error::{Fault, Problem};
use crate::web::form::{Form, Sent};
use crate::web::frame::{Frame, Nav};
use crate::web::pages::judge::see;
use crate::web::state::State;

/// The longest text of a field, in characters.
const LONGEST: usize = 4000;
/// The longest line of a field, in characters.
const LINE: usize = 200;

/// What it is about, and whether it was sent.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(in crate::web) struct Start {
    about: String,
    clause: String,
    sent: Option<i64>,
}

#[derive(Template)]
#[template(path = "pages/propose.html")]
struct Propose {
    frame: Frame,
    title: String,
    question: String,
    answer: String,
    situation: String,
    clause: String,
    author: String,
    /// The published ruling it is about: address and title.
    about: Option<(String, String)>,
    faults: Vec<Fault>,
    sent: Option<i64>,
}

/// `GET /propose`.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    start: Query<Start>,
) -> Result<HttpResponse, Problem> {
    let about = about(&state, &start.about).await?;
    let title = about.as_ref().map(|(_, title)| title.clone());
    let blank = Form::default();
    let mut page = Propose::of(&req, &blank, about);
    page.title = title.unwrap_or_default();
    page.clause = ClauseId::parse(&start.clause).map_or_else(String::new, |id| id.to_string());
    page.sent = start.sent;
    page.answer(StatusCode::OK)
}

/// `POST /propose`.
pub(in crate::web) async fn send(
    req: HttpRequest,
    state: Data<State>,
    form: Sent,
) -> Result<HttpResponse, Problem> {
    let Sent(form) = form;
    let about = about(&state, form.get("about")).await?;
    match read(&form, &state, about.as_ref()) {
        Ok(new) => {
            let number = state.db.propose(&new).await?;
            Ok(see(&format!("/propose?sent={number}")))
        }
        Err(faults) => {
            let mut page = Propose::of(&req, &form, about);
            page.faults = faults;
            page.answer(StatusCode::UNPROCESSABLE_ENTITY)
        }
    }
}

async fn about(state: &State, slug: &str) -> Result<Option<(String, String)>, Problem> {
    let found = match slug {
        "" => None,
        slug => state.db.published(slug).await?,
    };
    Ok(found.map(|r| (r.slug, r.revision.content.title)))
}

fn read(
    form: &Form,
    state: &State,
    about: Option<&(String, String)>,
) -> Result<NewProposal, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut fault = |place: &str, detail: String| {
        faults.push(Fault {
            place: place.to_owned(),
            detail,
        });
    };
    for (name, most) in [
        ("title", LINE),
        ("question", LONGEST),
        ("answer", LONGEST),
        ("author", 100),
    ] {
        let letters = form.get(name).chars().count();
        if letters > most {
            fault(name, format!("{letters} letters; at most {most} fit"));
        }
    }
    if form.get("question").is_empty() {
        fault("question", "ask or say something".to_owned());
    }
    let clause = match form.get("clause") {
        "" => None,
        id => match id.parse::<ClauseId>() {
            Ok(id) => Some(id.to_string()),
            Err(error) => {
                fault("clause", error.to_string());
                None
            }
        },
    };
    let situation = match form.get("situation") {
        "" => None,
        text => match document::read(text, &state.cards.now()) {
            Ok(case) => Some(document::to_json_value(&case, Some(&state.cards.now()))),
            Err(problems) => {
                for problem in problems.0 {
                    fault("situation", problem.to_string());
                }
                None
            }
        },
    };
    if !faults.is_empty() {
        return Err(faults);
    }
    // What it is about is part of the question, for the judge who reads it.
    let question = match about {
        Some((slug, _)) => format!("About /rulings/{slug}:\n{}", form.get("question")),
        None => form.get("question").to_owned(),
    };
    Ok(NewProposal {
        kind: if about.is_some() {
            ProposalKind::Objection
        } else {
            ProposalKind::Ruling
        },
        title: form.get("title").to_owned(),
        question,
        answer: form.get("answer").to_owned(),
        author: form.get("author").to_owned(),
        ruling_id: None,
        step: None,
        clause,
        situation,
    })
}

impl Propose {
    fn of(req: &HttpRequest, form: &Form, about: Option<(String, String)>) -> Propose {
        let description =
            "Ask a question for the judges to rule on, or propose a ruling; no account is needed.";
        let text = |name: &str| form.get(name).to_owned();
        Propose {
            frame: Frame::new(req, Nav::None, "Propose a ruling", description).skip("the form"),
            title: text("title"),
            question: text("question"),
            answer: text("answer"),
            situation: text("situation"),
            clause: text("clause"),
            author: text("author"),
            about,
            faults: Vec::new(),
            sent: None,
        }
    }

    fn answer(&self, status: StatusCode) -> Result<HttpResponse, Problem> {
        let html = self.render().map_err(|error| Problem::internal(&error))?;
        Ok(HttpResponse::build(status)
            .insert_header((header::CACHE_CONTROL, Policy::Private.header()))
            .content_type("text/html; charset=utf-8")
            .body(html))
    }
}
