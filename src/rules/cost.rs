//! Costs (RULES 4.3.b): whether they can be paid in full, what taxes add, and paying them.

mod barred;
mod disrupt;
mod lawful;
mod pay;
mod refund;
mod together;

pub(super) use disrupt::disrupts;
pub(super) use refund::Spent;

use crate::cardtext::{Ability, Cost, Effect, Selector, StaticRule, Who};
use crate::clause;
use crate::game::Side;
use crate::rulebook::{Activation, ClauseId};

use super::act::{Act, ActKind, keywords_in, spoken_of};
use super::look::{self};
use super::run::Run;
use super::trace::Change;
use super::window::WindowId;

/// What paying came to.
pub(super) struct Paid {
    /// The step that records it.
    pub step: u32,
    /// A discard that was asked for was replaced by something else (6.3.8).
    pub replaced: bool,
    /// What it took, where a disrupted play is to be given that back (11.20).
    pub spent: Option<Spent>,
}

impl Run<'_> {
    /// The Force a play costs: what is printed and what taxes add.
    pub(super) fn force_cost(&self, act: &Act) -> (i32, i32) {
        let cx = self.cx_of(act);
        let mut look = cx.look;
        look.x = look.x.or(act.aim.amount);
        let printed = act.ability.costs.iter().filter_map(|c| match c {
            Cost::Force(n) => Some(look::value(&self.table, &look, n)),
            _ => None,
        });
        let printed: Vec<i32> = printed.collect();
        let has_force = !printed.is_empty() || act.ability.costs.is_empty() && is_activated(act);
        let plain: i32 = printed.iter().sum();
        (plain, self.tax(act, has_force, plain))
    }

    /// What taxing effects add (4.3.5): first those on every ability, which give a cost of Force
    /// to one that has none, then those on abilities that cost Force.
    fn tax(&self, act: &Act, has_force: bool, plain: i32) -> i32 {
        if !is_activated(act) && act.kind != ActKind::Card {
            return 0;
        }
        let general = self.taxes(act, false, plain);
        let on_force = if has_force || general > 0 {
            self.taxes(act, true, plain + general)
        } else {
            0
        };
        general + on_force
    }

    fn taxes(&self, act: &Act, only_on_force: bool, before: i32) -> i32 {
        let mut sum = 0;
        for found in self.table.rules() {
            let StaticRule::Tax {
                of,
                units,
                keyword,
                force_only,
                battle_cards,
                more,
                least,
            } = &found.rule
            else {
                continue;
            };
            let look = &found.look;
            let who = look.players(&self.table, *of).contains(&act.side);
            let unit = units.as_ref().is_none_or(|f| {
                act.unit
                    .is_some_and(|u| look::fits(&self.table, look, f, u))
            });
            let word = keyword.is_none_or(|k| keywords_in(&act.ability.effect).contains(&k));
            let kind = *battle_cards == (act.kind == ActKind::Card);
            if who && unit && word && kind && *force_only == only_on_force {
                let n = look::value(&self.table, look, more);
                let floor = i32::from(*least);
                let kept = floor > 0 && before + sum >= floor;
                sum += if kept { n.max(floor - before - sum) } else { n };
            }
        }
        sum
    }
}

impl Act {
    /// The ability as it is called in a reason.
    pub(super) fn label_words(&self) -> String {
        short(self)
    }
}

/// The words after the unit in a play: `Evade 2`; of a whole line, what stands behind the arrow.
fn short(act: &Act) -> String {
    let words = act
        .label
        .split_once(": ")
        .map_or(act.label.as_str(), |(_, rest)| rest);
    match words.rsplit_once("->") {
        Some((_, effect)) => format!("\u{201c}{}\u{201d}", effect.trim().trim_end_matches('.')),
        None => words.trim_end_matches('.').to_owned(),
    }
}

/// Whether it is an activated ability (4.3.4): not a card, and not a keyword the glossary calls
/// static or triggered.
pub(super) fn is_activated(act: &Act) -> bool {
    act.kind == ActKind::Ability
        && match act.copy.as_ref().map(|c| &*c.ability) {
            Some(Ability::Keyword(k)) => k.keyword.entry().activation == Activation::Activated,
            _ => true,
        }
}

/// The first choice of units an effect asks for.
pub(super) fn first_target(effect: &Effect) -> Option<&Selector> {
    match effect {
        Effect::Choose(s) => Some(s),
        // A choice in every arena: any of them may be named first.
        Effect::Seq(all) if in_every_arena(all) => None,
        Effect::Seq(all) => all.first().and_then(first_target),
        other => spoken_of(other).into_iter().find_map(|who| match who {
            Who::Units(s) => Some(s),
            _ => None,
        }),
    }
}

/// Whether units are chosen in one arena after another.
fn in_every_arena(all: &[Effect]) -> bool {
    use crate::cardtext::Place;
    let arena = |e: &Effect| match e {
        Effect::Choose(s) => match s.filter.places.as_slice() {
            [Place::Arena(a)] => Some(*a),
            _ => None,
        },
        _ => None,
    };
    crate::game::Arena::ALL
        .iter()
        .enumerate()
        .all(|(n, a)| all.get(n).and_then(arena) == Some(*a))
}

/// A change of Force as steps show it.
#[must_use]
pub(super) fn force_change(side: Side, from: i32, to: i32) -> Option<Change> {
    (from != to).then_some(Change::Force { side, from, to })
}

/// The kind of chance a window is (4.2).
const fn chance_clause(window: WindowId) -> Option<ClauseId> {
    match window {
        WindowId::General => Some(clause!("4.2.general")),
        WindowId::AttackPop => Some(clause!("4.2.attack-pop")),
        WindowId::Reroll => Some(clause!("4.2.reroll-pop")),
        WindowId::Prevention => Some(clause!("4.2.damage-prevention-pop")),
        WindowId::Disrupt => Some(clause!("4.2.disrupt-pop")),
        WindowId::BattleStartPop => Some(clause!("3.1.2")),
        WindowId::Placement | WindowId::Discard => {
            Some(clause!("4.2.damage-placement-pop-unit-discard-pop"))
        }
        _ => None,
    }
}
