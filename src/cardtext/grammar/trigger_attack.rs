//! Events of attacks: who attacks whom, and how it went.

use winnow::Parser;

use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use super::subject::Mode;
use super::trigger::{Trigger, actors, anyone};
use super::{num, subject};
use crate::cardtext::ability::Event;
use crate::cardtext::who::{Cmp, Cond, Num, Who};

fn object(i: &mut In<'_>) -> Option<Who> {
    attempt(i, |i| subject::who(i, Mode::Event))
}

pub(super) fn attacks(i: &mut In<'_>, who: &Who) -> R<Trigger> {
    if eat(i, "attacks or is attacked") {
        let target = attempt(i, |i| {
            let _ = eat(i, "by");
            subject::who(i, Mode::Event)
        });
        actors(i, (who, Ant::Actor), None);
        let attack = Event::Attacks {
            who: who.clone(),
            target: target.clone(),
        };
        let any = target.unwrap_or_else(anyone);
        let attacked = Event::Attacks {
            who: any,
            target: Some(who.clone()),
        };
        if *who != Who::This {
            return fail(i);
        }
        return Ok(Trigger {
            events: vec![attack, attacked],
            condition: None,
        });
    }
    p("attacks|attack").parse_next(i)?;
    if eat(i, "and does|do damage") || eat(i, "and damages") {
        i.much = super::input::Much::Done;
        let target = attempt(i, |i| {
            let _ = eat(i, "to");
            subject::who(i, Mode::Event)
        });
        actors(
            i,
            (who, Ant::Actor),
            target.as_ref().map(|t| (t, Ant::Patient)),
        );
        let target = target.unwrap_or_else(anyone);
        return Ok(Event::Damages {
            who: who.clone(),
            target,
            attacking: true,
            using: None,
        }
        .into());
    }
    let target = object(i);
    if let Some(found) = attempt(i, |i| how_it_went(i, who, target.as_ref())) {
        return Ok(found);
    }
    if target.is_some() && (eat(i, "and does|do damage") || eat(i, "and damages")) {
        i.much = super::input::Much::Done;
        let _ = eat(i, "to it");
        actors(
            i,
            (who, Ant::Actor),
            target.as_ref().map(|t| (t, Ant::Patient)),
        );
        let target = target.unwrap_or_else(anyone);
        return Ok(Event::Damages {
            who: who.clone(),
            target,
            attacking: true,
            using: None,
        }
        .into());
    }
    if ahead(i, "and") {
        return fail(i);
    }
    actors(
        i,
        (who, Ant::Actor),
        target.as_ref().map(|t| (t, Ant::Patient)),
    );
    Ok(Event::Attacks {
        who: who.clone(),
        target,
    }
    .into())
}

/// "and does no damage (after damage prevention)": looked at when the attack ends; "and does more
/// than 3 damage": looked at when it is done.
fn how_it_went(i: &mut In<'_>, who: &Who, target: Option<&Who>) -> R<Trigger> {
    p("and|but does|do|did").parse_next(i)?;
    if eat(i, "no|not any? damage") || eat(i, "not do any? damage") {
        actors(i, (who, Ant::Actor), target.map(|t| (t, Ant::Patient)));
        return Ok(Trigger {
            events: vec![Event::AttackEnds {
                who: who.clone(),
                target: target.cloned(),
            }],
            condition: Some(Cond::Compare(Num::DamageDone, Cmp::Is, Num::Const(0))),
        });
    }
    let least = if eat(i, "more than") {
        Num::Const(num::count(i)? + 1)
    } else {
        let n = num::number(i)?;
        p("or more").parse_next(i)?;
        n
    };
    p("damage").parse_next(i)?;
    let _ = eat(i, "to it|him|her");
    i.much = super::input::Much::Done;
    actors(i, (who, Ant::Actor), target.map(|t| (t, Ant::Patient)));
    if target.is_none() {
        i.that = Ant::Patient;
    }
    Ok(Trigger {
        events: vec![Event::Damages {
            who: who.clone(),
            target: target.cloned().unwrap_or_else(anyone),
            attacking: true,
            using: None,
        }],
        condition: Some(Cond::Compare(Num::DamageDone, Cmp::AtLeast, least)),
    })
}
