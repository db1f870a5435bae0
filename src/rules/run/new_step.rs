//! A step about to be recorded, built up from what it says, does and rests on.

use crate::game::Side;
use crate::rulebook::ClauseId;
use crate::rules::grounds;
use crate::rules::table::{Table, UnitIx};
use crate::rules::trace::{Change, Cite, StepKind};

/// A step about to be recorded.
#[derive(Clone, Debug)]
pub(in crate::rules) struct NewStep {
    pub(super) kind: StepKind,
    pub(super) side: Option<Side>,
    pub(super) unit: Option<UnitIx>,
    pub(super) ability: Option<String>,
    pub(super) text: String,
    pub(super) cites: Vec<Cite>,
    pub(super) changes: Vec<Change>,
}

impl NewStep {
    /// A step of nobody's, resting on nothing yet.
    pub fn of(kind: StepKind, text: impl Into<String>) -> NewStep {
        NewStep {
            kind,
            side: None,
            unit: None,
            ability: None,
            text: text.into(),
            cites: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// With that sentence.
    pub fn with_text(mut self, text: String) -> NewStep {
        self.text = text;
        self
    }

    /// Of a player.
    pub const fn by(mut self, side: Side) -> NewStep {
        self.side = Some(side);
        self
    }

    /// Of a unit and its controller.
    pub fn unit(mut self, table: &Table, unit: UnitIx) -> NewStep {
        self.unit = Some(unit);
        self.side = self.side.or(Some(table.side(unit)));
        self
    }

    /// The ability at work.
    pub fn ability(mut self, words: impl Into<String>) -> NewStep {
        self.ability = Some(words.into());
        self
    }

    /// A clause it rests on.
    pub fn on(mut self, clause: ClauseId) -> NewStep {
        self.cites.push(Cite::Clause(clause));
        self
    }

    /// What it rests on.
    pub fn resting_on(mut self, cites: impl IntoIterator<Item = Cite>) -> NewStep {
        for cite in cites {
            if !self.cites.contains(&cite) {
                self.cites.push(cite);
            }
        }
        self
    }

    /// What it rests on too, as long as it does not rest on enough already.
    pub fn also(mut self, more: impl IntoIterator<Item = impl Into<Cite>>) -> NewStep {
        grounds::add(&mut self.cites, more);
        self
    }

    /// A change it makes.
    pub fn change(mut self, change: Change) -> NewStep {
        self.changes.push(change);
        self
    }

    /// Changes it makes.
    pub fn changes(mut self, changes: impl IntoIterator<Item = Change>) -> NewStep {
        self.changes.extend(changes);
        self
    }
}
