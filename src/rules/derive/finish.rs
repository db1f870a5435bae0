//! The end of a view: what bans keep, and the numbers that follow from everything given.

use crate::cardtext::{Ban, Stat};
use crate::clause;
use crate::rulebook::Keyword;
use crate::rules::keyword::{self, Numbers};
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::Reason;

use super::asleep::asleep;
use super::draft::{Draft, add, change};
use super::{Carrier, Copy, UnitView};

/// What the unit can't lose stays, what it can't gain is not gained.
fn keep_what_must_stay(draft: &mut Draft) {
    let bans: Vec<Ban> = draft.view.bans.iter().map(|b| b.ban.clone()).collect();
    for ban in bans {
        match ban {
            Ban::Lose(k) => draft.view.lost.retain(|(lost, _)| *lost != k),
            Ban::LoseAbilities => (draft.view.lost_all, draft.view.lost_text) = (None, None),
            Ban::LoseSubtypes => draft.view.lost_subtypes.clear(),
            Ban::GainSubtype(s) => draft.view.gained_subtypes.retain(|g| *g != s),
            _ => {}
        }
    }
}

pub(super) fn finish(table: &Table, ix: UnitIx, mut draft: Draft) -> UnitView {
    let unit = table.unit(ix);
    keep_what_must_stay(&mut draft);
    if draft.view.lost_all.is_some() {
        draft.view.copies.clear();
    }
    if draft.view.lost_text.is_some() {
        draft.view.copies.retain(|c| c.carrier != Carrier::Own);
    }
    keep_what_it_had(table, ix, &mut draft.view.copies);
    let lost: Vec<Keyword> = draft.view.lost.iter().map(|(k, _)| *k).collect();
    draft
        .view
        .copies
        .retain(|c| !c.names().iter().any(|k| lost.contains(&k.keyword)));
    stop_forbidden(&mut draft);
    let stacked = Numbers::steps(i32::try_from(unit.under.len()).unwrap_or(0));
    let stacked = but_banned(&draft, stacked);
    add(&mut draft.changes, stacked);
    for def in keyword::all().iter() {
        let Some(numbers) = def.numbers else { continue };
        let sum = keyword_sum(table, ix, def.keyword);
        if let Some(value) = sum {
            let gained = but_banned(&draft, numbers(table, ix, value));
            add(&mut draft.changes, gained);
        }
    }
    for numbers in std::mem::take(&mut draft.lent) {
        let gained = but_banned(&draft, numbers);
        add(&mut draft.changes, gained);
    }
    undo_banned(&mut draft);
    let number = |stat: Stat, printed: i32, change: i32| {
        let base = draft
            .sets
            .iter()
            .rev()
            .find(|(s, _)| *s == stat)
            .map_or(printed, |(_, n)| *n);
        let factor = draft
            .factors
            .iter()
            .filter(|(s, _)| *s == stat)
            .map(|(_, k)| *k)
            .product::<i32>();
        base.saturating_add(change).saturating_mul(factor)
    };
    draft.view.power_changes = draft
        .given
        .iter()
        .filter(|(s, n)| *s == Stat::Power && *n != 0)
        .count();
    draft.view.speed = number(Stat::Speed, unit.speed, draft.changes.speed);
    let (sum, stopped) = (
        number(Stat::Power, unit.power, draft.changes.power),
        floored(unit.power, draft.changes.power, &draft.given),
    );
    let plain = draft.sets.iter().all(|(s, _)| *s != Stat::Power)
        && draft.factors.iter().all(|(s, _)| *s != Stat::Power);
    draft.view.power_was_below = plain && sum.max(0) != stopped;
    draft.view.power = if table.reading(clause!("11.31")) == Some("floor") {
        stopped
    } else {
        sum
    };
    draft.view.health = number(Stat::Health, unit.health, draft.changes.health);
    draft.view
}

/// A keyword that acts by itself does nothing on a unit that can't use it; what is activated is
/// refused when it is played.
fn stop_forbidden(draft: &mut Draft) {
    let bans = &draft.view.bans;
    for copy in &mut draft.view.copies {
        let Some(keyword) = copy.keyword().map(|k| k.keyword) else {
            continue;
        };
        let offered = keyword::def(keyword).is_none_or(|d| d.offer.is_some());
        let ban = bans.iter().find(|b| b.ban == Ban::Use(keyword));
        if let Some(ban) = ban.filter(|_| !offered && copy.off.is_none()) {
            let text = format!("it may not be used: \"{}\"", ban.printed);
            copy.off = Some(Reason::by(clause!("1.1.6"), text));
        }
    }
}

/// What looks back at a unit that has left sees what it had in its arena, from whomever, and none of
/// its own that it had lost (4.5.1). Where it lies it has besides what is used from there.
fn keep_what_it_had(table: &Table, ix: UnitIx, copies: &mut Vec<Copy>) {
    let gone = !table.unit(ix).zone.on_table();
    let Some(had) = table.had.get(&ix).filter(|_| gone) else {
        return;
    };
    let used_there = |c: &Copy| {
        let def = c.keyword().and_then(|k| keyword::def(k.keyword));
        def.is_some_and(|d| d.offer.is_some())
    };
    copies.retain(|c| had.iter().any(|h| h.id == c.id) || used_there(c));
    let missing: Vec<Copy> = had
        .iter()
        .filter(|h| copies.iter().all(|c| c.id != h.id))
        .map(|h| Copy {
            off: asleep(table, ix, &h.ability),
            ..h.clone()
        })
        .collect();
    copies.extend(missing);
}

/// The reading by which power stops at 0 and later changes count from there (11.31): the changes
/// by effects are made one by one, in the order in which they came.
fn floored(printed: i32, changes: i32, given: &[(Stat, i32)]) -> i32 {
    let by_effects = || given.iter().filter(|(s, _)| *s == Stat::Power);
    let sum: i32 = by_effects().map(|(_, n)| *n).sum();
    let before = printed.saturating_add(changes).saturating_sub(sum).max(0);
    by_effects().fold(before, |power, (_, n)| power.saturating_add(*n).max(0))
}

/// What is left of the numbers that the cards beneath it (1.5.7) or its keywords would give a unit
/// that can't gain or lose some of them.
fn but_banned(draft: &Draft, numbers: Numbers) -> Numbers {
    let left = |stat: Stat, n: i32| {
        if draft.view.keeps_out(stat, n) { 0 } else { n }
    };
    Numbers {
        speed: left(Stat::Speed, numbers.speed),
        power: left(Stat::Power, numbers.power),
        health: left(Stat::Health, numbers.health),
    }
}

/// A unit that can't gain or lose a number keeps out what effects would add to it or take from it.
fn undo_banned(draft: &mut Draft) {
    let mut kept = Vec::new();
    for (stat, n) in std::mem::take(&mut draft.given) {
        if draft.view.keeps_out(stat, n) {
            change(&mut draft.changes, stat, -n);
        } else {
            kept.push((stat, n));
        }
    }
    draft.given = kept;
}

fn keyword_sum(table: &Table, ix: UnitIx, keyword: Keyword) -> Option<i32> {
    let held = keyword::held(table, ix, keyword);
    (!held.is_empty()).then(|| held.iter().map(|h| h.value).sum())
}
