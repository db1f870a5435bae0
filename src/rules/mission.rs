//! Missions that are completed (1.3): most take effect once and are discarded, a Campaign stays in
//! play, and a Trap waits for what its text names, acts once and is discarded.

use crate::cardtext::{Ability, Activated, Shape};
use crate::clause;
use crate::game::{CardType, StayingMission, Zone};

use super::derive::Carrier;
use super::effects::Cx;
use super::look::Look;
use super::price;
use super::run::{NewStep, Run, Stop};
use super::setup;
use super::table::{Unit, UnitIx};
use super::trace::{Change, StepKind};
use super::triggers::Waiting;

/// Whether the card is a Trap.
#[must_use]
pub(super) fn is_trap(unit: &Unit) -> bool {
    StayingMission::of(&unit.types, &unit.subtypes) == Some(StayingMission::Trap)
}

/// Whether the card stays in play when it is completed: its lines are abilities then.
#[must_use]
pub(super) fn stays(unit: &Unit) -> bool {
    StayingMission::of(&unit.types, &unit.subtypes).is_some()
}

/// The text of a Mission that takes effect once, if all of it is understood: its costs and limits
/// are what completing it asks for.
#[must_use]
pub(super) fn played_once(unit: &Unit) -> Option<Activated> {
    if !unit.types.contains(&CardType::Mission) || stays(unit) {
        return None;
    }
    setup::read_card(&unit.name, &played_text(unit), None)
}

/// What it does when it is completed, without its way out of the discard pile.
fn played_text(unit: &Unit) -> String {
    setup::played_text(&unit.name, unit.lines.iter().map(|l| &*l.printed))
}

impl Run<'_> {
    /// A Mission is completed, or played out of the discard pile.
    pub(super) fn complete_mission(&mut self, card: UnitIx, unit: &Unit) -> Result<(), Stop> {
        if stays(unit) {
            return self.lay_open(card, unit);
        }
        let text: Vec<&str> = unit.lines.iter().map(|l| &*l.printed).collect();
        let meditated = unit.zone == Zone::Discard;
        let step = NewStep::of(StepKind::Use, format!("{} is completed.", unit.name))
            .unit(&self.table, card);
        let n = self.step(step.on(clause!("1.3.mission")))?;
        match played_once(unit) {
            Some(read) => {
                // Whether that is asked for where the card is played, not completed, nobody says.
                let asks_there = meditated && !(read.costs.is_empty() && read.limits.is_empty());
                if asks_there || price::effect_asks_besides(&read.effect) {
                    self.unread_played.push((Some(card), text.join(" | ")));
                }
                let outer = self.parent.replace(n);
                let mut cx = Cx::of(
                    Look::of(unit.side),
                    text.join(" | ").into(),
                    setup::card_cite(&unit.name),
                );
                cx.card = Some(unit.name.to_string());
                if !meditated {
                    for cost in &read.costs {
                        self.pay(cost, &mut cx, unit.side)?;
                    }
                }
                self.perform(&read.effect, &mut cx)?;
                self.parent = outer;
                self.carried_out.insert(card);
            }
            // Nothing but the way out of the discard pile is printed on it.
            None if !text.is_empty() && played_text(unit).is_empty() => {}
            None => self.unread_played.push((Some(card), text.join(" | "))),
        }
        self.mission_leaves(card, unit)?;
        self.settle_triggers()
    }

    /// What a Mission had to do is done: it is discarded, or leaves the game.
    fn mission_leaves(&mut self, card: UnitIx, unit: &Unit) -> Result<(), Stop> {
        let leaves = self.table.unit(card).leaves_by;
        let (to, text) = match leaves {
            Some(_) => (Zone::Removed, format!("{} leaves the game.", unit.name)),
            None => (
                Zone::Discard,
                format!("{} goes to the discard pile.", unit.name),
            ),
        };
        let change = Change::Zone {
            unit: unit.id.clone(),
            from: unit.zone,
            to,
        };
        let step = NewStep::of(StepKind::Move, text)
            .by(unit.side)
            .change(change);
        self.step(step.on(clause!("1.3.mission")).also(leaves))?;
        self.leave_table(card, to);
        Ok(())
    }

    /// A Mission that stays: from now on its lines work where it lies.
    fn lay_open(&mut self, card: UnitIx, unit: &Unit) -> Result<(), Stop> {
        let what = if is_trap(unit) {
            "waits for what it names"
        } else {
            "stays in play"
        };
        let text = format!("{} is completed and {what}.", unit.name);
        let mut step = NewStep::of(StepKind::Move, text).unit(&self.table, card);
        if unit.zone != Zone::Build {
            self.table.unit_mut(card).zone = Zone::Build;
            step = step.change(Change::Zone {
                unit: unit.id.clone(),
                from: unit.zone,
                to: Zone::Build,
            });
        }
        self.step(step.on(clause!("1.3.mission")))?;
        self.refresh();
        Ok(())
    }

    /// Whether what a Trap waits for, or something of its sort, has happened: whether its condition
    /// is met then is not followed by the board.
    pub(super) fn trap_may_be_sprung(&self, card: UnitIx) -> bool {
        let unit = self.table.unit(card);
        let abilities = unit.lines.iter().flat_map(|l| &l.abilities);
        let mut met = abilities.map(|a| match &**a {
            Ability::Triggered(trigger) => self.has_happened(&trigger.event),
            Ability::Unknown(unknown) => match &unknown.shape {
                Shape::Triggered { events, .. } => events.iter().any(|e| self.has_happened(e)),
                shape => !matches!(shape, Shape::Activated),
            },
            _ => false,
        });
        is_trap(unit) && met.any(|m| m)
    }

    /// Whether it is the text of a Trap that has acted and is gone: it acts once.
    pub(super) fn is_spent(&self, waiting: &Waiting) -> bool {
        waiting.unit.is_some_and(|u| {
            let card = self.table.unit(u);
            is_trap(card) && !card.zone.on_table()
        })
    }

    /// A Trap has acted.
    pub(super) fn spend_trap(&mut self, waiting: &Waiting) -> Result<(), Stop> {
        let own = waiting
            .copy
            .as_ref()
            .is_some_and(|c| c.carrier == Carrier::Own);
        let Some(card) = waiting.unit.filter(|u| own && is_trap(self.table.unit(*u))) else {
            return Ok(());
        };
        let unit = self.table.unit(card).clone();
        if unit.zone.on_table() {
            self.mission_leaves(card, &unit)?;
        }
        Ok(())
    }
}
