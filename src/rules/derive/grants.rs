//! What a unit is given: each grant, and the lasting effects and static abilities that give it.

use std::rc::Rc;

use crate::cardtext::{
    Ability, Duration, Grant, KeywordAbility, KeywordValue, Num, Place, Stat, Static, StaticRule,
    Who,
};
use crate::rules::grounds::LentBy;
use crate::rules::keyword::{self, Numbers};
use crate::rules::look::{self, Look};
use crate::rules::table::{CopyId, ForAttack, Lasting, Table, UnitIx};
use crate::rules::trace::Cite;

use super::draft::{Draft, Origin, add_ability, change};
use super::{AttackDuty, Banned, Carrier, Copy, Unprevented};

/// Keeps by what the power is another than printed, so that a roll can say what it rests on.
fn note_power(stat: Stat, by: i32, origin: &Origin<'_>, draft: &mut Draft) {
    if stat != Stat::Power {
        return;
    }
    let lender = origin.through.into_iter().flat_map(LentBy::cites);
    for cite in std::iter::once(origin.cite.clone()).chain(lender) {
        draft.view.power_by.push((by, cite));
    }
}

pub(super) fn add_grant(
    table: &Table,
    ix: UnitIx,
    grant: &Grant,
    origin: &Origin<'_>,
    draft: &mut Draft,
) {
    let spoken = of_bearer(origin.look, ix);
    let num = |n: &Num| look::value(table, &spoken, n);
    match grant {
        Grant::Change(stat, n) => {
            change(&mut draft.changes, *stat, num(n));
            draft.given.push((*stat, num(n)));
            note_power(*stat, num(n), origin, draft);
        }
        Grant::Set(stat, n) => {
            draft.sets.push((*stat, num(n)));
            note_power(*stat, 0, origin, draft);
        }
        Grant::Multiply(stat, k) => {
            draft.factors.push((*stat, *k));
            note_power(*stat, 0, origin, draft);
        }
        Grant::Keyword(k) => {
            let fixed = Rc::new(Ability::Keyword(fix_keyword(table, &spoken, k)));
            add_ability(table, ix, &fixed, origin, None, draft);
        }
        Grant::Ability(a) => add_ability(table, ix, &Rc::new((**a).clone()), origin, None, draft),
        Grant::Loses(k) => draft.view.lost.push((*k, origin.cite.clone())),
        Grant::LosesAbilities => draft.view.lost_all = Some(Rc::clone(origin.printed)),
        Grant::LosesText => draft.view.lost_text = Some(Rc::clone(origin.printed)),
        Grant::Subtype(s) => draft.view.gained_subtypes.push(s.clone()),
        Grant::LosesSubtype(s) => draft.view.lost_subtypes.push(s.clone()),
        Grant::Cannot(ban) => draft.view.bans.push(Banned {
            ban: ban.clone(),
            printed: Rc::clone(origin.printed),
            cite: origin.cite.clone(),
            look: origin.look.clone(),
        }),
        Grant::MustAttack(target) => draft.view.must_attack.push(AttackDuty {
            target: target.as_deref().cloned(),
            look: origin.look.clone(),
            cite: origin.cite.clone(),
        }),
        Grant::MayAttack(filter) => draft
            .view
            .may_attack
            .push(((**filter).clone(), origin.look.clone())),
        Grant::MayStayTapped => draft.view.may_stay_tapped = Some(origin.cite.clone()),
        Grant::FromBuildZone => draft.view.from_build = true,
        Grant::Dice(n) => draft.view.dice = Some((num(n), origin.cite.clone())),
        Grant::Unpreventable { by, except } => draft.view.unpreventable.push(Unprevented {
            by: by.clone(),
            except: except.as_deref().cloned(),
            cite: origin.cite.clone(),
            look: origin.look.clone(),
        }),
        Grant::When(cond, inner) => {
            // "That unit" stays the one the text chose; the bearer is "this unit".
            let own = Look {
                this: Some(ix),
                ..origin.look.clone()
            };
            if look::holds(table, &own, cond) {
                add_grant(table, ix, inner, origin, draft);
            }
        }
    }
}

/// Where a text speaks of no unit chosen before, "it" in a number is the unit that gets something.
fn of_bearer(look: &Look, ix: UnitIx) -> Look {
    let mut look = look.clone();
    if look.that.is_empty() {
        look.that.push(ix);
    }
    look
}

fn fix_keyword(table: &Table, look: &Look, k: &KeywordAbility) -> KeywordAbility {
    let value = match &k.value {
        KeywordValue::Number(n) if !look::needs_x(n) || look.x.is_some() => {
            KeywordValue::Number(Num::Const(look::value(table, look, n)))
        }
        other => other.clone(),
    };
    KeywordAbility {
        keyword: k.keyword,
        value,
    }
}

