//! Every rule of an attack and of what surrounds it is cited by a precedent.

use std::collections::BTreeSet;

use super::{cards, precedents};
use crate::rulebook::{ClauseId, rulebook};
use crate::rules::check::cited;
use crate::rules::judge;

/// The chapters of the battle: its phase, chances, kinds of effect, damage, the defender, and the
/// open questions.
const CHAPTERS: &[&str] = &["3", "4", "5", "6", "7", "11"];

/// Keywords of building; they act outside the battle.
const BUILDING: &[&str] = &[
    "alternative-cost",
    "deploy",
    "enhance",
    "hidden-cost",
    "meditate",
    "pilot",
    "reduced-cost",
    "stack",
];

/// A rule of building among the kinds of effect.
const OF_PILOTS: &str = "5.2.4";

fn of_battle(id: ClauseId) -> bool {
    let chapter = |id: &str| CHAPTERS.contains(&id.split('.').next().unwrap_or(id));
    match id.keyword() {
        Some(keyword) => !BUILDING.contains(&keyword.slug()),
        None => {
            id.as_str() != OF_PILOTS && (chapter(id.as_str()) || id.as_str().starts_with("attack."))
        }
    }
}

#[test]
fn every_rule_of_the_battle_is_cited_by_a_precedent() {
    let reached: BTreeSet<ClauseId> = precedents(&cards())
        .iter()
        .flat_map(|(_, case)| cited(&judge(&case.situation)))
        .collect();
    let uncited: Vec<&str> = ClauseId::all()
        .filter(|id| rulebook().clause(*id).is_normative() && of_battle(*id))
        .filter(|id| !reached.contains(id))
        .map(|id| id.as_str())
        .collect();
    assert!(uncited.is_empty(), "uncited: {uncited:?}");
}

/// A precedent shows what a rule forbids or where it does nothing, not only where it works.
#[test]
fn every_keyword_of_the_battle_is_refused_or_does_nothing_somewhere() {
    let mut shown = BTreeSet::new();
    for (_, case) in precedents(&cards()) {
        let ruling = judge(&case.situation);
        let refused = ruling.refused.iter().flat_map(|r| &r.reasons);
        let idle = ruling.not_applied.iter().flat_map(|n| &n.because);
        shown.extend(refused.chain(idle).filter_map(|r| r.clause?.keyword()));
    }
    let missing: Vec<&str> = crate::rules::keywords::ALL
        .iter()
        .filter(|d| !BUILDING.contains(&d.keyword.slug()) && !shown.contains(&d.keyword))
        .map(|d| d.keyword.slug())
        .collect();
    assert!(missing.is_empty(), "never refused or idle: {missing:?}");
}
