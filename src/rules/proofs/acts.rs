//! Each modelled line acts: on some small board something is otherwise with it than without it.
//!
//! For each line two boards are walked side by side, which differ in that line only; both take the
//! same plays, picked by a seed. The line acts as soon as what is shown, done or offered differs.

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::cardtext::report::{LineKind, PrintedLine, judge_line};
use crate::game::{Arena, CardType, CounterKind, Side, Zone};
use crate::rules::situation::{
    Aim, Begin, CardSpec, Facts, Handle, Play, Pool, Situation, Span, UnitSpec,
};
use crate::rules::trace::{RequestKind, Ruling};
use crate::rules::{judge, step};

/// The share of the starter catalogue's modelled lines that must be seen to act, in hundredths.
const ENOUGH: usize = 90;
/// The same of a folder of card sets, whose lines ask for boards that chance seldom brings.
const ENOUGH_OF_A_FOLDER: usize = 60;
/// Boards tried for each line.
const BOARDS: u64 = 60;
/// Plays on each board.
const PLAYS: usize = 22;

/// A line with what its card is.
struct Line {
    set: String,
    name: String,
    types: Vec<CardType>,
    subtypes: Vec<String>,
    text: String,
}

/// Where the line stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Own,
    Build,
    Under,
    Attached,
    Pilot,
    Card,
}

fn handle(id: &str) -> Handle {
    Handle::new(id).expect("a plain word")
}

/// The words behind `Subtype("` and the like in the parsed form.
fn mentioned(parsed: &str, kind: &str) -> Vec<String> {
    let start = format!("{kind}(\"");
    let mut found: Vec<String> = parsed
        .split(&start)
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(str::to_owned)
        .collect();
    found.dedup();
    found
}

/// What the line speaks of.
struct Spoken {
    subtypes: Vec<String>,
    names: String,
    places: Vec<Place>,
}

fn spoken_of(line: &Line) -> Option<Spoken> {
    let printed = PrintedLine {
        set: &line.set,
        card: &line.name,
        types: &line.types,
        subtypes: &line.subtypes,
        text: &line.text,
    };
    let judged = judge_line(&printed)?;
    if !judged.modelled || judged.kind == LineKind::OutsideBattle {
        return None;
    }
    let parsed = if judged.abilities.is_empty() {
        format!(
            "{:?}",
            crate::cardtext::read_effect(&line.text, &printed.context())
        )
    } else {
        format!("{:?}", judged.abilities)
    };
    let low = line.text.to_lowercase();
    let is = |t: CardType| line.types.contains(&t);
    let places = if is(CardType::Battle) {
        vec![Place::Card]
    } else if is(CardType::Equipment) {
        vec![Place::Attached]
    } else if low.contains("pilot. ") || low.contains("pilot: ") {
        vec![Place::Pilot]
    } else if low.starts_with("insert") || low.contains("beneath the top card") {
        vec![Place::Under]
    } else if low.starts_with("reserves") {
        vec![Place::Build]
    } else {
        vec![Place::Own, Place::Under, Place::Build]
    };
    Some(Spoken {
        subtypes: mentioned(&parsed, "Subtype"),
        names: mentioned(&parsed, "Name").join(" and "),
        places,
    })
}

fn facts(name: &str, types: Vec<CardType>, subtypes: &[String], text: Vec<String>) -> Facts {
    Facts {
        name: name.to_owned(),
        types,
        subtypes: subtypes.to_vec(),
        card_side: None,
        unique: false,
        cost: 3,
        speed: 40,
        power: 3,
        health: 5,
        text,
    }
}

fn unit(id: &str, side: Side, facts: Facts, zone: Zone) -> UnitSpec {
    UnitSpec::plain(handle(id), side, facts, zone)
}

fn carried(facts: Facts) -> Vec<CardSpec> {
    vec![CardSpec { card: None, facts }]
}

const fn type_of(arena: Arena) -> CardType {
    match arena {
        Arena::Space => CardType::Space,
        Arena::Ground => CardType::Ground,
        Arena::Character => CardType::Character,
    }
}

