//! A board turned round has the same ruling: other ids and names, another order of the units,
//! the sides changed, another arena.

use serde_json::{Map, Value};

use super::{cards, precedents};
use crate::catalogue::CardIndex;
use crate::clause;
use crate::rulebook::ClauseId;
use crate::rules::check::{cited, compare};
use crate::rules::document::{read_json, to_json_value};
use crate::rules::judge;
use crate::rules::situation::{Case, Play};

/// Parts of a document that only tell about it.
const ABOUT: &[&str] = &["title", "question", "ruling", "source", "status"];

/// The document with every word of it changed; what only tells about it stays.
fn turned(case: &Case, cards: &CardIndex, word: &dyn Fn(&str) -> String) -> Case {
    let mut json = to_json_value(case, None);
    for unit in json["unit"].as_array_mut().into_iter().flatten() {
        if let Value::Object(unit) = unit
            && !unit.contains_key("card")
        {
            // What is left out is the default, which has to be turned too.
            unit.entry("type").or_insert_with(|| "Character".into());
        }
    }
    if let Value::Object(all) = &mut json {
        for (key, value) in all.iter_mut() {
            if !ABOUT.contains(&key.as_str()) {
                *value = walked(std::mem::take(value), word);
            }
        }
        let swapped: Map<String, Value> = std::mem::take(all)
            .into_iter()
            .map(|(k, v)| {
                (
                    if ABOUT.contains(&k.as_str()) {
                        k
                    } else {
                        word(&k)
                    },
                    v,
                )
            })
            .collect();
        *all = swapped;
    }
    read_json(&json.to_string(), cards).unwrap_or_else(|e| panic!("{e}\n{json:#}"))
}

fn walked(value: Value, word: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(s) => Value::String(word(&s)),
        Value::Array(all) => all.into_iter().map(|v| walked(v, word)).collect(),
        Value::Object(all) => Value::Object(
            all.into_iter()
                .map(|(k, v)| (word(&k), walked(v, word)))
                .collect(),
        ),
        other => other,
    }
}

/// How the ruling of a turned document differs from what it expects.
fn differs(case: &Case, leave_out: &[ClauseId]) -> Option<String> {
    let mut expect = case.expect.clone()?;
    expect.cites.retain(|c| !leave_out.contains(c));
    expect.never.retain(|c| !leave_out.contains(c));
    for refusal in expect.refused.iter_mut().flatten() {
        refusal.because.retain(|c| !leave_out.contains(c));
    }
    let found = compare(&judge(&case.situation), &expect, true);
    (!found.is_empty()).then(|| {
        found
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ")
    })
}

fn report(what: &str, tried: usize, least: usize, different: &[String]) {
    assert!(
        different.is_empty(),
        "{what}: {} of {tried} differ\n{}",
        different.len(),
        different.join("\n")
    );
    assert!(tried >= least, "{what}: only {tried} tried");
}

#[test]
fn ids_do_not_matter() {
    let cards = cards();
    let mut different = Vec::new();
    let all = precedents(&cards);
    for (name, case) in &all {
        let mut ids: Vec<String> = case
            .situation
            .units
            .iter()
            .map(|u| u.id.as_str().to_owned())
            .collect();
        ids.sort_by_key(|id| std::cmp::Reverse(id.len()));
        let new = |s: &str| {
            let renamed = |part: &str| {
                ids.iter().position(|id| {
                    part.strip_prefix(id.as_str())
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '-']))
                })
            };
            let parts = s.split('>').map(|part| match renamed(part) {
                Some(i) => format!("q{i}z{}", &part[ids[i].len()..]),
                None => part.to_owned(),
            });
            parts.collect::<Vec<_>>().join(">")
        };
        let with_arrow = |s: &str| match s.split_once(": ") {
            Some((head, tail)) if s.contains("->") => format!("{}: {tail}", new(head)),
            _ => new(s),
        };
        let case = turned(case, &cards, &with_arrow);
        different.extend(differs(&case, &[]).map(|d| format!("{name}: {d}")));
    }
    report("ids", all.len(), 400, &different);
}

/// The name without its version letter.
fn base(name: &str) -> &str {
    name.split(" (").next().unwrap_or(name)
}

#[test]
fn names_do_not_matter() {
    let cards = cards();
    let (mut tried, mut different) = (0, Vec::new());
    for (name, case) in precedents(&cards) {
        let units = &case.situation.units;
        let known = units.iter().any(|u| {
            let below = u.under.iter().chain(&u.attached).chain(&u.pilot);
            u.card.is_some() || below.filter(|c| c.card.is_some()).count() > 0
        });
        let mut old: Vec<&str> = units.iter().map(|u| base(&u.facts.name)).collect();
        old.sort_unstable();
        old.dedup();
        // A name that is an id or a word of the game too would be changed where it is none.
        let plain = old
            .iter()
            .all(|n| n.starts_with(char::is_uppercase) && !n.contains(' '));
        if known || !plain {
            continue;
        }
        let rename = |s: &str| {
            let new = |word: &str| match old.iter().position(|n| *n == word) {
                Some(i) => format!("Qu{}", char::from(b'a' + u8::try_from(i).unwrap_or(25))),
                None => word.to_owned(),
            };
            s.split(' ').map(new).collect::<Vec<_>>().join(" ")
        };
        let turned = turned(&case, &cards, &rename);
        if turned.situation == case.situation {
            continue;
        }
        tried += 1;
        different.extend(differs(&turned, &[]).map(|d| format!("{name}: {d}")));
    }
    report("names", tried, 200, &different);
}

