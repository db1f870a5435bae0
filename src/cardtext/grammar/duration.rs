//! How long something lasts.

use winnow::Parser;

use super::input::{In, R, attempt, eat, fail, p};
use crate::cardtext::effect::Duration;

/// "until end of turn", "for this attack", "this turn" ...
pub(crate) fn duration(i: &mut In<'_>) -> R<Duration> {
    const PHRASES: &[(&str, Duration)] = &[
        ("until the? end of the? attack", Duration::Attack),
        ("until the? attack|attacks ends|end", Duration::Attack),
        ("for this|that attack", Duration::Attack),
        ("during this|that attack", Duration::Attack),
        ("this attack", Duration::Attack),
        ("for its|his|her|their next attack", Duration::NextAttack),
        (
            "until the? end of this|the? arena's? battle step",
            Duration::BattleStep,
        ),
        ("until the? end of the? battle step", Duration::BattleStep),
        ("this battle step", Duration::BattleStep),
        ("until the? end of the? battle phase?", Duration::Battle),
        ("until the battle phase? ends", Duration::Battle),
        ("during battle this turn", Duration::Battle),
        ("until the? end of the? game", Duration::Game),
        ("for the rest of the game", Duration::Game),
        ("until the? end of this|your|the? turn", Duration::Turn),
        ("until this|the turn ends", Duration::Turn),
        ("for the rest of the turn", Duration::Turn),
        ("for this turn", Duration::Turn),
        ("during this turn", Duration::Turn),
        ("this turn", Duration::Turn),
        ("until your next turn", Duration::NextTurn),
        ("until next turn", Duration::NextTurn),
        ("until your next build step starts?", Duration::NextTurn),
        ("until it|he|she is discarded", Duration::Discarded),
        ("until they're discarded", Duration::Discarded),
        ("until they are discarded", Duration::Discarded),
        ("until that|this unit is discarded", Duration::Discarded),
    ];
    if let Some(found) = attempt(i, |i| {
        p("as long as").parse_next(i)?;
        super::own::this(i)?;
        p("remains|stays tapped").parse_next(i)?;
        Ok(Duration::Tapped)
    }) {
        return Ok(found);
    }
    if let Some(arena) = attempt(i, |i| {
        p("until the? end of the?").parse_next(i)?;
        let arena = super::place::arena(i)?;
        p("battle step").parse_next(i)?;
        Ok(arena)
    }) {
        return Ok(Duration::ArenaStep(arena));
    }
    for (phrase, duration) in PHRASES {
        if eat(i, phrase) {
            return Ok(*duration);
        }
    }
    fail(i)
}
