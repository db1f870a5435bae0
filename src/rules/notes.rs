//! Why not: keywords on the table that did nothing, and lines nobody understood.

mod counted;
mod idle;
mod no_attack;
mod not_meant;
mod unread;

pub(super) use idle::first_clause;

use crate::rulebook::Keyword;

use super::keyword;
use super::run::{Run, unique};
use super::table::UnitIx;
use super::trace::{NotApplied, Reason};

/// A note on something that did nothing.
#[derive(Clone, Debug)]
pub(super) struct Noted {
    unit: UnitIx,
    /// The keyword, if it is about one.
    keyword: Option<Keyword>,
    /// The attack in which it did nothing, in words.
    attack: Option<String>,
    note: NotApplied,
}

impl Run<'_> {
    pub(super) fn note(&mut self, unit: UnitIx, ability: String, because: Vec<Reason>) {
        self.note_of(unit, None, ability, because);
    }

    /// A keyword of a unit did nothing in this attack.
    pub(super) fn note_keyword(
        &mut self,
        unit: UnitIx,
        keyword: Keyword,
        label: String,
        because: Vec<Reason>,
    ) {
        self.note_of(unit, Some(keyword), label, because);
    }

    fn note_of(
        &mut self,
        unit: UnitIx,
        keyword: Option<Keyword>,
        ability: String,
        because: Vec<Reason>,
    ) {
        let note = NotApplied {
            unit: self.table.unit(unit).id.clone(),
            ability,
            because: unique(because),
        };
        if !note.because.is_empty() && self.notes.iter().all(|n| n.note != note) {
            let attack = self.table.attack().map(|a| {
                let name = |u| self.table.name(u);
                let (by, on) = (name(a.attacker), name(a.defender));
                match a.number {
                    0 | 1 => format!("the attack of {by} on {on}"),
                    n => format!("attack {n}, of {by} on {on}"),
                }
            });
            self.notes.push(Noted {
                unit,
                keyword,
                attack,
                note,
            });
        }
    }

    fn label_of(&self, unit: UnitIx, keyword: Keyword) -> String {
        if let Some(held) = keyword::held(&self.table, unit, keyword).first() {
            return held.label();
        }
        let silent = self.table.view(unit).copies_of(keyword).next();
        silent
            .and_then(|c| c.keyword())
            .map_or_else(|| keyword.name().to_owned(), super::words::keyword)
    }
}
