//! What sets an ability off: "when", "whenever", "at", "each time".

use winnow::Parser;
use winnow::combinator::alt;

use super::input::{Ant, In, R, ahead, attempt, eat, fail, p};
use super::subject::Mode;
use super::trigger_attack::attacks;
use super::trigger_damage::{causes, damages, would};
use super::trigger_player::players;
use super::trigger_unit::{passive, single};
use super::{limits, place, subject};
use crate::cardtext::ability::Event;
use crate::cardtext::who::{Cond, Filter, Owner, Player, Quantity, Trait, Who};

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
        // "If the defending unit is damaged" asks for a state, unless it says by whom.
        let start = *i;
        let found = units(i)?;
        let read = start.toks.len() - i.toks.len();
        let words = start.toks.get(..read).unwrap_or_default();
        if matches!(words, [.., be, damaged] if matches!(be.low.as_str(), "is" | "are") && damaged.low == "damaged")
        {
            return fail(i);
        }
        let happens = matches!(
            found.events.as_slice(),
            [Event::Discarded { .. }
                | Event::AttackEnds { .. }
                | Event::Attacks { .. }
                | Event::Damages { .. }
                | Event::WouldBeDamaged { .. }
                | Event::Retreats(_)]
        );
        return if happens && ahead(i, ",") {
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
        Ok(Event::Discarded {
            who,
            from,
            by,
            caused: false,
        })
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
        let battle = eat(i, "during the battle phase");
        return Ok(Trigger {
            events: vec![event],
            condition: battle.then_some(Cond::BattlePhase),
        });
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
            "when|whenever your opponent's build step starts|begins",
            Event::BuildStepStarts(Player::Opponent),
        ),
        (
            "at the start of your opponent's build step",
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
pub(super) fn actor(i: &mut In<'_>, who: &Who, role: Ant) {
    let ant = if *who == Who::This { Ant::This } else { role };
    i.yours = if is_yours(who) { ant } else { Ant::None };
    i.acted_on = true;
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
    i.acted_on = [Some(first), second]
        .into_iter()
        .flatten()
        .any(|(_, ant)| ant == Ant::Patient);
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

/// What units do and what is done to them. "A unit with lower speed" is compared with this unit,
/// which has to be one of the two.
fn units(i: &mut In<'_>) -> R<Trigger> {
    let before = std::mem::take(&mut i.measured);
    let found = units_of(i)?;
    let measured = std::mem::replace(&mut i.measured, before);
    if measured && !found.events.iter().all(about_this) {
        return fail(i);
    }
    if super::pronoun::ill_named(i, &found.events) {
        return fail(i);
    }
    i.gone = gone(&found.events);
    Ok(found)
}

/// The unit that was discarded in the event.
fn gone(events: &[Event]) -> Ant {
    let discarded = events.iter().find_map(|event| match event {
        Event::Discarded { who, .. } => Some(who),
        _ => None,
    });
    match discarded {
        Some(Who::This) => Ant::This,
        Some(_) => Ant::Patient,
        None => Ant::None,
    }
}

/// Whether the unit with the ability acts in the event, or is acted on.
fn about_this(event: &Event) -> bool {
    match event {
        Event::Attacks { who, target }
        | Event::AttackEnds { who, target }
        | Event::Rolls { who, target, .. } => *who == Who::This || *target == Some(Who::This),
        Event::Damages { who, target, .. } => *who == Who::This || *target == Who::This,
        Event::WouldBeDamaged { who, by, .. } | Event::Discarded { who, by, .. } => {
            *who == Who::This || *by == Some(Who::This)
        }
        _ => false,
    }
}

fn units_of(i: &mut In<'_>) -> R<Trigger> {
    let attack = eat(i, "an attack from|by") || eat(i, "attacks from|by");
    if attack || eat(i, "damage from|by") {
        let mut source = subject::who(i, Mode::Event)?;
        only_any(i, &source)?;
        // What it does besides, as by Retaliate or Deflect, is no attack of its own.
        let condition = match &mut source {
            Who::Units(s) if attack => {
                s.filter.traits.push(Trait::Attacking);
                None
            }
            one => attack.then(|| Cond::Attacking(one.clone(), None)),
        };
        let found = causes(i, &source, false)?;
        return Ok(Trigger { condition, ..found });
    }
    if let Some(source) = attempt(i, |i| {
        let source = subject::possessive(i)?;
        p("damage").parse_next(i)?;
        Ok(source)
    }) {
        return causes(i, &source, false);
    }
    // The lines of an Equipment are its bearer's.
    let who = if eat(i, "the? equipped unit|character") {
        // "This card" is the Equipment, of which an event of its bearer says nothing here.
        if i.toks.windows(2).any(speaks_of_the_card) {
            return fail(i);
        }
        Who::This
    } else {
        subject::who(i, Mode::Event)?
    };
    only_any(i, &who)?;
    alt((
        |i: &mut In<'_>| causes(i, &who, true),
        |i: &mut In<'_>| attacks(i, &who),
        |i: &mut In<'_>| damages(i, &who),
        |i: &mut In<'_>| would(i, &who),
        |i: &mut In<'_>| passive(i, &who),
        |i: &mut In<'_>| single(i, &who),
    ))
    .parse_next(i)
}

fn speaks_of_the_card(words: &[crate::cardtext::tokens::Tok]) -> bool {
    matches!(words, [this, card] if this.low == "this"
        && matches!(card.low.as_str(), "card" | "equipment"))
}

/// In events a description means any unit that fits.
fn only_any(i: &mut In<'_>, who: &Who) -> R<()> {
    match who {
        Who::Units(s) if s.quantity != Quantity::Each => fail(i),
        _ => Ok(()),
    }
}

/// Any unit.
pub(crate) fn anyone() -> Who {
    subject::each(Filter::default())
}
