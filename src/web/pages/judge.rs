//! `/judge`: the first form, and the desk itself at `/judge/{id}`.

use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::pairs;
use crate::render::{Links, View};
use crate::rules::document;
use crate::rules::situation::Case;
use crate::rules::window::WindowId;
use crate::web::cache::Policy;
use crate::web::desk::act::{self, Next};
use crate::web::desk::presets::{self, PRESETS, Preset};
use crate::web::desk::readings::{self, CardLines};
use crate::web::desk::setup::{Doubt, Wish};
use crate::web::desk::show::{self, ArenaOrder, PlayView, Question, RollForm, SideNow};
use crate::web::desk::{board, draft};
use crate::web::error::Problem;
use crate::web::faults;
use crate::web::form::{Form, Sent};
use crate::web::frame::{Frame, Nav, page};
use crate::web::odds::Panel;
use crate::web::precedents::precedents;
use crate::web::publish;
use crate::web::state::State;
use crate::web::view::{self, VerdictView};
use crate::web::{engine, odds, stored};

#[derive(Template)]
#[template(path = "pages/judge.html")]
struct Start {
    frame: Frame,
    wish: Wish,
    doubts: Vec<Doubt>,
    presets: &'static [Preset],
    example: &'static str,
}

impl Start {
    fn doubt(&self, field: &str) -> Option<&Doubt> {
        self.doubts.iter().find(|d| d.field == field)
    }
}

/// `GET /judge`: the first form, with what was typed and is not clear yet.
pub(in crate::web) async fn start(
    req: HttpRequest,
    state: Data<State>,
    wish: Query<Wish>,
) -> Result<HttpResponse, Problem> {
    let description = "Build a board from half-typed card names, enter the dice on the table, and step through the \
        attack: every option with its outcome or the reasons against it.";
    let frame = Frame::new(&req, Nav::Judge, "The judge’s desk", description).skip("the board");
    let doubts = wish.doubts(&state.cards.now());
    let example = PRESETS.first().map_or("", |p| p.document);
    page(
        &req,
        Policy::Revalidate,
        &Start {
            frame,
            wish: wish.0,
            doubts,
            presets: PRESETS,
            example,
        },
    )
}

/// `POST /judge`: makes a draft from names, from a text, from a preset, from a pair of keywords or from a ruling.
pub(in crate::web) async fn begin(state: Data<State>, form: Sent) -> Result<HttpResponse, Problem> {
    let Sent(form) = form;
    let case = if form.has("situation") {
        document::read(form.get("situation"), &state.cards.now())
            .map_err(|problems| faults(&problems))?
    } else if form.has("preset") {
        preset(&state, form.get("preset"))?
    } else if form.has("from") {
        let slug = form.get("from");
        let found = precedents().find(slug).map(|p| p.case.clone());
        found.ok_or_else(|| {
            Problem::missing("no-such-ruling", format!("there is no ruling `{slug}`"))
        })?
    } else if form.has("published") {
        published(&state, form.get("published")).await?
    } else if form.has("pair") {
        pair(form.get("pair"))?
    } else if form.has("ruling") {
        stored::load(&state, form.get("ruling")).await?.case
    } else {
        let wish = wish(&form);
        if wish.is_empty() || !wish.doubts(&state.cards.now()).is_empty() {
            return Ok(see(&format!("/judge?{}", query(&wish))));
        }
        wish.case(&state.cards.now())?
    };
    let id = draft::save(
        &state,
        &Case {
            expect: None,
            ..case
        },
    )
    .await?;
    Ok(see(&format!("/judge/{id}")))
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
    // A card that was picked from the offered ones stands before what was typed.
    let picked = |name: &str| match text(&format!("{name}_pick")) {
        empty if empty.is_empty() => text(name),
        picked => picked,
    };
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
    ];
    let given = fields.into_iter().filter(|(_, value)| !value.is_empty());
    given
        .map(|(name, value)| format!("{name}={}", encode(value)))
        .collect::<Vec<_>>()
        .join("&")
}

