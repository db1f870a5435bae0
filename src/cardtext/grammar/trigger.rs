//! What sets an ability off: "when", "whenever", "at", "each time".

use winnow::Parser;
use winnow::combinator::alt;

use super::filter;
use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use super::subject::{self, Mode};
use super::trigger_damage::{causes, damages, using, would};
use super::{limits, num, place};
use crate::cardtext::ability::Event;
use crate::cardtext::who::{Cmp, Cond, Filter, Num, Owner, Player, Quantity, Selector, Who};
use crate::game::CounterKind;

/// What was read: one or two events ("attacks or is attacked"), and what it asks besides.
pub(crate) struct Trigger {
    /// The events, each of which triggers.
    pub events: Vec<Event>,
    /// A condition that is part of the event's words.
    pub condition: Option<Cond>,
}

impl From<Event> for Trigger {
    fn from(event: Event) -> Trigger {
        Trigger {
            events: vec![event],
            condition: None,
        }
    }
}

/// The event with its word; the comma behind it stays.
pub(crate) fn trigger(i: &mut In<'_>) -> R<Trigger> {
    if let Some(event) = attempt(i, moments) {
        return Ok(event.into());
    }
    if eat(i, "if") {
        // "If this unit is discarded, ..." happens on the event like any other trigger.
        let found = units(i)?;
        let discarded = matches!(found.events.as_slice(), [Event::Discarded { .. }]);
        return if discarded && ahead(i, ",") {
            Ok(found)
        } else {
            fail(i)
        };
    }
    if let Some(event) = attempt(i, |i| {
        // The card that speaks backwards: "when discarded from play Yoda is".
        p("when discarded").parse_next(i)?;
        let from = place::located(i)?;
        subject::this(i)?;
        p("is").parse_next(i)?;
        let who = Who::This;
        let by = None;
        Ok(Event::Discarded { who, from, by })
    }) {
        i.it = Ant::This;
        return Ok(event.into());
    }
    p("when|whenever|each|every time?").parse_next(i)?;
    body(i)
}

/// The event without its word.
pub(crate) fn body(i: &mut In<'_>) -> R<Trigger> {
    if let Some(event) = attempt(i, players) {
        return Ok(event.into());
    }
    if let Some(event) = attempt(i, attack_ends) {
        return Ok(event.into());
    }
    units(i)
}

/// Moments of the turn.
fn moments(i: &mut In<'_>) -> R<Event> {
    if let Some(arena) = attempt(i, limits::start_of_step) {
        return Ok(Event::BattleStepStarts(arena));
    }
    if let Some(arena) = attempt(i, end_of_step) {
        return Ok(Event::BattleStepEnds(arena));
    }
    const PHRASES: &[(&str, Event)] = &[
        (
            "when|whenever the battle phase? starts|begins",
            Event::BattleStarts,
        ),
        ("at the start of the? battle phase?", Event::BattleStarts),
        ("when|whenever the battle phase? ends", Event::BattleEnds),
        ("when end the battle phase does", Event::BattleEnds),
        ("at the? end of the? battle phase?", Event::BattleEnds),
        (
            "when|whenever your build step starts|begins",
            Event::BuildStepStarts(Player::You),
        ),
        (
            "at the start of your build step",
            Event::BuildStepStarts(Player::You),
        ),
        (
            "when|whenever your opponent's build step starts",
            Event::BuildStepStarts(Player::Opponent),
        ),
        (
            "when|whenever each player's build step starts",
            Event::BuildStepStarts(Player::Each),
        ),
        (
            "when|whenever your build step ends",
            Event::BuildStepEnds(Player::You),
        ),
        (
            "at the? end of your build step",
            Event::BuildStepEnds(Player::You),
        ),
        (
            "when|whenever the roll for build points is made",
            Event::ReadyPhase(Player::You),
        ),
        ("when|whenever the|this|each turn ends", Event::TurnEnds),
        ("at the? end of the|each|your turn", Event::TurnEnds),
    ];
    for (phrase, event) in PHRASES {
        if eat(i, phrase) {
            return if ahead(i, "step") {
                fail(i)
            } else {
                Ok(event.clone())
            };
        }
    }
    fail(i)
}

