//! Area Damage X: when its attack discards a unit, X dice of damage may go to another unit in that arena.

use crate::cardtext::Scope;
use crate::clause;
use crate::keyword;
use crate::rules::deed::Deed;
use crate::rules::keyword::{Aimed, Ask, Held, KeywordDef, Offer};
use crate::rules::shown::{AimAt, Beside, Shown, Usage};
use crate::rules::table::{Fallen, Table, UnitIx};
use crate::rules::trace::{Cited, Reason};
use crate::rules::window::WindowId;

/// Area Damage.
pub const AREA_DAMAGE: KeywordDef = KeywordDef {
    offer: Some(Offer {
        windows: &[WindowId::Discard],
        scope: Scope::Instance,
        limit: &[clause!("area-damage.1")],
        timing: &[clause!("area-damage.1"), clause!("attack.discard")],
        against,
        play,
    }),
    shown: Shown {
        usage: Some(Usage::of(WindowId::Discard, AimAt::Neighbour)),
        falls: true,
        beside: Beside::Reaches,
        damage_dice: Some(clause!("area-damage.2")),
        no_attack: Some(clause!("6.1")),
        speaks_of: &[
            (keyword!("barrage"), clause!("area-damage.3")),
            (keyword!("bombard"), clause!("area-damage.3")),
            (keyword!("ion-cannon"), clause!("area-damage.3")),
            (keyword!("bounty"), clause!("11.29")),
            (keyword!("avenge"), clause!("11.29")),
        ],
        discard_of_others: Some(clause!("area-damage.1")),
        attacks_only: Some(clause!("area-damage.1")),
        ..Shown::IN_ATTACK
    },
    ..KeywordDef::plain(keyword!("area-damage"))
};

/// The units that damage from its attack has just discarded; with an instance in view, by that one.
fn fallen<'a>(table: &'a Table, held: &Held, aimed: &Aimed) -> Vec<&'a Fallen> {
    let attack_damage = table.reading(clause!("11.29")) == Some("attack-damage");
    let target = aimed.instance.map(|i| table.instance(i).target);
    table
        .fallen
        .iter()
        .filter(|f| f.unit != held.unit)
        .filter(|f| f.attacker == Some(held.unit) || (attack_damage && f.by.contains(&held.unit)))
        .filter(|f| target.is_none_or(|t| t == f.unit))
        .collect()
}

fn reached(table: &Table, fallen: &[&Fallen], unit: UnitIx) -> bool {
    let there = table.unit(unit);
    there.in_battle() && fallen.iter().any(|f| f.from.arena() == there.arena())
}

fn against(table: &Table, held: &Held, aimed: &Aimed) -> Vec<Reason> {
    let fallen = fallen(table, held, aimed);
    if fallen.is_empty() {
        let text = format!(
            "damage from an attack of {} has discarded no unit",
            table.name(held.unit)
        );
        let mut reasons = vec![Reason::by(clause!("area-damage.1"), text.clone())];
        let otherwise = table.fallen.iter().any(|f| f.by.contains(&held.unit));
        if otherwise {
            reasons.push(Reason::by(clause!("11.29"), text));
        }
        return reasons;
    }
    let Some(target) = aimed.on.first() else {
        return Vec::new();
    };
    let name = table.name(*target);
    let mut reasons = Vec::new();
    if *target == held.unit {
        let text = format!("{name} does it to another unit");
        reasons.push(Reason::by(clause!("area-damage.2"), text));
    }
    if !reached(table, &fallen, *target) {
        let text = format!("{name} is not in the arena of the discarded unit");
        reasons.push(Reason::by(clause!("area-damage.3"), text));
    }
    reasons
}

fn play(table: &Table, held: &Held, aimed: &Aimed) -> Result<Vec<Cited<Deed>>, Ask> {
    let fallen = fallen(table, held, aimed);
    let Some(target) = aimed.on.first().copied() else {
        return Err(Ask {
            asks: format!(
                "To which unit does {} do {} dice of damage?",
                table.name(held.unit),
                held.value
            ),
            among: table
                .all()
                .filter(|u| *u != held.unit && reached(table, &fallen, *u))
                .collect(),
        });
    };
    let deed = Deed::Damage {
        source: held.unit,
        target,
        amount: held.value.max(0),
        dice: true,
    };
    let cited = Cited::new(deed, clause!("area-damage.1")).and(clause!("area-damage.2"));
    let other_reading = fallen.iter().any(|f| f.attacker != Some(held.unit));
    let cited = if other_reading {
        cited.and(clause!("11.29"))
    } else {
        cited
    };
    Ok(vec![if held.is_sum() {
        cited.and(clause!("5.2.cumulative"))
    } else {
        cited
    }])
}
