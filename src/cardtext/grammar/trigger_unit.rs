//! Events of units: what they do and what is done to them.

use winnow::Parser;

use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use super::subject::Mode;
use super::trigger::{Trigger, actor, actors, anyone};
use super::trigger_damage::using;
use super::{filter, num, place, subject};
use crate::cardtext::ability::Event;
use crate::cardtext::who::{Cmp, Cond, Num, Place, Player, Who};
use crate::game::CounterKind;

/// "is attacked by ...", "is discarded from ...", "is deployed", "is deployed or retreated".
pub(super) fn passive(i: &mut In<'_>, who: &Who) -> R<Trigger> {
    p("is|are").parse_next(i)?;
    if *who == Who::This
        && let Some(events) = attempt(i, |i| any_of_several(i))
    {
        actor(i, who, Ant::Patient);
        return Ok(Trigger {
            events,
            condition: None,
        });
    }
    passive_one(i, who)
}

/// "deployed, retreated, or discarded": whichever happens to the unit itself.
fn any_of_several(i: &mut In<'_>) -> R<Vec<Event>> {
    let mut out = vec![plain_passive(i)?];
    while let Some(more) = attempt(i, |i| {
        if !(eat(i, ", or") || eat(i, "or") || eat(i, ",")) {
            return fail(i);
        }
        plain_passive(i)
    }) {
        out.push(more);
    }
    let ends = ahead(i, ",");
    if out.len() > 1 && ends {
        Ok(out)
    } else {
        fail(i)
    }
}

fn plain_passive(i: &mut In<'_>) -> R<Event> {
    let who = Who::This;
    Ok(if eat(i, "deployed") {
        Event::Deployed {
            who,
            into: Vec::new(),
            meditated: false,
        }
    } else if eat(i, "discarded") {
        Event::Discarded {
            who,
            from: Vec::new(),
            by: None,
            caused: false,
        }
    } else if eat(i, "tapped") {
        Event::Tapped(who)
    } else if eat(i, "untapped") {
        Event::Untapped(who)
    } else {
        p("retreated").parse_next(i)?;
        Event::Retreats(who)
    })
}

fn passive_one(i: &mut In<'_>, who: &Who) -> R<Trigger> {
    if eat(i, "attacked") {
        let by = attempt(i, |i| {
            p("by").parse_next(i)?;
            subject::who(i, Mode::Event)
        });
        actors(i, (who, Ant::Patient), by.as_ref().map(|b| (b, Ant::Actor)));
        let attacker = by.unwrap_or_else(anyone);
        return Ok(Event::Attacks {
            who: attacker,
            target: Some(who.clone()),
        }
        .into());
    }
    if eat(i, "damaged by an attack") {
        actors(i, (who, Ant::Patient), None);
        if ahead(i, "from|by|and|using") {
            return fail(i);
        }
        return Ok(Event::Damages {
            who: anyone(),
            target: who.clone(),
            attacking: true,
            using: None,
        }
        .into());
    }
    if eat(i, "damaged") {
        let by = attempt(i, |i| {
            p("by").parse_next(i)?;
            let _ = eat(i, "damage from");
            subject::who(i, Mode::Event)
        });
        actors(i, (who, Ant::Patient), by.as_ref().map(|b| (b, Ant::Actor)));
        let source = by.unwrap_or_else(anyone);
        return Ok(Event::Damages {
            who: source,
            target: who.clone(),
            attacking: false,
            using: None,
        }
        .into());
    }
    if eat(i, "discarded or returned to") {
        if !(eat(i, "your|the|its|their hand|hands")
            || eat(i, "your opponent's hand")
            || eat(i, "its|their owner's|owners' hand|hands"))
        {
            return fail(i);
        }
        let from = attempt(i, place::located).unwrap_or_default();
        actor(i, who, Ant::Patient);
        let discarded = Event::Discarded {
            who: who.clone(),
            from: from.clone(),
            by: None,
            caused: false,
        };
        let returned = Event::Returned {
            who: who.clone(),
            from,
        };
        return Ok(Trigger {
            events: vec![discarded, returned],
            condition: None,
        });
    }
    if eat(i, "returned to its|their owner's|owners' hand|hands") {
        let from = attempt(i, place::located).unwrap_or_default();
        actor(i, who, Ant::Patient);
        return Ok(Event::Returned {
            who: who.clone(),
            from,
        }
        .into());
    }
    if eat(i, "discarded") {
        let from = attempt(i, place::located).unwrap_or_default();
        let by = attempt(i, |i| {
            p("by damage from|done? by?").parse_next(i)?;
            subject::who(i, Mode::Event)
        });
        // "Discarded by a Sith": by its damage or in any other way.
        let caused = by.is_none() && eat(i, "by");
        let by = if caused {
            Some(subject::who(i, Mode::Event)?)
        } else {
            by
        };
        actors(i, (who, Ant::Patient), by.as_ref().map(|b| (b, Ant::Actor)));
        return Ok(Event::Discarded {
            who: who.clone(),
            from,
            by,
            caused,
        }
        .into());
    }
    if eat(i, "deployed or meditated") {
        // A unit that is meditated is deployed from the discard pile.
        actor(i, who, Ant::Actor);
        return Ok(Event::Deployed {
            who: who.clone(),
            into: Vec::new(),
            meditated: true,
        }
        .into());
    }
    if eat(i, "deployed or put") {
        // Whatever is deployed into an arena comes into it.
        let into = place::located(i)?;
        actor(i, who, Ant::Patient);
        return Ok(Event::Arrives {
            who: who.clone(),
            into,
        }
        .into());
    }
    if eat(i, "deployed") {
        return Ok(deployed(i, who));
    }
    if eat(i, "completed") {
        return match who {
            Who::Units(s) => Ok(Event::Completes(Player::Each, s.filter.clone()).into()),
            _ => fail(i),
        };
    }
    if eat(i, "retreated") {
        actor(i, who, Ant::Patient);
        return Ok(Event::Retreats(who.clone()).into());
    }
    if eat(i, "tapped") {
        actor(i, who, Ant::Patient);
        return Ok(Event::Tapped(who.clone()).into());
    }
    if eat(i, "untapped") {
        actor(i, who, Ant::Patient);
        return Ok(Event::Untapped(who.clone()).into());
    }
    fail(i)
}

