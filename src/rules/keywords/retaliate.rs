//! Retaliate X: bought while the unit is attacked, X dice of damage to the attacker when the attack ends.

use crate::cardtext::{Ability, Cost, KeywordValue, Num, Scope};
use crate::clause;
use crate::keyword;
use crate::rulebook::ClauseId;
use crate::rulebook::Moment;
use crate::rules::damage::DamageOrigin;
use crate::rules::deed::Deed;
use crate::rules::grounds::{self, EndGrounds, Grounds};
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{AimAt, Shown, Usage};
use crate::rules::table::{AtEnd, Table};
use crate::rules::target;
use crate::rules::trace::{Cite, Cited, Reason};
use crate::rules::window::WindowId;

/// Retaliate.
pub const RETALIATE: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::AttackPop],
        scope: Scope::Attack,
        limit: &[clause!("retaliate.11"), clause!("4.4.2")],
        timing: &[clause!("retaliate.12"), clause!("attack.pop")],
        against,
        play,
    }),
    grounds: Grounds {
        played: Some(played),
        at_end: Some(at_end),
        end_order: Some(clause!("retaliate.13")),
        counts_as_damage: Some(clause!("retaliate.6")),
        preventable: Some(clause!("retaliate.r2")),
        ..Grounds::NONE
    },
    shown: Shown {
        line: "Pay 1 Force -> Retaliate 2",
        usage: Some(Usage::of(WindowId::AttackPop, AimAt::Nobody)),
        at: Some(Moment::AttackEnd),
        damage_dice: Some(clause!("retaliate.5")),
        no_attack: Some(clause!("6.1")),
        attacks_only: Some(clause!("retaliate.r1")),
        several: &[clause!("retaliate.r1"), clause!("retaliate.13")],
        speaks_of: &[
            (keyword!("last-stand"), clause!("retaliate.4")),
            (keyword!("reserves"), clause!("retaliate.8")),
        ],
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("retaliate"))
};

fn against(table: &Table, held: &Held, _: &Aimed) -> Vec<Reason> {
    let reason = |clause, text| {
        vec![Reason {
            clause: Some(clause),
            text,
        }]
    };
    let name = table.name(held.unit);
    let Some(attack) = table.attack() else {
        return reason(
            clause!("retaliate.1"),
            format!("no unit is attacking {name}"),
        );
    };
    if table.open_on(held.unit).any(|i| i.attack.is_none()) {
        let text =
            format!("what {name} suffers is no attack, so there is nothing to retaliate against");
        let mut reasons = reason(clause!("retaliate.r1"), text.clone());
        if table
            .open_on(held.unit)
            .any(|i| i.origin == DamageOrigin::Deflect)
        {
            reasons.push(Reason::by(clause!("6.4.5"), text));
        }
        return reasons;
    }
    if attack.defender != held.unit {
        let text = format!(
            "{name} is not being attacked; {} is",
            table.name(attack.defender)
        );
        let mut reasons = reason(clause!("retaliate.1"), text.clone());
        let second = grounds::on_unit(table, attack.attacker, |g| g.second_not_attacked);
        reasons.extend(second.map(|(_, c)| Reason::by(c, text)));
        return reasons;
    }
    let (own, other) = (table.unit(held.unit), table.unit(attack.attacker));
    if other.arena().is_none() {
        return reason(
            clause!("retaliate.9"),
            format!("{} attacks from the build zone", other.name),
        );
    }
    if own.arena() != other.arena() {
        return reason(
            clause!("retaliate.8"),
            format!("{} attacks from another arena", other.name),
        );
    }
    Vec::new()
}

fn play(table: &Table, held: &Held, _: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some(attack) = table.attack() else {
        return Ok(Vec::new());
    };
    let itself = attack.attacker == held.unit;
    let counted = held.copies.iter().any(|c| {
        matches!(c.keyword_value(), Some(KeywordValue::Number(n)) if !matches!(n, Num::Const(_)))
    });
    let deed = Deed::Wait(AtEnd {
        side: table.side(held.unit),
        source: held.unit,
        target: attack.attacker,
        amount: held.value.max(0),
        dice: true,
        keyword: held.keyword,
        cites: vec![clause!("retaliate.2").into()],
    });
    let mut cited = Cited::new(deed, clause!("retaliate.1"));
    if counted {
        cited = cited.and(clause!("retaliate.7"));
    }
    if itself {
        cited = cited.and(clause!("retaliate.10"));
    }
    if attack.defenders.len() > 1 {
        cited = cited.also(clause!("retaliate.12"));
    }
    let others = table
        .view(held.unit)
        .copies_of(held.keyword)
        .filter(|c| c.id != held.copy_id())
        .any(|c| table.used(c.id, Scope::Attack, None) > 0);
    if others {
        cited = cited.also(clause!("retaliate.14"));
    }
    Ok(vec![cited])
}

/// It is bought in the attack chance, for 0 Force if no cost is printed.
fn played(_: &Table, held: &Held) -> Vec<ClauseId> {
    let free = held.copies.iter().any(|c| match &*c.ability {
        Ability::Activated(a) => {
            a.costs
                .iter()
                .all(|cost| matches!(cost, Cost::Force(Num::Const(0))))
                && !c.printed.contains("->")
        }
        _ => true,
    });
    vec![if free {
        clause!("retaliate.3")
    } else {
        clause!("attack.pop")
    }]
}

/// Its dice are dice of damage; its damage has a prevention chance of its own.
fn at_end(table: &Table, waiting: &AtEnd) -> EndGrounds {
    let earlier = table
        .attack()
        .is_some_and(|a| a.defender != waiting.source && a.was_defender(waiting.source));
    let mut roll = vec![clause!("retaliate.2")];
    if !table.unit(waiting.source).zone.on_table() {
        roll.push(clause!("retaliate.4"));
    }
    if earlier {
        roll.push(clause!("7.1.8"));
    }
    roll.push(if target::needs_more(table, waiting.target) {
        clause!("retaliate.r3")
    } else {
        clause!("retaliate.5")
    });
    EndGrounds {
        roll: roll.into_iter().map(Cite::from).collect(),
        pending: vec![
            clause!("retaliate.r2").into(),
            clause!("retaliate.5").into(),
            clause!("attack.end").into(),
        ],
    }
}
