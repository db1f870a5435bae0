//! Triggered abilities (RULES 4.5): what happened sets them off, they wait in a pool, and all of
//! the Dark Side's resolve before all of the Light Side's.

mod ahead;
mod at_end;
mod happened;
mod hear;
mod order;

pub(super) use happened::{EventKind, Happened};
pub(super) use order::FreeOrder;

use std::rc::Rc;

use crate::cardtext::{Ability, Effect, Event, Scope, Triggered, Who};
use crate::clause;
use crate::game::Side;
use crate::rulebook::ClauseId;

use super::deed::Deed;
use super::derive::Copy;
use super::effects::Cx;
use super::grounds::LentBy;
use super::keyword::Held;
use super::look::{self, Look};
use super::run::{NewStep, Run, Stop, reason};
use super::table::{CopyId, UnitIx, UseKey};
use super::trace::{Cite, Cited, StepKind};
use super::window::WindowId;

use hear::{fallen_unit, fell_where};

/// A triggered ability that waits to resolve.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    /// Who controls it.
    pub side: Side,
    /// The unit it is of.
    pub unit: Option<UnitIx>,
    /// The copy; `None` for a delayed effect.
    pub copy: Option<Copy>,
    /// What happens.
    pub effect: Effect,
    /// The context.
    pub look: Look,
    /// As printed.
    pub printed: Rc<str>,
    /// What it rests on.
    pub cites: Vec<Cite>,
}

