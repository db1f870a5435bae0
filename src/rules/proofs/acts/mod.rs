//! Each modelled line acts: on some small board something is otherwise with it than without it.
//!
//! For each line two boards are walked side by side, which differ in that line only; both take the
//! same plays. The line acts as soon as what is shown, done or offered differs. A Battle card acts
//! if something follows from playing it.
//!
//! The boards are made by chance, from what the line speaks of; then those on record are tried
//! ([`witness`]), and at last short scenes of rare moments ([`rare`]).

mod boards;
mod folder;
mod line;
mod rare;
mod script;
mod witness;

use std::thread;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::game::CardType;
use crate::rules::situation::{Play, Situation};
use crate::rules::trace::{RequestKind, Ruling, StepKind};
use crate::rules::{judge, step};
use boards::boards;

use folder::cards_of;
use line::{Line, Place, Spoken, lines, spoken_of, starter};
use script::{card, script};
use witness::OnRecord;

/// The share of the starter catalogue's modelled lines that must be seen to act, in hundredths.
const ENOUGH: usize = 97;
/// The same of a sample, and of a folder of card sets, whose lines ask for boards that chance seldom
/// brings.
const ENOUGH_OF_A_FOLDER: usize = 95;
/// Boards tried for each line.
const BOARDS: u64 = 40;
/// Boards with short scenes for each line that did not act on those.
const RARE: u64 = 8;
/// Plays on a board that is walked play by play.
const PLAYS: usize = 24;

/// All that is seen of a ruling: steps, legal options, the board.
fn seen(ruling: &Ruling) -> (Vec<String>, Vec<String>, String) {
    let mut steps: Vec<String> = ruling.steps.iter().map(|s| s.text.clone()).collect();
    // A refusal alone is no act: the play is refused where there is no such line, too.
    steps.retain(|s| !s.contains(" is refused: "));
    let request = ruling.request.as_ref();
    let options = request.map_or_else(Vec::new, |r| {
        let legal = r.options.iter().filter(|o| o.legal);
        legal.map(|o| format!("{}: {}", r.asks, o.label)).collect()
    });
    (steps, options, format!("{:?}", ruling.after))
}

/// Whether both boards end alike when they go through the whole script and pass every chance.
fn differs(with: &Situation, without: &Situation) -> bool {
    seen(&judge(with)) != seen(&judge(without))
}

/// Whether something followed the play of a Battle card, beside the play itself.
fn follows(line: &Line, ruling: &Ruling) -> bool {
    let played = ruling
        .steps
        .iter()
        .rposition(|s| s.ability.as_deref() == Some(&line.text));
    let Some(at) = played else {
        return false;
    };
    match &ruling.request {
        None => ruling.steps.len() > at + 1,
        Some(request) => request.kind == RequestKind::Choice,
    }
}

/// What an enhanced card does beyond its own line: its steps, payments apart.
fn enhanced(with: &Situation) -> bool {
    let mut plain = with.clone();
    for play in &mut plain.plays {
        if let Play::Card { aim, .. } = play {
            aim.pay.clear();
        }
    }
    let shown = |situation: &Situation| {
        let ruling = judge(situation);
        let steps: Vec<String> = ruling
            .steps
            .iter()
            .filter(|s| !matches!(s.kind, StepKind::Cost | StepKind::Note))
            .filter(|s| !s.text.contains("nhance") && !s.text.contains(" is refused: "))
            .map(|s| s.text.clone())
            .collect();
        (steps, ruling.request.map(|r| r.asks))
    };
    // Where the enhanced card cannot be played at all nothing new is shown.
    let (steps, asks) = shown(with);
    let (before, asked) = shown(&plain);
    asks != asked || steps.iter().any(|s| !before.contains(s))
}

