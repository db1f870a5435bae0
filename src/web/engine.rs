//! The engine as the service uses it: to the end, or up to the next chance.

use crate::rulebook::Edition;
use crate::rules::situation::{Play, Situation};
use crate::rules::trace::Ruling;

/// The ruling if nobody does anything beyond the plays.
#[must_use]
pub fn rule(situation: &Situation) -> Ruling {
    crate::rules::judge(situation)
}

/// The same, stopped at the first chance that the plays leave open.
#[must_use]
pub fn step(situation: &Situation) -> Ruling {
    crate::rules::step(situation)
}

/// The verdict sentence if one more play is made.
#[must_use]
pub fn with(situation: &Situation, play: &Play) -> String {
    let mut further = situation.clone();
    further.plays.push(play.clone());
    rule(&further).verdict.summary
}

/// What the other edition gives, where that is something else.
#[must_use]
pub fn other_edition(situation: &Situation, ruling: &Ruling) -> Option<(Edition, String)> {
    let other = Edition::ALL.into_iter().find(|e| *e != situation.edition)?;
    let mut moved = situation.clone();
    moved.edition = other;
    let there = rule(&moved);
    (there.after != ruling.after || there.verdict.kind != ruling.verdict.kind)
        .then_some((other, there.verdict.summary))
}
