//! Events in words.

use super::who::{any_of, any_who, places, player};
use crate::cardtext::ability::Event;
use crate::cardtext::who::{Filter, Place, Player, Who};
use crate::game::Arena;

pub(super) fn arena_step(a: Option<Arena>) -> String {
    match a {
        Some(a) => format!("the {} battle step", a.name()),
        None => "this arena's battle step".to_owned(),
    }
}

/// The event, from its "When" on.
pub(super) fn event(e: &Event) -> String {
    let to = |t: &Option<Who>| {
        t.as_ref()
            .map(|t| format!(" {}", any_who(t)))
            .unwrap_or_default()
    };
    let words = match e {
        Event::Attacks {
            who: w,
            target: Some(Who::This),
        } if is_anyone(w) => "this unit is attacked".to_owned(),
        Event::Attacks {
            who: w,
            target: Some(t),
        } if is_anyone(w) => format!("{} is attacked", any_who(t)),
        Event::Attacks { who: w, target } => format!("{} attacks{}", any_who(w), to(target)),
        Event::WouldAttack(w) => format!("{} would attack", any_who(w)),
        Event::Rolls {
            target: Some(t), ..
        } => {
            format!(
                "your opponent rolls one or more dice in an attack on {}",
                any_who(t)
            )
        }
        Event::Rolls { who: w, .. } => format!("{} rolls attack dice", any_who(w)),
        Event::AttackEnds {
            who: Who::Attacker, ..
        } => "the attack ends".to_owned(),
        Event::AttackEnds {
            who: Who::This,
            target: None,
        } => "this unit's attack ends".to_owned(),
        Event::AttackEnds { who: w, target } => {
            let on = target
                .as_ref()
                .map_or_else(String::new, |t| format!(" on {}", any_who(t)));
            format!("an attack by {}{on} ends", any_who(w))
        }
        Event::Damages {
            who: w,
            target,
            attacking,
            using,
        } => {
            let using = using.map(|k| format!(" using {k}")).unwrap_or_default();
            match (attacking, is_anyone(target), is_anyone(w)) {
                (true, true, _) => format!("{} attacks and does damage{using}", any_who(w)),
                (true, false, _) => {
                    format!(
                        "{} attacks and damages {}{using}",
                        any_who(w),
                        any_who(target)
                    )
                }
                (false, false, true) => format!("{} is damaged", any_who(target)),
                (false, true, _) => format!("{} does damage{using}", any_who(w)),
                (false, false, _) => format!("{} damages {}{using}", any_who(w), any_who(target)),
            }
        }
        Event::WouldBeDamaged {
            who: w,
            by,
            attacked,
        } => {
            let by = by
                .as_ref()
                .map(|b| format!(" by {}", any_who(b)))
                .unwrap_or_default();
            format!(
                "{} would be damaged{by}{}",
                any_who(w),
                if *attacked { " when attacked" } else { "" }
            )
        }
        Event::Prevents {
            who: w,
            using,
            to: of,
        } => {
            let of = of
                .as_ref()
                .map_or_else(String::new, |t| format!(" to {}", any_who(t)));
            format!(
                "{} prevents damage{of}{}",
                any_who(w),
                using.map(|k| format!(" using {k}")).unwrap_or_default()
            )
        }
        Event::Discarded {
            who: w,
            from,
            by: Some(by),
            caused: true,
        } => {
            format!(
                "{} causes {} to be discarded{}",
                any_who(by),
                any_who(w),
                places(from, false).replacen(" in ", " from ", 1)
            )
        }
        Event::Discarded {
            who: w, from, by, ..
        } => {
            let by = by
                .as_ref()
                .map(|b| format!(" by damage from {}", any_who(b)))
                .unwrap_or_default();
            format!(
                "{} is discarded{}{by}",
                any_who(w),
                places(from, false).replacen(" in ", " from ", 1)
            )
        }
        Event::Deployed {
            who: w,
            into,
            meditated,
        } => {
            let or = if *meditated { " or Meditated" } else { "" };
            format!("{} is deployed{or}{}", any_who(w), into_places(into))
        }
        Event::Arrives { who: w, into } => format!("{} comes{}", any_who(w), into_places(into)),
        Event::Returned { who: w, from } => format!(
            "{} is returned to its owner's hand{}",
            any_who(w),
            places(from, false).replacen(" in ", " from ", 1)
        ),
        Event::Retreats(w) => format!("{} is retreated", any_who(w)),
        Event::RetreatedBy(Player::You, w) => format!("you retreat {}", any_who(w)),
        Event::RetreatedBy(_, w) => format!("your opponent retreats {}", any_who(w)),
        Event::Tapped(w) => format!("{} is tapped", any_who(w)),
        Event::Untapped(w) => format!("{} is untapped", any_who(w)),
        Event::CountersPut(w, kind) => format!("{} gets a {} counter", any_who(w), kind.word()),
        Event::PlaysBattleCard(p) => does(*p, "play", "a Battle card"),
        Event::Draws(p) => does(*p, "draw", "a card"),
        Event::Completes(p, f) => does(*p, "complete", &any_of(f)),
        Event::Uses(w, k) => format!("{} uses {k}", any_who(w)),
        other => moment(other),
    };
    format!("When {words}")
}

/// "you draw a card", "your opponent draws a card".
fn does(p: Player, verb: &str, what: &str) -> String {
    let s = if p == Player::You { "" } else { "s" };
    // Either of them sets it off, not only both.
    let who = if p == Player::Each {
        "a player"
    } else {
        player(p)
    };
    format!("{who} {verb}{s} {what}")
}

fn moment(e: &Event) -> String {
    match e {
        Event::ReadyPhase(_) => "the roll for build points is made".to_owned(),
        Event::BuildStepStarts(Player::Opponent) => "your opponent's build step starts".to_owned(),
        Event::BuildStepStarts(Player::Each) => "each player's build step starts".to_owned(),
        Event::BuildStepStarts(_) => "your build step starts".to_owned(),
        Event::BuildStepEnds(_) => "your build step ends".to_owned(),
        Event::BattleStarts => "the battle phase starts".to_owned(),
        Event::BattleStepStarts(a) => format!("{} starts", arena_step(*a)),
        Event::BattleStepEnds(a) => format!("{} ends", arena_step(*a)),
        Event::BattleEnds => "the battle phase ends".to_owned(),
        Event::TurnEnds => "the turn ends".to_owned(),
        other => format!("{other:?}"),
    }
}

fn into_places(list: &[Place]) -> String {
    places(list, false).replacen(" in ", " into ", 1)
}

fn is_anyone(w: &Who) -> bool {
    matches!(w, Who::Units(s) if s.filter == Filter::default())
}
