//! Deflect X: prevents X damage to the unit, which may do as much to a unit in its arena.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::prevention;
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Deflect.
pub const DEFLECT: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Prevention],
        scope: Scope::Instance,
        limit: &[clause!("deflect.9"), clause!("11.4")],
        timing: &[clause!("attack.prevention")],
        against,
        play,
    }),
    ..KeywordDef::plain(keyword!("deflect"))
};

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let mut reasons = prevention::against_own(
        table,
        held,
        aimed,
        clause!("deflect.r3"),
        clause!("deflect.10"),
    );
    let most = prevention::most(table, held, aimed);
    if let Some(asked) = aimed.amount.filter(|a| *a < most) {
        reasons.push(Reason {
            clause: Some(clause!("deflect.10")),
            text: format!(
                "{} must deflect {most}, as much as possible, not {asked}",
                table.name(held.unit)
            ),
        });
    }
    reasons.extend(strict_reason(table, held, aimed));
    if let Some(target) = aimed
        .on
        .first()
        .filter(|t| !in_reach(table, held.unit, **t))
    {
        reasons.push(Reason {
            clause: Some(clause!("deflect.3")),
            text: format!(
                "{} is not in the arena of {}",
                table.name(*target),
                table.name(held.unit)
            ),
        });
    }
    reasons
}

/// The reading by which damage that comes back from the same unit is no new source (11.4).
fn strict_reason(table: &Table, held: &Held, aimed: &Aimed) -> Option<Reason> {
    if table.reading(clause!("11.4")) != Some("strict") {
        return None;
    }
    let now = table.instance(aimed.instance?);
    let before = table
        .open
        .iter()
        .map(|i| table.instance(*i))
        .filter(|i| i.id != now.id && i.source == now.source)
        .any(|i| table.used(held.copy_id(), Scope::Instance, Some(i.id)) > 0);
    before.then(|| {
        Reason::by(
            clause!("11.4"),
            format!("{} deflected damage of that unit already", held.label()),
        )
    })
}

fn in_reach(table: &Table, from: UnitIx, to: UnitIx) -> bool {
    let arena = table.unit(from).arena();
    arena.is_some() && table.unit(to).in_battle() && table.unit(to).arena() == arena
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let Some((instance, amount)) = prevention::up_to(table, held, aimed) else {
        return Ok(Vec::new());
    };
    let Some(target) = aimed.on.first() else {
        return Err(Ask {
            asks: format!(
                "To which unit does {} deflect {amount}?",
                table.name(held.unit)
            ),
            among: table
                .all()
                .filter(|u| in_reach(table, held.unit, *u))
                .collect(),
        });
    };
    let deed = Deed::Deflect {
        instance: instance.id,
        amount,
        by: held.unit,
        to: Some(*target),
    };
    let cited = Cited::new(deed, clause!("deflect.1")).and(clause!("deflect.2"));
    let cited = prevention::despite(table, instance, held.unit, cited);
    let again = instance.parent.is_some();
    Ok(vec![if again {
        cited.and(clause!("deflect.7"))
    } else {
        cited
    }])
}
