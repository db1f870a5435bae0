//! Every other reading the rulebook offers changes a ruling.

use super::{cards, precedents};
use crate::rulebook::{ClauseId, rulebook};
use crate::rules::check::compare;
use crate::rules::judge;
use crate::rules::trace::{Cite, Ruling};

#[test]
fn every_reading_that_is_offered_changes_a_precedent() {
    let cards = cards();
    let all = precedents(&cards);
    let mut idle = Vec::new();
    for reading in rulebook().readings() {
        for other in &reading.alternatives {
            let changes = all.iter().any(|(_, case)| {
                let Some(expect) = &case.expect else {
                    return false;
                };
                let mut usual = case.situation.clone();
                usual.readings.remove(&reading.id).as_ref() == Some(&other.name)
                    && !compare(&judge(&usual), expect, true).is_empty()
            });
            if !changes {
                idle.push(format!("{} `{}`", reading.id.as_str(), other.name));
            }
        }
    }
    assert!(idle.is_empty(), "readings that change nothing: {idle:?}");
}

/// Whether a step, a refusal or an ability that did nothing names the clause.
fn names(ruling: &Ruling, clause: ClauseId) -> bool {
    let refused = ruling.refused.iter().flat_map(|r| &r.reasons);
    let idle = ruling.not_applied.iter().flat_map(|n| &n.because);
    let mut cites = ruling.steps.iter().flat_map(|s| &s.cites);
    cites.any(|c| *c == Cite::Clause(clause))
        || refused.chain(idle).any(|r| r.clause == Some(clause))
}

#[test]
fn a_ruling_names_the_open_question_that_it_rests_on() {
    let cards = cards();
    let mut silent = Vec::new();
    for (name, case) in precedents(&cards) {
        for reading in case.situation.readings.keys() {
            let mut usual = case.situation.clone();
            usual.readings.remove(reading);
            let (chosen, adopted) = (judge(&case.situation), judge(&usual));
            let same = chosen.after == adopted.after
                && chosen.verdict.kind == adopted.verdict.kind
                && chosen.refused.len() == adopted.refused.len();
            // Some open questions are only met where the other reading is taken.
            if !same && !names(&chosen, *reading) {
                silent.push(format!("{name}: {}", reading.as_str()));
            }
        }
    }
    assert!(silent.is_empty(), "rest on an open question: {silent:?}");
}
