//! What a ruling rests on cannot be left out: without the last roll, a choice or a line that
//! mattered the verdict becomes *depends*, with the right request.

use super::{cards, precedents};
use crate::cardtext::{Ability, Effect, KeywordValue};
use crate::rulebook::Keyword;
use crate::rules::check::cited;
use crate::rules::judge;
use crate::rules::situation::{Case, Handle, Play, Situation};
use crate::rules::trace::{Cite, RequestKind, Ruling, StepKind, VerdictKind};

/// A line that nobody can read.
const GIBBERISH: &str = "Gaxol the plimth beside any murrow.";

fn ruled(all: Vec<(String, Case)>) -> impl Iterator<Item = (String, Case, Ruling)> {
    all.into_iter().filter_map(|(name, case)| {
        let ruling = judge(&case.situation);
        (ruling.verdict.kind == VerdictKind::Ruled).then_some((name, case, ruling))
    })
}

#[test]
fn without_the_last_roll_a_roll_is_asked_for() {
    let cards = cards();
    let mut tried = 0;
    for (name, case, _) in ruled(precedents(&cards)) {
        let plays = &case.situation.plays;
        let last = plays.iter().rposition(|p| matches!(p, Play::Roll { .. }));
        let Some(at) = last.filter(|_| case.situation.seed.is_none()) else {
            continue;
        };
        let mut cut = case.situation.clone();
        cut.plays.truncate(at);
        let ruling = judge(&cut);
        let asks = ruling.request.as_ref().map(|r| r.kind);
        assert_eq!(ruling.verdict.kind, VerdictKind::Depends, "{name}");
        assert_eq!(asks, Some(RequestKind::Roll), "{name}");
        tried += 1;
    }
    assert!(tried > 200, "only {tried}");
}

#[test]
fn without_a_choice_it_is_asked_for_or_the_default_is_taken() {
    let cards = cards();
    let (mut asked, mut default) = (0, 0);
    for (name, case, _) in ruled(precedents(&cards)) {
        let plays = &case.situation.plays;
        let last = plays.iter().rposition(|p| matches!(p, Play::Choose { .. }));
        let Some(at) = last else { continue };
        let mut cut = case.situation.clone();
        cut.plays.truncate(at);
        let ruling = judge(&cut);
        match ruling.request.as_ref().map(|r| r.kind) {
            Some(kind) => {
                assert_eq!(ruling.verdict.kind, VerdictKind::Depends, "{name}");
                assert_ne!(kind, RequestKind::Pop, "{name}");
                asked += 1;
            }
            None => {
                assert_eq!(ruling.verdict.kind, VerdictKind::Ruled, "{name}");
                default += 1;
            }
        }
    }
    assert!(
        asked >= 5 && default >= 2,
        "asked {asked}, default {default}"
    );
}

/// The line of a unit's own text a step rests on: the unit's place and the line's.
fn cited_lines(case: &Case, ruling: &Ruling) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for cite in ruling.steps.iter().flat_map(|s| &s.cites) {
        let Cite::Line(line) = cite else { continue };
        let Some((unit, n)) = line.strip_prefix("unit:").and_then(|l| l.split_once('/')) else {
            continue;
        };
        let at = case
            .situation
            .units
            .iter()
            .position(|u| u.id.as_str() == unit);
        let line = n.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        if let (Some(at), Some(line)) = (at, line)
            && case.situation.units[at].facts.text.len() > line
            && !found.contains(&(at, line))
        {
            found.push((at, line));
        }
    }
    found
}

#[test]
fn a_line_that_mattered_made_gibberish_leaves_no_silent_ruling() {
    let cards = cards();
    let mut tried = 0;
    let mut silent = Vec::new();
    for (name, case, before) in ruled(precedents(&cards)) {
        for (unit, line) in cited_lines(&case, &before) {
            let mut changed = case.situation.clone();
            GIBBERISH.clone_into(&mut changed.units[unit].facts.text[line]);
            let ruling = judge(&changed);
            let told = ruling.verdict.kind != VerdictKind::Ruled
                || ruling.refused.len() > before.refused.len();
            if !told {
                silent.push(format!("{name}: {unit}/{line}"));
            }
            tried += 1;
        }
    }
    assert!(
        silent.is_empty(),
        "{} of {tried}: {silent:#?}",
        silent.len()
    );
    assert!(tried > 100, "only {tried}");
}

/// Keywords of the lines of a unit, as far as they are written there in so many words; of a keyword
/// that lends abilities, those of what it lends.
fn keywords_in(lines: &[String]) -> Vec<Keyword> {
    let read = |line: &String| crate::cardtext::read_line(line, &Default::default()).abilities;
    lines
        .iter()
        .flat_map(read)
        .flat_map(|a| keywords_of(&a))
        .collect()
}

fn keywords_of(ability: &Ability) -> Vec<Keyword> {
    match ability {
        Ability::Keyword(k) => match &k.value {
            KeywordValue::Abilities(inner) => inner.iter().flat_map(keywords_of).collect(),
            _ => vec![k.keyword],
        },
        Ability::Activated(a) => match &a.effect {
            Effect::Keyword(k) => vec![k.keyword],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The keywords of the first attack's units that neither a step nor a note speaks of.
fn unaccounted(situation: &Situation, ruling: &Ruling) -> Vec<String> {
    let refused = |at: usize| ruling.refused.iter().any(|r| r.index == at);
    let attacks = situation.plays.iter().enumerate();
    let mut attacks = attacks.filter_map(|(at, p)| match p {
        Play::Attack {
            unit, on: Some(on), ..
        } if !refused(at) => Some((unit, on)),
        _ => None,
    });
    let began = |id: &Handle| {
        let attack = ruling.steps.iter().find(|s| s.kind == StepKind::Attack);
        attack.is_some_and(|s| s.unit.as_ref() == Some(id))
    };
    let Some((a, d)) = attacks.next().filter(|(a, _)| began(a)) else {
        return Vec::new();
    };
    let cites = cited(ruling);
    let mut missing = Vec::new();
    for id in [a, d] {
        let unit = situation.units.iter().find(|u| u.id == *id);
        for keyword in unit.map_or_else(Vec::new, |u| keywords_in(&u.facts.text)) {
            let stepped = cites.iter().any(|c| c.keyword() == Some(keyword));
            let mut notes = ruling.not_applied.iter();
            let noted = notes.any(|n| n.unit == *id && n.ability.contains(keyword.name()));
            if !stepped && !noted {
                missing.push(format!("{id} {}", keyword.name()));
            }
        }
    }
    missing
}

#[test]
fn every_keyword_of_a_unit_in_the_attack_is_accounted_for() {
    let cards = cards();
    let mut missing = Vec::new();
    for (name, case, ruling) in ruled(precedents(&cards)) {
        let found = unaccounted(&case.situation, &ruling);
        missing.extend(found.into_iter().map(|m| format!("{name}: {m}")));
    }
    assert!(missing.is_empty(), "{}: {missing:#?}", missing.len());
}

#[test]
fn every_keyword_of_a_unit_in_the_attack_is_accounted_for_on_random_boards() {
    let mut missing = Vec::new();
    for seed in 0..300 {
        let situation = crate::rules::walks::situation(seed);
        let ruling = judge(&situation);
        if ruling.verdict.kind == VerdictKind::Ruled {
            let found = unaccounted(&situation, &ruling);
            missing.extend(found.into_iter().map(|m| format!("seed {seed}: {m}")));
        }
    }
    assert!(missing.is_empty(), "{}: {missing:#?}", missing.len());
}
