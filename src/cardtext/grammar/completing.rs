//! What completing a card asks for besides its build counters.

use winnow::Parser;
use winnow::combinator::alt;

use super::input::{In, R, at_end, attempt, eat, fail, p};
use super::{condition, condition_count, cost, subject};
use crate::cardtext::ability::Cost;
use crate::cardtext::who::{Cond, Owner};

/// The costs that are paid besides, and what has to hold.
pub(crate) type Asked = (Vec<Cost>, Option<Cond>);

/// One sentence: "To complete this card, you must also tap one of your Officers", "you may complete
/// this Mission only if you have a Jedi in the Character arena".
pub(crate) fn sentence(i: &mut In<'_>) -> R<Asked> {
    let asked = alt((besides, only_if)).parse_next(i)?;
    if at_end(i) { Ok(asked) } else { fail(i) }
}

fn besides(i: &mut In<'_>) -> R<Asked> {
    p("to complete|deploy|finish").parse_next(i)?;
    let _ = eat(i, "building");
    card(i)?;
    p(", you must also?").parse_next(i)?;
    if let Some(held) = attempt(i, |i| {
        p("have").parse_next(i)?;
        condition_count::how_many(i, Owner::Yours)
    }) {
        return Ok((Vec::new(), Some(held)));
    }
    let before = i.toks;
    let mut costs = cost::list(i)?;
    while let Some(more) = attempt(i, |i| {
        p("and").parse_next(i)?;
        cost::list(i)
    }) {
        costs.extend(more);
    }
    let read = before.len() - i.toks.len();
    if before.iter().take(read).any(|t| t.low == "x") {
        // Nobody is asked for a number when a card is completed.
        return fail(i);
    }
    Ok((costs, None))
}

fn only_if(i: &mut In<'_>) -> R<Asked> {
    let never_else = eat(i, "you can't complete|deploy");
    if !never_else {
        let _ = eat(i, "you may|can");
        p("complete|deploy").parse_next(i)?;
    }
    card(i)?;
    if never_else {
        p("unless").parse_next(i)?;
    } else {
        p("only if").parse_next(i)?;
    }
    let cond = condition::condition(i)?;
    Ok((Vec::new(), Some(cond)))
}

/// The card itself.
fn card(i: &mut In<'_>) -> R<()> {
    if eat(i, "this mission|card|location|resource") {
        return Ok(());
    }
    subject::this(i)
}
