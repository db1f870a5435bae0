//! Lines one word away from printed ones must be read as well: the reader knows grammar, not a
//! list of sentences. Runs over the starter catalogue and, if `ARBITER_LACKEY` names one, over a
//! folder of card set files.

use super::grammar::kinds::is_subtype;
use super::read::{ReadContext, read_effect, read_line};
use crate::game::CardType;

/// The share of mutated lines that must stay modelled, in hundredths.
const ENOUGH: usize = 95;

/// A line with what its card is.
struct Line {
    name: String,
    types: Vec<CardType>,
    subtypes: Vec<String>,
    text: String,
}

fn modelled(line: &Line, text: &str) -> bool {
    let ctx = ReadContext {
        name: &line.name,
        types: &line.types,
        subtypes: &line.subtypes,
    };
    let once = ctx.takes_effect_once();
    read_line(text, &ctx).is_modelled() || once && read_effect(text, &ctx).is_some()
}

/// A word without the punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The text with its word at that place replaced, punctuation kept.
fn with_word(words: &[&str], at: usize, new: &str) -> String {
    let mut out: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
    out[at] = words[at].replace(bare(words[at]), new);
    out.join(" ")
}

fn capital(word: &str) -> bool {
    bare(word).chars().next().is_some_and(char::is_uppercase)
}

/// Numbers above 1, one more of them; a printed line of numbers (`40/2/2`) and faces of a die stay.
fn numbers(words: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Ok(n) = bare(word).parse::<i32>() else {
            continue;
        };
        let die = at > 0 && matches!(bare(words[at - 1]), "a" | "an" | "natural");
        if n > 1 && !word.contains('/') && !die {
            out.push(with_word(words, at, &(n + 1).to_string()));
        }
    }
    out
}

/// Subtypes of one word for another one, in the same number.
fn subtypes(words: &[&str], name: &str) -> Vec<String> {
    const ONE: &str = "Wookiee";
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let low = bare(word).to_lowercase();
        let single = low.strip_suffix('s').unwrap_or(&low);
        let alone =
            |k: Option<&&str>| k.is_none_or(|w| !capital(w) || w.ends_with(['.', ',', ':']));
        let lonely = at > 0 && alone(words.get(at - 1)) && alone(words.get(at + 1));
        let plural = low.ends_with('s') && low != "rebels'";
        let spoken = word.contains('\'') || name.to_lowercase().contains(single);
        // Words that are also words of the rules stay.
        let rules = matches!(
            single,
            "pilot" | "trait" | "weapon" | "device" | "skill" | "armor" | "force"
        );
        if capital(word) && lonely && !spoken && !rules && is_subtype(single) {
            let new = if plural {
                format!("{ONE}s")
            } else {
                ONE.to_owned()
            };
            out.push(with_word(words, at, &new));
        }
    }
    out
}

/// The next arena for the one that is named.
fn arenas(words: &[&str]) -> Vec<String> {
    let next = |word: &str| match word {
        "Space" => Some("Ground"),
        "Ground" => Some("Character"),
        "Character" => Some("Space"),
        _ => None,
    };
    let named = |at: usize| {
        let behind: Vec<&str> = words.iter().skip(at + 1).take(2).map(|w| bare(w)).collect();
        behind.first() == Some(&"arena") || behind == ["battle", "step"]
    };
    let at = (0..words.len()).filter(|at| named(*at) && (*at == 0 || bare(words[at - 1]) != "or"));
    at.filter_map(|at| Some(with_word(words, at, next(bare(words[at]))?)))
        .collect()
}

/// "One of your ..." and "Each of your ..." for each other, where a bonus lasts a while.
fn one_and_each(text: &str) -> Vec<String> {
    let lasts = text.contains("until end of") || text.contains("for this attack");
    let many =
        text.contains(" that ") || text.contains("unit's") || text.matches("gets").count() != 1;
    if !lasts || many {
        return Vec::new();
    }
    let swaps = [
        ("-> One of your ", "-> Each of your "),
        ("-> Each of your ", "-> One of your "),
        ("-> One of your opponent's ", "-> Each of your opponent's "),
    ];
    swaps
        .iter()
        .filter(|(from, _)| text.contains(from))
        .map(|(from, to)| text.replacen(from, to, 1))
        .collect()
}

