//! What every ability that prevents damage has in common (6.3).

use crate::cardtext::{Filter, Scope};
use crate::clause;
use crate::rulebook::{ClauseId, Keyword};

use super::damage::Instance;
use super::deed::Deed;
use super::derive::Unprevented;
use super::grounds;
use super::keyword::{Aimed, Held, KeywordDef};
use super::look::{self, Look};
use super::table::{Table, UnitIx};
use super::trace::{Cite, Cited, Reason};

/// Why damage of this instance can't be prevented by an ability of `by`, or by a card from hand if
/// that is none, if it can't (6.3.4).
#[must_use]
pub fn forbidden(table: &Table, instance: &Instance, by: Option<UnitIx>) -> Option<Reason> {
    let (clause, source) =
        unpreventable(table, instance).or_else(|| reserved(table, instance, by))?;
    let itself = by.filter(|u| instance.target == *u);
    if itself.is_some_and(|u| prevents_all(table, u).is_some()) {
        return None;
    }
    let text = match source {
        Some(source) => format!("damage from {} can't be prevented", table.name(source)),
        None => "this damage can't be prevented".to_owned(),
    };
    Some(Reason {
        clause: Some(clause),
        text,
    })
}

/// All reasons that [`forbidden`] stands for: the keyword's own clause and the general ones.
#[must_use]
pub fn forbidden_reasons(
    table: &Table,
    instance: &Instance,
    by: UnitIx,
    ground: ClauseId,
) -> Vec<Reason> {
    let Some(reason) = forbidden(table, instance, Some(by)) else {
        return Vec::new();
    };
    let own = Reason {
        clause: Some(ground),
        text: reason.text.clone(),
    };
    let general = Reason {
        clause: Some(clause!("6.3.4")),
        text: reason.text.clone(),
    };
    let every = instance
        .source
        .filter(|_| instance.attack.is_none())
        .and_then(|source| keyword_of(table, source))
        .and_then(|d| d.grounds.every_damage)
        .map(|c| Reason::by(c, reason.text.clone()));
    let others = (instance.target != by)
        .then(|| grounds::on_unit(table, by, |g| g.own_only))
        .flatten()
        .map(|(_, c)| Reason::by(c, reason.text.clone()));
    let every = every.into_iter().chain(others);
    let mut all = vec![reason];
    for more in every.into_iter().chain([own, general]) {
        if all.iter().all(|r| r.clause != more.clause) {
            all.push(more);
        }
    }
    all
}

/// The clause that makes the instance unpreventable, and the unit it comes from.
#[must_use]
pub fn unpreventable(table: &Table, instance: &Instance) -> Option<(ClauseId, Option<UnitIx>)> {
    if !instance.preventable {
        return Some((clause!("6.3.4"), instance.source));
    }
    let source = instance.source?;
    if let Some(clause) = by_keyword(table, source) {
        return Some((clause, Some(source)));
    }
    let by_text = table
        .view(source)
        .unpreventable
        .iter()
        .any(|u| u.by.is_empty() && u.except.is_none());
    by_text.then_some((clause!("6.3.4"), Some(source)))
}

/// The clause by which only units of a description may prevent the instance, and it is none of
/// them that would; `None` prevents without being a unit, as a card does.
pub(super) fn reserved(
    table: &Table,
    instance: &Instance,
    by: Option<UnitIx>,
) -> Option<(ClauseId, Option<UnitIx>)> {
    let own = instance.barred.as_ref().is_some_and(|b| {
        b.what.by.is_empty() && !spared(table, b.what.except.as_ref(), &b.look, by)
    });
    if own {
        return Some((clause!("6.3.4"), instance.source));
    }
    let source = instance.source?;
    bars(table, source, by).then_some((clause!("6.3.4"), Some(source)))
}

/// Whether a text says that `by` cannot prevent damage from the source at all.
pub(super) fn bars(table: &Table, source: UnitIx, by: Option<UnitIx>) -> bool {
    let mut texts = table.view(source).unpreventable.iter();
    texts.any(|u| u.by.is_empty() && !excepted(table, u, by))
}

fn excepted(table: &Table, barred: &Unprevented, by: Option<UnitIx>) -> bool {
    spared(table, barred.except.as_ref(), &barred.look, by)
}