pub(super) fn lasting(table: &Table, drafts: &mut [Draft]) {
    for effect in &table.lasting {
        let Some(draft) = drafts.get_mut(effect.on.0) else {
            continue;
        };
        if !table.unit(effect.on).zone.on_table() || !has_begun(table, effect) {
            continue;
        }
        let look = &effect.look;
        for (n, grant) in effect.grants.iter().enumerate() {
            let origin = Origin {
                id: CopyId::path(&[3, u64::from(effect.serial), n as u64]),
                printed: &effect.printed,
                cite: effect.cites.first().unwrap_or(&Cite::Hand),
                by: effect.by,
                through: None,
                awake: false,
                carrier: Carrier::Given,
                look,
            };
            add_grant(table, effect.on, grant, &origin, draft);
        }
    }
}

/// Whether it is at work: what is for a unit's next attack waits for that attack. An attack within
/// that attack is another one.
fn has_begun(table: &Table, effect: &Lasting) -> bool {
    effect.until != Duration::NextAttack
        || table
            .attack()
            .is_some_and(|a| a.attacker == effect.on && effect.attack == ForAttack::In(a.number))
}

/// Static abilities, read from what was true a round ago.
pub(super) fn statics(table: &Table, drafts: &mut [Draft]) {
    for holder in table.all() {
        for copy in &table.view(holder).copies {
            let Ability::Static(Static {
                condition,
                rule: StaticRule::Give { who, grants },
            }) = &*copy.ability
            else {
                continue;
            };
            let look = Look::from(table, holder);
            let on = copy.off.is_none()
                && condition
                    .as_ref()
                    .is_none_or(|c| look::holds(table, &look, c));
            if on {
                give(table, holder, copy, &look, who, grants, drafts);
            }
        }
        for (numbers, target) in auras(table, holder) {
            if let Some(draft) = drafts.get_mut(target.0) {
                draft.lent.push(numbers);
            }
        }
    }
}

/// What effects have set up for a while for all units of a description, also those to come.
pub(super) fn set_up(table: &Table, drafts: &mut [Draft]) {
    for (n, rule) in table.standing.iter().enumerate() {
        let StaticRule::Give { who, grants } = &rule.rule else {
            continue;
        };
        for target in look::units(table, &rule.look, who) {
            let Some(draft) = drafts.get_mut(target.0) else {
                continue;
            };
            for (k, grant) in grants.iter().enumerate() {
                let origin = Origin {
                    id: CopyId::path(&[4, n as u64, target.0 as u64, k as u64]),
                    printed: &rule.printed,
                    cite: &rule.cite,
                    by: rule.look.this,
                    carrier: Carrier::Given,
                    look: &rule.look,
                    through: None,
                    awake: false,
                };
                add_grant(table, target, grant, &origin, draft);
            }
        }
    }
}

fn give(
    table: &Table,
    holder: UnitIx,
    copy: &Copy,
    look: &Look,
    who: &Who,
    grants: &[Grant],
    drafts: &mut [Draft],
) {
    let here = look::units(table, look, who).into_iter();
    let there = retreated(table, look, who).into_iter();
    for (target, away) in here.map(|u| (u, false)).chain(there.map(|u| (u, true))) {
        let Some(draft) = drafts.get_mut(target.0) else {
            continue;
        };
        for (n, grant) in grants.iter().enumerate() {
            if away && !is_lent_there(grant) {
                continue;
            }
            let origin = Origin {
                id: copy.id.child(1000 + 64 * target.0 as u64 + n as u64),
                printed: &copy.printed,
                cite: &copy.cite,
                by: (holder != target).then_some(holder),
                carrier: match copy.carrier {
                    Carrier::Attached(_) | Carrier::Pilot(_) => copy.carrier,
                    _ => Carrier::Given,
                },
                look,
                through: copy.through,
                awake: false,
            };
            add_grant(table, target, grant, &origin, draft);
        }
    }
}

/// The units in the build zone of a description that names no place: what works there only is
/// meant for them.
fn retreated(table: &Table, look: &Look, who: &Who) -> Vec<UnitIx> {
    let Who::Units(units) = who else {
        return Vec::new();
    };
    if !units.filter.places.is_empty() {
        return Vec::new();
    }
    let mut filter = units.filter.clone();
    filter.places = vec![Place::Build];
    look::fitting(table, look, &filter)
}

/// Whether it is a keyword that works in the build zone only.
fn is_lent_there(grant: &Grant) -> bool {
    let keyword = match grant {
        Grant::Keyword(k) => k.keyword,
        Grant::Ability(a) => match &**a {
            Ability::Keyword(k) => k.keyword,
            _ => return false,
        },
        _ => return false,
    };
    keyword::def(keyword).is_some_and(|d| d.lent_there)
}

fn auras(table: &Table, holder: UnitIx) -> Vec<(Numbers, UnitIx)> {
    let mut found = Vec::new();
    for def in keyword::all().iter().filter(|d| d.aura.is_some()) {
        let Some(aura) = def.aura else { continue };
        if table.view(holder).has(def.keyword) {
            found.extend(table.all().map(|other| (aura(table, holder, other), other)));
        }
    }
    found.retain(|(n, _)| *n != Numbers::default());
    found
}
