//! Without any part of any keyword a precedent that cites the keyword comes out differently.

use std::collections::{BTreeMap, BTreeSet};

use super::{cards, lamed, precedents};
use crate::rulebook::Keyword;
use crate::rules::check::{cited, compare};
use crate::rules::judge;
use crate::rules::keywords::ALL;
use crate::rules::situation::Case;

/// The precedents that cite a clause of each keyword.
fn citing(all: &[(String, Case)]) -> BTreeMap<Keyword, Vec<&(String, Case)>> {
    let mut found: BTreeMap<Keyword, Vec<&(String, Case)>> = BTreeMap::new();
    for case in all {
        let keywords: BTreeSet<Keyword> = cited(&judge(&case.1.situation))
            .into_iter()
            .filter_map(crate::rulebook::ClauseId::keyword)
            .collect();
        for keyword in keywords {
            found.entry(keyword).or_default().push(case);
        }
    }
    // Those that expect a clause of the keyword come first: they are the likeliest to miss it.
    for (keyword, cases) in &mut found {
        let expects = |case: &Case| {
            let expect = case.expect.as_ref();
            expect.is_some_and(|e| e.cites.iter().any(|c| c.keyword() == Some(*keyword)))
        };
        cases.sort_by_key(|(_, case)| !expects(case));
    }
    found
}

fn fails(case: &Case) -> bool {
    case.expect
        .as_ref()
        .is_some_and(|expect| !compare(&judge(&case.situation), expect, true).is_empty())
}

#[test]
fn every_part_of_every_keyword_is_missed_by_a_precedent() {
    let cards = cards();
    let all = precedents(&cards);
    let citing = citing(&all);
    let none = Vec::new();
    let unmissed: Vec<String> = lamed::parts()
        .into_iter()
        .filter(|part| {
            let cases = citing.get(&part.without.keyword).unwrap_or(&none);
            !lamed::without(part, || cases.iter().any(|(_, case)| fails(case)))
        })
        .map(|part| part.name)
        .collect();
    assert!(
        unmissed.is_empty(),
        "{} parts are missed by no precedent:\n{}",
        unmissed.len(),
        unmissed.join("\n")
    );
}

/// A keyword that does nothing changes the rulings of boards that have it, and no others.
#[test]
fn without_a_keyword_only_boards_that_have_it_change() {
    let cards = cards();
    for (case, document) in precedents(&cards) {
        let text = format!("{:?}", document.situation).to_lowercase();
        let cites = cited(&judge(&document.situation));
        if document.situation.units.iter().any(|u| u.card.is_some()) {
            continue;
        }
        // A fifth of the keywords for each precedent: every keyword meets many of them.
        let some = ALL.iter().skip(text.len() % 5).step_by(5);
        for def in some {
            let name = def.keyword.name().to_lowercase();
            let cites_it = cites.iter().any(|c| c.keyword() == Some(def.keyword));
            if !cites_it && !text.contains(&name) {
                let failed = lamed::without_keyword(def, || fails(&document));
                assert!(!failed, "{case} changes without {}", def.keyword.name());
            }
        }
    }
}
