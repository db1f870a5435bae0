//! The count against the engine itself: every roll, or many rolls, through `judge`.

mod play;

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{Effort, Odds, OddsError, Policy, odds, odds_within};
use crate::catalogue::CardIndex;
use crate::rules::document::read_toml;
use crate::rules::judge;
use crate::rules::situation::{Play, Situation};
use crate::rules::trace::{Change, RequestKind, Ruling};

/// An attack of `a` on `d`; texts are ability lines in quotes.
struct Board {
    attacker: String,
    defender: String,
    power: u8,
    health: u8,
    light_attacks: bool,
    plays: String,
    head: String,
}

impl Board {
    fn new(attacker: &str, defender: &str, power: u8) -> Board {
        Board {
            attacker: attacker.to_owned(),
            defender: defender.to_owned(),
            power,
            health: 3,
            light_attacks: false,
            plays: String::new(),
            head: String::new(),
        }
    }

    fn plays(mut self, plays: &str) -> Board {
        self.plays = plays.to_owned();
        self
    }

    fn situation(&self) -> Situation {
        let (a, d) = if self.light_attacks {
            ("light", "dark")
        } else {
            ("dark", "light")
        };
        let text = format!(
            "{}\n[dark]\nforce = 3\n[light]\nforce = 3\n\
             [[unit]]\nid = \"a\"\nside = \"{a}\"\npower = {}\nhealth = 4\ntext = [{}]\n\
             [[unit]]\nid = \"d\"\nside = \"{d}\"\nhealth = {}\ntext = [{}]\n\
             [[play]]\nattack = \"a\"\non = \"d\"\n{}",
            self.head, self.power, self.attacker, self.health, self.defender, self.plays
        );
        let cards = CardIndex::from_cards([]);
        read_toml(&text, &cards)
            .expect("a well-formed situation")
            .situation
    }
}

fn situation(attacker: &str, defender: &str, power: u8) -> Situation {
    Board::new(attacker, defender, power).situation()
}

/// What an attack came to: hits, pending, damage on `a` and `d`, who was discarded.
type Seen = (u16, u16, u16, u16, bool, bool);

fn seen(ruling: &Ruling) -> Seen {
    let damage = |id: &str| {
        let changes = ruling.steps.iter().flat_map(|s| &s.changes);
        let placed = changes.map(|c| match c {
            Change::Damage { unit, from, to } if unit.as_str() == id && to > from => to - from,
            _ => 0,
        });
        u16::try_from(placed.sum::<i32>()).expect("not negative")
    };
    let gone = |id: &str| {
        let unit = ruling.after.units.iter().find(|(h, _)| h.as_str() == id);
        unit.is_none_or(|(_, u)| !u.zone.on_table())
    };
    let number = |n: Option<i32>| u16::try_from(n.unwrap_or(0)).expect("not negative");
    (
        number(ruling.hits),
        number(ruling.pending),
        damage("a"),
        damage("d"),
        gone("a"),
        gone("d"),
    )
}

fn roll(faces: &[u8]) -> Play {
    Play::Roll {
        faces: faces.to_vec(),
        of: None,
    }
}

/// Every sequence of faces, or from three dice on one sequence for each number of each face.
fn rolls(dice: usize) -> Vec<(Vec<u8>, f64)> {
    let mut all = vec![(Vec::new(), 1.0)];
    for _ in 0..dice {
        let longer = all.into_iter().flat_map(|(faces, p): (Vec<u8>, f64)| {
            (1..=6u8).map(move |f| {
                let mut more = faces.clone();
                more.push(f);
                (more, p / 6.0)
            })
        });
        all = longer.collect();
        if dice > 2 {
            let mut merged: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
            for (mut faces, p) in all {
                faces.sort_unstable();
                *merged.entry(faces).or_default() += p;
            }
            all = merged.into_iter().collect();
        }
    }
    all
}

/// Every way the dice that the engine asks for can fall.
fn by_engine(situation: &mut Situation, p: f64, found: &mut BTreeMap<Seen, f64>) {
    let ruling = judge(situation);
    match &ruling.request {
        Some(request) if request.kind == RequestKind::Roll => {
            for (faces, q) in rolls(request.dice.expect("a roll has dice")) {
                situation.plays.push(roll(&faces));
                by_engine(situation, p * q, found);
                situation.plays.pop();
            }
        }
        Some(request) => panic!("nothing but dice is asked for: {}", request.asks),
        None => *found.entry(seen(&ruling)).or_default() += p,
    }
}