/// Whether `by` is one of the units that may prevent all the same.
fn spared(table: &Table, except: Option<&Filter>, look: &Look, by: Option<UnitIx>) -> bool {
    // Whose ability it is counts, not where that unit is: Reserves help from the build zone.
    except
        .zip(by)
        .is_some_and(|(filter, by)| look::fits_unless_elsewhere(table, look, filter, by))
}

/// The clause of the keyword that makes damage from the unit unpreventable.
pub(super) fn by_keyword(table: &Table, source: UnitIx) -> Option<ClauseId> {
    keyword_of(table, source).and_then(|d| d.unpreventable)
}

/// The keyword that makes damage from the unit unpreventable.
fn keyword_of(table: &Table, source: UnitIx) -> Option<&'static KeywordDef> {
    super::keyword::all()
        .iter()
        .copied()
        .find(|d| d.unpreventable.is_some() && table.view(source).has(d.keyword))
}

/// The clause that lets a unit prevent even unpreventable damage to itself.
#[must_use]
pub fn prevents_all(table: &Table, unit: UnitIx) -> Option<ClauseId> {
    super::keyword::all()
        .iter()
        .find(|d| d.prevents_all.is_some() && table.view(unit).has(d.keyword))
        .and_then(|d| d.prevents_all)
}

/// Whether the unit can prevent this damage to itself only because a keyword lets it.
#[must_use]
pub fn needs_leave(table: &Table, instance: &Instance, by: UnitIx) -> bool {
    instance.target == by
        && unpreventable(table, instance).is_some()
        && prevents_all(table, by).is_some()
}

/// The same proposal; if only a keyword of the preventing unit lets it prevent this damage, the
/// proposal rests on that keyword too.
#[must_use]
pub fn despite<T>(table: &Table, instance: &Instance, by: UnitIx, proposal: Cited<T>) -> Cited<T> {
    let needed = needs_leave(table, instance, by);
    match prevents_all(table, by).filter(|_| needed) {
        Some(clause) => {
            let source = instance.source.and_then(|s| keyword_of(table, s));
            let own = super::keyword::all()
                .iter()
                .copied()
                .find(|d| d.prevents_all == Some(clause));
            let says = source.or(own).map_or(&[][..], |d| d.grounds.leave);
            proposal.and(clause).also_all(says.iter().copied())
        }
        None => proposal,
    }
}

/// Whether the source's damage may not be prevented with that keyword of the unit, and by which
/// line.
#[must_use]
pub fn keyword_barred(
    table: &Table,
    instance: &Instance,
    keyword: Keyword,
    by: UnitIx,
) -> Option<Cite> {
    let own = instance.barred.as_ref().filter(|b| {
        b.what.by.contains(&keyword) && !spared(table, b.what.except.as_ref(), &b.look, Some(by))
    });
    if let Some(barred) = own {
        return Some(barred.cite.clone());
    }
    let source = instance.source?;
    let barred = &table.view(source).unpreventable;
    barred
        .iter()
        .find(|u| u.by.contains(&keyword) && !excepted(table, u, Some(by)))
        .map(|u| u.cite.clone())
}

/// All reasons against preventing the aimed instance with an ability for the unit itself.
/// `unpreventable_clause` is the keyword's own word on unpreventable damage, `amount_clause` on amounts.
#[must_use]
pub fn against_own(
    table: &Table,
    held: &Held,
    aimed: &Aimed,
    unpreventable_clause: ClauseId,
    amount_clause: ClauseId,
) -> Vec<Reason> {
    let Some(instance) = aimed.instance.map(|i| table.instance(i)) else {
        let mut reasons = vec![nothing_pending(table, held.unit)];
        reasons.extend(all_prevented(table, held.unit));
        return reasons;
    };
    let mut reasons = forbidden_reasons(table, instance, held.unit, unpreventable_clause);
    reasons.extend(amount_reason(held, aimed, amount_clause));
    if instance.target != held.unit {
        reasons.push(nothing_pending(table, held.unit));
    }
    reasons
}

/// The reading by which a copy that prevents works once in each attack (11.27).
#[must_use]
pub fn once_per_attack(table: &Table, held: &Held) -> Option<Reason> {
    if table.reading(clause!("11.27")) != Some("once-per-attack") {
        return None;
    }
    let number = table.attack()?.number;
    let id = held.copy_id();
    let used = table
        .instances
        .iter()
        .filter(|i| i.attack == Some(number) || table.open.contains(&i.id))
        .any(|i| table.used(id, Scope::Instance, Some(i.id)) > 0);
    used.then(|| Reason {
        clause: Some(clause!("11.27")),
        text: format!("{} was used in this attack already", held.label()),
    })
}

