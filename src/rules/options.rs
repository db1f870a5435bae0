//! Every option a player could think of in a chance, legal or not, with all reasons against it
//! (design: decisions).

use super::act::{Act, ActKind};
use super::keyword;
use super::run::Run;
use super::situation::{Aim, Play, Use};
use super::table::UnitIx;
use super::trace::Choice;
use super::window::WindowId;

impl Run<'_> {
    /// The options of both players in a chance with these windows, legal ones first.
    pub(super) fn options_for(&self, open: &[WindowId]) -> Vec<Choice> {
        let mut options: Vec<Choice> = Vec::new();
        for unit in self.in_turn() {
            if self.table.unit(unit).zone.on_table() {
                options.extend(self.options_of(unit, open));
            }
        }
        options.sort_by_key(|o| !o.legal);
        options
    }

    fn options_of(&self, unit: UnitIx, open: &[WindowId]) -> Vec<Choice> {
        self.acts_of(unit)
            .into_iter()
            .map(|(act, play)| self.option(&act, play, open))
            .collect()
    }

    /// The plays that a unit's own abilities offer, whenever that may be.
    pub(super) fn acts_of(&self, unit: UnitIx) -> Vec<(Act, Use)> {
        let mut acts: Vec<(Act, Use)> = Vec::new();
        let mut labels: Vec<String> = Vec::new();
        for copy in self.table.view(unit).copies.clone() {
            let label = option_label(self, unit, &copy);
            let Some(words) = label else { continue };
            let nth = labels.iter().filter(|l| **l == words).count() + 1;
            labels.push(words.clone());
            let play = Use {
                unit: Some(self.table.unit(unit).id.clone()),
                ability: words.clone(),
                nth: (nth > 1 || self.means_another(unit, &words, &copy))
                    .then(|| u8::try_from(nth).unwrap_or(u8::MAX)),
                aim: Aim::default(),
            };
            let act = self.act_of(unit, copy, super::act::use_label(&play), Aim::default());
            if act.kind == ActKind::Trigger || act.kind == ActKind::Unread {
                continue;
            }
            acts.push((act, play));
        }
        acts
    }

    /// Whether a play with these words and no number would be the play of another copy that does the
    /// same for another cost.
    fn means_another(&self, unit: UnitIx, words: &str, copy: &super::derive::Copy) -> bool {
        let named = super::naming::matching(&self.table, unit, words);
        let twin = |c: super::derive::Copy| {
            c.id != copy.id && c.keyword().is_some() && c.keyword() == copy.keyword()
        };
        self.first_named(unit, words).is_some_and(twin) && named.iter().all(|c| c.id != copy.id)
    }

    fn option(&self, act: &Act, play: Use, open: &[WindowId]) -> Choice {
        let mut reasons = Vec::new();
        if !act.timing.windows.iter().any(|w| open.contains(w)) {
            reasons.extend(self.timing_reasons(act));
        }
        reasons.extend(if act.lacks_x() {
            self.reasons_for_any_x(act)
        } else if self.lacks_limited_target(act) {
            self.reasons_for_any_target(act)
        } else {
            self.all_reasons(act)
        });
        let reasons = super::run::unique(reasons);
        let name = act.unit.map_or("", |u| self.table.name(u));
        Choice {
            label: format!("{name}: {}", play.ability),
            legal: reasons.is_empty(),
            play: Some(Play::Use(play)),
            reasons,
            outcome: None,
        }
    }
}

/// How a play would name the copy: keyword and number where that says it, else the whole line.
fn option_label(run: &Run<'_>, unit: UnitIx, copy: &super::derive::Copy) -> Option<String> {
    use crate::cardtext::Ability;
    match &*copy.ability {
        Ability::Activated(_) => Some(match copy.keyword() {
            Some(k) => run.held_of(unit, copy, k.keyword).label(),
            None => copy.printed.to_string(),
        }),
        Ability::Keyword(k) => {
            keyword::def(k.keyword)?.offer?;
            Some(run.held_of(unit, copy, k.keyword).label())
        }
        _ => None,
    }
}
