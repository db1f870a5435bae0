//! What a typed line that was not understood may have been meant as.

use crate::rulebook::Keyword;

/// Phrases a typed line may have been meant as.
const KNOWN: &[&str] = &[
    "Pay 1 Force -> Evade 2",
    "Pay 1 Force -> Intercept",
    "[tap] -> Draw a card",
    "This unit gets +2 power for this attack.",
    "One of your units gets +2 power until end of turn.",
    "Each of your other Jedi gets +1 power.",
    "As long as this unit is attacking a Jedi, it gets +2 power.",
    "When this unit attacks, gain 1 Force.",
    "When this unit is discarded from the Character arena, draw a card.",
    "Whenever this unit would be damaged, prevent 1 of that damage.",
    "Damage from this unit can't be prevented.",
    "This unit can't be attacked.",
    "Prevent up to 2 damage to one of your units.",
    "Play only during your build step.",
    "Play only when no unit is attacking.",
    "Play only when this unit would attack.",
    "Upkeep: Pay 1 build point or tap this unit.",
    "Bounty: Gain 1 Force.",
    "INSERT: Pay 1 Force -> Evade 1",
    "Reserves: [tap] -> Prevent 1 damage to one of your units.",
    "Equipped Character gets +1 power.",
    "Starfighter Pilot. The Starfighter gets: +10 speed.",
    "Switch: +2 power / Parry 1",
    "until end of turn",
    "until end of battle",
    "for this attack",
    "can't be attacked",
];

/// The phrase nearest to a typed line that was not understood: a keyword's name, or a form of
/// line the reader knows. `None` if nothing is near.
#[must_use]
pub fn nearest(text: &str) -> Option<&'static str> {
    let keywords = Keyword::all().map(Keyword::name);
    crate::rulebook::nearest(text.trim(), keywords.chain(KNOWN.iter().copied()))
}