/// "No damage is pending on the unit" (6.3.9).
#[must_use]
pub fn nothing_pending(table: &Table, unit: UnitIx) -> Reason {
    Reason {
        clause: Some(clause!("6.3.9")),
        text: format!(
            "no damage is pending on {} that it could reduce",
            table.name(unit)
        ),
    }
}

/// Damage to the unit that was prevented down to nothing goes no lower (6.3.1).
fn all_prevented(table: &Table, unit: UnitIx) -> Option<Reason> {
    let done = table
        .open_on(unit)
        .any(|i| i.pending == 0 && i.prevented > 0);
    done.then(|| {
        let text = format!(
            "all damage to {} is prevented already, and prevention never goes below 0",
            table.name(unit)
        );
        Reason::by(clause!("6.3.1"), text)
    })
}

/// Whether the copy was used against other damage before: its limit begins anew (4.4.3).
#[must_use]
pub fn used_before(table: &Table, held: &Held, instance: usize) -> bool {
    table
        .instances
        .iter()
        .filter(|i| i.id != instance)
        .any(|i| table.used(held.copy_id(), Scope::Instance, Some(i.id)) > 0)
}

/// Whether another copy of the keyword on the unit was used against the same damage.
#[must_use]
pub fn other_copy_used(table: &Table, held: &Held, instance: usize) -> bool {
    table
        .view(held.unit)
        .copies_of(held.keyword)
        .filter(|c| c.id != held.copy_id())
        .any(|c| table.used(c.id, Scope::Instance, Some(instance)) > 0)
}

/// Another copy was used against the same damage: each stands alone (5.2).
#[must_use]
pub fn stands_alone(table: &Table, held: &Held, instance: usize) -> Option<ClauseId> {
    other_copy_used(table, held, instance).then_some(clause!("5.2.layered"))
}

/// The reason against an amount outside 0 to X.
#[must_use]
pub fn amount_reason(held: &Held, aimed: &Aimed, clause: ClauseId) -> Option<Reason> {
    let asked = aimed.amount?;
    (asked < 0 || asked > held.value).then(|| Reason {
        clause: Some(clause),
        text: format!("{} prevents 0 to {}, not {asked}", held.label(), held.value),
    })
}

/// The most an ability can take off the aimed instance.
#[must_use]
pub fn most(table: &Table, held: &Held, aimed: &Aimed) -> i32 {
    aimed
        .instance
        .map_or(0, |i| table.instance(i).pending.min(held.value).max(0))
}

/// The aimed instance and the amount: what was asked, by default the most possible.
#[must_use]
pub fn up_to<'a>(table: &'a Table, held: &Held, aimed: &Aimed) -> Option<(&'a Instance, i32)> {
    let instance = aimed.instance.map(|i| table.instance(i))?;
    let most = most(table, held, aimed);
    Some((instance, aimed.amount.unwrap_or(most).clamp(0, most)))
}

/// The ability takes this much off the instance.
#[must_use]
pub fn deed(held: &Held, instance: &Instance, amount: i32) -> Deed {
    Deed::Prevent {
        instance: instance.id,
        amount,
        by: held.unit,
        with: Some(held.keyword),
    }
}

/// What a keyword does that prevents up to its value and counts anew for each instance: the
/// prevention by its clause `ground`, and how much it was.
#[must_use]
pub fn up_to_its_value(
    table: &Table,
    held: &Held,
    aimed: &Aimed,
    ground: ClauseId,
) -> Option<(Cited<Deed>, i32)> {
    let (instance, amount) = up_to(table, held, aimed)?;
    let cited = Cited::new(deed(held, instance, amount), ground);
    let cited = cited.also_all(stands_alone(table, held, instance.id));
    Some((despite(table, instance, held.unit, cited), amount))
}

/// All reasons against a keyword that prevents damage to its own unit and may be held to one use
/// in each attack (11.27); `ground` is its clause on amounts.
#[must_use]
pub fn against_up_to(table: &Table, held: &Held, aimed: &Aimed, ground: ClauseId) -> Vec<Reason> {
    let mut reasons = against_own(table, held, aimed, clause!("6.3.4"), ground);
    reasons.extend(once_per_attack(table, held));
    reasons
}
