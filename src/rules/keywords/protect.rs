//! Protect X: prevents up to X damage to another unit of its controller in the unit's arena.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::prevention;
use crate::rules::shown::{AimAt, Beside, Shown, Usage};
use crate::rules::table::Table;
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Protect.
pub const PROTECT: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Prevention],
        scope: Scope::Instance,
        limit: &[clause!("protect.2"), clause!("4.4.3")],
        timing: &[clause!("attack.prevention")],
        against,
        play,
    }),
    guards_others: true,
    shown: Shown {
        line: "Pay 1 Force -> Protect 2",
        usage: Some(Usage::of(WindowId::Prevention, AimAt::Nobody)),
        beside: Beside::On,
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("protect"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let name = table.name(held.unit);
    let Some(instance) = aimed.instance.map(|i| table.instance(i)) else {
        let text = format!("no damage is pending that {name} could reduce");
        return vec![Reason::by(clause!("6.3.9"), text)];
    };
    let mut reasons = prevention::forbidden_reasons(table, instance, held.unit, clause!("6.3.4"));
    reasons.extend(prevention::amount_reason(held, aimed, clause!("protect.4")));
    let (own, hurt) = (table.unit(held.unit), table.unit(instance.target));
    let text = if instance.target == held.unit {
        format!("{name} cannot protect itself")
    } else if hurt.side != own.side {
        format!("{} is an opponent's unit", hurt.name)
    } else if own.arena().is_none() || hurt.arena() != own.arena() {
        format!("{} is not in the arena of {name}", hurt.name)
    } else if aimed.on.first().is_some_and(|u| *u != instance.target) {
        format!("this damage is pending on {}", hurt.name)
    } else {
        return reasons;
    };
    reasons.push(Reason::by(clause!("protect.1"), text));
    reasons
}

/// Where the unit is does not matter any more: it may have left as part of the cost (protect.5).
fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some((instance, amount)) = prevention::up_to(table, held, aimed) else {
        return Ok(Vec::new());
    };
    let deed = prevention::deed(held, instance, amount);
    let mut cited = Cited::new(deed, clause!("protect.1"));
    cited = cited.also_all(prevention::stands_alone(table, held, instance.id));
    if amount < held.value.min(instance.pending) {
        cited = cited.and(clause!("protect.3")).and(clause!("protect.4"));
    }
    if table.unit(held.unit).arena() != table.unit(instance.target).arena() {
        cited = cited.and(clause!("protect.5"));
    }
    Ok(vec![cited])
}
