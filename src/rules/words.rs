//! Grants, costs and effects in words, for steps and options.

use crate::cardtext::{
    Ability, Ban, Cost, Duration, Effect, Grant, KeywordAbility, KeywordValue, Num, Stat, Who,
};
use crate::game::Arena;

/// Several grants: "+2 power and Parry 1".
#[must_use]
pub fn grants(all: &[Grant]) -> String {
    let words: Vec<String> = all.iter().map(grant).collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

fn grant(grant: &Grant) -> String {
    match grant {
        Grant::Change(stat, n) => format!("{} {}", signed(n), stat_word(*stat)),
        Grant::Set(stat, n) => format!("{} {}", number(n), stat_word(*stat)),
        Grant::Multiply(stat, k) => format!("{k} times its {}", stat_word(*stat)),
        Grant::Keyword(k) => keyword(k),
        Grant::Ability(a) => ability(a),
        Grant::Loses(k) => format!("no {}", k.name()),
        Grant::LosesAbilities => "no abilities".to_owned(),
        Grant::LosesText => "no text of its own".to_owned(),
        Grant::Subtype(s) => format!("the subtype {s}"),
        Grant::LosesSubtype(s) => format!("no subtype {s}"),
        Grant::Cannot(ban) => ban_words(ban),
        Grant::MustAttack(_) => "a duty to attack".to_owned(),
        Grant::MayAttack(_) => "further units it may attack".to_owned(),
        Grant::MayStayTapped => "leave to stay tapped in the untap step".to_owned(),
        Grant::FromBuildZone => "leave to attack out of the build zone".to_owned(),
        Grant::Dice(n) => format!("{} attack dice instead of its power", number(n)),
        Grant::Unpreventable { by, .. } if by.is_empty() => {
            "damage that can't be prevented".to_owned()
        }
        Grant::Unpreventable { by, .. } => {
            let names: Vec<&str> = by.iter().map(|k| k.name()).collect();
            format!("damage that can't be prevented with {}", names.join(" or "))
        }
        Grant::When(_, inner) => format!("{} under a condition", self::grant(inner)),
    }
}

fn ban_words(ban: &Ban) -> String {
    match ban {
        Ban::Attack(_) => "\"can't attack\"".to_owned(),
        Ban::BeAttacked(_) => "\"can't be attacked\"".to_owned(),
        Ban::Use(k) => format!("\"can't use {}\"", k.name()),
        Ban::Prevent => "\"can't prevent damage\"".to_owned(),
        Ban::UseAbilities => "\"can't use abilities\"".to_owned(),
        Ban::Retreat => "\"can't retreat\"".to_owned(),
        Ban::RetreatStep => "\"can't retreat in the retreat step\"".to_owned(),
        Ban::Untap => "\"can't untap\"".to_owned(),
        Ban::UntapStep => "\"doesn't untap in the untap step\"".to_owned(),
        Ban::DefenderChange => "\"its defender can't be changed\"".to_owned(),
        _ => "a restriction".to_owned(),
    }
}

/// A keyword with its number.
#[must_use]
pub fn keyword(k: &KeywordAbility) -> String {
    match &k.value {
        KeywordValue::Number(n) => format!("{} {}", k.keyword.name(), number(n)),
        _ => k.keyword.name().to_owned(),
    }
}

fn ability(a: &Ability) -> String {
    match a {
        Ability::Keyword(k) => keyword(k),
        Ability::Activated(act) => {
            let costs: Vec<String> = act.costs.iter().map(cost).collect();
            format!("\"{} -> {}\"", costs.join(", "), effect(&act.effect))
        }
        Ability::Triggered(t) => format!("a trigger ({})", effect(&t.effect)),
        Ability::Static(_) => "a static ability".to_owned(),
        Ability::Unknown(u) => format!("\"{}\"", u.words),
    }
}

/// A cost.
#[must_use]
pub fn cost(c: &Cost) -> String {
    match c {
        Cost::Force(n) => format!("Pay {} Force", number(n)),
        Cost::BuildPoints(n) => format!("Pay {} build point{}", number(n), plural(n)),
        Cost::Tap(Who::This) => "Tap this unit".to_owned(),
        Cost::Tap(_) => "Tap a unit".to_owned(),
        Cost::Untap(_) => "Untap a unit".to_owned(),
        Cost::Discard(Who::This) => "Discard this unit".to_owned(),
        Cost::Discard(_) => "Discard a unit".to_owned(),
        Cost::Retreat(_) => "Retreat a unit".to_owned(),
        Cost::Return(_) => "Return a unit to hand".to_owned(),
        Cost::ToSupply(_) => "Return a unit to the supply".to_owned(),
        Cost::RemoveFromGame(_) => "Remove a unit from the game".to_owned(),
        Cost::DiscardCards {
            count,
            from_deck: false,
            of: None,
        } => {
            format!("Discard {} card{} from hand", number(count), plural(count))
        }
        Cost::DiscardCards {
            count,
            from_deck: false,
            of: Some(words),
        } => format!("Discard {} {words} from hand", number(count)),
        Cost::RemoveDiscarded { count, of } => format!(
            "Remove {} {} in the discard pile from the game",
            number(count),
            of.as_deref()
                .map_or_else(|| format!("card{}", plural(count)), str::to_owned)
        ),
        Cost::DiscardCards {
            count,
            from_deck: true,
            ..
        } => {
            format!(
                "Discard the top {} card{} of the deck",
                number(count),
                plural(count)
            )
        }
        Cost::PutCounters { kind, count, .. } => {
            format!(
                "Put {} {} counter{}",
                number(count),
                kind.word(),
                plural(count)
            )
        }
        Cost::RemoveCounters { kind, count, .. } => {
            format!(
                "Remove {} {} counter{}",
                number(count),
                kind.word(),
                plural(count)
            )
        }
        Cost::Do(e) => effect(e),
    }
}

/// An effect in a few words, for telling options apart.
#[must_use]
pub fn effect(e: &Effect) -> String {
    match e {
        Effect::Seq(all) => all.iter().map(effect).collect::<Vec<_>>().join(", then "),
        Effect::ChooseOne(all) => all.iter().map(effect).collect::<Vec<_>>().join(" or "),
        Effect::Way(way) => effect(&way.effect),
        Effect::May(_, inner) => format!("maybe {}", effect(inner)),
        Effect::IfDone(first, then, _) => format!("{}, and if so {}", effect(first), effect(then)),
        Effect::Give {
            grants: g,
            until: u,
            ..
        } => format!("{} {}", grants(g), until(*u)),
        Effect::Keyword(k) => keyword(k),
        Effect::Damage {
            amount, dice: true, ..
        } => format!("{} dice of damage", number(amount)),
        Effect::Damage { amount, .. } => format!("{} damage", number(amount)),
        Effect::Prevent { .. } => "prevent damage".to_owned(),
        Effect::PutCounters { kind, count, .. } => format!(
            "put {} {} counter{}",
            number(count),
            kind.word(),
            plural(count)
        ),
        Effect::RemoveCounters { kind, .. } => format!("remove {} counters", kind.word()),
        Effect::Tap(_) => "tap a unit".to_owned(),
        Effect::Untap(_) => "untap a unit".to_owned(),
        Effect::Discard(_) => "discard a unit".to_owned(),
        Effect::Retreat(_) => "retreat a unit".to_owned(),
        Effect::Force(_, n) => format!("{} Force", signed(n)),
        Effect::BuildPoints(_, n, _) => format!("{} build points", signed(n)),
        Effect::Draw(_, n) => format!("draw {} card{}", number(n), plural(n)),
        Effect::Fetch(f) if f.to == crate::cardtext::Pile::Hand => {
            "take a card into hand".to_owned()
        }
        Effect::Fetch(_) => "move a card".to_owned(),
        Effect::Note(_) => "hidden cards alone".to_owned(),
        Effect::DiscardHand(_, n) | Effect::DiscardRandom(_, n) => {
            format!("discard {} card{}", number(n), plural(n))
        }
        Effect::Disrupt(_) => "disrupt".to_owned(),
        Effect::Attack { .. } => "attack".to_owned(),
        Effect::Create(c) => format!("a {} from the supply", c.name),
        _ => "its effect".to_owned(),
    }
}

/// A duration behind what is given.
#[must_use]
pub const fn until(d: Duration) -> &'static str {
    match d {
        Duration::Attack => "for this attack",
        Duration::NextAttack => "for its next attack",
        Duration::BattleStep => "until the battle step ends",
        Duration::ArenaStep(Arena::Space) => "until the Space battle step ends",
        Duration::ArenaStep(Arena::Ground) => "until the Ground battle step ends",
        Duration::ArenaStep(Arena::Character) => "until the Character battle step ends",
        Duration::Battle => "until end of battle",
        Duration::Turn => "until end of turn",
        Duration::NextTurn => "until the next turn",
        Duration::Discarded => "until it is discarded",
        Duration::Game => "for the rest of the game",
        Duration::Tapped => "as long as it remains tapped",
        Duration::NextCard => "for the next Battle card",
    }
}

/// A number of a unit in words.
#[must_use]
pub const fn stat_word(stat: Stat) -> &'static str {
    match stat {
        Stat::Speed => "speed",
        Stat::Power => "power",
        Stat::Health => "health",
        Stat::RemainingHealth => "remaining health",
        Stat::BuildCost => "build cost",
        Stat::TotalBuildCost => "total build cost",
        Stat::Damage => "damage counters",
    }
}

fn number(n: &Num) -> String {
    match n {
        Num::Const(n) => n.to_string(),
        _ => "X".to_owned(),
    }
}

fn signed(n: &Num) -> String {
    match n {
        Num::Const(n) => format!("{n:+}"),
        _ => "+X".to_owned(),
    }
}

const fn plural(n: &Num) -> &'static str {
    match n {
        Num::Const(1) => "",
        _ => "s",
    }
}
