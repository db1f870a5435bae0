//! What effects add to the build counters that a card asks for, or take from them (1.4, 1.5.8).

use crate::cardtext::{Ability, Effect, Filter, OffBoard, Place, Static, StaticRule, Who};

use super::look::{self, Look};
use super::table::{Table, UnitIx};
use super::trace::Cite;

/// Every change of what the card costs at the moment, with the line that makes it.
#[must_use]
pub fn changes(table: &Table, card: UnitIx) -> Vec<(i32, Cite)> {
    let mut found = Vec::new();
    for standing in table.rules() {
        let StaticRule::BuildCost { who, more } = &standing.rule else {
            continue;
        };
        if concerns(table, &standing.look, who, card) {
            found.push((look::value(table, &standing.look, more), standing.cite));
        }
    }
    found.extend(own(table, card));
    found.retain(|(by, _)| *by != 0);
    found
}

/// What the card says of its own cost, which is read wherever it is built.
fn own(table: &Table, card: UnitIx) -> Vec<(i32, Cite)> {
    let look = Look::from(table, card);
    let mut found = Vec::new();
    for line in &table.unit(card).lines {
        for ability in &line.abilities {
            let Ability::Static(Static { condition, rule }) = &**ability else {
                continue;
            };
            let StaticRule::BuildCost {
                who: Who::This,
                more,
            } = rule
            else {
                continue;
            };
            let on = condition
                .as_ref()
                .is_none_or(|c| look::holds(table, &look, c));
            if on {
                found.push((look::value(table, &look, more), line.cite.clone()));
            }
        }
    }
    found
}

/// Whether the rule speaks of the card; "this unit" is read off the card itself.
fn concerns(table: &Table, look: &Look, who: &Who, card: UnitIx) -> bool {
    match who {
        Who::This => false,
        Who::Units(s) => look::fits(table, look, &wherever_built(&s.filter), card),
        other => look::units(table, look, other).contains(&card),
    }
}

/// The cards described, where cards are built, unless the text names another place.
fn wherever_built(filter: &Filter) -> Filter {
    let mut wide = filter.clone();
    if wide.places.is_empty() {
        wide.places = vec![Place::Hand, Place::Partly, Place::Anywhere];
    }
    wide.or = wide.or.iter().map(wherever_built).collect();
    wide
}

/// The build cost with what effects make of it, never below 0.
#[must_use]
pub fn build_cost(table: &Table, card: UnitIx) -> i32 {
    let by: i32 = changes(table, card).iter().map(|(by, _)| by).sum();
    table.unit(card).cost.saturating_add(by).max(0)
}

/// Whether the ability asks for something besides build counters, which is not modelled.
#[must_use]
pub fn asks_besides(ability: &Ability) -> bool {
    matches!(
        ability,
        Ability::Static(Static {
            rule: StaticRule::Note(OffBoard::BuildCosts | OffBoard::Completing),
            ..
        })
    )
}

/// Whether an ability says what else completing its card asks for.
#[must_use]
pub fn is_of_completing(ability: &Ability) -> bool {
    let rule = |of: &Static| matches!(of.rule, StaticRule::Completing { .. });
    matches!(ability, Ability::Static(of) if rule(of))
}

/// Whether the effect of a Mission asks for something besides build counters that is not read.
#[must_use]
pub fn effect_asks_besides(effect: &Effect) -> bool {
    match effect {
        Effect::Note(OffBoard::BuildCosts | OffBoard::Completing) => true,
        Effect::Seq(all) => all.iter().any(effect_asks_besides),
        _ => false,
    }
}
