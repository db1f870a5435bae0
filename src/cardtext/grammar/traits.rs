//! States of units behind their noun: "with power 4 or less", "that is tapped".

use winnow::Parser;
use winnow::combinator::alt;

use super::filter::{keyword, state};
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p, some};
use super::{num, subject};
use crate::cardtext::who::{Cmp, Kind, Num, Trait, Under};
use crate::game::CounterKind;

/// "with power 4 or less", "with a Pilot on it and Stealth", "without Focus".
pub(super) fn with_traits(i: &mut In<'_>) -> R<Vec<Trait>> {
    if eat(i, "without") {
        if let Some(keyword) = attempt(i, keyword) {
            return Ok(vec![Trait::HasNot(keyword)]);
        }
        if let Some(carried) = attempt(i, lacked) {
            return Ok(vec![carried]);
        }
        p("any? damage counters on it|them").parse_next(i)?;
        return Ok(vec![Trait::Undamaged]);
    }
    if eat(i, "not attacking") {
        return fail(i);
    }
    p("with").parse_next(i)?;
    if let Some(carried) = attempt(i, none_of_them) {
        return Ok(vec![carried]);
    }
    let mut out = vec![one_trait(i)?];
    while let Some(more) = attempt(i, |i| {
        p("and").parse_next(i)?;
        one_trait(i)
    }) {
        out.push(more);
    }
    Ok(out)
}

/// "that is tapped", "that has damage counters on it".
pub(super) fn that_is(i: &mut In<'_>) -> R<Vec<Trait>> {
    if eat(i, "that is|are|was") || eat(i, "that's") {
        if eat(i, "being? attacked") {
            return if ahead(i, "by") {
                fail(i)
            } else {
                Ok(vec![Trait::Defending])
            };
        }
        if let Some(state) = attempt(i, state) {
            return Ok(vec![state]);
        }
        return fail(i);
    }
    if eat(i, "that has|have? already? attacked this turn")
        || eat(i, "that has|have already attacked")
    {
        return Ok(vec![Trait::HasAttacked]);
    }
    if eat(i, "that doesn't|don't already? have") {
        if let Some(carried) = attempt(i, lacked) {
            return Ok(vec![carried]);
        }
        return Ok(vec![Trait::HasNot(keyword(i)?)]);
    }
    p("that has|have").parse_next(i)?;
    if let Some(carried) = attempt(i, none_of_them) {
        return Ok(vec![carried]);
    }
    if let Some(found) = attempt(i, one_trait) {
        Ok(vec![found])
    } else {
        fail(i)
    }
}

/// "no Pilot".
fn none_of_them(i: &mut In<'_>) -> R<Trait> {
    p("no").parse_next(i)?;
    lacked(i)
}

/// Behind "without" or "with no": "a Pilot (on it)", "Equipment".
fn lacked(i: &mut In<'_>) -> R<Trait> {
    let _ = eat(i, "a|an|any");
    let carried = if eat(i, "pilot|pilots") {
        Trait::Piloted
    } else {
        p("equipment card|cards?").parse_next(i)?;
        Trait::Equipped
    };
    if ahead(i, "ability|abilities") {
        return fail(i);
    }
    let _ = eat(i, "attached? on|to it|them|him|her") || eat(i, "attached");
    Ok(Trait::Lacks(Box::new(carried)))
}

/// One state behind "with" or "has".
pub(crate) fn one_trait(i: &mut In<'_>) -> R<Trait> {
    alt((
        extreme,
        compared,
        counters,
        carried,
        has_keyword,
        lower_than,
        number_first,
    ))
    .parse_next(i)
}

/// "the lowest printed build cost", "the highest power".
fn extreme(i: &mut In<'_>) -> R<Trait> {
    p("the").parse_next(i)?;
    let highest = if eat(i, "lowest") {
        false
    } else {
        p("highest").parse_next(i).map(|()| true)?
    };
    let (printed, stat) = num::stat(i)?;
    Ok(Trait::Extreme {
        stat,
        printed,
        highest,
    })
}

/// "4 or more total health".
fn number_first(i: &mut In<'_>) -> R<Trait> {
    let to = num::number(i)?;
    let cmp = if eat(i, "or more") {
        Cmp::AtLeast
    } else {
        p("or less|fewer").parse_next(i).map(|()| Cmp::AtMost)?
    };
    let (printed, stat) = num::stat(i)?;
    Ok(Trait::Stat {
        stat,
        printed,
        cmp,
        to,
    })
}

/// "power 4 or less", "a printed build cost of 3 or more".
fn compared(i: &mut In<'_>) -> R<Trait> {
    let _ = eat(i, "a|an");
    let (printed, stat) = num::stat(i)?;
    let (cmp, to) = num::bound(i)?;
    Ok(Trait::Stat {
        stat,
        printed,
        cmp,
        to,
    })
}