/// Behind "is deployed" or "deploys": where, if that is said.
fn deployed(i: &mut In<'_>, who: &Who) -> Trigger {
    let into = attempt(i, place::located).unwrap_or_default();
    actor(i, who, Ant::Actor);
    let who = who.clone();
    Event::Deployed {
        who,
        into,
        meditated: false,
    }
    .into()
}

/// "has 4 or more captivity counters on her": looked at whenever such a counter is put.
fn filled(i: &mut In<'_>, who: &Who) -> R<Trigger> {
    p("has").parse_next(i)?;
    let n = num::number(i)?;
    p("or more").parse_next(i)?;
    let kind = num::counter_kind(i)?;
    p("counters on it|him|her").parse_next(i)?;
    actor(i, who, Ant::Patient);
    let condition = Cond::Compare(
        Num::CountersOn(Box::new(who.clone()), kind),
        Cmp::AtLeast,
        n,
    );
    Ok(Trigger {
        events: vec![Event::CountersPut(who.clone(), kind)],
        condition: Some(condition),
    })
}

pub(super) fn single(i: &mut In<'_>, who: &Who) -> R<Trigger> {
    if *who == Who::This
        && let Some(found) = attempt(i, |i| filled(i, who))
    {
        return Ok(found);
    }
    if eat(i, "deploys") {
        return Ok(deployed(i, who));
    }
    if eat(i, "enters") {
        let _ = eat(i, "the");
        let into = vec![Place::Arena(place::arena(i)?)];
        p("arena").parse_next(i)?;
        actor(i, who, Ant::Patient);
        let who = who.clone();
        return Ok(Event::Arrives { who, into }.into());
    }
    if eat(i, "retreats") {
        actor(i, who, Ant::Patient);
        return Ok(Event::Retreats(who.clone()).into());
    }
    if eat(i, "taps") || eat(i, "becomes tapped") {
        actor(i, who, Ant::Patient);
        return Ok(Event::Tapped(who.clone()).into());
    }
    if eat(i, "untaps") || eat(i, "becomes untapped") {
        actor(i, who, Ant::Patient);
        return Ok(Event::Untapped(who.clone()).into());
    }
    if eat(i, "prevents damage") {
        let mut using = using(i);
        let to = attempt(i, |i| {
            p("to").parse_next(i)?;
            subject::who(i, Mode::Event)
        });
        using = using.or_else(|| super::trigger_damage::using(i));
        super::trigger::actors(i, (who, Ant::Actor), to.as_ref().map(|t| (t, Ant::Patient)));
        return if ahead(i, "to") {
            fail(i)
        } else {
            Ok(Event::Prevents {
                who: who.clone(),
                using,
                to,
            }
            .into())
        };
    }
    if eat(i, "discards") {
        // By its damage or in any other way.
        let target = subject::who(i, Mode::Event)?;
        let from = attempt(i, place::located).unwrap_or_default();
        super::trigger::actors(i, (who, Ant::Actor), Some((&target, Ant::Patient)));
        // "It" could be either of the two.
        i.it = Ant::None;
        return if ahead(i, ",") {
            Ok(Event::Discarded {
                who: target,
                from,
                by: Some(who.clone()),
                caused: true,
            }
            .into())
        } else {
            fail(i)
        };
    }
    if eat(i, "bombards") && ahead(i, ",") {
        actor(i, who, Ant::Actor);
        return Ok(Event::Uses(who.clone(), crate::keyword!("bombard")).into());
    }
    if eat(i, "uses") {
        let keyword = filter::keyword(i)?;
        actor(i, who, Ant::Actor);
        return Ok(Event::Uses(who.clone(), keyword).into());
    }
    if eat(i, "gets|receives a damage counter") {
        actor(i, who, Ant::Patient);
        return Ok(Event::CountersPut(who.clone(), CounterKind::Damage).into());
    }
    fail(i)
}
