//! Retaliate X: bought while the unit is attacked, X dice of damage to the attacker when the attack ends.

use crate::cardtext::{KeywordValue, Scope};
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::table::{AtEnd, Table};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Retaliate.
pub const RETALIATE: KeywordDef = KeywordDef {
    after_discard: Some(clause!("retaliate.4")),
    offer: Some(Offer {
        windows: &[WindowId::AttackPop],
        scope: Scope::Attack,
        limit: &[clause!("retaliate.11"), clause!("4.4.2")],
        timing: &[clause!("retaliate.12"), clause!("attack.pop")],
        against,
        play,
    }),
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
        return reason(clause!("retaliate.r1"), text);
    }
    if attack.defender != held.unit {
        let text = format!(
            "{name} is not being attacked; {} is",
            table.name(attack.defender)
        );
        return reason(clause!("retaliate.1"), text);
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
        matches!(c.keyword_value(), Some(KeywordValue::Number(n)) if !matches!(n, crate::cardtext::Num::Const(_)))
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
    Ok(vec![cited])
}
