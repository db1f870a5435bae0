//! Every other reading the rulebook offers changes a ruling.

use super::{cards, precedents};
use crate::rulebook::rulebook;
use crate::rules::check::compare;
use crate::rules::judge;

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