#[test]
fn the_order_of_the_units_does_not_matter() {
    let cards = cards();
    let (mut tried, mut different) = (0, Vec::new());
    for (name, mut case) in precedents(&cards) {
        let ordered = [clause!("8.1"), clause!("3.5.3"), clause!("8.1.2")];
        let cites = cited(&judge(&case.situation));
        if ordered.iter().any(|c| cites.contains(c)) {
            continue;
        }
        case.situation.units.reverse();
        tried += 1;
        different.extend(differs(&case, &[]).map(|d| format!("{name}: {d}")));
    }
    report("order", tried, 300, &different);
}

/// Clauses by which the Dark Side comes first: a board that rests on one changes with the sides.
fn dark_first() -> [ClauseId; 8] {
    [
        clause!("1.1.4"),
        clause!("3.1.3.3"),
        clause!("3.5.2"),
        clause!("4.5.3"),
        clause!("8.1.4"),
        clause!("9.1.2"),
        clause!("9.1.3"),
        clause!("lucky.r1"),
    ]
}

#[test]
fn the_sides_do_not_matter() {
    let cards = cards();
    let (mut tried, mut different) = (0, Vec::new());
    for (name, case) in precedents(&cards) {
        let cites = cited(&judge(&case.situation));
        let passes = case
            .situation
            .plays
            .iter()
            .any(|p| matches!(p, Play::Pass(_)));
        if passes || dark_first().iter().any(|c| cites.contains(c)) {
            continue;
        }
        let other = |s: &str| match s {
            "dark" => "light".to_owned(),
            "light" => "dark".to_owned(),
            _ => s
                .replace("Dark Side", "\u{1}")
                .replace("Light Side", "Dark Side")
                .replace('\u{1}', "Light Side"),
        };
        let case = turned(&case, &cards, &other);
        tried += 1;
        // Who acts first, and the rows of the turn, which name one side each.
        let different_cites = [
            clause!("4.1.1"),
            clause!("3.1.3.3"),
            clause!("2.2.C1"),
            clause!("2.2.C2"),
            clause!("2.2.C3"),
            clause!("2.2.C4"),
            clause!("2.2.C5"),
            clause!("2.2.C6"),
        ];
        different.extend(differs(&case, &different_cites).map(|d| format!("{name}: {d}")));
    }
    report("sides", tried, 200, &different);
}

#[test]
fn the_arena_does_not_matter() {
    let cards = cards();
    let (mut tried, mut different) = (0, Vec::new());
    for (name, case) in precedents(&cards) {
        let words = format!("{:?}", case.situation).to_lowercase();
        let lines: Vec<&String> = case
            .situation
            .units
            .iter()
            .flat_map(|u| u.facts.text.iter().chain(&u.modifiers))
            .collect();
        let by_hand = case.situation.plays.iter().filter_map(|p| match p {
            Play::Set(set) => Some(&set.text),
            _ => None,
        });
        let carried = case.situation.units.iter().flat_map(|u| {
            let cards = u.under.iter().chain(&u.attached).chain(&u.pilot);
            cards.flat_map(|c| &c.facts.text)
        });
        let lines: Vec<&String> = lines
            .into_iter()
            .chain(by_hand.flatten())
            .chain(carried)
            .collect();
        let speaks = lines.iter().any(|l| {
            let l = l.to_lowercase();
            [
                "space",
                "ground",
                "character",
                "bombard",
                "barrage",
                "ion cannon",
                "switch",
                "pilot",
            ]
            .iter()
            .any(|w| l.contains(w))
        });
        let known = case.situation.units.iter().any(|u| u.card.is_some());
        if speaks || known || words.contains("card {") {
            continue;
        }
        let arena = |s: &str| {
            let next = |w| match w {
                "Space" => "Ground",
                "Ground" => "Character",
                "Character" => "Space",
                "space" => "ground",
                "ground" => "character",
                "character" => "space",
                other => other,
            };
            s.split('/').map(next).collect::<Vec<_>>().join("/")
        };
        let case = turned(&case, &cards, &arena);
        tried += 1;
        different.extend(differs(&case, &[]).map(|d| format!("{name}: {d}")));
    }
    report("arenas", tried, 200, &different);
}