/// A board for the line, and the same without it.
fn boards(line: &Line, of: &Spoken, place: Place, seed: u64) -> (Situation, Situation, Arena) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut one_in = |n: u32| rng.random_range(0..n) == 0;
    let home = line.types.iter().find_map(|t| t.arena());
    let arena = home.unwrap_or(Arena::ALL[usize::try_from(seed % 3).unwrap_or(0)]);
    let pool = Pool {
        force: if one_in(6) { 0 } else { 15 },
        build_points: 9,
        hand: Some(if one_in(4) { 0 } else { 6 }),
        deck: Some(20),
        discard: Some(6),
    };
    let some_text = |n: u64| -> Vec<String> {
        let lines = [
            "Pay 1 Force -> Evade 1",
            "Pay 1 Force -> Intercept",
            "Armor",
            "Bounty: Gain 1 Force.",
            "Pay 1 Force -> Retaliate 1",
            "Pay 1 Force -> Draw a card.",
            "Stealth",
        ];
        let at = usize::try_from(n % 8).unwrap_or(0);
        lines.get(at).map(|l| (*l).to_owned()).into_iter().collect()
    };
    let mut units = Vec::new();
    for (side, word) in [(Side::Dark, "friend"), (Side::Light, "foe")] {
        for there in Arena::ALL {
            let near = there == arena;
            if !near && one_in(2) {
                continue;
            }
            let name = if of.names.is_empty() { word } else { &of.names };
            let text = some_text(seed + there as u64 + u64::from(side == Side::Light));
            let mut featured = facts(name, vec![type_of(there)], &of.subtypes, text);
            featured.unique = one_in(3);
            featured.cost = if one_in(2) { 2 } else { 6 };
            featured.power = if one_in(2) { 2 } else { 6 };
            let id = format!("{word}-{}", there.word());
            let mut u = unit(&id, side, featured, Zone::from(there));
            u.damage = i32::from(one_in(2)) * 2;
            u.tapped = one_in(4);
            if one_in(2) {
                u.counters = [
                    CounterKind::Captivity,
                    CounterKind::Corruption,
                    CounterKind::Credit,
                ]
                .into_iter()
                .map(|k| (k, 3))
                .collect();
            }
            if one_in(3) {
                let pilot = facts("Ace", vec![CardType::Character], &of.subtypes, Vec::new());
                u.pilot = carried(pilot);
            }
            if one_in(3) {
                let blade = facts("Blade", vec![CardType::Equipment], &of.subtypes, Vec::new());
                u.attached = carried(blade);
            }
            units.push(u);
            if near {
                let plain = facts("Nobody", vec![type_of(there)], &[], Vec::new());
                let id = format!("plain-{word}");
                units.push(unit(&id, side, plain, Zone::from(there)));
            }
        }
        if one_in(2) {
            let name = if of.names.is_empty() { word } else { &of.names };
            let away = facts(name, vec![type_of(arena)], &of.subtypes, Vec::new());
            units.push(unit(&format!("{word}-away"), side, away, Zone::Build));
        }
    }
    let text = vec![line.text.clone()];
    let host_types = match home {
        Some(_) => line.types.clone(),
        None if place == Place::Own => line.types.clone(),
        None => vec![type_of(arena)],
    };
    let own_subtypes: Vec<String> = match place {
        Place::Attached | Place::Pilot => of.subtypes.clone(),
        _ => line.subtypes.clone(),
    };
    let host_name = match place {
        Place::Attached | Place::Pilot if !of.names.is_empty() => of.names.clone(),
        _ => line.name.clone(),
    };
    let card = |text: Vec<String>| facts(&line.name, line.types.clone(), &line.subtypes, text);
    let with = |text: Vec<String>| {
        let own = if place == Place::Own || place == Place::Build {
            text.clone()
        } else {
            Vec::new()
        };
        let mut host = facts(&host_name, host_types.clone(), &own_subtypes, own);
        host.unique = line.name.ends_with(')');
        let zone = if place == Place::Build {
            Zone::Build
        } else {
            Zone::from(arena)
        };
        let mut it = unit("it", Side::Dark, host, zone);
        match place {
            Place::Under => it.under = carried(card(text)),
            Place::Attached => it.attached = carried(card(text)),
            Place::Pilot => it.pilot = carried(card(text)),
            Place::Own | Place::Build | Place::Card => {}
        }
        it
    };
    let (full, blank) = (with(text), with(Vec::new()));
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x5eed);
    let damaged = i32::from(rng.random_range(0..2) == 0);
    let tapped = rng.random_range(0..5) == 0;
    let counters: BTreeMap<CounterKind, i32> = if rng.random_range(0..2) == 0 {
        CounterKind::ALL
            .into_iter()
            .filter(|k| !matches!(k, CounterKind::Damage | CounterKind::Build))
            .map(|k| (k, 6))
            .collect()
    } else {
        BTreeMap::new()
    };
    let board = |mut it: UnitSpec| {
        it.damage = damaged;
        it.tapped = tapped;
        it.counters.clone_from(&counters);
        let mut units = units.clone();
        units.insert(0, it);
        Situation {
            seed: Some(seed),
            dark: pool,
            light: pool,
            units,
            ..Situation::default()
        }
    };
    (board(full), board(blank), arena)
}

