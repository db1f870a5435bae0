//! Limits in words.

use super::event::arena_step;
use super::who::{any_of, any_who, cond, places};
use crate::cardtext::ability::{Limit, Scope};
use crate::cardtext::who::{Cond, Filter, Place, Who};

/// Any unit on the table.
fn only_anywhere(f: &Filter) -> bool {
    let mut rest = f.clone();
    rest.places.clear();
    f.places == [Place::Anywhere] && rest == Filter::default()
}

/// A limit as a sentence.
pub(super) fn limit(l: &Limit) -> String {
    let words = match l {
        Limit::BuildStep => "during your build step".to_owned(),
        Limit::OutsideBattle => "outside battle".to_owned(),
        Limit::NoAttack => "when no unit is attacking".to_owned(),
        Limit::Attacking(w, f) => {
            format!("when {} is attacking{}", any_who(w), one(f.as_ref(), ""))
        }
        Limit::Attacked(w, f) => {
            format!("when {} is attacked{}", any_who(w), one(f.as_ref(), "by "))
        }
        Limit::WouldAttack(w) => format!("when {} would attack", any_who(w)),
        Limit::BeforeRoll => "before attack dice are rolled".to_owned(),
        Limit::Reroll => "when dice may be rerolled".to_owned(),
        Limit::WouldBeDamaged(Who::Units(s)) if only_anywhere(&s.filter) => {
            "when damage is pending".to_owned()
        }
        Limit::WouldBeDamaged(w) => format!("when {} would be damaged", any_who(w)),
        Limit::WouldBeDiscarded(w, from) => {
            format!(
                "if {} would be discarded{}",
                any_who(w),
                places(from, false).replacen(" in ", " from ", 1)
            )
        }
        Limit::BattleStep(Some(a)) => format!("during the {} battle step", a.name()),
        Limit::BattleStep(None) => "during a battle step".to_owned(),
        Limit::BattleStepStart(a) => format!("when {} starts", arena_step(*a)),
        Limit::BeforeAttacks(a) => format!("before any unit in the {} arena attacks", a.name()),
        Limit::BattleStart => "when the battle phase starts".to_owned(),
        Limit::BattlePhase => "during the battle phase".to_owned(),
        Limit::Times(1, scope) => format!("once {}", scope_words(*scope)),
        Limit::Times(n, scope) => return format!("Play up to {n} times {}.", scope_words(*scope)),
        Limit::AnyNumberOfTimes => {
            return "You may play this ability any number of times.".to_owned();
        }
        Limit::If(Cond::Attacking(w, f)) => {
            format!("if {} is attacking{}", any_who(w), one(f.as_ref(), ""))
        }
        Limit::If(c) => format!("if {}", cond(c)),
        Limit::Target(f) => format!("on {}", any_of(f)),
    };
    format!("Play only {words}.")
}

pub(super) fn one(f: Option<&Filter>, by: &str) -> String {
    match f {
        None => String::new(),
        Some(f) => format!(" {by}{}", any_of(f)),
    }
}

fn scope_words(s: Scope) -> &'static str {
    match s {
        Scope::Instance => "for each instance of damage",
        Scope::Attack => "per attack",
        Scope::BattleStep => "per battle step",
        Scope::Turn => "per turn",
        Scope::BuildStep => "per build step",
        Scope::Game => "per game",
    }
}
