//! The chance to disrupt a card that was played.

use crate::cardtext::{Ban, DisruptWhat, Effect};
use crate::clause;
use crate::game::Side;
use crate::rules::act::{Act, ActKind, Found};
use crate::rules::look::{self, Look};
use crate::rules::run::{Run, Stop, reason};
use crate::rules::window::WindowId;

use super::is_activated;

impl Run<'_> {
    /// The chance to disrupt (4.3.c), opened only if the next play is one for it. Returns whether
    /// the play was disrupted.
    pub(in crate::rules) fn disrupt_chance(&mut self, act: &Act) -> Result<bool, Stop> {
        if !is_activated(act) && act.kind != ActKind::Card {
            self.refuse_disrupting(&act.label)?;
            return Ok(false);
        }
        let banned = act.unit.is_some_and(|u| {
            let view = self.table.view(u);
            view.banned(|b| matches!(b.ban, Ban::BeDisrupted)).is_some()
        });
        let cx = self.cx_of(act);
        let look = Look {
            that: cx.on.iter().copied().collect(),
            ..cx.look
        };
        let protected = banned || self.says_steady(&act.ability.effect, &look);
        let Found::Act(next) = self.find_act() else {
            return Ok(false);
        };
        let what = disrupts(&next.ability.effect);
        if what.is_empty() {
            return Ok(false);
        }
        let fits = what.into_iter().any(|w| self.disrupt_fits(w, act));
        // One of its texts may be meant that disrupts nothing.
        let elsewhere = |w: &WindowId| *w != WindowId::Disrupt;
        if !fits && next.timing.windows.iter().any(elsewhere) {
            return Ok(false);
        }
        let outer = std::mem::replace(&mut self.window, WindowId::Disrupt);
        let never = self.table.reading(clause!("11.19")) == Some("never");
        let mut reasons = self.all_reasons(&next);
        if !fits {
            reasons.push(reason(
                clause!("4.3.4"),
                format!("{} is not what it can disrupt", act.label),
            ));
        }
        if never && !disrupts(&act.ability.effect).is_empty() {
            reasons.push(reason(
                clause!("11.19"),
                "a disrupting play cannot itself be disrupted",
            ));
        }
        if protected {
            reasons.push(reason(
                clause!("1.1.6"),
                format!("{} can't be disrupted", act.label),
            ));
        }
        let disrupted = if reasons.is_empty() {
            self.take();
            let before = std::mem::replace(&mut self.disrupting, false);
            let words = self.not_again.take();
            self.carry_out_act(&next)?;
            if let (Some(copy), Some(said)) = (&act.copy, self.not_again.take()) {
                let now = self.table.turn;
                self.barred_copies.insert(copy.id, (now, said));
            }
            self.not_again = words;
            std::mem::replace(&mut self.disrupting, before)
        } else {
            self.refuse_play(reasons)?;
            false
        };
        self.window = outer;
        Ok(disrupted)
    }

    /// What is not activated cannot be disrupted (4.3.4): a play that would do so is refused.
    pub(in crate::rules) fn refuse_disrupting(&mut self, what: &str) -> Result<(), Stop> {
        while let Found::Act(next) = self.find_act() {
            let mut windows = next.timing.windows.iter();
            let only = windows.all(|w| *w == WindowId::Disrupt);
            if !only || disrupts(&next.ability.effect).is_empty() {
                break;
            }
            let outer = std::mem::replace(&mut self.window, WindowId::Disrupt);
            let text = format!("{what} is not activated, and only what is can be disrupted");
            let mut reasons = self.off_reasons(&next);
            reasons.push(reason(clause!("4.3.4"), text));
            self.refuse_play(reasons)?;
            self.window = outer;
        }
        Ok(())
    }

    /// Whether the text says of its own play that it can't be disrupted, as things stand now.
    fn says_steady(&self, effect: &Effect, look: &Look) -> bool {
        match effect {
            Effect::Steady => true,
            Effect::Seq(all) => all.iter().any(|e| self.says_steady(e, look)),
            Effect::If(cond, inner, _) => {
                look::holds(&self.table, look, cond) && self.says_steady(inner, look)
            }
            _ => false,
        }
    }

    fn disrupt_fits(&self, what: &DisruptWhat, act: &Act) -> bool {
        match what {
            DisruptWhat::Ability(filter) => {
                act.kind == ActKind::Ability
                    && filter.as_ref().is_none_or(|f| {
                        let look = Look::of(act.side.opponent());
                        act.unit
                            .is_some_and(|u| look::fits(&self.table, &look, f, u))
                    })
            }
            DisruptWhat::BattleCard | DisruptWhat::Card => act.kind == ActKind::Card,
            DisruptWhat::Either => matches!(act.kind, ActKind::Card | ActKind::Ability),
            DisruptWhat::Disruption => !disrupts(&act.ability.effect).is_empty(),
            DisruptWhat::Other | DisruptWhat::Attack(_) => false,
        }
    }

    /// A Battle card that is announced is in the hand no longer (4.3.a).
    pub(in crate::rules) const fn card_leaves_hand(&mut self, side: Side) {
        let pool = self.table.pool_mut(side);
        if pool.hand_known && pool.hand > 0 {
            pool.hand -= 1;
        }
    }
}

/// What plays an effect disrupts, if it does: several where one of them is chosen.
pub(in crate::rules) fn disrupts(effect: &Effect) -> Vec<&DisruptWhat> {
    match effect {
        // An attack is disrupted in its own chance, not in that of a play.
        Effect::Disrupt(DisruptWhat::Attack(_)) => Vec::new(),
        Effect::Disrupt(what) => vec![what],
        Effect::Seq(all) | Effect::ChooseOne(all) | Effect::ChooseOneBy(_, all) => {
            all.iter().flat_map(disrupts).collect()
        }
        Effect::Unless(_, _, inner) | Effect::May(_, inner) | Effect::If(_, inner, _) => {
            disrupts(inner)
        }
        _ => Vec::new(),
    }
}
