//! The numbers that texts speak of.

use crate::cardtext::{Cmp, Num, Stat, Under, Who};
use crate::rules::table::{Attack, Table, Unit, UnitIx};

use super::{Look, fitting, units};

/// Counters of a kind on a card.
#[must_use]
pub fn counters_on(unit: &Unit, kind: crate::game::CounterKind) -> i32 {
    match kind {
        crate::game::CounterKind::Damage => unit.damage,
        other => unit.counters.get(&other).copied().unwrap_or(0),
    }
}

/// A number of a unit as it stands.
#[must_use]
pub fn stat_of(table: &Table, ix: UnitIx, stat: Stat) -> i32 {
    let (unit, view) = (table.unit(ix), table.view(ix));
    match stat {
        Stat::Speed => view.speed,
        Stat::Power => view.power,
        Stat::Health => view.health,
        Stat::RemainingHealth => view.health - unit.damage,
        Stat::BuildCost => unit.cost,
        Stat::TotalBuildCost => table.total_cost(ix),
        Stat::Damage => unit.damage,
    }
}

/// A number of a unit as printed.
#[must_use]
pub fn printed_stat(table: &Table, ix: UnitIx, stat: Stat) -> i32 {
    let unit = table.unit(ix);
    match stat {
        Stat::Speed => unit.speed,
        Stat::Power => unit.power,
        Stat::Health => unit.health,
        Stat::BuildCost => unit.cost,
        other => stat_of(table, ix, other),
    }
}

/// The number, with everything counted now. `Chosen` counts as 0 until it is chosen.
#[must_use]
pub fn value(table: &Table, look: &Look, num: &Num) -> i32 {
    let sum =
        |who: &Who, f: &dyn Fn(UnitIx) -> i32| units(table, look, who).into_iter().map(f).sum();
    match num {
        Num::Const(n) => *n,
        Num::X | Num::Chosen => look.x.unwrap_or(0),
        Num::Count(filter) => i32::try_from(fitting(table, look, filter).len()).unwrap_or(i32::MAX),
        Num::StatOf(who, stat) => sum(who, &|u| stat_of(table, u, *stat)),
        Num::PrintedStatOf(who, stat) => sum(who, &|u| printed_stat(table, u, *stat)),
        Num::CountersOn(who, kind) => sum(who, &|u| counters_on(table.unit(u), *kind)),
        Num::CardsUnder(who, which) => sum(who, &|u| cards_under(table.unit(u), *which)),
        Num::Prevented => look.prevented,
        Num::DamageDone => look.damage_done,
        Num::Hits => table.attack().and_then(|a| a.hits).unwrap_or(0),
        Num::Misses => table.attack().map_or(0, misses),
        Num::AttachedTo(who) => sum(who, &|u| {
            i32::try_from(table.unit(u).attached.len()).unwrap_or(0)
        }),
        Num::ForceOf(p) => look
            .players(table, *p)
            .into_iter()
            .map(|s| table.pool(s).force)
            .sum(),
        Num::HandOf(p) => look
            .players(table, *p)
            .into_iter()
            .map(|s| table.pool(s).hand)
            .sum(),
        Num::Plus(a, b) => value(table, look, a).saturating_add(value(table, look, b)),
        Num::Times(k, n) => value(table, look, n).saturating_mul(*k),
        Num::Over(n, by) => value(table, look, n).checked_div(*by).unwrap_or(0),
        Num::AtMost(a, b) => value(table, look, a).min(value(table, look, b)),
        // As much as can be, where nobody chooses.
        Num::UpTo(n) => value(table, look, n),
    }
}

/// The dice of the attack as they lie now, without those that hit.
fn misses(attack: &Attack) -> i32 {
    let dice = i32::try_from(attack.dice.len()).unwrap_or(i32::MAX);
    attack.hits.map_or(0, |hits| (dice - hits).max(0))
}

/// Whether the number needs an X that was not given yet.
#[must_use]
pub fn needs_x(num: &Num) -> bool {
    match num {
        Num::X | Num::Chosen => true,
        Num::Plus(a, b) | Num::AtMost(a, b) => needs_x(a) || needs_x(b),
        Num::Times(_, n) | Num::Over(n, _) | Num::UpTo(n) => needs_x(n),
        _ => false,
    }
}

pub(super) fn cards_under(unit: &Unit, which: Under) -> i32 {
    let stacked = i32::try_from(unit.under.len()).unwrap_or(i32::MAX);
    match which {
        Under::Stacked => stacked,
        Under::FaceDown => unit.beneath,
        Under::Any => stacked.saturating_add(unit.beneath),
    }
}

/// `cmp` as words, for reasons: "4 or less".
#[must_use]
pub const fn cmp_words(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Is => "exactly",
        Cmp::AtLeast => "at least",
        Cmp::AtMost => "at most",
        Cmp::Less => "less than",
        Cmp::More => "more than",
    }
}
