//! Runs a board: dice are supplied as they are asked for, uses as their windows come.

use crate::game::Side;
use crate::rulebook::Keyword;
use crate::rules::judge;
use crate::rules::keyword::def;
use crate::rules::situation::{Play, Situation};
use crate::rules::trace::{Choice, Request, RequestKind, Ruling, StepKind};
use crate::rules::window::{DAMAGE, WindowId};

use super::board::{Board, Scene, Variant, Want};
use super::probe::{acted, first_hits};

/// So many questions of one run are answered; a run that asks more stays open.
const ANSWERS: usize = 24;

/// So many chances may be passed until the one in which a use has its occasion.
const CHANCES: usize = 4;

/// A finished run.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The board with every play made.
    pub situation: Situation,
    /// What the engine says.
    pub ruling: Ruling,
}

/// Runs the board with the lines of the parts that are there. Predictions come true.
pub(super) fn run(board: &Board, there: [bool; 2]) -> Run {
    let run = run_with(board, there, &board.variant);
    match first_hits(&run.ruling) {
        Some(predicted) if board.predicts() && predicted != board.variant.predicted => {
            let variant = Variant {
                predicted,
                ..board.variant
            };
            run_with(board, there, &variant)
        }
        _ => run,
    }
}

fn run_with(board: &Board, there: [bool; 2], variant: &Variant) -> Run {
    let mut situation = board.situation(there);
    let mut ruling = None;
    for scene in board.scenes(there, variant) {
        ruling = Some(play(&mut situation, scene, variant));
    }
    let ruling = ruling.unwrap_or_else(|| judge(&situation));
    let run = Run { situation, ruling };
    let both = there == [true, true];
    let moved = both.then(|| elsewhere(&run, variant)).flatten();
    moved.unwrap_or(run)
}

/// A use on damage that is refused where its window first opens may have its occasion at another
/// place: on the damage that another use or roll does. It is made there if it then does something.
fn elsewhere(run: &Run, variant: &Variant) -> Option<Run> {
    let plays = &run.situation.plays;
    let before = run.ruling.refused.len();
    run.ruling.refused.iter().find_map(|refused| {
        let Some(Play::Use(used)) = plays.get(refused.index) else {
            return None;
        };
        let keyword = Keyword::find(&used.ability).filter(|k| on_damage(*k))?;
        let mut others = run.situation.clone();
        let play = others.plays.remove(refused.index);
        let behind = |at: &usize| {
            let before = at.checked_sub(1).and_then(|at| others.plays.get(at));
            matches!(before, Some(Play::Use(_) | Play::Roll { .. }))
        };
        let places: Vec<usize> = (0..=others.plays.len()).filter(behind).collect();
        let moved = places.iter().map(|at| {
            let mut situation = others.clone();
            situation.plays.insert(*at, play.clone());
            situation
        });
        // What guards others has something to guard in every chance: it passes until the right one.
        let guards = def(keyword).is_some_and(|d| d.guards_others);
        let chances = if guards { CHANCES } else { 0 };
        let waiting = (1..=chances).map(|chances| {
            let mut situation = others.clone();
            let passes = Side::BOTH.repeat(chances).into_iter().map(Play::Pass);
            let at = refused.index.min(situation.plays.len());
            let passes = passes.chain([play.clone()]);
            situation.plays.splice(at..at, passes);
            situation
        });
        // What it leaves behind may ask for more dice or fewer than were rolled without it.
        let again = places.iter().map(|at| {
            let mut rest = others.plays.clone();
            let mut situation = others.clone();
            situation.plays = rest.drain(..*at).chain([play.clone()]).collect();
            rest.retain(|p| !matches!(p, Play::Roll { .. }));
            for next in rest {
                let ruling = judge(&situation);
                go_on(&mut situation, Default::default(), ruling, variant);
                situation.plays.push(next);
            }
            situation
        });
        moved.chain(waiting).chain(again).find_map(|mut situation| {
            let taken = |r: &Ruling| r.problems.is_empty() && r.refused.len() < before;
            let ruling = judge(&situation);
            if !taken(&ruling) {
                return None;
            }
            let ruling = go_on(&mut situation, Default::default(), ruling, variant);
            let acts = taken(&ruling) && acted(keyword, &ruling).next().is_some();
            acts.then_some(Run { situation, ruling })
        })
    })
}