/// What the scripts go through, one play after another.
fn script(line: &Line, place: Place, arena: Arena, seed: u64) -> Vec<Play> {
    let attack = |unit: &str, on: &str| Play::Attack {
        unit: handle(unit),
        on: Some(handle(on)),
        with: None,
    };
    let damage = |to: &str, from: Option<&str>, amount| Play::Damage {
        amount,
        to: handle(to),
        from: from.map(handle),
        dice: false,
        preventable: true,
    };
    let (friend, foe) = (
        format!("friend-{}", arena.word()),
        format!("foe-{}", arena.word()),
    );
    let play = Play::Card {
        name: line.name.clone(),
        by: Side::Dark,
        text: vec![line.text.clone()],
        cost: None,
        aim: Aim::default(),
    };
    let mut plays = Vec::new();
    if seed % 3 == 1 {
        plays.push(Play::BuildStep(Side::Dark));
    }
    if seed.is_multiple_of(2) {
        plays.push(Play::Begin(Begin::Battle));
        plays.push(Play::Begin(Begin::Step(arena)));
    }
    let fights = [
        attack("it", &foe),
        attack(&foe, "it"),
        attack(&friend, &foe),
        attack(&foe, &friend),
        attack("it", "plain-foe"),
        attack("plain-foe", "it"),
        damage("it", Some(&foe), 2),
        damage(&foe, Some("it"), 9),
        damage(&friend, Some(&foe), 9),
        damage("it", Some(&foe), 9),
        damage("plain-foe", Some(&friend), 2),
    ];
    let reach = [
        ("Bombard", crate::keyword!("bombard"), Arena::Ground),
        ("Barrage", crate::keyword!("barrage"), Arena::Character),
        ("Ion Cannon", crate::keyword!("ion-cannon"), Arena::Space),
    ];
    for (name, keyword, into) in reach {
        if line.text.contains(name) {
            plays.push(Play::Attack {
                unit: handle("it"),
                on: Some(handle(&format!("foe-{}", into.word()))),
                with: Some(keyword),
            });
        }
    }
    let n = fights.len();
    for k in 0..n {
        let at = (usize::try_from(seed).unwrap_or(0) * 5 + k * 3) % n;
        if place == Place::Card && k % 2 == 0 {
            plays.push(play.clone());
        }
        plays.extend(fights.get(at).cloned());
    }
    plays.push(Play::End(Span::Turn));
    plays.push(Play::Ready);
    plays.push(Play::BuildStep(Side::Dark));
    plays
}

/// All that is seen of a ruling: steps, legal options, the board.
fn seen(ruling: &Ruling, refusals: bool) -> (Vec<String>, Vec<String>, String) {
    let mut steps: Vec<String> = ruling.steps.iter().map(|s| s.text.clone()).collect();
    if !refusals {
        steps.retain(|s| !s.contains(" is refused: "));
    }
    let request = ruling.request.as_ref();
    let options = request.map_or_else(Vec::new, |r| {
        let legal = r.options.iter().filter(|o| o.legal);
        legal.map(|o| format!("{}: {}", r.asks, o.label)).collect()
    });
    (steps, options, format!("{:?}", ruling.after))
}

/// Whether the line acts somewhere on the way through this board.
fn acts_on(line: &Line, of: &Spoken, place: Place, seed: u64) -> bool {
    let (mut with, mut without, arena) = boards(line, of, place, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(31));
    let mut todo = script(line, place, arena, seed).into_iter();
    // Two boards in three go through the script at once and pass every chance.
    if seed % 3 != 2 && place != Place::Card {
        let all: Vec<Play> = todo.collect();
        with.plays.clone_from(&all);
        without.plays = all;
        return seen(&judge(&with), false) != seen(&judge(&without), false);
    }
    for _ in 0..PLAYS {
        let (a, b) = (step(&with), step(&without));
        if place == Place::Card {
            // A card acts where more follows its play than the play itself.
            let played = a
                .steps
                .iter()
                .rposition(|s| s.ability.as_deref() == Some(&line.text));
            if played.is_some_and(|at| a.steps.len() > at + 1) && a.request.is_none() {
                return true;
            }
            let asked = a
                .request
                .as_ref()
                .is_some_and(|r| r.kind == RequestKind::Choice);
            if played.is_some() && asked {
                return true;
            }
        } else if seen(&a, false) != seen(&b, false) {
            return true;
        }
        let legal: Vec<&Play> = a
            .request
            .iter()
            .flat_map(|r| &r.options)
            .filter(|o| o.legal)
            .filter_map(|o| o.play.as_ref())
            .collect();
        let next = match legal.as_slice() {
            [] => todo.next(),
            some => {
                let passes = some.iter().find(|p| matches!(p, Play::Pass(_)));
                match passes {
                    Some(_) if place == Place::Card && rng.random_range(0..3) == 0 => {
                        Some(Play::Card {
                            name: line.name.clone(),
                            by: Side::Dark,
                            text: vec![line.text.clone()],
                            cost: None,
                            aim: Aim::default(),
                        })
                    }
                    Some(pass) if rng.random_range(0..3) > 0 => Some((*pass).clone()),
                    _ => some
                        .get(rng.random_range(0..some.len()))
                        .map(|p| (*p).clone()),
                }
            }
        };
        let Some(next) = next.or_else(|| todo.next()) else {
            break;
        };
        with.plays.push(next.clone());
        without.plays.push(next);
    }
    false
}