/// Percent-encoding of a value in a query.
fn encode(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    text.bytes()
        .map(|b| {
            if plain(b) {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect()
}

/// `303 See Other`.
pub(in crate::web) fn see(to: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, to))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

#[derive(Template)]
#[template(path = "pages/desk.html")]
struct Desk {
    frame: Frame,
    id: String,
    verdict: VerdictView,
    ruling: View,
    so_far: String,
    question: Option<Question>,
    sides: [SideNow; 2],
    rolls: Vec<RollForm>,
    plays: Vec<PlayView>,
    order: Vec<ArenaOrder>,
    lines: Vec<CardLines>,
    unread: usize,
    text: String,
    title: String,
    asked: String,
    panel: Panel,
    odds_href: String,
    /// Best play with Lucky, while its chance is open.
    advice: Vec<String>,
}

/// `GET /judge/{id}`: the desk.
pub(in crate::web) async fn desk(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let case = draft::load(&state, &id).await?;
    let situation = &case.situation;
    let ruling = engine::step(situation);
    state.metrics.ruling();
    let shown = View::new(situation, &ruling, &Links::inside());
    let so_far = if ruling.request.is_some() {
        engine::rule(situation).verdict.summary
    } else {
        String::new()
    };
    let question = show::question(situation, &ruling, &shown, &so_far);
    let heading = match &question {
        Some(q) => format!("{}: {}", q.side.name(), q.window),
        None => ruling.verdict.summary.clone(),
    };
    let lines: Vec<CardLines> = situation.units.iter().flat_map(readings::of).collect();
    let description =
        "A board being ruled: every option with its outcome, the refused ones with every reason.";
    let panel = Panel::of(situation);
    let rerolls = ruling
        .request
        .as_ref()
        .is_some_and(|r| r.window == WindowId::Reroll);
    let desk = Desk {
        advice: if rerolls { panel.advice() } else { Vec::new() },
        odds_href: format!("/judge/{id}/odds"),
        panel,
        frame: Frame::new(&req, Nav::Judge, heading, description)
            .skip("the decision")
            .unlisted(),
        id: id.into_inner(),
        verdict: ruling.verdict.kind.into(),
        so_far,
        sides: show::now(situation, &ruling.after),
        rolls: show::rolls(situation),
        plays: show::plays(situation),
        order: show::order(&ruling.after),
        unread: lines
            .iter()
            .flat_map(|c| &c.lines)
            .filter(|l| !l.understood)
            .count(),
        lines,
        text: show::text(&case, &state.cards.now()),
        title: situation.about.title.clone(),
        asked: situation.about.question.clone(),
        question,
        ruling: shown,
    };
    page(&req, Policy::Private, &desk)
}

/// `POST /judge/{id}`: one step, always answered with the address of the next draft.
pub(in crate::web) async fn act(
    state: Data<State>,
    id: Path<String>,
    form: Sent,
) -> Result<HttpResponse, Problem> {
    let case = draft::load(&state, &id).await?;
    match act::act(&state, case, &form.0)? {
        Next::Desk(case) => {
            let id = draft::save(&state, &case).await?;
            Ok(see(&format!("/judge/{id}")))
        }
        Next::Store(case) => {
            let stored = stored::store(&state, &case).await?;
            Ok(see(&format!("/r/{}", stored.id)))
        }
    }
}

#[derive(Template)]
#[template(path = "pages/edit.html")]
struct Edit {
    frame: Frame,
    id: String,
    units: Vec<board::UnitForm>,
    pools: Vec<PoolForm>,
    lines: Vec<CardLines>,
}

struct PoolForm {
    side: crate::game::Side,
    fields: Vec<(&'static str, &'static str, String)>,
}

/// `GET /judge/{id}/edit`: the board as a form.
pub(in crate::web) async fn edit(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let case = draft::load(&state, &id).await?;
    let situation = &case.situation;
    let pools = crate::game::Side::BOTH.map(|side| {
        let pool = situation.pool(side);
        let known = |n: Option<i32>| n.map_or(String::new(), |n| n.to_string());
        PoolForm {
            side,
            fields: vec![
                ("force", "Force", pool.force.to_string()),
                (
                    "build_points",
                    "Build points",
                    pool.build_points.to_string(),
                ),
                ("hand", "Hand", known(pool.hand)),
                ("deck", "Deck", known(pool.deck)),
                ("discard", "Discard pile", known(pool.discard)),
            ],
        }
    });
    let description = "The board of a draft: both players, every unit, what is on it and under it.";
    let edit = Edit {
        frame: Frame::new(&req, Nav::Judge, "Edit the board", description)
            .skip("the board")
            .unlisted(),
        id: id.into_inner(),
        units: board::forms(situation),
        pools: pools.into(),
        lines: situation.units.iter().flat_map(readings::of).collect(),
    };
    page(&req, Policy::Private, &edit)
}

/// `POST /judge/{id}/edit`.
pub(in crate::web) async fn save_board(
    state: Data<State>,
    id: Path<String>,
    form: Sent,
) -> Result<HttpResponse, Problem> {
    let case = draft::load(&state, &id).await?;
    let case = board::apply(&case, &form.0, &state.cards.now())?;
    let id = draft::save(&state, &case).await?;
    let stay = form.0.has("stay");
    Ok(see(&if stay {
        format!("/judge/{id}/edit")
    } else {
        format!("/judge/{id}")
    }))
}
