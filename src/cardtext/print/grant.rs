//! What units get, in words.

use super::ability::{ability, keyword_ability};
use super::join;
use super::who::{cond, counted, described, num, stat, where_x, who};
use crate::cardtext::ability::KeywordValue;
use crate::cardtext::effect::{Ban, Duration, Grant};
use crate::cardtext::who::{Filter, Num, Owner};

/// "gets +2 power and Armor and can't be attacked".
pub(super) fn predicate(grants: &[Grant]) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut items: Vec<String> = Vec::new();
    for grant in grants {
        match item(grant) {
            Some(words) => items.push(words),
            None => {
                flush(&mut out, &mut items);
                out.push(phrase(grant));
            }
        }
    }
    flush(&mut out, &mut items);
    out.join(" and ")
}

fn flush(out: &mut Vec<String>, items: &mut Vec<String>) {
    if !items.is_empty() {
        out.push(format!("gets {}", join(items, "and")));
        items.clear();
    }
}

/// The items alone, as Switch and Pilot list them.
pub(super) fn list(grants: &[Grant]) -> String {
    let items: Option<Vec<String>> = grants.iter().map(item).collect();
    match items {
        Some(items) => items.join(", "),
        None => grants
            .iter()
            .map(|g| bare(g).unwrap_or_else(|| predicate(std::slice::from_ref(g))))
            .collect::<Vec<_>>()
            .join(" - "),
    }
}

/// An ability without quotes, as a list of its own has it.
pub(super) fn bare(grant: &Grant) -> Option<String> {
    match grant {
        Grant::Ability(a) => Some(ability(a)),
        other => item(other),
    }
}

/// What may stand behind "gets".
fn item(grant: &Grant) -> Option<String> {
    Some(match grant {
        Grant::Change(s, n) => format!("{} {}", signed(n), stat(*s)),
        Grant::Keyword(k) => match k.value {
            KeywordValue::Bare | KeywordValue::Number(_) => keyword_ability(k),
            _ => format!("\"{}\"", keyword_ability(k)),
        },
        Grant::Ability(a) => format!("\"{}\"", ability(a)),
        Grant::Subtype(s) => format!("the {s} subtype"),
        Grant::CountsAs(a) => format!("{} card type", a.name()),
        _ => return None,
    })
}

/// `+2`, `-X`.
fn signed(n: &Num) -> String {
    match n {
        Num::Const(n) if *n < 0 => n.to_string(),
        Num::Const(n) => format!("+{n}"),
        Num::Times(-1, _) => "-X".to_owned(),
        n => format!("+{}", num(n)),
    }
}

/// What has a verb of its own.
fn phrase(grant: &Grant) -> String {
    match grant {
        Grant::Set(s, n) => format!("has {} {}", stat(*s), counted(n)),
        Grant::Multiply(s, k) => format!("has {k} times its {}", stat(*s)),
        Grant::Loses(k) => format!("loses {k}"),
        Grant::LosesAbilities => "loses all abilities".to_owned(),
        Grant::LosesSubtype(s) => format!("loses the {s} subtype"),
        Grant::Cannot(b) => format!("can't {}", ban(b)),
        Grant::MustAttack(None) => "must attack".to_owned(),
        Grant::MustAttack(Some(w)) => format!("must attack {}", who(w)),
        Grant::MayAttack(f) => format!("can attack {}", described(f, false, false)),
        Grant::FromBuildZone => "can attack from your build zone".to_owned(),
        Grant::Dice(n) => format!("rolls {} dice instead of its power", num(n)),
        Grant::Unpreventable { by, except } => {
            let names: Vec<String> = by.iter().map(ToString::to_string).collect();
            let with = if by.is_empty() {
                String::new()
            } else {
                format!(" by {}", join(&names, "or"))
            };
            let but = except.as_ref().map_or_else(String::new, |f| {
                format!(", except by {}", described(f, true, false))
            });
            format!("does damage that can't be prevented{with}{but}")
        }
        Grant::When(c, inner) => format!(
            "{} as long as {}",
            predicate(std::slice::from_ref(inner)),
            cond(c)
        ),
        other => item(other).unwrap_or_default(),
    }
}

fn ban(b: &Ban) -> String {
    match b {
        Ban::Attack(None) => "attack".to_owned(),
        Ban::Attack(Some(f)) => format!("attack {}", each(f)),
        Ban::BeAttacked(None) => "be attacked".to_owned(),
        Ban::BeAttacked(Some(f)) => format!("be attacked by {}", each(f)),
        Ban::Use(k) => format!("use {k}"),
        Ban::Prevent => "prevent damage".to_owned(),
        Ban::UseAbilities => "use activated abilities".to_owned(),
        Ban::Retreat => "retreat".to_owned(),
        Ban::RetreatStep => "retreat during your retreat step".to_owned(),
        Ban::Untap => "untap".to_owned(),
        Ban::UntapStep => "untap during your untap step".to_owned(),
        Ban::BeTapped => "be tapped".to_owned(),
        Ban::BeDamaged => "be damaged".to_owned(),
        Ban::DefenderChange => "have its target changed".to_owned(),
        Ban::BeDisrupted => "have its abilities disrupted".to_owned(),
        Ban::AttackDisrupted => "have its attacks disrupted".to_owned(),
        Ban::BeDiscarded => "be discarded".to_owned(),
        Ban::Move => "be moved".to_owned(),
        Ban::Carry => "be equipped".to_owned(),
        Ban::Gain(s) => format!("gain {}", stat(*s)),
        Ban::LoseStat(s) => format!("lose {}", stat(*s)),
        Ban::Lose(k) => format!("lose {k}"),
        Ban::GainSubtype(s) => format!("gain the {s} subtype"),
        Ban::LoseSubtypes => "lose its subtypes".to_owned(),
        Ban::LoseAbilities => "lose its game text".to_owned(),
        Ban::Deploy => "be deployed".to_owned(),
    }
}

fn each(f: &Filter) -> String {
    let of = if f.owner == Owner::Anyone { "" } else { "of " };
    format!("each {of}{}", described(f, f.owner == Owner::Anyone, false))
}

/// The meaning of X behind a sentence with these grants.
pub(super) fn where_grants(grants: &[Grant]) -> String {
    grants
        .iter()
        .find_map(|g| match g {
            Grant::Change(_, n) => Some(where_x(n)).filter(|w| !w.is_empty()),
            _ => None,
        })
        .unwrap_or_default()
}

/// How long.
pub(super) const fn duration(d: Duration) -> &'static str {
    match d {
        Duration::Attack => "for this attack",
        Duration::NextAttack => "for its next attack",
        Duration::BattleStep => "until end of battle step",
        Duration::Battle => "until end of battle",
        Duration::Turn => "until end of turn",
        Duration::NextTurn => "until your next turn",
        Duration::Discarded => "until it is discarded",
        Duration::NextCard => "for the next Battle card",
        Duration::Game => "until end of game",
    }
}