fn play(situation: &mut Situation, scene: Scene, variant: &Variant) -> Ruling {
    let Scene {
        plays,
        mut wants,
        again,
    } = scene;
    situation.plays.extend(plays);
    if matches!(situation.plays.last(), Some(Play::Attack { .. })) {
        // Most attacks roll as many dice as the pattern has: one question less.
        let (before, all) = (situation.plays.len(), wants.clone());
        let due = due(&mut wants, WindowId::Roll);
        situation.plays.extend(due);
        situation.plays.push(Play::Roll {
            faces: variant.faces.into(),
            of: None,
        });
        let ruling = judge(situation);
        if ruling.problems.is_empty() {
            return go_on(situation, [wants, again], ruling, variant);
        }
        situation.plays.truncate(before);
        wants = all;
    }
    let ruling = judge(situation);
    go_on(situation, [wants, again], ruling, variant)
}

/// How many attacks were made.
fn attacks(ruling: &Ruling) -> usize {
    let steps = ruling.steps.iter();
    steps.filter(|s| s.kind == StepKind::Attack).count()
}

/// Answers what is asked, with the uses of the attack and those of an attack that follows from it.
fn go_on(
    situation: &mut Situation,
    [mut wants, mut again]: [Vec<Want>; 2],
    mut ruling: Ruling,
    variant: &Variant,
) -> Ruling {
    let first = attacks(&ruling);
    for _ in 0..ANSWERS {
        if !again.is_empty() && attacks(&ruling) > first {
            wants.append(&mut again);
        }
        let Some(request) = &ruling.request else {
            if wants.is_empty() {
                break;
            }
            situation.plays.extend(together(&mut wants));
            ruling = judge(situation);
            continue;
        };
        if let Some(use_of) = next_due(&mut wants, request) {
            situation.plays.push(use_of);
        } else if let Some(answer) = answer(request, variant) {
            situation.plays.push(answer);
        } else {
            break;
        }
        ruling = judge(situation);
    }
    ruling
}

/// The uses that are made without a question between them: dice come between those that roll.
fn together(wants: &mut Vec<Want>) -> Vec<Play> {
    let rolls = |w: &Want| [WindowId::Arrival, WindowId::AttackAfter].contains(&w.window);
    let many = wants.iter().position(rolls).unwrap_or(wants.len()).max(1);
    wants.drain(..many).map(|w| w.play).collect()
}

/// Whether the keyword is used in the life of damage, of which one attack may see several.
fn on_damage(keyword: Keyword) -> bool {
    let windows = def(keyword).and_then(|d| d.offer).map(|o| o.windows);
    windows.is_some_and(|own| DAMAGE.iter().any(|w| own.contains(&w.id)))
}

/// The uses that come before the question of a window.
fn due(wants: &mut Vec<Want>, window: WindowId) -> Vec<Play> {
    let early = |w: &Want| w.window < window || (w.window == window && !w.late);
    let (now, later) = wants.drain(..).partition(|w| early(w));
    *wants = later;
    let now: Vec<Want> = now;
    now.into_iter().map(|w| w.play).collect()
}

/// The next use that comes before a question. The dice and the choices of a use that was just made
/// come before another use in its window.
fn next_due(wants: &mut Vec<Want>, request: &Request) -> Option<Play> {
    let window = request.window;
    let is_use = |c: &Choice| matches!(c.play, Some(Play::Use(_)));
    let first = match request.kind {
        RequestKind::Roll => window != WindowId::Roll,
        RequestKind::Choice => !request.options.iter().any(is_use),
        RequestKind::Pop => false,
    };
    let early = |w: &Want| w.window < window || (w.window == window && !w.late && !first);
    let at = wants.iter().position(early)?;
    Some(wants.remove(at).play)
}

fn answer(request: &Request, variant: &Variant) -> Option<Play> {
    if request.kind == RequestKind::Roll {
        let dice = request.dice?;
        let faces = (0..dice).filter_map(|at| face(request.window, variant, at));
        return Some(Play::Roll {
            faces: faces.collect(),
            of: None,
        });
    }
    request
        .options
        .iter()
        .filter(|o| o.legal)
        .find_map(|o| o.play.clone())
}

fn face(window: WindowId, variant: &Variant, at: usize) -> Option<u8> {
    let damage = variant.damage;
    match window {
        WindowId::Roll => variant.faces.get(at % variant.faces.len()).copied(),
        WindowId::InitialRoll => Some(variant.added),
        _ => damage.get(at % damage.len()).copied(),
    }
}
