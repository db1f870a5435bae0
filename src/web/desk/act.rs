//! What the buttons of the desk do to a draft.

use crate::game::Side;
use crate::rules::document;
use crate::rules::situation::{Case, Play};
use crate::rules::trace::{Choice, Request};
use crate::web::engine;
use crate::web::error::Problem;
use crate::web::faults;
use crate::web::form::Form;
use crate::web::state::State;

use super::plays;

/// What to do next.
#[derive(Debug)]
pub enum Next {
    /// Show the desk with this case.
    Desk(Box<Case>),
    /// Store the ruling on this case and show it.
    Store(Box<Case>),
}

/// The case after the button that was pressed.
///
/// # Errors
/// If the form does not fit the draft.
pub fn act(state: &State, mut case: Case, form: &Form) -> Result<Next, Problem> {
    let plays = &mut case.situation.plays;
    if form.has("undo") {
        plays.pop();
    } else if form.has("back") {
        let keep = usize::try_from(form.number("back")?.unwrap_or(0)).unwrap_or(0);
        plays.truncate(keep);
    } else if form.has("record") {
        let play = option(&case, form, "record", false)?;
        case.situation.plays.push(play);
    } else if form.has("situation") {
        let text = form.get("situation");
        let read =
            document::read(text, &state.cards.now()).map_err(|problems| faults(&problems))?;
        case = Case {
            expect: None,
            ..read
        };
    } else if form.has("finish") {
        form.get("title")
            .clone_into(&mut case.situation.about.title);
        form.get("question")
            .clone_into(&mut case.situation.about.question);
        return Ok(Next::Store(Box::new(case)));
    } else {
        further(state, &mut case, form)?;
    }
    Ok(Next::Desk(Box::new(case)))
}

/// Adds a play, or changes the faces of one.
fn further(state: &State, case: &mut Case, form: &Form) -> Result<(), Problem> {
    match form.get("do") {
        "take" => {
            let play = option(case, form, "take", true)?;
            case.situation.plays.push(play);
        }
        "both" => {
            // The player who is asked passes first.
            let asked = engine::step(&case.situation)
                .request
                .map_or(Side::Dark, |r| r.side);
            case.situation
                .plays
                .extend([Play::Pass(asked), Play::Pass(asked.opponent())]);
        }
        "roll" => {
            let faces = plays::dice(form)?;
            case.situation.plays.push(Play::Roll { faces, of: None });
        }
        "dice" => change_dice(case, form)?,
        "written" => {
            let play = plays::written(state, case, form.get("play"))?;
            case.situation.plays.push(play);
        }
        "" => {
            return Err(Problem::unusable(
                "no-action",
                "the form says nothing to do",
            ));
        }
        verb => {
            let play = plays::from_form(state, case, form, verb)?;
            case.situation.plays.push(play);
        }
    }
    Ok(())
}

/// The play of an option that the desk shows for this draft.
fn option(case: &Case, form: &Form, field: &str, legal: bool) -> Result<Play, Problem> {
    let number = form.number(field)?.and_then(|n| usize::try_from(n).ok());
    let number =
        number.ok_or_else(|| Problem::unusable("no-option", "choose one of the options"))?;
    let request = engine::step(&case.situation).request;
    let chosen = request
        .as_ref()
        .and_then(|r| choices(r).into_iter().nth(number));
    let fits = chosen.filter(|c| c.legal == legal).and_then(|c| c.play);
    fits.ok_or_else(|| {
        Problem::unusable(
            "no-option",
            "the board no longer offers that; go on from what it shows now",
        )
    })
}

/// Every option of a question; a play-or-pass chance always ends with passing.
#[must_use]
pub fn choices(request: &Request) -> Vec<Choice> {
    use crate::rules::trace::RequestKind;
    let mut all = request.options.clone();
    let passes = all.iter().any(|c| matches!(c.play, Some(Play::Pass(_))));
    if request.kind == RequestKind::Pop && !passes {
        all.push(Choice {
            label: format!("{} passes", request.side.name()),
            play: Some(Play::Pass(request.side)),
            legal: true,
            reasons: Vec::new(),
            outcome: None,
        });
    }
    all
}

/// Changes the faces of a roll; everything played after it stays.
fn change_dice(case: &mut Case, form: &Form) -> Result<(), Problem> {
    let new = plays::dice(form)?;
    let at = form.number("at")?.and_then(|n| usize::try_from(n).ok());
    let play = at.and_then(|at| case.situation.plays.get_mut(at));
    match play {
        Some(Play::Roll { faces, .. }) => {
            *faces = new;
            Ok(())
        }
        _ => Err(Problem::unusable(
            "no-roll",
            "there is no roll at that place of the plays",
        )),
    }
}