fn compare(counted: &Odds, engine: &BTreeMap<Seen, f64>, within: impl Fn(f64) -> f64, what: &str) {
    let check = |name: &str, counted: f64, fits: &dyn Fn(&Seen) -> bool| {
        let seen: f64 = engine.iter().filter(|(s, _)| fits(s)).map(|(_, p)| p).sum();
        let off = (counted - seen).abs();
        assert!(
            off <= within(counted),
            "{what}: {name}: {counted} counted, {seen} seen"
        );
    };
    let (a, d) = (
        counted.attacker().expect("it is there"),
        counted.defender().expect("it is there"),
    );
    for n in 0..=200u16 {
        let of = |s: &super::Spread| s.exactly.get(&n).copied().unwrap_or(0.0);
        check(&format!("{n} hits"), of(&counted.hits), &|s| s.0 == n);
        check(&format!("{n} pending"), of(&counted.pending), &|s| s.1 == n);
        check(&format!("{n} on the attacker"), of(&a.damage), &|s| {
            s.2 == n
        });
        check(&format!("{n} on the defender"), of(&d.damage), &|s| {
            s.3 == n
        });
    }
    check("attacker discarded", a.discarded, &|s| s.4);
    check("defender discarded", d.discarded, &|s| s.5);
}

fn exactly(board: &Board) {
    let base = board.situation();
    let counted = odds(&base, Policy::None).expect("it can be counted");
    let mut run = BTreeMap::new();
    by_engine(&mut base.clone(), 1.0, &mut run);
    let what = format!(
        "power {} [{}] against [{}] {}",
        board.power, board.attacker, board.defender, board.head
    );
    compare(&counted, &run, |_| 1e-12, &what);
}

#[test]
fn the_count_equals_full_enumeration_by_the_engine() {
    for (attacker, defender, power) in [
        ("", "", 3),
        ("\"Critical Hit 2\"", "\"Parry 1\"", 3),
        ("\"Fury 1\", \"Critical Hit 1\"", "\"Parry 2\"", 3),
        ("\"Accuracy 1\", \"Fury 2\"", "\"Armor\"", 2),
        (
            "\"Accuracy -1\", \"Ferocity\"",
            "\"Parry 2\", \"Shields 1\"",
            4,
        ),
        ("\"Ferocity\"", "\"Parry 2\", \"Fortitude\"", 3),
        ("\"Accuracy -2\", \"Critical Hit 1\"", "", 3),
        ("\"Backfire 2\", \"Fury 1\"", "\"Riposte 1\"", 2),
    ] {
        exactly(&Board::new(attacker, defender, power));
    }
    let bought = "[[play]]\nuse = \"d: Retaliate 2\"\n";
    exactly(&Board::new("\"Stun 1\"", "\"[tap] -> Retaliate 2\"", 2).plays(bought));
}

/// A board made up at random: keywords, numbers, sides and readings.
fn random_board(seed: u64) -> Board {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut pick = |list: &[&str], odds: u32| -> String {
        let chosen: Vec<String> = list
            .iter()
            .filter(|_| rng.random_range(0..odds) == 0)
            .map(|k| format!("\"{k}\""))
            .collect();
        chosen.join(", ")
    };
    let own = [
        "Critical Hit 2",
        "Fury 1",
        "Accuracy 1",
        "Accuracy -1",
        "Focus 1",
        "Backfire 1",
        "Ferocity",
        "Stun 1",
        "Lucky 1",
        "Overkill",
    ];
    let theirs = [
        "Parry 2",
        "Riposte 1",
        "Armor",
        "Shields 1",
        "Fortitude",
        "Lucky 2",
        "Parry 1",
        "Pay 1 Force -> Evade 1",
    ];
    let (attacker, defender) = (pick(&own, 3), pick(&theirs, 3));
    let head = match rng.random_range(0..4) {
        0 => "readings = { \"11.16\" = \"initial-only\" }",
        1 => "readings = { \"11.41\" = \"needs-a-hit\" }",
        _ => "",
    };
    let most = if attacker.contains("Fury") { 5 } else { 6 };
    Board {
        attacker,
        defender,
        power: if seed.is_multiple_of(3) {
            most
        } else {
            rng.random_range(1..=most)
        },
        health: rng.random_range(1..=5),
        light_attacks: rng.random_range(0..2) == 0,
        plays: String::new(),
        head: head.to_owned(),
    }
}

#[test]
fn random_boards_of_up_to_six_dice_equal_full_enumeration() {
    let mut most = 0;
    for seed in 0..12 {
        let board = random_board(seed);
        match odds(&board.situation(), Policy::None) {
            Err(OddsError::NoRoll(_)) => {}
            Err(error) => panic!("{error}"),
            Ok(counted) => {
                most = most.max(counted.dice + counted.additional);
                exactly(&board);
            }
        }
    }
    assert_eq!(most, 6, "the boards reach six dice");
}

/// Many runs of the real engine, each with dice of its own seed.
fn by_trials(base: &Situation, trials: u32) -> BTreeMap<Seen, f64> {
    let mut found = BTreeMap::new();
    for seed in 0..trials {
        let mut run = base.clone();
        run.seed = Some(u64::from(seed));
        *found.entry(seen(&judge(&run))).or_default() += 1.0 / f64::from(trials);
    }
    found
}

fn large_boards() -> Vec<Board> {
    vec![
        Board::new(
            "\"Critical Hit 2\", \"Accuracy 1\", \"Fury 2\", \"Stun 1\"",
            "\"Parry 2\", \"Riposte 1\"",
            9,
        ),
        Board {
            light_attacks: true,
            health: 9,
            ..Board::new(
                "\"Fury 3\", \"Backfire 2\"",
                "\"Armor\", \"[tap] -> Retaliate 3\"",
                12,
            )
            .plays("[[play]]\nuse = \"d: Retaliate 3\"\n")
        },
    ]
}

