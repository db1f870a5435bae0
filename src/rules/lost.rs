//! Keywords that a unit of an attack did not have, although a card speaks of them: lost, covered, or
//! given only as long as something holds.

use crate::cardtext::{Ability, Cond, Effect, Grant, Static, StaticRule, Who};
use crate::clause;
use crate::game::Side;
use crate::rulebook::Keyword;

use super::grounds;
use super::keyword;
use super::look::{self, Look};
use super::run::{Run, reason};
use super::table::{Attack, UnitIx};

impl Run<'_> {
    /// The keywords that work on a covered card too, as words.
    fn works_covered(&self) -> String {
        let all = keyword::all().iter();
        let works = all.filter(|d| d.while_covered.is_some_and(|f| f(&self.table)));
        let names: Vec<&str> = works.map(|d| d.keyword.name()).collect();
        names.join(" or ")
    }

    /// Of a covered card hardly anything works (1.5.6).
    pub(super) fn note_covered(&mut self, unit: UnitIx) {
        self.note_silent(unit, |_| true);
    }

    /// When a build step starts, a covered card owes nothing (11.39).
    pub(super) fn note_covered_at_start(&mut self, side: Side) {
        let own = |u: &UnitIx| self.table.side(*u) == side;
        let units: Vec<UnitIx> = self.table.all().filter(own).collect();
        for unit in units {
            self.note_silent(unit, |k| grounds::of(k).covered.is_some());
        }
    }

    fn note_silent(&mut self, unit: UnitIx, which: impl Fn(Keyword) -> bool) {
        let u = self.table.unit(unit);
        let mut silent = Vec::new();
        for card in &u.under {
            for ability in card.lines.iter().flat_map(|l| &l.abilities) {
                let Ability::Keyword(k) = &**ability else {
                    continue;
                };
                let def = keyword::def(k.keyword).filter(|_| which(k.keyword));
                let speaks = def
                    .and_then(|d| d.while_covered)
                    .is_some_and(|f| f(&self.table));
                if let Some(def) = def.filter(|_| !speaks) {
                    let (label, card) = (super::words::keyword(k), card.name.to_string());
                    silent.push((label, card, def.grounds.covered));
                }
            }
        }
        for (label, card, own) in silent {
            let text = format!(
                "{card} lies under the top card; of a covered card only {} works",
                self.works_covered()
            );
            let because = [clause!("1.5.6")].into_iter().chain(own);
            let because = because.map(|c| reason(c, text.clone())).collect();
            self.note(unit, label, because);
        }
    }

    /// A keyword that the unit has lost, alone or with its whole text, does nothing.
    pub(super) fn note_lost(&mut self, unit: UnitIx) {
        let view = self.table.view(unit);
        let lost: Vec<Keyword> = view.lost.iter().map(|(k, _)| *k).collect();
        let whole = view.silenced().cloned();
        let name = self.table.name(unit).to_owned();
        for keyword in self.printed_on(unit) {
            let text = match &whole {
                Some(words) => format!("{name} has lost its abilities: \"{words}\""),
                None if lost.contains(&keyword) => format!("{name} has lost it"),
                None => continue,
            };
            let because = vec![reason(clause!("1.1.5"), text)];
            self.note(unit, keyword.name().to_owned(), because);
        }
    }

    /// A keyword that its unit has only as long as something holds did nothing, because it did not
    /// hold.
    pub(super) fn note_unheld(&mut self, unit: UnitIx, attack: &Attack) {
        let look = Look::from(&self.table, unit);
        let mut idle = Vec::new();
        for copy in &self.table.view(unit).copies {
            let Ability::Static(Static {
                condition,
                rule:
                    StaticRule::Give {
                        who: Who::This,
                        grants,
                    },
            }) = &*copy.ability
            else {
                continue;
            };
            let holds = |c: &Cond| look::holds(&self.table, &look, c);
            let off = copy.off.is_some() || !condition.as_ref().is_none_or(holds);
            for grant in grants {
                let keyword = match grant {
                    Grant::Keyword(k) if off => k,
                    Grant::When(cond, inner) => match &**inner {
                        Grant::Keyword(k) if off || !holds(cond) => k,
                        _ => continue,
                    },
                    _ => continue,
                };
                let text = format!("what \"{}\" asks for does not hold", copy.printed);
                let why = copy.off.clone();
                let because = why.unwrap_or_else(|| reason(clause!("5.1"), text));
                idle.push((keyword.keyword, super::words::keyword(keyword), because));
            }
        }
        for (keyword, label, because) in idle {
            let then = attack.at_roll.get(&(unit, keyword)).copied().unwrap_or(0);
            let acted = self.account.applied.contains(&(unit, keyword));
            if then == 0 && !acted && !self.table.view(unit).has(keyword) {
                self.note_keyword(unit, keyword, label, vec![because]);
            }
        }
    }

    /// The keywords of its printed lines.
    pub(super) fn printed_on(&self, unit: UnitIx) -> Vec<Keyword> {
        let lines = self.table.unit(unit).lines.iter();
        let mut found: Vec<Keyword> = Vec::new();
        for ability in lines.flat_map(|l| &l.abilities) {
            let keyword = match &**ability {
                Ability::Keyword(k) => k.keyword,
                Ability::Activated(a) => match &a.effect {
                    Effect::Keyword(k) => k.keyword,
                    _ => continue,
                },
                _ => continue,
            };
            if !found.contains(&keyword) {
                found.push(keyword);
            }
        }
        found
    }
}