fn end_of_step(i: &mut In<'_>) -> R<Option<crate::game::Arena>> {
    if eat(i, "at the? end of") {
        return limits::step_name(i);
    }
    p("when|whenever").parse_next(i)?;
    let arena = limits::step_name(i)?;
    p("ends|end").parse_next(i)?;
    Ok(arena)
}

/// What players do.
fn players(i: &mut In<'_>) -> R<Event> {
    let player = subject::player(i)?;
    if eat(i, "deploy|deploys") {
        let who = whose(subject::who(i, Mode::Event)?, player);
        let into = attempt(i, place::located).unwrap_or_default();
        actor(i, &who, Ant::Actor);
        return Ok(Event::Deployed { who, into });
    }
    if eat(i, "retreat|retreats") {
        let who = whose(subject::who(i, Mode::Event)?, player);
        actor(i, &who, Ant::Patient);
        return Ok(Event::Retreats(who));
    }
    if eat(i, "attack|attacks") {
        let target = subject::who(i, Mode::Event)?;
        actor(i, &target, Ant::Patient);
        return Ok(Event::Attacks {
            who: opposing(player),
            target: Some(target),
        });
    }
    if eat(i, "put|puts|move|moves") {
        let who = whose(subject::who(i, Mode::Event)?, player);
        let into = place::located(i)?;
        actor(i, &who, Ant::Actor);
        return Ok(Event::Arrives { who, into });
    }
    if eat(i, "play|plays a battle card") {
        return Ok(Event::PlaysBattleCard(player));
    }
    if eat(i, "draw|draws a card") {
        return Ok(Event::Draws(player));
    }
    if eat(i, "complete|completes") || eat(i, "finish|finishes building") {
        let who = subject::who(i, Mode::Event)?;
        return match who {
            Who::This => Ok(Event::Deployed {
                who: Who::This,
                into: Vec::new(),
            }),
            Who::Units(s) => Ok(Event::Completes(player, s.filter)),
            _ => fail(i),
        };
    }
    if eat(i, "roll|rolls one|1 or more dice in an attack on") {
        let target = subject::who(i, Mode::Event)?;
        let who = opposing(player);
        return Ok(Event::Rolls {
            who,
            target: Some(target),
            natural: None,
        });
    }
    fail(i)
}

/// Units of that player.
fn opposing(player: Player) -> Who {
    let owner = if player == Player::Opponent {
        Owner::Opponents
    } else {
        Owner::Yours
    };
    subject::each(Filter {
        owner,
        ..Filter::default()
    })
}

/// "your opponent deploys a Jedi": one of your opponent's.
fn whose(who: Who, player: Player) -> Who {
    let owner = match player {
        Player::You => Owner::Yours,
        Player::Opponent => Owner::Opponents,
        Player::Each | Player::ThatController => Owner::Anyone,
    };
    match who {
        Who::Units(Selector {
            quantity,
            mut filter,
        }) => {
            if filter.owner == Owner::Anyone {
                filter.owner = owner;
            }
            Who::Units(Selector { quantity, filter })
        }
        who => who,
    }
}

/// "this unit's attack ends", "its attack ends", "this attack ends".
fn attack_ends(i: &mut In<'_>) -> R<Event> {
    if eat(i, "this|that|the attack ends") {
        return Ok(Event::AttackEnds {
            who: Who::Attacker,
            target: None,
        });
    }
    let had = i.it;
    if had == Ant::None {
        i.it = Ant::This;
    }
    let who = subject::possessive(i)?;
    p("attack ends").parse_next(i)?;
    Ok(Event::AttackEnds { who, target: None })
}

/// Whether units of the player who has the ability are described.
fn is_yours(who: &Who) -> bool {
    matches!(who, Who::Units(s) if s.filter.owner == Owner::Yours)
}

