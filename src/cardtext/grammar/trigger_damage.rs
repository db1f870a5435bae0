//! Events about damage: done, pending, and the discards it causes.

use winnow::Parser;

use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use super::subject::{self, Mode};
use super::trigger::{Trigger, actors, anyone};
use super::{filter, num, place};
use crate::cardtext::ability::Event;
use crate::cardtext::tokens::{Sym, Tok};
use crate::cardtext::who::{Cmp, Cond, Num, Who};

pub(crate) fn damages(i: &mut In<'_>, who: &Who) -> R<Trigger> {
    i.much = super::input::Much::Done;
    let attacking = eat(i, "attacks and");
    if eat(i, "damages|damage") {
        let target = subject::who(i, Mode::Event)?;
        actors(i, (who, Ant::Actor), Some((&target, Ant::Patient)));
        if matches!(target, Who::Units(_) | Who::Defender) && !gets_something(i) {
            // "It" could be either of the two.
            i.it = Ant::None;
        }
        let using = using(i);
        if using.is_none() && eat(i, "and that|the unit is discarded") {
            return Ok(Event::Discarded {
                who: target,
                from: Vec::new(),
                by: Some(who.clone()),
                caused: false,
            }
            .into());
        }
        return Ok(Event::Damages {
            who: who.clone(),
            target,
            attacking,
            using,
        }
        .into());
    }
    p("does|do|deals").parse_next(i)?;
    let at_least = attempt(i, |i| {
        if eat(i, "more than") {
            return num::count(i).map(|n| Num::Const(n + 1));
        }
        let n = num::number(i)?;
        p("or more").parse_next(i)?;
        Ok(n)
    });
    p("damage").parse_next(i)?;
    let using = using(i);
    let target = attempt(i, |i| {
        p("to").parse_next(i)?;
        subject::who(i, Mode::Event)
    });
    let in_attack = eat(i, "in|during|for an attack");
    actors(
        i,
        (who, Ant::Actor),
        target.as_ref().map(|t| (t, Ant::Patient)),
    );
    if target.is_none() && *who == Who::This {
        i.that = Ant::Patient;
    }
    let event = Event::Damages {
        who: who.clone(),
        target: target.unwrap_or_else(anyone),
        attacking: attacking || in_attack,
        using,
    };
    let condition = at_least.map(|n| Cond::Compare(Num::DamageDone, Cmp::AtLeast, n));
    Ok(Trigger {
        events: vec![event],
        condition,
    })
}

/// Whether the sentence goes on "it gets ...": what does the damage gets it, unless that is a loss.
fn gets_something(i: &In<'_>) -> bool {
    let it = |word: &Tok| matches!(word.low.as_str(), "it" | "he" | "she");
    let gets = |word: &Tok| matches!(word.low.as_str(), "gets" | "gains" | "does");
    let mut pairs = i.toks.windows(2);
    let Some(at) = pairs.position(|pair| matches!(pair, [one, verb] if it(one) && gets(verb)))
    else {
        return false;
    };
    let mut rest = i
        .toks
        .iter()
        .skip(at + 2)
        .take_while(|word| word.sym != Sym::Dot);
    rest.all(|word| word.sym != Sym::Minus)
}

pub(crate) fn using(i: &mut In<'_>) -> Option<crate::rulebook::Keyword> {
    attempt(i, |i| {
        p("using|with").parse_next(i)?;
        filter::keyword(i)
    })
}

/// "this unit causes a Jedi to be discarded", in whatever way; "damage from this unit causes ...".
pub(crate) fn causes(i: &mut In<'_>, who: &Who, caused: bool) -> R<Trigger> {
    p("causes|cause").parse_next(i)?;
    let target = subject::who(i, Mode::Event)?;
    p("to be discarded").parse_next(i)?;
    let from = attempt(i, place::located).unwrap_or_default();
    actors(i, (who, Ant::Actor), Some((&target, Ant::Patient)));
    Ok(Event::Discarded {
        who: target,
        from,
        by: Some(who.clone()),
        caused,
    }
    .into())
}

pub(crate) fn would(i: &mut In<'_>, who: &Who) -> R<Trigger> {
    p("would").parse_next(i)?;
    if eat(i, "attack") {
        actors(i, (who, Ant::Actor), None);
        if *who == Who::This {
            // Nothing is attacked yet.
            i.that = Ant::None;
        }
        if ahead(i, ",") {
            return Ok(Event::WouldAttack(who.clone()).into());
        }
        let target = subject::who(i, Mode::Event)?;
        actors(i, (who, Ant::Actor), Some((&target, Ant::Patient)));
        return Ok(Event::Attacks {
            who: who.clone(),
            target: Some(target),
        }
        .into());
    }
    if eat(i, "damage") {
        let target = subject::who(i, Mode::Event)?;
        actors(i, (&target, Ant::Patient), Some((who, Ant::Actor)));
        return Ok(Event::WouldBeDamaged {
            who: target,
            by: Some(who.clone()),
            attacked: false,
        }
        .into());
    }
    if eat(i, "be discarded or retreated") {
        let from = attempt(i, place::located).unwrap_or_default();
        actors(i, (who, Ant::Patient), None);
        if ahead(i, "instead") {
            return fail(i);
        }
        return Ok(Trigger {
            events: vec![
                Event::Discarded {
                    who: who.clone(),
                    from,
                    by: None,
                    caused: false,
                },
                Event::Retreats(who.clone()),
            ],
            condition: None,
        });
    }
    p("be damaged").parse_next(i)?;
    let by = attempt(i, |i| {
        p("by").parse_next(i)?;
        subject::who(i, Mode::Event)
    });
    let attacked = eat(i, "when attacked") || eat(i, "by an attack") || eat(i, "in an attack");
    actors(i, (who, Ant::Patient), by.as_ref().map(|b| (b, Ant::Actor)));
    if ahead(i, "and") {
        return fail(i);
    }
    Ok(Event::WouldBeDamaged {
        who: who.clone(),
        by,
        attacked,
    }
    .into())
}
