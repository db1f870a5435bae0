//! The beginning of a view: the abilities of a unit's own card and of those it carries.

use std::rc::Rc;

use crate::cardtext::{Ability, Stat};
use crate::clause;
use crate::game::Zone;
use crate::rules::grounds::{self, LentBy};
use crate::rules::keyword::{self, Numbers};
use crate::rules::look::Look;
use crate::rules::table::{CopyId, Line, SubCard, Table, UnitIx};
use crate::rules::trace::{Cite, Reason};

use super::asleep::asleep;
use super::grants::add_grant;
use super::{Carrier, Copy, UnitView};

/// A view in the making.
pub(super) struct Draft {
    pub view: UnitView,
    pub changes: Numbers,
    /// What keywords of others add.
    pub lent: Vec<Numbers>,
    /// The changes by effects, one by one: some units can't gain or lose by them.
    pub given: Vec<(Stat, i32)>,
    pub sets: Vec<(Stat, i32)>,
    pub factors: Vec<(Stat, i32)>,
}

/// Where a grant comes from.
pub(super) struct Origin<'a> {
    pub id: CopyId,
    pub printed: &'a Rc<str>,
    pub cite: &'a Cite,
    pub by: Option<UnitIx>,
    pub carrier: Carrier,
    pub look: &'a Look,
    pub through: Option<LentBy>,
    pub awake: bool,
}

pub(super) fn first_draft(table: &Table, ix: UnitIx) -> Draft {
    let unit = table.unit(ix);
    let mut draft = Draft {
        view: UnitView::default(),
        changes: Numbers::default(),
        lent: Vec::new(),
        given: Vec::new(),
        sets: Vec::new(),
        factors: Vec::new(),
    };
    if !unit.zone.on_table() && unit.zone != Zone::Discard && !unit.is_event() {
        return draft;
    }
    for (n, line) in unit.lines.iter().enumerate() {
        add_line(
            table,
            ix,
            line,
            CopyId::path(&[1, ix.0 as u64, n as u64]),
            Carrier::Own,
            &mut draft,
        );
    }
    for card in &unit.under {
        add_card(table, ix, card, Carrier::Under, &mut draft);
    }
    for card in &unit.attached {
        add_card(table, ix, card, Carrier::Attached(card.serial), &mut draft);
    }
    for card in &unit.pilots {
        add_card(table, ix, card, Carrier::Pilot(card.serial), &mut draft);
    }
    draft
}

fn add_card(table: &Table, ix: UnitIx, card: &SubCard, carrier: Carrier, draft: &mut Draft) {
    for (n, line) in card.lines.iter().enumerate() {
        add_line(
            table,
            ix,
            line,
            CopyId::path(&[2, u64::from(card.serial), n as u64]),
            carrier,
            draft,
        );
    }
}

fn add_line(
    table: &Table,
    ix: UnitIx,
    line: &Line,
    id: CopyId,
    carrier: Carrier,
    draft: &mut Draft,
) {
    let look = Look::from(table, ix);
    let waits = unattached(table, ix, line, carrier);
    for (k, ability) in line.abilities.iter().enumerate() {
        if !speaks(table, ability, carrier) {
            continue;
        }
        let origin = Origin {
            id: id.child(k as u64),
            printed: &line.printed,
            cite: &line.cite,
            by: None,
            carrier,
            look: &look,
            through: None,
            awake: false,
        };
        add_ability(table, ix, ability, &origin, waits.clone(), draft);
    }
}

/// What Equipment says of the unit it is on says nothing while it is on none (8.5).
fn unattached(table: &Table, ix: UnitIx, line: &Line, carrier: Carrier) -> Option<Reason> {
    let unit = table.unit(ix);
    let of_bearer = line.printed.to_lowercase().starts_with("equipped ");
    let waits = carrier == Carrier::Own && !unit.is_unit();
    (of_bearer && waits).then(|| Reason {
        clause: Some(clause!("8.5")),
        text: format!("{} is attached to no unit", unit.name),
    })
}

/// Of a card under the top one only INSERT speaks (1.5.6); of a Pilot only what its keywords say
/// works while it pilots.
fn speaks(table: &Table, ability: &Ability, carrier: Carrier) -> bool {
    let def = match ability {
        Ability::Keyword(k) => keyword::def(k.keyword),
        _ => None,
    };
    match carrier {
        Carrier::Under => def.and_then(|d| d.while_covered).is_some_and(|f| f(table)),
        Carrier::Pilot(_) => def.is_some_and(|d| d.while_piloting),
        Carrier::Own | Carrier::Attached(_) | Carrier::Given => true,
    }
}

pub(super) fn add_ability(
    table: &Table,
    ix: UnitIx,
    ability: &Rc<Ability>,
    origin: &Origin<'_>,
    off: Option<Reason>,
    draft: &mut Draft,
) {
    let up = origin.awake && table.unit(ix).is_retreated();
    let off = off.or_else(|| asleep(table, ix, ability).filter(|_| !up));
    draft.view.copies.push(Copy {
        id: origin.id,
        ability: Rc::clone(ability),
        printed: Rc::clone(origin.printed),
        cite: origin.cite.clone(),
        off: off.clone(),
        by: origin.by,
        carrier: origin.carrier,
        through: origin.through,
    });
    let Ability::Keyword(k) = &**ability else {
        return;
    };
    let Some(expand) = keyword::def(k.keyword).and_then(|d| d.expand) else {
        return;
    };
    let expansion = expand(table, ix, &k.value);
    let through = expansion
        .through
        .map(|clause| LentBy {
            by: k.keyword,
            clause,
            special: grounds::of(k.keyword)
                .lends
                .and_then(|f| f(table, ix, origin.carrier)),
        })
        .or(origin.through);
    let inner_off = expansion
        .off
        .or(if off.is_some() && origin.carrier != Carrier::Own {
            off
        } else {
            None
        });
    for (n, inner) in expansion.abilities.into_iter().enumerate() {
        let child = Origin {
            id: origin.id.child(100 + n as u64),
            through,
            awake: expansion.awake,
            ..*origin
        };
        add_ability(table, ix, &Rc::new(inner), &child, inner_off.clone(), draft);
    }
    if inner_off.is_none() {
        for (n, grant) in expansion.grants.iter().enumerate() {
            let child = Origin {
                id: origin.id.child(200 + n as u64),
                through,
                ..*origin
            };
            add_grant(table, ix, grant, &child, draft);
        }
    }
}

pub(super) const fn change(numbers: &mut Numbers, stat: Stat, by: i32) {
    match stat {
        Stat::Speed => numbers.speed = numbers.speed.saturating_add(by),
        Stat::Power => numbers.power = numbers.power.saturating_add(by),
        Stat::Health | Stat::RemainingHealth => numbers.health = numbers.health.saturating_add(by),
        Stat::BuildCost | Stat::TotalBuildCost | Stat::Damage => {}
    }
}

pub(super) const fn add(to: &mut Numbers, by: Numbers) {
    to.speed = to.speed.saturating_add(by.speed);
    to.power = to.power.saturating_add(by.power);
    to.health = to.health.saturating_add(by.health);
}