/// Walks both boards play by play, taking what is offered or passing as chance has it.
fn walked(line: &Line, place: Place, mut with: Situation, mut without: Situation, n: u64) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(n.wrapping_mul(31));
    let mut todo = std::mem::take(&mut with.plays).into_iter();
    without.plays.clear();
    for _ in 0..PLAYS {
        let a = step(&with);
        let acts = if place == Place::Card {
            follows(line, &a)
        } else {
            seen(&a) != seen(&step(&without))
        };
        if acts {
            return true;
        }
        let legal: Vec<&Play> = a
            .request
            .iter()
            .flat_map(|r| &r.options)
            .filter(|o| o.legal)
            .filter_map(|o| o.play.as_ref())
            .collect();
        let pass = legal.iter().find(|p| matches!(p, Play::Pass(_)));
        let next = match (legal.as_slice(), pass) {
            ([], _) => todo.next(),
            (_, Some(_)) if place == Place::Card && rng.random_range(0..3) == 0 => {
                Some(card(line, true))
            }
            (_, Some(pass)) if rng.random_range(0..3) > 0 => Some((*pass).clone()),
            (some, _) => some
                .get(rng.random_range(0..some.len()))
                .map(|p| (*p).clone()),
        };
        let Some(next) = next.or_else(|| todo.next()) else {
            break;
        };
        with.plays.push(next.clone());
        without.plays.push(next);
    }
    false
}

/// Whether the line acts somewhere on the way through this board.
fn acts_on(line: &Line, of: &Spoken, place: Place, n: u64) -> bool {
    let found = boards(line, of, place, n);
    let plays = script(line, of, place, &found, n);
    let (mut with, mut without) = (found.with, found.without);
    with.plays.clone_from(&plays);
    without.plays = plays;
    match place {
        Place::Enhance => enhanced(&with),
        Place::Card if n % 4 != 3 => follows(line, &judge(&with)) || followed(line, &with),
        _ if n % 4 == 3 => walked(line, place, with, without, n),
        _ => differs(&with, &without),
    }
}

/// Whether something followed a play of the card in the middle of the script.
fn followed(line: &Line, with: &Situation) -> bool {
    let plays = with.plays.iter().enumerate();
    let ends = plays.filter(|(_, p)| matches!(p, Play::Card { name, .. } if *name == line.name));
    ends.map(|(at, _)| at).any(|at| {
        let mut short = with.clone();
        short.plays.truncate(at + 1);
        follows(line, &judge(&short))
    })
}

/// Whether the line is seen to act on one of so many boards.
fn acts(line: &Line, of: &Spoken, most: u64) -> bool {
    let places = &of.places;
    (0..most).any(|n| {
        let at = usize::try_from(n / 2).unwrap_or(0) % places.len();
        acts_on(line, of, places[at], n)
    })
}

/// Whether it acts in one of the short scenes for lines that wait for something rare.
fn acts_rarely(line: &Line, of: &Spoken, most: u64) -> bool {
    let places = &of.places;
    (0..most).any(|n| {
        let place = places[usize::try_from(n / 2).unwrap_or(0) % places.len()];
        let mut scenes = rare::scenes(line, of, place, n).into_iter();
        scenes.any(|[with, without]| match place {
            Place::Enhance => enhanced(&with),
            Place::Card => follows(line, &judge(&with)),
            _ => differs(&with, &without),
        })
    })
}

/// Of every so many lines one: how many are modelled, and those that were never seen to act. Each
/// line stands for itself, so the processors share them.
fn tally(lines: &[Line], on_record: &OnRecord, one_in: usize) -> (usize, Vec<String>) {
    let shares = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let share = |from: usize| {
            let taken = lines.iter().step_by(one_in).skip(from).step_by(shares);
            scope.spawn(move || share_of(taken, on_record))
        };
        let running: Vec<_> = (0..shares).map(share).collect();
        let done = running.into_iter().map(|one| one.join().expect("a share"));
        done.fold((0, Vec::new()), |(all, mut idle), (some, more)| {
            idle.extend(more);
            (all + some, idle)
        })
    })
}

