//! `/judge`: the first form.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::pairs;
use crate::rules::document::{self, Problems};
use crate::rules::situation::Case;
use crate::web::cache::Policy;
use crate::web::desk::draft::{self, Draft};
use crate::web::desk::presets::{self, PRESETS, Preset};
use crate::web::desk::setup::{Doubt, Fault, Wish};
use crate::web::embed::encode;
use crate::web::error::Problem;
use crate::web::faults;
use crate::web::form::{Form, Sent};
use crate::web::frame::{Frame, Nav, page};
use crate::web::precedents::precedents;
use crate::web::publish;
use crate::web::state::State;
use crate::web::stored;

#[derive(Template)]
#[template(path = "pages/judge.html")]
struct Start {
    frame: Frame,
    wish: Wish,
    doubts: Vec<Doubt>,
    faults: Vec<Fault>,
    presets: &'static [Preset],
    /// The situation in the field for texts.
    text: String,
    /// What is wrong with it.
    unreadable: Option<Problem>,
}

impl Start {
    fn new(req: &HttpRequest, state: &State, wish: Wish) -> Start {
        let description = "Build a board from half-typed card names, enter the dice on the table, and step \
            through the attack: every option with its outcome or the reasons against it.";
        let frame = Frame::new(req, Nav::Judge, "The judge’s desk", description);
        Start {
            frame: frame.skip("the board"),
            doubts: wish.doubts(&state.cards.now()),
            faults: wish.faults(),
            wish,
            presets: PRESETS,
            text: PRESETS
                .first()
                .map_or_else(String::new, |p| p.document.to_owned()),
            unreadable: None,
        }
    }

    fn doubt(&self, field: &str) -> Option<&Doubt> {
        self.doubts.iter().find(|d| d.field == field)
    }

    fn fault(&self, field: &str) -> Option<&Fault> {
        self.faults.iter().find(|f| f.field == field)
    }
}

/// `GET /judge`: the first form, with what was typed and is not clear or wrong.
pub(in crate::web) async fn start(
    req: HttpRequest,
    state: Data<State>,
    wish: Query<Wish>,
) -> Result<HttpResponse, Problem> {
    let start = Start::new(&req, &state, wish.0);
    page(&req, Policy::Revalidate, &start)
}

/// `POST /judge`: makes a draft from names, from a text, from a preset, from a pair of keywords or from a ruling.
pub(in crate::web) async fn begin(
    req: HttpRequest,
    state: Data<State>,
    form: Sent,
) -> Result<HttpResponse, Problem> {
    let Sent(form) = form;
    let draft = if form.has("situation") {
        match document::read(form.get("situation"), &state.cards.now()) {
            Ok(case) => Draft::of(case),
            Err(problems) => return unreadable(&req, &state, &form, &problems),
        }
    } else if form.has("preset") {
        Draft::of(preset(&state, form.get("preset"))?)
    } else if form.has("from") {
        let slug = form.get("from");
        let found = precedents().find(slug).map(|p| p.case.clone());
        Draft::of(found.ok_or_else(|| {
            Problem::missing("no-such-ruling", format!("there is no ruling `{slug}`"))
        })?)
    } else if form.has("published") {
        Draft::of(published(&state, form.get("published")).await?)
    } else if form.has("pair") {
        Draft::of(pair(form.get("pair"))?)
    } else if form.has("ruling") {
        Draft::of(stored::load(&state, form.get("ruling")).await?.case)
    } else {
        let wish = wish(&form);
        let cards = state.cards.now();
        if !wish.faults().is_empty() || !wish.doubts(&cards).is_empty() {
            return Ok(see(&format!("/judge?{}", query(&wish))));
        }
        wish.draft(&cards)?
    };
    let mut draft = draft;
    draft.case.expect = None;
    let id = draft::save(&state, &draft).await?;
    Ok(see(&format!("/judge/{id}")))
}

/// The form again, with the text that cannot be read and everything that is wrong with it.
fn unreadable(
    req: &HttpRequest,
    state: &State,
    form: &Form,
    problems: &Problems,
) -> Result<HttpResponse, Problem> {
    let start = Start {
        text: form.get("situation").to_owned(),
        unreadable: Some(faults(problems)),
        ..Start::new(req, state, Wish::default())
    };
    let mut answer = page(req, Policy::Private, &start)?;
    *answer.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    Ok(answer)
}

/// The situation of a published ruling that readers see.
async fn published(state: &State, slug: &str) -> Result<Case, Problem> {
    let library = state.library().await?;
    let found = library
        .find(slug)
        .and_then(|ruling| publish::situation(&ruling.revision.content, &state.cards.now()));
    found
        .ok_or_else(|| {
            let detail = format!("there is no published ruling `{slug}` with a situation");
            Problem::missing("no-such-ruling", detail)
        })?
        .map_err(|problems| faults(&problems))
}

fn preset(state: &State, name: &str) -> Result<Case, Problem> {
    let preset = presets::find(name).ok_or_else(|| {
        Problem::unusable(
            "unknown-preset",
            format!("there is no common call `{name}`"),
        )
    })?;
    document::read_toml(preset.document, &state.cards.now()).map_err(|problems| faults(&problems))
}

/// The board on which two keywords were tried.
fn pair(names: &str) -> Result<Case, Problem> {
    let keywords = super::pair::named(names).ok_or_else(|| {
        Problem::unusable("unknown-keyword", format!("`{names}` is not two keywords"))
    })?;
    let answer = pairs::answer(&mut pairs::Bench::default(), keywords);
    Ok(Case {
        situation: answer.both().situation,
        expect: None,
    })
}

fn wish(form: &Form) -> Wish {
    let text = |name: &str| form.get(name).chars().take(200).collect::<String>();
    // A card that was picked from the offered ones stands before what was typed; picking none of
    // them makes a card of its own.
    let picked = |name: &str| match text(&format!("{name}_pick")) {
        empty if empty.is_empty() => text(name),
        picked => picked,
    };
    let own = |name: &&str| {
        let pick = format!("{name}_pick");
        form.has(&pick) && form.get(&pick).is_empty()
    };
    let own: Vec<&str> = ["a", "a_on", "d", "d_on"].into_iter().filter(own).collect();
    Wish {
        a: picked("a"),
        a_on: picked("a_on"),
        d: picked("d"),
        d_on: picked("d_on"),
        dark: text("dark"),
        light: text("light"),
        roll: text("roll"),
        edition: text("edition"),
        adhoc: text("adhoc"),
        own: own.join(","),
        tried: "1".to_owned(),
    }
}

fn query(wish: &Wish) -> String {
    let fields = [
        ("a", &wish.a),
        ("a_on", &wish.a_on),
        ("d", &wish.d),
        ("d_on", &wish.d_on),
        ("dark", &wish.dark),
        ("light", &wish.light),
        ("roll", &wish.roll),
        ("edition", &wish.edition),
        ("adhoc", &wish.adhoc),
        ("own", &wish.own),
        ("tried", &wish.tried),
    ];
    let given = fields.into_iter().filter(|(_, value)| !value.is_empty());
    given
        .map(|(name, value)| format!("{name}={}", encode(value)))
        .collect::<Vec<_>>()
        .join("&")
}

/// `303 See Other`.
pub(in crate::web) fn see(to: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, to))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}