/// "lower speed than this unit", "a lower power".
fn lower_than(i: &mut In<'_>) -> R<Trait> {
    let _ = eat(i, "a|an");
    let cmp = if eat(i, "equal or less|lower") {
        Cmp::AtMost
    } else if eat(i, "equal or higher|greater|more") {
        Cmp::AtLeast
    } else if eat(i, "lower|less") {
        Cmp::Less
    } else if eat(i, "higher|greater|more") {
        Cmp::More
    } else {
        return fail(i);
    };
    let (printed, stat) = num::stat(i)?;
    let compared = if eat(i, "than") {
        attempt(i, subject::one)
    } else {
        // "with less power": than the unit chosen before, or else this unit.
        i.measured = true;
        Some(if i.that == Ant::That {
            crate::cardtext::who::Who::That
        } else {
            crate::cardtext::who::Who::This
        })
    };
    let to = match compared {
        Some(who) if printed => Num::PrintedStatOf(Box::new(who), stat),
        Some(who) => Num::StatOf(Box::new(who), stat),
        None => num::counted(i)?,
    };
    Ok(Trait::Stat {
        stat,
        printed,
        cmp,
        to,
    })
}

/// "2 or more damage counters on it", "no damage counters on it", "corruption counters on it".
fn counters(i: &mut In<'_>) -> R<Trait> {
    if eat(i, "no damage counters") {
        if eat(i, "on") {
            its(i)?;
        }
        return Ok(Trait::Undamaged);
    }
    let _ = eat(i, "any");
    let at_least = eat(i, "at least");
    let n = attempt(i, num::small);
    let more = eat(i, "or more");
    let kind = num::counter_kind(i)?;
    p("counter|counters").parse_next(i)?;
    if eat(i, "on") {
        its(i)?;
    }
    if n.is_some_and(|n| n > 1) && !more && !at_least {
        // "with 2 counters" could mean exactly 2.
        return fail(i);
    }
    let n = n.unwrap_or(1);
    Ok(if kind == CounterKind::Damage && n <= 1 {
        Trait::Damaged
    } else {
        Trait::Counters(kind, n)
    })
}

/// "it", "him", "her", "them", "this unit": the unit described.
fn its(i: &mut In<'_>) -> R<()> {
    if eat(i, "it|him|her|them") {
        return Ok(());
    }
    fail(i)
}

/// "a Pilot (on it)", "an Equipment attached (to it)", "2 or more cards in its stack".
fn carried(i: &mut In<'_>) -> R<Trait> {
    if ahead(i, "a pilot ability") {
        return fail(i);
    }
    if eat(i, "a pilot on|attached?") || eat(i, "1 or more pilots on|attached") {
        let _ = eat(i, "to? it|him|her|them");
        return Ok(Trait::Piloted);
    }
    if eat(i, "a|an? equipment card? on|attached?")
        || eat(i, "1 or more equipment cards? on|attached")
        || eat(i, "at least one equipment attached")
    {
        let _ = eat(i, "to? it|him|her|them");
        return Ok(Trait::Equipped);
    }
    if let Some(found) = attempt(i, carried_kinds) {
        return Ok(found);
    }
    let n = num::small(i)?;
    if eat(i, "or more cards in its|his|her|their stack") {
        let under = some(i, n.checked_sub(1))?;
        return Ok(Trait::Stacked(under, Under::Stacked));
    }
    p("or more").parse_next(i)?;
    let which = num::which_under(i, "cards")?;
    p("it|him|her").parse_next(i)?;
    Ok(Trait::Stacked(n, which))
}

/// "a Lightsaber Weapon attached", "2 or more Equipment attached to it", "a Jedi Pilot".
fn carried_kinds(i: &mut In<'_>) -> R<Trait> {
    let article = ahead(i, "a|an");
    let n = num::small(i)?;
    if !article && !eat(i, "or more") {
        return fail(i);
    }
    let of = if ahead(i, "pilot|pilots") {
        Vec::new()
    } else {
        super::kinds::alt_kinds(i)?.kinds
    };
    if eat(i, "pilot|pilots") {
        let _ = eat(i, "on it|him|her|them");
        let of = if of.is_empty() { of } else { carriable(i, of)? };
        return Ok(Trait::PilotedBy(alternatives(of), n));
    }
    let of = carriable(i, of)?;
    p("attached").parse_next(i)?;
    let _ = eat(i, "to it|him|her|them");
    Ok(Trait::Attached(alternatives(of), n))
}

fn alternatives(of: Vec<Kind>) -> Vec<Vec<Kind>> {
    if of.is_empty() { Vec::new() } else { vec![of] }
}

/// What is known of a carried card: not its side, nor whether it is unique.
pub(crate) fn carriable(i: &mut In<'_>, mut of: Vec<Kind>) -> R<Vec<Kind>> {
    let unknown = |k: &Kind| matches!(k, Kind::Side(_) | Kind::Unique(_) | Kind::Not(_));
    if of.is_empty() || of.iter().any(unknown) {
        return fail(i);
    }
    // Nothing but Equipment is attached.
    of.retain(|k| *k != Kind::Type(crate::game::CardType::Equipment));
    Ok(of)
}

/// "piloted by a Jedi".
pub(super) fn piloted_by(i: &mut In<'_>) -> R<Trait> {
    p("piloted by a|an").parse_next(i)?;
    let of = super::kinds::alt_kinds(i)?.kinds;
    let of = carriable(i, of)?;
    Ok(Trait::PilotedBy(alternatives(of), 1))
}

/// "Stealth", "the Bounty ability".
fn has_keyword(i: &mut In<'_>) -> R<Trait> {
    let _ = eat(i, "the|a|an");
    let keyword = keyword(i)?;
    let _ = eat(i, "ability");
    Ok(Trait::Has(keyword))
}
