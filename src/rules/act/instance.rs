//! Against which instance of damage or die an ability is played.

use crate::cardtext::{Effect, Quantity, Selector, Who};
use crate::rulebook::Keyword;
use crate::rules::keyword::{self, Aimed};
use crate::rules::look;
use crate::rules::run::Run;
use crate::rules::situation::Against;
use crate::rules::table::UnitIx;
use crate::rules::trace::Reason;
use crate::rules::window::WindowId;

use super::{Act, keywords_in};

impl Run<'_> {
    /// The aims of a play, with units looked up.
    pub(in crate::rules) fn aimed(&self, act: &Act, instance: Option<usize>) -> Aimed {
        Aimed {
            amount: act.aim.amount.filter(|_| !act.pays_x()),
            on: act
                .aim
                .on
                .iter()
                .filter_map(|h| self.table.find(h))
                .collect(),
            instance,
            dice: act.aim.dice.clone(),
            faces: act.aim.roll.clone(),
        }
    }

    /// The pending instance the play is for: the first it can be played against.
    pub(in crate::rules) fn pick_instance(&self, act: &Act) -> Option<usize> {
        let hidden = self
            .table
            .attack()
            .is_some_and(|a| self.hides_dice(a.attacker).is_some());
        let candidates: Vec<usize> = self
            .table
            .open
            .iter()
            .copied()
            .filter(|i| {
                let instance = self.table.instance(*i);
                let just_done = instance.placed > 0
                    && matches!(self.window, WindowId::Placement | WindowId::Discard);
                instance.pending > 0 || just_done || hidden
            })
            .filter(|i| {
                act.aim
                    .against
                    .as_ref()
                    .is_none_or(|a| self.matches_against(*i, a))
            })
            .filter(|i| self.concerns(act, *i))
            .collect();
        let id = self.use_id(act);
        let free = |i: &usize| {
            id.is_none_or(|id| {
                self.table
                    .used(id, crate::cardtext::Scope::Instance, Some(*i))
                    < act.timing.times
            })
        };
        let allowed = |i: &usize| self.instance_reasons(act, *i).is_empty();
        candidates
            .iter()
            .find(|i| free(i) && allowed(i))
            .or_else(|| candidates.iter().find(|i| free(i)))
            .or_else(|| candidates.first())
            .copied()
    }

    fn instance_reasons(&self, act: &Act, instance: usize) -> Vec<Reason> {
        let (Some(unit), Some(copy)) = (act.unit, &act.copy) else {
            return Vec::new();
        };
        let aimed = self.aimed(act, Some(instance));
        keywords_in(&act.ability.effect)
            .into_iter()
            .filter_map(|k| Some((k, keyword::def(k)?.offer?)))
            .flat_map(|(k, offer)| {
                (offer.against)(&self.table, &self.held_for(act, unit, copy, k), &aimed)
            })
            .collect()
    }

    /// Whether the instance is one the play could be for at all.
    pub(super) fn concerns(&self, act: &Act, instance: usize) -> bool {
        let done = self.table.instance(instance);
        let target = done.target;
        if done.placed > 0 {
            return act.unit == Some(target) || act.unit == done.source;
        }
        if act.prevents_own {
            return act.unit == Some(target);
        }
        let aimed = act.aim.on.first().and_then(|h| self.table.find(h));
        if let Some(who) = prevent_target(&act.ability.effect) {
            let cx = self.cx_of(act);
            let by_source = chosen_source(&act.ability.effect).is_some();
            return look::means(&self.table, &cx.look, who, target)
                && aimed.is_none_or(|a| a == target || by_source && done.source == Some(a));
        }
        let guards = keywords_of_any_text(&act.ability.effect)
            .into_iter()
            .any(|k| keyword::def(k).is_some_and(|d| d.guards_others));
        if guards {
            aimed.is_none_or(|a| a == target)
        } else {
            act.unit == Some(target)
        }
    }

    /// Whether an instance is the one named by `against`.
    pub(in crate::rules) fn matches_against(&self, instance: usize, against: &Against) -> bool {
        let i = self.table.instance(instance);
        let id = |u: UnitIx| &self.table.unit(u).id;
        *id(i.target) == against.target
            && against
                .source
                .as_ref()
                .is_none_or(|s| i.source.is_some_and(|u| id(u) == s))
    }

    /// The clause by which the unit's attack dice are hidden.
    pub(in crate::rules) fn hides_dice(
        &self,
        attacker: UnitIx,
    ) -> Option<crate::rulebook::ClauseId> {
        crate::rules::keyword::all()
            .iter()
            .find(|d| d.hides_dice.is_some() && self.table.view(attacker).has(d.keyword))
            .and_then(|d| d.hides_dice)
    }
}

/// Whether the effect prevents damage to its own unit only.
pub(super) fn prevents_own(effect: &Effect) -> bool {
    match effect {
        Effect::Keyword(k) => keyword::def(k.keyword)
            .and_then(|d| d.offer)
            .is_some_and(|o| {
                o.windows.contains(&WindowId::Prevention)
                    && !keyword::def(k.keyword).is_some_and(|d| d.guards_others)
            }),
        Effect::Prevent { target, .. } => matches!(target, Who::This),
        Effect::Seq(all) => all.iter().any(prevents_own),
        _ => false,
    }
}

/// Whom a prevention effect protects.
pub(in crate::rules) fn prevent_target(effect: &Effect) -> Option<&Who> {
    prevention_in(effect).map(|(target, _)| target)
}

/// The sources of which its player chooses those whose damage the effect prevents.
pub(in crate::rules) fn chosen_source(effect: &Effect) -> Option<&Selector> {
    match prevention_in(effect)?.1? {
        Who::Units(s) if s.quantity != Quantity::Each => Some(s),
        _ => None,
    }
}

/// Damage to whom, and from whom, the effect prevents.
fn prevention_in(effect: &Effect) -> Option<(&Who, Option<&Who>)> {
    match effect {
        Effect::Prevent { target, from, .. } => Some((target, from.as_ref())),
        Effect::Seq(all) => all.iter().find_map(prevention_in),
        Effect::May(_, inner) | Effect::If(_, inner, _) => prevention_in(inner),
        Effect::IfDone(first, then, _) => prevention_in(first).or_else(|| prevention_in(then)),
        _ => None,
    }
}

/// The keywords an effect consists of, whichever of its texts is chosen.
fn keywords_of_any_text(effect: &Effect) -> Vec<Keyword> {
    match effect {
        Effect::ChooseOne(texts) | Effect::ChooseOneBy(_, texts) => {
            texts.iter().flat_map(keywords_of_any_text).collect()
        }
        other => keywords_in(other),
    }
}