/// Notes whom pronouns mean after an event about units that are not the unit itself.
fn actor(i: &mut In<'_>, who: &Who, role: Ant) {
    let ant = if *who == Who::This { Ant::This } else { role };
    i.yours = if is_yours(who) { ant } else { Ant::None };
    i.it = ant;
    i.that = if ant == Ant::This { i.that } else { ant };
}

/// Pronouns after "A attacks B".
pub(crate) fn actors(i: &mut In<'_>, first: (&Who, Ant), second: Option<(&Who, Ant)>) {
    let role = |(who, ant): (&Who, Ant)| if *who == Who::This { Ant::This } else { ant };
    i.yours = [Some(first), second]
        .into_iter()
        .flatten()
        .find(|(who, _)| is_yours(who))
        .map_or(Ant::None, role);
    i.it = role(first);
    i.that = match second.map(role) {
        // "That unit" is never the unit whose ability it is: where it attacks, it is the other one.
        None if i.it == Ant::This && first.1 == Ant::Actor => Ant::Patient,
        None if i.it == Ant::This => Ant::None,
        None | Some(Ant::This) => role(first),
        Some(ant) if i.it == Ant::This => ant,
        // Two units that are both not the unit itself: "that unit" could be either.
        Some(_) => Ant::None,
    };
}

/// What units do and what is done to them.
fn units(i: &mut In<'_>) -> R<Trigger> {
    if eat(i, "damage|attacks from|by") || eat(i, "an attack from|by") {
        let source = subject::who(i, Mode::Event)?;
        only_any(i, &source)?;
        return causes(i, &source);
    }
    let who = subject::who(i, Mode::Event)?;
    only_any(i, &who)?;
    alt((
        |i: &mut In<'_>| causes(i, &who),
        |i: &mut In<'_>| attacks(i, &who),
        |i: &mut In<'_>| damages(i, &who),
        |i: &mut In<'_>| would(i, &who),
        |i: &mut In<'_>| passive(i, &who),
        |i: &mut In<'_>| single(i, &who),
    ))
    .parse_next(i)
}

/// In events a description means any unit that fits.
fn only_any(i: &mut In<'_>, who: &Who) -> R<()> {
    match who {
        Who::Units(s) if s.quantity != Quantity::Each => fail(i),
        _ => Ok(()),
    }
}

fn object(i: &mut In<'_>) -> Option<Who> {
    attempt(i, |i| subject::who(i, Mode::Event))
}

fn attacks(i: &mut In<'_>, who: &Who) -> R<Trigger> {
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

/// Any unit.
pub(crate) fn anyone() -> Who {
    subject::each(Filter::default())
}

/// "is attacked by ...", "is discarded from ...", "is deployed".
fn passive(i: &mut In<'_>, who: &Who) -> R<Trigger> {
    p("is|are").parse_next(i)?;
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
        actors(i, (who, Ant::Patient), by.as_ref().map(|b| (b, Ant::Actor)));
        return Ok(Event::Discarded {
            who: who.clone(),
            from,
            by,
        }
        .into());
    }
    if eat(i, "deployed or meditated") {
        // A unit that is meditated is deployed from the discard pile.
        actor(i, who, Ant::Actor);
        return Ok(Event::Deployed {
            who: who.clone(),
            into: Vec::new(),
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
        let into = attempt(i, place::located).unwrap_or_default();
        actor(i, who, Ant::Actor);
        return Ok(Event::Deployed {
            who: who.clone(),
            into,
        }
        .into());
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

fn single(i: &mut In<'_>, who: &Who) -> R<Trigger> {
    if *who == Who::This
        && let Some(found) = attempt(i, |i| filled(i, who))
    {
        return Ok(found);
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
        let using = using(i);
        actor(i, who, Ant::Actor);
        return if ahead(i, "to") {
            fail(i)
        } else {
            Ok(Event::Prevents {
                who: who.clone(),
                using,
            }
            .into())
        };
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