fn agrees_with_trials(trials: u32) {
    for board in large_boards() {
        let base = board.situation();
        let counted = odds(&base, Policy::None).expect("it can be counted");
        let seen = by_trials(&base, trials);
        let within = |p: f64| 4.0 * (p * (1.0 - p) / f64::from(trials)).sqrt() + 1e-9;
        compare(&counted, &seen, within, &board.attacker);
    }
}

#[test]
fn larger_attacks_agree_with_runs_of_the_engine() {
    agrees_with_trials(2_500); // 5,000 in all
}

#[test]
#[ignore = "takes minutes; run by hand and by night"]
fn larger_attacks_agree_with_200_000_runs_of_the_engine() {
    agrees_with_trials(200_000);
}

#[test]
fn probabilities_sum_to_one() {
    for policy in Policy::ALL {
        for power in [4, 9] {
            let base = situation(
                "\"Fury 2\", \"Lucky 2\", \"Critical Hit 2\"",
                "\"Lucky 1\", \"Parry 2\", \"Riposte 2\", \"Pay 1 Force -> Evade 1\"",
                power,
            );
            let counted = odds(&base, policy).expect("it can be counted");
            let units = counted.units.iter().map(|u| &u.damage);
            for spread in units.chain([&counted.hits, &counted.pending]) {
                assert!((spread.exactly.values().sum::<f64>() - 1.0).abs() < 1e-12);
                let (least, p) = spread
                    .at_least
                    .first_key_value()
                    .expect("something happens");
                assert!((p - 1.0).abs() < 1e-12, "at least {least}: {p}");
            }
        }
    }
}

#[test]
fn chances_of_keywords_are_those_of_their_faces() {
    let base = situation(
        "\"Critical Hit 1\", \"Fury 1\", \"Stun 1\"",
        "\"Parry 1\", \"Riposte 1\"",
        4,
    );
    let counted = odds(&base, Policy::None).expect("it can be counted");
    let chance = |name: &str| {
        let found = counted.keywords.iter().find(|k| k.keyword == name);
        found.unwrap_or_else(|| panic!("{name} is told")).chance
    };
    let none = |dice: i32, faces: f64| ((6.0 - faces) / 6.0f64).powi(dice);
    assert!((chance("Fury") - (1.0 - none(4, 1.0))).abs() < 1e-12);
    // No 6 on four dice, and none on the fifth if there was a 4.
    let no_six = none(4, 2.0) + (none(4, 1.0) - none(4, 2.0)) * 5.0 / 6.0;
    assert!((chance("Critical Hit") - (1.0 - no_six)).abs() < 1e-12);
    assert!((chance("Riposte") - (1.0 - no_six)).abs() < 1e-12);
    let stunned = counted.defender().expect("it is there").damage.or_more(1);
    assert!((chance("Stun") - stunned).abs() < 1e-12);
    assert!(chance("Parry") > 0.0 && chance("Parry") < 1.0 - no_six);
}

#[test]
fn too_much_is_refused_with_the_reason() {
    let refused = |s: &Situation| odds(s, Policy::None).expect_err("refused").to_string();
    assert!(refused(&situation("", "", 61)).contains("power above 60"));
    assert!(odds(&situation("", "", 60), Policy::None).is_ok());
    let evades = |n: usize| vec!["\"Pay 1 Force -> Evade 1\""; n].join(", ");
    assert!(refused(&situation("", &evades(5), 3)).contains("more than 4 optional abilities"));
    assert!(odds(&situation("", &evades(4), 3), Policy::Best).is_ok());
    assert!(refused(&Situation::default()).contains("nobody attacks"));
    let little = Effort {
        runs: 2,
        ..Effort::FULL
    };
    let found = odds_within(&situation("", "", 5), Policy::None, little);
    assert_eq!(found, Err(OddsError::TooMuchWork));
    let short = Effort {
        steps: 100,
        ..Effort::FULL
    };
    let found = odds_within(&situation("", "", 5), Policy::None, short);
    assert_eq!(found, Err(OddsError::TooMuchWork));
}

#[test]
#[ignore = "prints a table; run it by hand with --nocapture"]
fn time_against_power() {
    println!("power  policy none   policy best (ms)");
    for power in [2, 4, 6, 8, 10, 15, 20, 25, 30, 45, 60] {
        let base = situation(
            "\"Critical Hit 2\", \"Accuracy 1\", \"Fury 2\", \"Lucky 2\"",
            "\"Parry 2\", \"Lucky 1\"",
            power.min(58),
        );
        let took = |policy| {
            let start = std::time::Instant::now();
            odds(&base, policy).expect("it can be counted");
            start.elapsed().as_secs_f64() * 1000.0
        };
        println!(
            "{:5}  {:11.1}  {:11.1}",
            power.min(58),
            took(Policy::None),
            took(Policy::Best)
        );
    }
}
