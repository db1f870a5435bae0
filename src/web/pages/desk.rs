//! `/judge/{id}`: the desk, where a draft is stepped through.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::judge::see;
use crate::render::{Links, View};
use crate::rules::document;
use crate::rules::situation::Situation;
use crate::rules::trace::{Ruling, VerdictKind};
use crate::rules::window::WindowId;
use crate::web::cache::Policy;
use crate::web::desk::act::{self, Next};
use crate::web::desk::draft::{self, Draft};
use crate::web::desk::question::{self, Anyway, Question, SkippedView};
use crate::web::desk::readings::{self, CardLines};
use crate::web::desk::show::{self, ArenaOrder, PlayView, RollForm, SideNow};
use crate::web::desk::walk;
use crate::web::error::Problem;
use crate::web::form::{Form, Sent};
use crate::web::frame::{Frame, Nav, page};
use crate::web::odds::Panel;
use crate::web::state::State;
use crate::web::view::{self, VerdictView};
use crate::web::{odds, stored};

#[derive(Template)]
#[template(path = "pages/desk.html")]
struct Desk {
    frame: Frame,
    id: String,
    verdict: VerdictView,
    ruling: View,
    /// The heading of a play that does not fit; empty if all fit.
    misfit: String,
    /// Where it stands among the plays.
    misfit_at: usize,
    anyway: Anyway,
    question: Option<Question>,
    skipped: Vec<SkippedView>,
    /// Dice that wait for their roll, while something else is asked.
    waiting: String,
    trouble: Option<Trouble>,
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

impl Desk {
    /// What went wrong with that field.
    fn wrong(&self, field: &str) -> Option<&Trouble> {
        self.trouble.as_ref().filter(|t| t.field == field)
    }

    /// What was typed into a field that something is wrong with; else what it holds.
    fn typed<'a>(&'a self, field: &str, holds: &'a str) -> &'a str {
        self.wrong(field).map_or(holds, |t| t.typed.as_str())
    }
}

/// What went wrong with a form of the desk.
struct Trouble {
    /// The field it is shown at.
    field: String,
    /// What was typed there.
    typed: String,
    problem: Problem,
}

impl Trouble {
    fn of(form: &Form, problem: Problem) -> Trouble {
        let field = match form.get("do") {
            "dice" => format!("r{}", form.get("at")),
            "written" => "w-play".to_owned(),
            _ if form.has("situation") => "toml".to_owned(),
            "roll" => "typed".to_owned(),
            "" | "take" | "both" => "decision".to_owned(),
            _ => "h-next".to_owned(),
        };
        let typed = match field.as_str() {
            "w-play" => form.get("play"),
            "toml" => form.get("situation"),
            _ => form.get("roll"),
        };
        Trouble {
            typed: typed.to_owned(),
            field,
            problem,
        }
    }

    fn sentence(&self) -> String {
        self.problem.sentence()
    }
}

/// `GET /judge/{id}`: the desk.
pub(in crate::web) async fn show(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let draft = draft::load(&state, &id).await?;
    let desk = arrange(&req, &state, &draft, id.into_inner(), None);
    page(&req, Policy::Private, &desk)
}

fn arrange(
    req: &HttpRequest,
    state: &State,
    draft: &Draft,
    id: String,
    trouble: Option<Trouble>,
) -> Desk {
    let case = &draft.case;
    let at = walk::stand(&case.situation);
    let (situation, ruling) = (&at.situation, &at.ruling);
    state.metrics.ruling();
    let shown = View::new(situation, ruling, &Links::inside());
    let anyway = Anyway::of(situation, &draft.dice);
    let question = question::question(&at, &draft.dice, &shown, &anyway);
    let (misfit_at, misfit) = misfit(situation, ruling);
    let heading = match &question {
        Some(q) => format!("{}: {}", q.side.name(), q.window),
        None => ruling.verdict.summary.clone(),
    };
    let lines: Vec<CardLines> = situation.units.iter().flat_map(readings::of).collect();
    let unread = lines.iter().flat_map(|c| &c.lines);
    let description =
        "A board being ruled: every option with its outcome, the refused ones with every reason.";
    let panel = Panel::of(situation);
    let rerolls = ruling
        .request
        .as_ref()
        .is_some_and(|r| r.window == WindowId::Reroll);
    let kind = if question.is_some() {
        VerdictKind::Depends
    } else {
        ruling.verdict.kind
    };
    let asks_dice = question.as_ref().is_some_and(|q| q.dice.is_some());
    Desk {
        advice: if rerolls { panel.advice() } else { Vec::new() },
        odds_href: format!("/judge/{id}/odds"),
        panel,
        frame: Frame::new(req, Nav::Judge, heading, description)
            .skip("the decision")
            .unlisted(),
        id,
        verdict: kind.into(),
        misfit,
        misfit_at,
        anyway,
        skipped: question::skipped(&at),
        waiting: if asks_dice {
            String::new()
        } else {
            draft.dice.clone()
        },
        trouble,
        sides: show::now(situation, &ruling.after),
        rolls: show::rolls(&case.situation),
        plays: show::plays_so_far(&case.situation),
        order: show::order(&ruling.after),
        unread: unread.filter(|l| !l.understood).count(),
        lines,
        text: show::text(case, &state.cards.now()),
        title: case.situation.about.title.clone(),
        asked: case.situation.about.question.clone(),
        question,
        ruling: shown,
    }
}

/// Where the play stands that does not fit, and a heading that names it; empty if all fit.
fn misfit(situation: &Situation, ruling: &Ruling) -> (usize, String) {
    let Some(problem) = ruling.problems.first() else {
        return (0, String::new());
    };
    let play = situation.plays.get(problem.index).map(document::play_words);
    let (verb, what) = play.unwrap_or_default();
    let n = problem.index + 1;
    let heading = format!("Play {n}, {} {what}, does not fit", verb.replace('_', " "));
    (problem.index, heading)
}

/// `POST /judge/{id}`: one step, answered with the address of the next draft; what is wrong with
/// it is shown at its field.
pub(in crate::web) async fn act(
    req: HttpRequest,
    state: Data<State>,
    id: Path<String>,
    Sent(form): Sent,
) -> Result<HttpResponse, Problem> {
    let draft = draft::load(&state, &id).await?;
    let done = match act::act(&state, &draft, &form) {
        Ok(Next::Desk(next)) => draft::save(&state, &next)
            .await
            .map(|id| format!("/judge/{id}")),
        Ok(Next::Store(case)) => stored::store(&state, &case)
            .await
            .map(|stored| format!("/r/{}", stored.id)),
        Err(problem) => Err(problem),
    };
    match done {
        Ok(to) => Ok(see(&to)),
        Err(problem) if problem.status == StatusCode::UNPROCESSABLE_ENTITY => {
            let trouble = Trouble::of(&form, problem);
            let desk = arrange(&req, &state, &draft, id.into_inner(), Some(trouble));
            let mut answer = page(&req, Policy::Private, &desk)?;
            *answer.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            Ok(answer)
        }
        Err(problem) => Err(problem),
    }
}
