//! A keyword as one unit has it: its copies, stacked by its kind (RULES 5.2).

use crate::cardtext::{KeywordAbility, KeywordValue, Stat};
use crate::rulebook::{ClauseId, Keyword, Stacking};
use crate::rules::deed::Deed;
use crate::rules::derive::Copy;
use crate::rules::grounds::LentBy;
use crate::rules::look::{self, Look};
use crate::rules::table::{Attack, CopyId, Table, UnitIx};

use super::{KeywordDef, all};

/// A keyword as one unit has it: the copies that work, and their sum.
#[derive(Clone, Debug)]
pub struct Held {
    /// The unit.
    pub unit: UnitIx,
    /// The keyword.
    pub keyword: Keyword,
    /// The number: the sum of the copies for a cumulative keyword, otherwise the copy's own.
    pub value: i32,
    /// Its value for this attack: the number already there when the dice were rolled, and still
    /// there. Equal to `value` when no attack dice have been rolled.
    pub at_roll: i32,
    /// The copies behind it; one for a layered or selective keyword.
    pub copies: Vec<Copy>,
    /// How much of it a player asked for, where the keyword leaves that choice.
    pub asked: Option<i32>,
}

impl Held {
    /// How it is named in a trace: `Parry 2`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.copies.first().map(|c| c.keyword_value()) {
            Some(Some(KeywordValue::Number(_))) => {
                format!("{} {}", self.keyword.name(), self.value)
            }
            _ => self.keyword.name().to_owned(),
        }
    }

    /// The identity under which uses are counted: one for a cumulative or isolated keyword.
    #[must_use]
    pub fn copy_id(&self) -> CopyId {
        self.copies.first().map_or(CopyId(0), |c| {
            if matches!(
                self.keyword.entry().stacking,
                Stacking::Cumulative | Stacking::Isolated
            ) {
                CopyId::whole(self.unit, self.keyword)
            } else {
                c.id
            }
        })
    }

    /// The effect that the keyword's line lists after its name (`Last Stand: Draw a card`), if it
    /// does.
    #[must_use]
    pub fn listed_effect(&self) -> Option<Deed> {
        let copy = self.copies.first()?;
        let Some(KeywordValue::Effect(effect)) = copy.keyword_value() else {
            return None;
        };
        Some(Deed::Text {
            by: self.unit,
            effect: (**effect).clone(),
            printed: copy.printed.to_string(),
        })
    }

    /// Whether several copies make it up.
    #[must_use]
    pub const fn is_sum(&self) -> bool {
        self.copies.len() > 1
    }
}

/// The keyword as the unit has it, stacked by its kind (5.2): one [`Held`] with the sum for a
/// cumulative keyword, one for each copy of a layered or selective one, one at most for an
/// isolated one. Copies that do not work now are left out.
#[must_use]
pub fn held(table: &Table, unit: UnitIx, keyword: Keyword) -> Vec<Held> {
    let copies: Vec<Copy> = table
        .view(unit)
        .copies_of(keyword)
        .filter(|c| c.off.is_none())
        .cloned()
        .collect();
    if copies.is_empty() {
        return Vec::new();
    }
    match keyword.entry().stacking {
        Stacking::Cumulative => vec![bundle(table, unit, keyword, copies)],
        Stacking::Isolated => {
            let first = copies.into_iter().take(1).collect();
            vec![bundle(table, unit, keyword, first)]
        }
        Stacking::Layered | Stacking::Selective | Stacking::Unclassed => copies
            .into_iter()
            .map(|c| bundle(table, unit, keyword, vec![c]))
            .collect(),
    }
}

fn bundle(table: &Table, unit: UnitIx, keyword: Keyword, copies: Vec<Copy>) -> Held {
    let look = Look::from(table, unit);
    let value = copies.iter().map(|c| number(table, &look, c)).sum();
    let at_roll = table
        .attack()
        .filter(|a| a.rolled)
        .map_or(value, |a| at_roll(a, unit, keyword, value));
    Held {
        unit,
        keyword,
        value,
        at_roll,
        copies,
        asked: None,
    }
}

fn at_roll(attack: &Attack, unit: UnitIx, keyword: Keyword, now: i32) -> i32 {
    let then = attack.at_roll.get(&(unit, keyword)).copied().unwrap_or(0);
    if then >= 0 && now >= 0 {
        then.min(now)
    } else {
        then
    }
}

fn number(table: &Table, look: &Look, copy: &Copy) -> i32 {
    match copy.keyword_value() {
        Some(KeywordValue::Number(n)) => look::value(table, look, n),
        Some(_) => 1,
        None => 0,
    }
}

/// The number of a keyword ability, looked at from a unit; 1 for one without a number.
#[must_use]
pub fn number_of(table: &Table, look: &Look, ability: &KeywordAbility) -> i32 {
    match &ability.value {
        KeywordValue::Number(n) => look::value(table, look, n),
        _ => 1,
    }
}

/// The sum of a keyword on a unit now, 0 if it has none.
#[must_use]
pub fn value(table: &Table, unit: UnitIx, keyword: Keyword) -> i32 {
    held(table, unit, keyword).iter().map(|h| h.value).sum()
}

/// The clauses of the keywords that change the power of a unit now: its own, and those of others.
#[must_use]
pub fn power_grounds(table: &Table, unit: UnitIx) -> Vec<ClauseId> {
    let counts = |n: i32| n != 0 && !table.view(unit).keeps_out(Stat::Power, n);
    let own = |d: &KeywordDef| {
        d.numbers.is_some_and(|f| {
            held(table, unit, d.keyword)
                .iter()
                .any(|h| counts(f(table, unit, h.value).power))
        })
    };
    let others = |d: &KeywordDef| {
        d.aura.is_some_and(|f| {
            table
                .all()
                .any(|u| table.view(u).has(d.keyword) && counts(f(table, u, unit).power))
        })
    };
    all()
        .iter()
        .filter(|d| own(d) || others(d))
        .flat_map(|d| match d.grounds.bonus {
            Some(f) => held(table, unit, d.keyword)
                .first()
                .map_or_else(Vec::new, |h| f(table, h)),
            None => d.bonus_by.into_iter().collect(),
        })
        .collect()
}

/// The clause by which another ability lends the keyword to the unit, if one does.
#[must_use]
pub fn through(table: &Table, unit: UnitIx, keyword: Keyword) -> Option<LentBy> {
    table
        .view(unit)
        .copies_of(keyword)
        .filter(|c| c.off.is_none())
        .find_map(|c| c.through)
}
