//! Conditions in words.

use super::num::{counted, num};
use super::who::{
    any_of, any_who, behind, described, only_names, places, state, who, with_article,
};
use crate::cardtext::ability::Event;
use crate::cardtext::who::{Cmp, Cond, Filter, Num, Owner, Place, Player, Trait, Who};

/// A condition.
pub(super) fn cond(c: &Cond) -> String {
    match c {
        Cond::All(list) => list.iter().map(cond).collect::<Vec<_>>().join(" and "),
        Cond::Any(list) => list.iter().map(cond).collect::<Vec<_>>().join(" or "),
        Cond::Not(c) => format!("not ({})", cond(c)),
        Cond::Is(w, f) => is(w, f),
        Cond::Count(f, cmp, n) => count(f, *cmp, n),
        Cond::Attacking(w, None) => format!("{} is attacking", any_who(w)),
        Cond::Attacking(w, Some(f)) => format!("{} is attacking {}", any_who(w), any_of(f)),
        Cond::Attacked(w, None) => format!("{} is attacked", any_who(w)),
        Cond::Attacked(w, Some(f)) => format!("{} is attacked by {}", any_who(w), any_of(f)),
        Cond::Compare(Num::CountersOn(w, kind), cmp, n) => {
            let amount = amount(*cmp, n);
            let plural = if amount == "a" { "" } else { "s" };
            format!(
                "{} has {amount} {} counter{plural} on it",
                who(w),
                kind.word()
            )
        }
        Cond::Compare(a, cmp, b) => format!("{} is {}", counted(a), bound(*cmp, b)),
        Cond::NoAttack => "no unit is attacking".to_owned(),
        Cond::AttackedThisTurn(w) => format!("{} attacked this turn", who(w)),
        Cond::BattleStep(a) => format!("it is the {} battle step", a.name()),
        Cond::BattlePhase => "it is the battle phase".to_owned(),
        Cond::LocationIn(a) => format!("there is a Location in the {} arena", a.name()),
        Cond::WouldBeDiscarded(w) => format!("{} would be discarded", who(w)),
        Cond::Happened(event, least) => happened(event, *least),
        Cond::ControlsArenas(player, least) => {
            let who = if *player == Player::Opponent {
                "your opponent controls"
            } else {
                "you control"
            };
            match least {
                0 | 1 => format!("{who} an arena"),
                n => format!("{who} {n} or more arenas"),
            }
        }
        Cond::Controls(Player::Opponent, a) => {
            format!("your opponent controls the {} arena", a.name())
        }
        Cond::Controls(_, a) => format!("you control the {} arena", a.name()),
    }
}

/// What has happened this turn.
fn happened(event: &Event, least: u8) -> String {
    let from = |list: &[Place]| places(list, false).replacen(" in ", " from ", 1);
    match event {
        Event::Damages { who: w, target, .. } => {
            let nobody = matches!(w, Who::Units(s) if s.filter == Filter::default());
            match (nobody, target) {
                (true, t) => format!("{} was damaged this turn", any_who(t)),
                (false, Who::Units(s)) if least > 1 => format!(
                    "{} damaged {least} or more {} this turn",
                    any_who(w),
                    described(&s.filter, false, false)
                ),
                (false, t) => format!("{} damaged {} this turn", any_who(w), any_who(t)),
            }
        }
        Event::Discarded {
            who: w, from: f, ..
        } => {
            format!("{} was discarded{} this turn", any_who(w), from(f))
        }
        Event::Retreats(Who::Units(s)) if least > 1 => {
            let player = match s.filter.owner {
                Owner::Opponents => "your opponent",
                _ => "you",
            };
            let mut bare = s.filter.clone();
            bare.owner = Owner::Anyone;
            format!(
                "{player} retreated {least} or more {} this turn",
                described(&bare, false, false)
            )
        }
        Event::Retreats(w) => format!("{} was retreated this turn", any_who(w)),
        Event::Attacks {
            who: w,
            target: None,
        } => format!("{} attacked this turn", any_who(w)),
        other => format!("{other:?}"),
    }
}

fn is(w: &Who, f: &Filter) -> String {
    let it = who(w);
    if f.kinds.is_empty() && f.traits.is_empty() {
        return format!("{it} is{}", places(&f.places, false));
    }
    if let [t] = f.traits.as_slice()
        && f.kinds.is_empty()
    {
        if let Trait::AttacksWith(k) = t {
            return format!("{it} is using {} to attack", k.name());
        }
        return match state(t) {
            Some(word) => format!("{it} is {word}"),
            None => format!("{it} has{}", behind(t).replacen(" with", "", 1)),
        };
    }
    match only_names(f) {
        Some(names) => format!("{it} is {names}"),
        None => format!("{it} is {}", any_of(f)),
    }
}

fn count(f: &Filter, cmp: Cmp, n: &Num) -> String {
    let mut bare = f.clone();
    bare.owner = Owner::Anyone;
    let one = matches!((cmp, n), (Cmp::AtLeast, Num::Const(1)));
    let subject = match f.owner {
        Owner::Yours => "you have",
        Owner::Opponents => "your opponent has",
        Owner::Anyone if one => "there is",
        Owner::Anyone => "there are",
    };
    if let Some(names) = only_names(&bare).filter(|_| one) {
        let places = places(&f.places, false);
        return match f.owner {
            Owner::Anyone => format!("{names} is{places}"),
            _ => format!("{subject} {names}{places}"),
        };
    }
    let another = one && f.other;
    let mut shown = bare;
    let how = if another {
        shown.other = false;
        "another".to_owned()
    } else {
        amount(cmp, n)
    };
    let what = described(&shown, one, false);
    if how == "a" {
        return format!("{subject} {}", with_article(&what));
    }
    format!("{subject} {how} {what}")
}

fn amount(cmp: Cmp, n: &Num) -> String {
    match (cmp, n) {
        (Cmp::Is, Num::Const(0)) => "no".to_owned(),
        (Cmp::AtLeast, Num::Const(1)) => "a".to_owned(),
        (Cmp::AtLeast, n) => format!("{} or more", num(n)),
        (Cmp::AtMost, n) => format!("{} or less", num(n)),
        (Cmp::Is, n) => format!("exactly {}", num(n)),
        (Cmp::Less, n) => format!("less than {}", num(n)),
        (Cmp::More, n) => format!("more than {}", num(n)),
    }
}

fn bound(cmp: Cmp, n: &Num) -> String {
    match (cmp, n) {
        (Cmp::AtLeast, Num::Const(n)) => format!("{n} or more"),
        (Cmp::AtMost, Num::Const(n)) => format!("{n} or less"),
        (Cmp::Is, Num::Const(n)) => n.to_string(),
        (Cmp::Is, n) => format!("equal to {}", counted(n)),
        (Cmp::AtLeast, n) => format!("greater than or equal to {}", counted(n)),
        (Cmp::AtMost, n) => format!("less than or equal to {}", counted(n)),
        (Cmp::Less, n) => format!("less than {}", counted(n)),
        (Cmp::More, n) => format!("more than {}", counted(n)),
    }
}
