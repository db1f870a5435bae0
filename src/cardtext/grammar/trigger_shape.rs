//! What an unread line waits for, as far as the clause with its "when" shows. Only the sort of
//! event counts: an unread line whose event did not happen has nothing to do with a ruling.

use super::input::{In, ahead, attempt, eat};
use super::trigger;
use crate::cardtext::ability::Event;
use crate::cardtext::tokens::{Sym, Tok};
use crate::cardtext::who::{Filter, Player, Who};
use crate::game::CounterKind;

/// The events one of which must have happened before the line can do anything, and whether their
/// units are known. `None` if the line has no trigger, or one of which that cannot be said.
pub(crate) fn events(i: &In<'_>) -> Option<(Vec<Event>, bool)> {
    let mut look = *i;
    if let Some(found) = attempt(&mut look, trigger::trigger)
        && ends(&mut look)
        && !found.events.is_empty()
    {
        return Some((found.events, true));
    }
    if !opens(i) {
        return None;
    }
    by_words(clause(i.toks)).map(|event| (vec![event], false))
}

/// Whether the line starts like a trigger: "when", "whenever", "at", "each time", "each turn".
pub(crate) fn opens(i: &In<'_>) -> bool {
    ahead(i, "when|whenever|at") || ahead(i, "each time|turn") || ahead(i, "every time|turn")
}

/// The clause ends here, or goes on with another way of coming into play.
fn ends(i: &mut In<'_>) -> bool {
    let _ = eat(i, "or meditated");
    ahead(i, ",") || ahead(i, "if")
}

fn same_sort(a: &Event, b: &Event) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

/// Up to the first comma that stands in front of the effect.
fn clause(toks: &[Tok]) -> &[Tok] {
    let end = toks
        .iter()
        .position(|t| matches!(t.sym, Sym::Comma | Sym::Dot | Sym::Open | Sym::Arrow));
    toks.get(..end.unwrap_or(toks.len())).unwrap_or_default()
}

/// The first event the words name. Several sorts joined by "or" say nothing: any could be it.
fn by_words(clause: &[Tok]) -> Option<Event> {
    let mut found: Vec<Event> = Vec::new();
    for at in 0..clause.len() {
        if let Some(event) = named(clause, at)
            && !found.iter().any(|e| same_sort(e, &event))
        {
            found.push(event);
        }
    }
    let open = found.len() > 1 && clause.iter().any(|t| t.low == "or");
    if open { None } else { found.into_iter().next() }
}

/// The event the word at that place names. A participle counts behind "is" or "be" only: before a
/// noun it describes a unit ("a damaged unit").
fn named(clause: &[Tok], at: usize) -> Option<Event> {
    let low = |k: Option<usize>| k.and_then(|k| clause.get(k)).map_or("", |t| t.low.as_str());
    let (word, next) = (low(Some(at)), low(at.checked_add(1)));
    let before = low(at.checked_sub(1));
    let passive = matches!(
        before,
        "is" | "are" | "be" | "been" | "was" | "," | "or" | "when"
    );
    let verbal = clause
        .iter()
        .take(at)
        .any(|t| matches!(t.low.as_str(), "is" | "are" | "be" | "been" | "was"));
    let any = || super::subject::each(Filter::default());
    Some(match word {
        "attack" | "attacks" => attacked(any()),
        "attacked" if passive => attacked(any()),
        "damages" => damaged(any()),
        "damaged" if passive => damaged(any()),
        "damage" if !matches!(next, "counter" | "counters" | "prevention") => damaged(any()),
        "prevent" | "prevents" => Event::Prevents {
            who: any(),
            using: None,
            to: None,
        },
        "discarded" if passive => Event::Discarded {
            who: any(),
            from: Vec::new(),
            by: None,
            caused: false,
        },
        "deploy" | "deploys" => deployed(any()),
        "deployed" | "meditated" if passive && verbal => deployed(any()),
        "retreat" | "retreats" => Event::Retreats(any()),
        "retreated" if passive => Event::Retreats(any()),
        "taps" | "untaps" => Event::Tapped(any()),
        "tapped" | "untapped" if passive => Event::Tapped(any()),
        "counter" | "counters" if low(Some(0)) != "at" => {
            Event::CountersPut(any(), CounterKind::Damage)
        }
        "draw" | "draws" if next != "step" => Event::Draws(Player::Each),
        "step" | "phase" if matches!(before, "build" | "draw" | "untap") => {
            Event::BuildStepStarts(Player::Each)
        }
        "step" | "phase" if matches!(before, "battle" | "space" | "ground" | "character") => {
            Event::BattleStarts
        }
        "turn" | "turns" if matches!(next, "end" | "ends") => Event::TurnEnds,
        _ => return None,
    })
}

fn attacked(who: Who) -> Event {
    Event::Attacks { who, target: None }
}

fn damaged(any: Who) -> Event {
    Event::Damages {
        who: any.clone(),
        target: any,
        attacking: false,
        using: None,
    }
}

const fn deployed(who: Who) -> Event {
    Event::Deployed {
        who,
        into: Vec::new(),
        meditated: false,
    }
}
