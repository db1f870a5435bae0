//! Unread lines that wait for something to happen, and what of it they have heard.

use std::rc::Rc;

use crate::cardtext::{Ability, Event, Shape, Unknown};
use crate::rules::look::Look;
use crate::rules::run::Run;
use crate::rules::table::{Line, Table, UnitIx};
use crate::rules::triggers::{EventKind, Happened};

use super::could::{could_be, could_be_it};

/// An unread line that waits for events.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Waits {
    pub(super) unit: UnitIx,
    pub(super) words: Rc<str>,
    pub(super) events: Vec<Event>,
    pub(super) heard: bool,
}

/// Every unread line of the table that waits for events whose units it names.
pub(in crate::rules) fn waiting(table: &Table) -> Vec<Waits> {
    let mut out = Vec::new();
    for unit in table.all() {
        let u = table.unit(unit);
        let covered = u.under.iter().flat_map(|c| &c.lines);
        for line in u.lines.iter().chain(covered) {
            for unknown in unread(line) {
                let exact = parts(&unknown.shape).iter().filter_map(exact_events);
                out.extend(exact.map(|events| Waits {
                    unit,
                    words: unknown.words.as_str().into(),
                    events: events.to_vec(),
                    heard: false,
                }));
            }
        }
    }
    out
}

fn unread(line: &Line) -> impl Iterator<Item = &Unknown> {
    line.abilities.iter().filter_map(|a| match &**a {
        Ability::Unknown(unknown) => Some(unknown),
        _ => None,
    })
}

fn exact_events(shape: &Shape) -> Option<&[Event]> {
    match shape {
        Shape::Triggered {
            events,
            exact: true,
        } => Some(events),
        Shape::Insert(inner) => exact_events(inner),
        _ => None,
    }
}

/// The shapes of the abilities of a line.
pub(super) fn parts(shape: &Shape) -> &[Shape] {
    match shape {
        Shape::AnyOf(parts) => parts,
        one => std::slice::from_ref(one),
    }
}

impl Run<'_> {
    /// Notes which unread lines what happened could have set off.
    pub(in crate::rules) fn hear(&mut self, happened: &Happened) {
        let mut waits = std::mem::take(&mut self.unread_waits);
        // That a unit does not attack concerns only what says that it must.
        let idle = matches!(happened, Happened::DidNotAttack(_));
        let concerns = |w: &Waits| !idle || w.words.split(' ').any(|word| word == "must");
        for wait in waits.iter_mut().filter(|w| !w.heard && concerns(w)) {
            let look = Look::from(&self.table, wait.unit);
            wait.heard = wait
                .events
                .iter()
                .any(|event| could_be_it(&self.table, &look, event, happened));
        }
        self.unread_waits = waits;
    }

    /// Whether an unread line waits for it.
    pub(in crate::rules) fn unread_awaits(&self, happened: &Happened) -> bool {
        let waits = |w: &Waits| {
            let look = Look::from(&self.table, w.unit);
            let mut events = w.events.iter();
            events.any(|event| could_be_it(&self.table, &look, event, happened))
        };
        self.unread_waits.iter().any(waits)
    }

    /// A unit in its turn, in which it could attack, does something else: what waits for units that
    /// would attack is concerned.
    pub(in crate::rules) fn hear_would_attack(&mut self, unit: UnitIx) {
        self.happened.insert(EventKind::Attack);
        let mut waits = std::mem::take(&mut self.unread_waits);
        for wait in waits.iter_mut().filter(|w| !w.heard) {
            let look = Look::from(&self.table, wait.unit);
            wait.heard = wait.events.iter().any(
                |e| matches!(e, Event::WouldAttack(who) if could_be(&self.table, &look, who, unit)),
            );
        }
        self.unread_waits = waits;
    }
}
