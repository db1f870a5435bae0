//! The engine as the service uses it: to the end, or up to the next chance.

use crate::render::View;
use crate::rulebook::Edition;
use crate::rules::situation::{Play, Situation};
use crate::rules::trace::Ruling;

/// Outcomes are worked out for at most so many options.
const FEW: usize = 12;

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

/// Adds what comes of each option of the open question, where there are few and the engine has
/// not worked it out.
pub fn outcomes(situation: &Situation, ruling: &Ruling, view: &mut View) {
    let (Some(request), Some(shown)) = (&ruling.request, &mut view.request) else {
        return;
    };
    if request.options.len() > FEW {
        return;
    }
    for option in shown
        .options
        .iter_mut()
        .filter(|o| o.legal && o.outcome.is_none())
    {
        let play = request
            .options
            .get(option.index)
            .and_then(|choice| choice.play.as_ref());
        option.outcome = play.map(|play| with(situation, play));
    }
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
