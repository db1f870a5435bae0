//! The count against the engine itself: every sequence of faces is run through `judge`.

use std::collections::BTreeMap;

use super::{Policy, odds};
use crate::catalogue::CardIndex;
use crate::rules::document::read_toml;
use crate::rules::judge;
use crate::rules::situation::{Play, Situation};

fn situation(attacker: &str, defender: &str, power: u8) -> Situation {
    let text = format!(
        "[[unit]]\nid = \"a\"\nside = \"dark\"\npower = {power}\nhealth = 9\ntext = [{attacker}]\n\
         [[unit]]\nid = \"d\"\nside = \"light\"\nhealth = 3\ntext = [{defender}]\n\
         [[play]]\nattack = \"a\"\non = \"d\"\n"
    );
    let cards = CardIndex::from_cards([]);
    read_toml(&text, &cards)
        .expect("a well-formed situation")
        .situation
}

fn roll(faces: &[u8]) -> Play {
    Play::Roll {
        faces: faces.to_vec(),
        of: None,
    }
}

fn sequences(n: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..6u32.pow(n)).map(move |mut code| {
        (0..n)
            .map(|_| {
                let face = u8::try_from(code % 6).expect("less than six") + 1;
                code /= 6;
                face
            })
            .collect()
    })
}

/// Damage on the defender and hits, over all sequences, by the engine.
fn by_engine(base: &Situation, dice: u32, fury: u32) -> BTreeMap<(u16, u16), f64> {
    let mut found = BTreeMap::new();
    for first in sequences(dice) {
        let more: Vec<Vec<u8>> = if first.contains(&4) && fury > 0 {
            sequences(fury).collect()
        } else {
            vec![Vec::new()]
        };
        let p =
            1.0 / f64::from(6u32.pow(dice)) / f64::from(u32::try_from(more.len()).expect("few"));
        for extra in more {
            let mut run = base.clone();
            run.plays.push(roll(&first));
            if !extra.is_empty() {
                run.plays.push(roll(&extra));
            }
            let ruling = judge(&run);
            let hits = u16::try_from(ruling.hits.unwrap_or(0)).expect("not negative");
            let placed: i32 = ruling
                .steps
                .iter()
                .flat_map(|s| &s.changes)
                .map(|c| match c {
                    crate::rules::trace::Change::Damage { unit, from, to }
                        if unit.as_str() == "d" =>
                    {
                        to - from
                    }
                    _ => 0,
                })
                .sum();
            *found
                .entry((hits, u16::try_from(placed).expect("not negative")))
                .or_default() += p;
        }
    }
    found
}

#[test]
fn the_count_equals_full_enumeration_by_the_engine() {
    for (attacker, defender, power, fury) in [
        ("", "", 3, 0),
        ("\"Critical Hit 2\"", "\"Parry 1\"", 3, 0),
        ("\"Fury 1\", \"Critical Hit 1\"", "\"Parry 2\"", 3, 1),
        ("\"Accuracy 1\", \"Fury 2\"", "\"Armor\"", 2, 2),
        (
            "\"Accuracy -1\", \"Ferocity\"",
            "\"Parry 2\", \"Shields 1\"",
            4,
            0,
        ),
        ("\"Ferocity\"", "\"Parry 2\", \"Fortitude\"", 3, 0),
    ] {
        let base = situation(attacker, defender, power);
        let counted = odds(&base, Policy::None).expect("it can be counted");
        let dice = u32::try_from(counted.dice).expect("few");
        let run = by_engine(&base, dice, fury);
        for (n, p) in &counted.defender {
            let engine: f64 = run
                .iter()
                .filter(|((_, d), _)| d == n)
                .map(|(_, p)| p)
                .sum();
            assert!(
                (p - engine).abs() < 1e-12,
                "{attacker} against {defender}: damage {n}: {p} {engine}"
            );
        }
        for (n, p) in &counted.hits {
            let engine: f64 = run
                .iter()
                .filter(|((h, _), _)| h == n)
                .map(|(_, p)| p)
                .sum();
            assert!(
                (p - engine).abs() < 1e-12,
                "{attacker} against {defender}: hits {n}: {p} {engine}"
            );
        }
    }
}

#[test]
fn probabilities_sum_to_one() {
    for policy in [Policy::None, Policy::All, Policy::Best] {
        let base = situation(
            "\"Fury 2\", \"Lucky 2\", \"Critical Hit 2\"",
            "\"Lucky 1\", \"Parry 2\", \"Riposte 2\"",
            5,
        );
        let counted = odds(&base, policy).expect("it can be counted");
        for d in [
            &counted.hits,
            &counted.pending,
            &counted.defender,
            &counted.attacker,
        ] {
            assert!((d.values().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn best_play_is_no_worse_than_no_play() {
    let attack = situation("\"Lucky 2\", \"Critical Hit 2\"", "\"Parry 2\"", 4);
    let value = |policy| {
        odds(&attack, policy)
            .expect("it can be counted")
            .expected
            .defender
    };
    assert!(value(Policy::Best) >= value(Policy::None));
    assert!(value(Policy::Best) + 1e-12 >= value(Policy::All));
}

#[test]
fn too_much_is_refused_with_the_reason() {
    let many = situation("", "", 61);
    assert!(odds(&many, Policy::None).is_err_and(|e| e.to_string().contains("61")));
    let nobody = Situation::default();
    assert!(odds(&nobody, Policy::None).is_err());
}