/// Whether the line is seen to act on some board.
fn acts(line: &Line, of: &Spoken) -> bool {
    let places = &of.places;
    (0..BOARDS).any(|n| {
        let at = usize::try_from(n / 3).unwrap_or(0) % places.len();
        acts_on(line, of, places[at], n)
    })
}

/// How many lines are modelled, and those that were never seen to act.
fn tally(lines: &[Line], one_in: u64) -> (usize, Vec<String>) {
    let mut all = 0;
    let mut idle = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if !(at as u64).is_multiple_of(one_in) {
            continue;
        }
        let Some(of) = spoken_of(line) else { continue };
        all += 1;
        if !acts(line, &of) {
            idle.push(format!("{}: {}", line.name, line.text));
        }
    }
    (all, idle)
}

fn assert_acting(lines: &[Line], one_in: u64, enough: usize) {
    let (all, idle) = tally(lines, one_in);
    let acting = all - idle.len();
    println!("{acting} of {all} modelled lines are seen to act; not these:");
    for line in &idle {
        println!("    {line}");
    }
    assert!(all > 0, "no line is modelled");
    assert!(
        acting * 100 >= all * enough,
        "only {acting} of {all} lines are seen to act"
    );
}

fn starter() -> Vec<Line> {
    let cards = crate::catalogue::starter_cards().expect("the starter catalogue");
    let lines = cards.into_iter().flat_map(|card| {
        let (set, name, types, subtypes) = (card.set, card.name, card.types, card.subtypes);
        card.text.into_iter().map(move |text| Line {
            set: set.clone(),
            name: name.clone(),
            types: types.clone(),
            subtypes: subtypes.clone(),
            text,
        })
    });
    lines.collect()
}

/// The lines of a folder of card set files: columns by their names, the text parted by `|`.
fn folder(dir: &std::ffi::OsStr) -> Vec<Line> {
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .expect("the folder of ARBITER_LACKEY")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let mut lines = Vec::new();
    for path in paths {
        let bytes = std::fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut rows = text.lines();
        let names: Vec<&str> = rows.next().unwrap_or_default().split('\t').collect();
        let column = |name: &str| names.iter().position(|n| *n == name);
        for row in rows {
            let fields: Vec<&str> = row.split('\t').collect();
            let field = |name: &str| {
                let at = column(name);
                at.and_then(|at| fields.get(at)).map_or("", |f| f.trim())
            };
            let types: Option<Vec<CardType>> =
                field("Type").split('/').map(CardType::find).collect();
            let Some(types) = types.filter(|t| !t.is_empty()) else {
                continue;
            };
            let body = field("Text").trim_matches('"').replace("\"\"", "\"");
            lines.extend(body.split('|').map(|text| Line {
                set: field("Set").to_owned(),
                name: field("Name").to_owned(),
                types: types.clone(),
                subtypes: vec![field("Subtype").to_owned()],
                text: text.trim().to_owned(),
            }));
        }
    }
    lines
}

#[test]
fn each_modelled_line_of_the_starter_catalogue_acts() {
    assert_acting(&starter(), 1, ENOUGH);
}

#[test]
fn modelled_lines_of_a_card_folder_act() {
    match std::env::var_os("ARBITER_LACKEY") {
        Some(dir) => assert_acting(&folder(&dir), 60, ENOUGH_OF_A_FOLDER),
        None => println!("ARBITER_LACKEY names no folder of card sets: not given"),
    }
}

/// All of the folder's lines; for the night.
#[test]
#[ignore = "takes minutes; the ordinary run takes one line in 60"]
fn each_modelled_line_of_a_card_folder_acts() {
    match std::env::var_os("ARBITER_LACKEY") {
        Some(dir) => assert_acting(&folder(&dir), 1, ENOUGH_OF_A_FOLDER),
        None => println!("ARBITER_LACKEY names no folder of card sets: not given"),
    }
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
    };
    let told = |text: &str| {
        let line = line(text);
        let of = spoken_of(&line).expect("a modelled line");
        acts(&line, &of)
    };
    assert!(told("This unit gets +1 power."));
    assert!(told("When this unit attacks, gain 1 Force."));
    assert!(told(
        "Pay 1 Force -> This unit gets +2 power for this attack."
    ));
    assert!(told("Each of your opponent's Ewoks gets -1 power."));
    assert!(!told(
        "As long as this unit has 99 or more captivity counters on it, it gets +1 power."
    ));
}