/// Two single subtypes in the other order, and two bonuses in the other order.
fn order(words: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    for at in 1..words.len().saturating_sub(1) {
        let (a, b) = (words[at - 1], words[at + 1]);
        let joined = matches!(words[at], "or" | "and");
        let subtype = |w: &str| capital(w) && is_subtype(&bare(w).to_lowercase());
        let clear = |k: Option<usize>| {
            k.and_then(|k| words.get(k))
                .is_none_or(|w| !capital(w) && !w.ends_with(','))
        };
        if joined
            && bare(a) == a
            && subtype(a)
            && subtype(b)
            && clear(at.checked_sub(2))
            && clear(at.checked_add(2))
        {
            let mut swapped: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
            swapped[at - 1] = bare(b).to_owned();
            swapped[at + 1] = b.replace(bare(b), a);
            out.push(swapped.join(" "));
        }
        if let [n, stat, "and", m, other, ..] = words.get(at - 1..).unwrap_or_default()
            && n.starts_with(['+', '-'])
            && m.starts_with(['+', '-'])
            && bare(stat) == *stat
        {
            let tail = other.get(bare(other).len()..).unwrap_or_default();
            let mut swapped: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
            let new = [*m, bare(other), "and", *n];
            for (k, word) in new.iter().enumerate() {
                swapped[at - 1 + k] = (*word).to_owned();
            }
            swapped[at + 3] = format!("{stat}{tail}");
            out.push(swapped.join(" "));
        }
    }
    out
}

fn mutations(line: &Line) -> Vec<String> {
    let words: Vec<&str> = line.text.split_whitespace().collect();
    let mut out = numbers(&words);
    out.extend(subtypes(&words, &line.name));
    out.extend(arenas(&words));
    out.extend(one_and_each(&words.join(" ")));
    out.extend(order(&words));
    out
}

/// Modelled lines mutated: how many mutations there are, and those that are not modelled.
fn tally(lines: &[Line]) -> (usize, Vec<String>) {
    let mut all = 0;
    let mut lost = Vec::new();
    for line in lines.iter().filter(|l| modelled(l, &l.text)) {
        for text in mutations(line) {
            all += 1;
            if !modelled(line, &text) {
                lost.push(format!("{}: {text}", line.name));
            }
        }
    }
    (all, lost)
}

fn assert_enough(lines: &[Line]) {
    let (all, lost) = tally(lines);
    assert!(all > 0, "nothing to change");
    let kept = all - lost.len();
    assert!(
        kept * 100 >= all * ENOUGH,
        "only {kept} of {all} changed lines are modelled:\n{}",
        lost.join("\n")
    );
}

#[test]
fn changed_lines_of_the_starter_catalogue_stay_modelled() {
    let lines: Vec<Line> = crate::catalogue::starter_cards()
        .unwrap()
        .into_iter()
        .flat_map(|card| {
            let (name, types, subtypes) = (card.name, card.types, card.subtypes);
            card.text.into_iter().map(move |text| Line {
                name: name.clone(),
                types: types.clone(),
                subtypes: subtypes.clone(),
                text,
            })
        })
        .collect();
    assert_enough(&lines);
}

#[test]
fn changed_lines_of_a_card_folder_stay_modelled() {
    let Some(dir) = std::env::var_os("ARBITER_LACKEY") else {
        return;
    };
    let mut lines = Vec::new();
    for file in std::fs::read_dir(dir).unwrap().flatten() {
        let text = String::from_utf8_lossy(&std::fs::read(file.path()).unwrap()).into_owned();
        for row in text.lines().skip(1) {
            let fields: Vec<&str> = row.split('\t').collect();
            let name = fields.first().copied().unwrap_or_default().to_owned();
            // The longest field is the text.
            let body = fields
                .iter()
                .max_by_key(|f| f.len())
                .copied()
                .unwrap_or_default();
            lines.extend(body.split('|').map(|text| Line {
                name: name.clone(),
                types: Vec::new(),
                subtypes: Vec::new(),
                text: text.trim().to_owned(),
            }));
        }
    }
    assert_enough(&lines);
}

#[test]
fn the_changes_are_those_meant() {
    let line = Line {
        name: "Tarn Vessik (B)".to_owned(),
        types: Vec::new(),
        subtypes: Vec::new(),
        text: "Pay 2 Force -> One of your Jedi or Sith in the Space arena gets +10 speed and +2 power until end of turn.".to_owned(),
    };
    let found = mutations(&line);
    for part in [
        "Pay 3 Force",
        "+11 speed",
        "+3 power",
        "Wookiee or Sith",
        "Jedi or Wookiee",
        "the Ground arena",
        "Each of your Jedi",
        "Sith or Jedi in",
        "+2 power and +10 speed until",
    ] {
        assert!(found.iter().any(|t| t.contains(part)), "{part}: {found:#?}");
    }
    assert_eq!(found.len(), 9, "{found:#?}");
}
