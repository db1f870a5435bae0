//! What the buttons of the desk do to a draft.

use crate::rules::document;
use crate::rules::situation::{Case, Play, Situation};
use crate::rules::trace::{Choice, Request, RequestKind, Ruling};
use crate::web::engine;
use crate::web::error::Problem;
use crate::web::faults;
use crate::web::form::Form;
use crate::web::state::State;

use super::draft::Draft;
use super::plays;
use super::walk::{self, Stand};

/// What to do next.
#[derive(Debug)]
pub enum Next {
    /// Show the desk with this draft.
    Desk(Box<Draft>),
    /// Store the ruling on this case and show it.
    Store(Box<Case>),
}

/// The draft after the button that was pressed.
///
/// # Errors
/// If the form does not fit the draft, or what it plays does not fit the board.
pub fn act(state: &State, draft: &Draft, form: &Form) -> Result<Next, Problem> {
    if form.has("finish") {
        return finish(draft, form);
    }
    let mut next = draft.clone();
    if form.has("undo") {
        undo(&mut next);
    } else if form.has("back") {
        let keep = usize::try_from(form.number("back")?.unwrap_or(0)).unwrap_or(0);
        next.case.situation.plays.truncate(keep);
    } else if form.has("situation") {
        let text = form.get("situation");
        let read =
            document::read(text, &state.cards.now()).map_err(|problems| faults(&problems))?;
        next = Draft::of(Case {
            expect: None,
            ..read
        });
    } else {
        further(state, &mut next, form)?;
        fits(&draft.case.situation, &next.case.situation)?;
    }
    Ok(Next::Desk(Box::new(next)))
}

/// Takes back dice that do not fit the roll that is asked for, else the last decision.
fn undo(draft: &mut Draft) {
    let at = walk::stand(&draft.case.situation);
    let rolled = at.ruling.request.as_ref().and_then(dice);
    let wrong = |n: usize| !draft.dice.is_empty() && plays::fault(&draft.dice, n).is_some();
    if rolled.is_some_and(wrong) {
        draft.dice.clear();
    } else {
        draft.case.situation = walk::undone(&draft.case.situation);
    }
}

/// The case to be stored: dice that wait are rolled.
fn finish(draft: &Draft, form: &Form) -> Result<Next, Problem> {
    let mut case = draft.case.clone();
    let about = &mut case.situation.about;
    form.get("title").clone_into(&mut about.title);
    form.get("question").clone_into(&mut about.question);
    case.situation = with_dice(&case.situation, &draft.dice);
    fits(&Situation::default(), &case.situation)?;
    Ok(Next::Store(Box::new(case)))
}

/// The situation with the dice that wait, if they are what is rolled next when nobody does
/// anything before it; else the situation as it is.
#[must_use]
pub fn with_dice(situation: &Situation, typed: &str) -> Situation {
    let mut rolled = situation.clone();
    if typed.is_empty() {
        return rolled;
    }
    let asked = engine::rule(situation).request.as_ref().and_then(dice);
    if let Some(n) = asked
        && plays::fault(typed, n).is_none()
        && let Ok(faces) = plays::faces(typed)
    {
        rolled.plays.push(Play::Roll { faces, of: None });
    }
    rolled
}

/// How many dice a question asks for, if it asks for dice.
#[must_use]
pub fn dice(request: &Request) -> Option<usize> {
    (request.kind == RequestKind::Roll).then(|| request.dice.unwrap_or(1))
}

/// Whether all plays fit, as long as they did before.
fn fits(before: &Situation, after: &Situation) -> Result<(), Problem> {
    match engine::step(after).problems.first() {
        Some(problem) if engine::step(before).problems.is_empty() => {
            let n = problem.index + 1;
            let detail = format!("play {n} would not fit: {}", problem.text);
            Err(Problem::unusable("does-not-fit", detail))
        }
        _ => Ok(()),
    }
}

/// Adds plays, or changes the faces of one.
fn further(state: &State, draft: &mut Draft, form: &Form) -> Result<(), Problem> {
    let case = &draft.case;
    let at = walk::stand(&case.situation);
    let plays = match form.get("do") {
        _ if form.has("record") => vec![recorded(&at, form.get("record"))?],
        "take" if form.get("take") == "both" => passes(&at)?,
        "both" => passes(&at)?,
        "take" => vec![option(&at.ruling, form.get("take"), true)?],
        "roll" => match rolled(&at, draft, form)? {
            Some(roll) => vec![roll],
            None => return Ok(()),
        },
        "dice" => return change_dice(&mut draft.case, form),
        "written" => vec![plays::written(state, case, form.get("play"))?],
        "" => {
            return Err(Problem::unusable(
                "no-action",
                "the form says nothing to do",
            ));
        }
        verb => vec![plays::from_form(state, case, form, verb)?],
    };
    draft.case.situation = walk::joined(&draft.case.situation, &at, &plays);
    Ok(())
}

/// Both players pass; the one who is asked passes first.
fn passes(at: &Stand) -> Result<Vec<Play>, Problem> {
    let chance = at.ruling.request.as_ref();
    if chance.is_none_or(|r| r.kind != RequestKind::Pop) {
        return Err(no_option());
    }
    Ok(walk::both_pass(&at.situation, &at.ruling))
}

/// The roll that is asked for. Dice that do not fit it wait to be set right: then there is none.
fn rolled(at: &Stand, draft: &mut Draft, form: &Form) -> Result<Option<Play>, Problem> {
    let text = plays::given(form, &draft.dice);
    if text.is_empty() {
        let detail = "give a face for each die, typed or by its buttons";
        return Err(Problem::unusable("no-dice", detail));
    }
    let asked = at.ruling.request.as_ref().and_then(dice);
    if asked.is_some_and(|n| plays::fault(&text, n).is_some()) {
        draft.dice = text;
        return Ok(None);
    }
    let faces = plays::faces(&text)?;
    draft.dice.clear();
    Ok(Some(Play::Roll { faces, of: None }))
}

/// The option to be recorded as refused: `3` of the open question, `1.3` of the second chance that
/// was passed over.
fn recorded(at: &Stand, value: &str) -> Result<Play, Problem> {
    match value.split_once('.') {
        None => option(&at.ruling, value, false),
        Some((chance, number)) => {
            let chance = chance.parse().ok().and_then(|n: usize| at.skipped.get(n));
            option(&chance.ok_or_else(no_option)?.ruling, number, false)
        }
    }
}

/// The play of an option that the desk shows.
fn option(ruling: &Ruling, number: &str, legal: bool) -> Result<Play, Problem> {
    if number.is_empty() {
        return Err(Problem::unusable("no-option", "choose one of the options"));
    }
    let number: Option<usize> = number.parse().ok();
    let chosen = ruling
        .request
        .as_ref()
        .zip(number)
        .and_then(|(request, n)| choices(request).into_iter().nth(n));
    let fits = chosen.filter(|c| c.legal == legal).and_then(|c| c.play);
    fits.ok_or_else(no_option)
}

fn no_option() -> Problem {
    let detail = "the board no longer offers that; go on from what it shows now";
    Problem::unusable("no-option", detail)
}

/// Every option of a question; a play-or-pass chance always ends with passing.
#[must_use]
pub fn choices(request: &Request) -> Vec<Choice> {
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
