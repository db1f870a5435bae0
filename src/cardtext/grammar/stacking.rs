//! What cards say of their own stacks: beneath whom they may lie, how many cards a stack holds.

use winnow::Parser;

use super::input::{In, R, at_end, attempt, eat, fail, p};
use super::num;
use super::subject::{self, Mode};
use crate::cardtext::ability::StaticRule;
use crate::cardtext::who::Who;

/// "You may stack this unit beneath one of your unique Smuggler Space units", with or without that
/// it can't be on top, which beneath says anyway.
pub(super) fn beneath(i: &mut In<'_>) -> R<StaticRule> {
    p("you may stack").parse_next(i)?;
    let card = subject::who(i, Mode::Event)?;
    p("beneath|under|underneath").parse_next(i)?;
    let under = subject::who(i, Mode::Event)?;
    if card != Who::This {
        return fail(i);
    }
    let _ = attempt(i, never_on_top);
    if at_end(i) {
        Ok(StaticRule::LiesBeneath(under))
    } else {
        fail(i)
    }
}

/// ", and it can't be on top of his stack".
fn never_on_top(i: &mut In<'_>) -> R<()> {
    let _ = eat(i, ",");
    let _ = eat(i, "and|but");
    subject::who(i, Mode::Event)?;
    p("can't be on top of his|her|its|their|that stack").parse_next(i)
}

/// "This unit can have more than 4 cards in its stack", "this unit's stack can have 1 extra card in
/// it".
pub(super) fn size(i: &mut In<'_>) -> R<StaticRule> {
    if let Some(of) = attempt(i, |i| {
        let of = subject::who(i, Mode::Event)?;
        p("can have more than 4 cards in its|his|her|their stack").parse_next(i)?;
        Ok(of)
    }) {
        return Ok(StaticRule::StackSize { of, further: None });
    }
    let of = subject::possessive(i)?;
    p("stack can have").parse_next(i)?;
    let _ = eat(i, "up to");
    let further = num::small(i)?;
    p("extra|additional|more card|cards in it").parse_next(i)?;
    Ok(StaticRule::StackSize {
        of,
        further: Some(further),
    })
}
