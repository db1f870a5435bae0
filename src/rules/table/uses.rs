//! How often abilities were used (4.4): the identity of a copy, and the spans for which uses count.

use std::collections::BTreeMap;

use crate::cardtext::Scope;
use crate::rulebook::Keyword;

use super::{Line, Table, UnitIx};

/// The identity of one copy of an ability (4.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CopyId(pub u64);

/// Which span a use counted for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct UseKey {
    /// The copy.
    pub copy: CopyId,
    /// The kind of span.
    pub scope: Scope,
    /// Its number: instance, attack, battle step, turn or build step.
    pub span: u32,
}

impl CopyId {
    /// A path of numbers folded into one.
    #[must_use]
    pub fn path(parts: &[u64]) -> CopyId {
        let fold =
            |hash: u64, part: &u64| (hash ^ part).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
        CopyId(parts.iter().fold(0xcbf2_9ce4_8422_2325, fold))
    }

    /// The identity of a keyword that is one whole on a unit.
    #[must_use]
    pub fn whole(unit: UnitIx, keyword: Keyword) -> CopyId {
        let name = keyword
            .slug()
            .bytes()
            .fold(7u64, |h, b| h.wrapping_mul(131).wrapping_add(u64::from(b)));
        CopyId::path(&[99, unit.0 as u64, name])
    }

    /// An ability printed on a card of its own: its line and its place in the line, from 0.
    #[must_use]
    pub fn own(unit: UnitIx, line: usize, ability: usize) -> CopyId {
        CopyId::path(&[1, unit.0 as u64, line as u64]).child(ability as u64)
    }

    /// The same on a card that a unit carries.
    #[must_use]
    pub fn carried(serial: u32, line: usize, ability: usize) -> CopyId {
        CopyId::path(&[2, u64::from(serial), line as u64]).child(ability as u64)
    }

    /// A part of it.
    #[must_use]
    pub(in crate::rules) const fn child(self, part: u64) -> CopyId {
        CopyId(
            (self.0 ^ (part + 1))
                .wrapping_mul(0x0100_0000_01b3)
                .rotate_left(17),
        )
    }
}

impl Table {
    /// The number that identifies the present span of a scope.
    #[must_use]
    pub fn span(&self, scope: Scope, instance: Option<usize>) -> u32 {
        match scope {
            // An arrival is an event of its own like an instance of damage (4.4.5), counted from the
            // other end.
            Scope::Instance => instance.map_or(u32::MAX - self.arrivals, |i| {
                u32::try_from(i).unwrap_or(u32::MAX - 1) + 1
            }),
            Scope::Attack => self.attack().map_or(0, |a| a.number),
            Scope::BattleStep => self.battle_step,
            Scope::Turn => self.turn,
            Scope::BuildStep => self.build_step,
            Scope::Game => 0,
        }
    }

    /// How often the copy was used in the present span.
    #[must_use]
    pub fn used(&self, copy: CopyId, scope: Scope, instance: Option<usize>) -> u8 {
        let key = UseKey {
            copy,
            scope,
            span: self.span(scope, instance),
        };
        self.uses.get(&key).copied().unwrap_or(0)
    }

    /// Uses of a card's abilities stay with the card when it comes to lie on or under another
    /// (4.4): `ids` says what an ability of a line was, and what it is now.
    pub(in crate::rules) fn uses_follow(
        &mut self,
        lines: &[Line],
        ids: &dyn Fn(usize, usize) -> (CopyId, CopyId),
    ) {
        let places = lines
            .iter()
            .enumerate()
            .flat_map(|(n, line)| (0..line.abilities.len()).map(move |k| (n, k)));
        let moved: BTreeMap<CopyId, CopyId> = places.map(|(n, k)| ids(n, k)).collect();
        self.uses = std::mem::take(&mut self.uses)
            .into_iter()
            .map(|(key, times)| {
                let copy = moved.get(&key.copy).copied().unwrap_or(key.copy);
                (UseKey { copy, ..key }, times)
            })
            .collect();
    }
}