/// The same for the lines of one processor.
fn share_of<'a>(
    lines: impl Iterator<Item = &'a Line>,
    on_record: &OnRecord,
) -> (usize, Vec<String>) {
    let mut all = 0;
    let mut idle = Vec::new();
    for line in lines {
        let Some(of) = spoken_of(line) else { continue };
        all += 1;
        if acts(line, &of, BOARDS) || on_record.acts(line) {
            continue;
        }
        // The short scenes are many: a line that comes to them is told, as a board on record
        // would spare them.
        let named = format!("{}: {}", line.name, line.text);
        if acts_rarely(line, &of, RARE) {
            println!("    (in a short scene only) {named}");
        } else {
            println!("    {named}");
            idle.push(named);
        }
    }
    (all, idle)
}

fn assert_acting(lines: &[Line], on_record: &OnRecord, one_in: usize, enough: usize) {
    println!("not seen to act:");
    let (all, idle) = tally(lines, on_record, one_in);
    let acting = all - idle.len();
    println!("{acting} of {all} modelled lines are seen to act");
    assert!(all > 0, "no line is modelled");
    assert!(
        acting * 100 >= all * enough,
        "only {acting} of {all} lines are seen to act"
    );
}

/// One line in so many of the folder that `ARBITER_LACKEY` names, with the boards on record.
fn assert_folder_acting(one_in: usize) {
    let Some(dir) = std::env::var_os("ARBITER_LACKEY") else {
        println!("ARBITER_LACKEY names no folder of card sets: not given");
        return;
    };
    let cards = cards_of(&dir);
    let on_record = OnRecord::of(&cards);
    assert_acting(&lines(cards), &on_record, one_in, ENOUGH_OF_A_FOLDER);
}

#[test]
fn modelled_lines_of_the_starter_catalogue_act() {
    assert_acting(&starter(), &OnRecord::default(), 3, ENOUGH_OF_A_FOLDER);
}

/// All of the starter catalogue's lines; for the night.
#[test]
#[ignore = "takes minutes; the ordinary run takes one line in 3"]
fn each_modelled_line_of_the_starter_catalogue_acts() {
    assert_acting(&starter(), &OnRecord::default(), 1, ENOUGH);
}

#[test]
fn modelled_lines_of_a_card_folder_act() {
    assert_folder_acting(60);
}

/// All of the folder's lines; for the night.
#[test]
#[ignore = "takes minutes; the ordinary run takes one line in 60"]
fn each_modelled_line_of_a_card_folder_acts() {
    assert_folder_acting(1);
}

/// The walk itself: it tells a line that acts from one that cannot.
#[test]
fn a_line_that_cannot_act_is_told() {
    let line = |text: &str| Line {
        set: "T".to_owned(),
        name: "Tarn Vessik (B)".to_owned(),
        types: vec![CardType::Character],
        subtypes: vec!["Ewok".to_owned()],
        text: text.to_owned(),
        first: text.to_owned(),
    };
    let told = |line: &Line| {
        let of = spoken_of(line).expect("a modelled line");
        acts(line, &of, BOARDS / 4)
    };
    for text in [
        "This unit gets +1 power.",
        "When this unit attacks, gain 1 Force.",
        "Pay 1 Force -> This unit gets +2 power for this attack.",
        "Each of your opponent's Ewoks gets -1 power.",
        "Pay 1 Force -> Meditate",
    ] {
        assert!(told(&line(text)), "{text}");
    }
    let idle =
        "As long as this unit has 99 or more captivity counters on it, this unit gets +1 power.";
    assert!(!told(&line(idle)));
    let battle = |text: &str, first: &str| Line {
        types: vec![CardType::Battle],
        first: first.to_owned(),
        ..line(text)
    };
    let basic = "Pay 1 Force -> Draw a card.";
    assert!(told(&battle(basic, basic)));
    assert!(told(&battle(
        "Enhance: Pay 1 more Force -> Gain 2 Force.",
        basic
    )));
}