impl Run<'_> {
    /// Something happened: what it sets off joins the pool (4.5.2).
    pub(super) fn fire(&mut self, happened: Happened) -> Result<(), Stop> {
        self.happened.insert(happened.kind());
        if super::past::is_kept(&happened) {
            self.table.past.push(happened.clone());
        }
        self.hear(&happened);
        let (actor, patient) = happened.roles();
        let amount = match &happened {
            Happened::Damaged { amount, .. } => *amount,
            Happened::AttackEnded { .. } => self.damage_of_attack(),
            _ => 0,
        };
        for (unit, copy) in self.listeners(&happened) {
            let Ability::Triggered(trigger) = &*copy.ability else {
                continue;
            };
            let look = Look {
                actor,
                patient,
                damage_done: hear::in_whole_attack(&trigger.event, &happened).unwrap_or(amount),
                was_in: fell_where(&happened),
                fallen: fallen_unit(&happened),
                ..Look::from(&self.table, unit)
            };
            if !self.matches(&trigger.event, &happened, &look) {
                continue;
            }
            if !trigger
                .condition
                .as_ref()
                .is_none_or(|c| look::holds(&self.table, &look, c))
            {
                self.note_not_this(unit, &copy, trigger);
                continue;
            }
            if !self.trigger_free(copy.id, trigger.limit) {
                continue;
            }
            self.count_trigger(copy.id, trigger.limit);
            let twin = |w: &Waiting| w.unit == Some(unit) && *w.printed == *copy.printed;
            if trigger.isolated && self.pool.iter().any(twin) {
                continue;
            }
            self.pool.push(Waiting {
                side: self.table.side(unit),
                unit: Some(unit),
                effect: trigger.effect.clone(),
                look,
                printed: Rc::clone(&copy.printed),
                cites: vec![copy.cite.clone()],
                copy: Some(copy),
            });
        }
        self.fire_delayed(&happened, actor, patient, amount);
        Ok(())
    }

    /// Triggers of the units that have just been discarded.
    pub(super) fn fire_fallen(&mut self) -> Result<(), Stop> {
        for fallen in self.table.fallen.clone() {
            self.fire(Happened::Discarded(fallen))?;
        }
        Ok(())
    }

    /// Whether a trigger's own limit lets it go off.
    pub(super) fn trigger_free(&self, copy: CopyId, limit: Option<(u8, Scope)>) -> bool {
        limit.is_none_or(|(n, scope)| self.table.used(copy, scope, None) < n)
    }

    /// Counts a trigger against its limit.
    pub(super) fn count_trigger(&mut self, copy: CopyId, limit: Option<(u8, Scope)>) {
        if let Some((_, scope)) = limit {
            let span = self.table.span(scope, None);
            *self
                .table
                .uses
                .entry(UseKey { copy, scope, span })
                .or_default() += 1;
        }
    }

    /// A trigger whose unit is not what its text speaks of ("this Speeder") says so.
    pub(super) fn note_not_this(&mut self, unit: UnitIx, copy: &Copy, trigger: &Triggered) {
        use crate::cardtext::Cond;
        let Some(Cond::Is(Who::This, filter)) = &trigger.condition else {
            return;
        };
        if filter.kinds.is_empty() {
            return;
        }
        let text = format!("{} is not what the text speaks of", self.table.name(unit));
        let because = vec![reason(clause!("1.3.1"), text)];
        self.note(unit, copy.printed.to_string(), because);
    }

    /// Lets everything in the pool resolve: all Dark Side's, then all Light Side's (4.5.3).
    pub(super) fn settle_triggers(&mut self) -> Result<(), Stop> {
        if self.acting > 0 {
            self.put_off |= !self.pool.is_empty();
            return Ok(());
        }
        let mut rounds = 0;
        while !self.pool.is_empty() {
            rounds += 1;
            if rounds > 200 {
                return Err(Stop::Cannot(
                    "triggered abilities keep setting each other off".to_owned(),
                ));
            }
            let mut pool = std::mem::take(&mut self.pool);
            pool.sort_by_key(|w| self.seat(w));
            self.note_several_times(&pool)?;
            let both = Side::BOTH
                .into_iter()
                .all(|side| pool.iter().any(|w| self.seat(w) == side));
            if both {
                let text = "What the Dark Side's abilities do comes first.";
                self.step(NewStep::of(StepKind::Note, text).on(clause!("4.5.3")))?;
            }
            for side in Side::BOTH {
                let mine: Vec<Waiting> = pool
                    .iter()
                    .filter(|w| self.seat(w) == side)
                    .cloned()
                    .collect();
                self.resolve_all(mine)?;
            }
        }
        Ok(())
    }

    /// Whose triggers it is one of: its controller's, in another reading its owner's (11.38).
    fn seat(&self, waiting: &Waiting) -> Side {
        waiting
            .unit
            .map_or(waiting.side, |u| self.table.seat(u, waiting.side))
    }

    /// One effect can trigger an ability several times (4.5.5).
    fn note_several_times(&mut self, pool: &[Waiting]) -> Result<(), Stop> {
        let same = |a: &Waiting, b: &Waiting| {
            let id = |w: &Waiting| w.copy.as_ref().map(|c| c.id);
            id(a).is_some() && id(a) == id(b)
        };
        let twice = pool.iter().enumerate().find_map(|(i, one)| {
            let times = pool.iter().filter(|w| same(w, one)).count();
            let first = pool.iter().position(|w| same(w, one)) == Some(i);
            (times > 1 && first).then_some((one, times))
        });
        let Some((one, times)) = twice else {
            return Ok(());
        };
        let text = format!("\"{}\" triggers {times} times at once.", one.printed);
        let mut step = NewStep::of(StepKind::Note, text).by(one.side);
        if let Some(unit) = one.unit {
            step = step.unit(&self.table, unit);
        }
        self.step(step.on(clause!("4.5.5"))).map(drop)
    }

    /// One triggered ability resolves, even if its unit is gone by now (4.5.2).
    pub(super) fn resolve(&mut self, waiting: &Waiting) -> Result<(), Stop> {
        let mut cx = Cx::of(
            waiting.look.clone(),
            Rc::clone(&waiting.printed),
            waiting.cites.first().cloned().unwrap_or(Cite::Hand),
        );
        cx.copy.clone_from(&waiting.copy);
        if self.is_spent(waiting) {
            return Ok(());
        }
        self.hand_plays()?;
        if let Some(aim) = self.take_naming(waiting) {
            self.aim_with(&mut cx, &aim);
            cx.wanted = true;
        } else if only_may(&waiting.effect) && !self.accepts_next() {
            return Ok(());
        }
        let gone = waiting
            .unit
            .map(|u| self.table.unit(u))
            .is_some_and(|card| !card.zone.on_table() && !card.is_event());
        let name = waiting.unit.map_or_else(
            || waiting.side.name().to_owned(),
            |u| self.table.name(u).to_owned(),
        );
        let mut step = NewStep::of(
            StepKind::Trigger,
            format!("{name}: \"{}\" triggers.", waiting.printed),
        )
        .by(waiting.side)
        .ability(waiting.printed.as_ref())
        .resting_on(waiting.cites.iter().cloned());
        if let Some(unit) = waiting.unit {
            step = step.unit(&self.table, unit);
        }
        if gone {
            step = step.on(clause!("4.5.2"));
        }
        let lent = waiting.copy.as_ref().and_then(|c| c.through);
        step = step
            .also(lent.into_iter().flat_map(LentBy::cites))
            .also(self.trigger_clauses(waiting));
        let n = self.step(step)?;
        let outer = self.parent.replace(n);
        // A Trap is a card, which may be disrupted in its own way.
        if waiting.unit.is_none_or(|u| self.table.unit(u).is_unit()) {
            self.refuse_disrupting(&format!("\"{}\"", waiting.printed))?;
        }
        self.acting += 1;
        let done = self.on_its_own(|run| run.perform(&waiting.effect, &mut cx))?;
        self.acting -= 1;
        self.parent = outer;
        if done || !has_may(&waiting.effect) {
            self.spend_trap(waiting)?;
        }
        self.refresh();
        self.check_health()
    }

    /// The clauses of the moment and the kind of a trigger.
    fn trigger_clauses(&self, waiting: &Waiting) -> Vec<ClauseId> {
        let event = waiting.copy.as_ref().and_then(|c| match &*c.ability {
            Ability::Triggered(t) => Some(&t.event),
            _ => None,
        });
        let moment = match self.window {
            WindowId::RerollTriggers => Some(clause!("attack.reroll-triggers")),
            WindowId::AttackTriggers => Some(clause!("attack.triggers")),
            _ => None,
        };
        let kind = matches!(event, Some(Event::Prevents { .. })).then_some(clause!("6.3.6"));
        let may = has_may(&waiting.effect).then_some(clause!("4.5.4"));
        moment
            .into_iter()
            .chain(kind)
            .chain(may)
            .chain([clause!("4.5.1")])
            .collect()
    }

    /// Whether the next play answers the question of an optional trigger.
    fn accepts_next(&self) -> bool {
        use super::situation::{Answer, Play};
        matches!(
            self.peek(),
            Some(Play::Choose {
                answer: Answer::Bool(_),
                ..
            })
        )
    }

    /// After a play: what it set off resolves (4.3.e).
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        self.refresh();
        self.check_health()?;
        if self.table.open.is_empty() || self.window != super::window::WindowId::Prevention {
            self.note_put_off()?;
            self.settle_triggers()?;
        }
        Ok(())
    }

    /// A text that a keyword sets off in the middle of a play waits like any triggered ability.
    pub(super) fn text_later(&mut self, deed: Cited<Deed>, held: &Held) {
        let (deed, cites) = deed.into_parts();
        let Deed::Text {
            by,
            effect,
            printed,
        } = deed
        else {
            return;
        };
        self.put_off = true;
        self.pool.push(Waiting {
            side: self.table.side(by),
            unit: Some(by),
            copy: held.copies.first().cloned(),
            effect,
            look: Look::from(&self.table, by),
            printed: printed.into(),
            cites,
        });
    }

    /// What a play set off in its middle waited until it was done (4.3.2).
    fn note_put_off(&mut self) -> Result<(), Stop> {
        if self.acting > 0 || !std::mem::take(&mut self.put_off) || self.pool.is_empty() {
            return Ok(());
        }
        let text = "What was set off on the way waited for the end of it, and resolves now.";
        self.step(
            NewStep::of(StepKind::Note, text)
                .on(clause!("4.3.2"))
                .on(clause!("4.3.e")),
        )
        .map(drop)
    }
}

/// Whether a choice remains in the effect when it resolves.
fn has_may(effect: &Effect) -> bool {
    match effect {
        Effect::May(..) => true,
        Effect::Seq(all) => all.iter().any(has_may),
        Effect::IfDone(first, ..) => has_may(first),
        _ => false,
    }
}

/// Whether an effect is nothing but "you may".
const fn only_may(effect: &Effect) -> bool {
    matches!(effect, Effect::May(..))
}
