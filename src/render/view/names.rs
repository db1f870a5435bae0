//! What a unit is called.

use std::collections::{BTreeMap, BTreeSet};

use crate::render::clean;
use crate::rules::situation::{Handle, Situation};
use crate::rules::trace::{Ruling, UnitState};

/// The names of all units of a ruling, cleaned. Units of one name are told apart by their handles.
pub struct Names(BTreeMap<Handle, String>);

impl Names {
    /// Collects the names from the boards and the situation.
    pub fn new(situation: &Situation, ruling: &Ruling) -> Names {
        let mut names: BTreeMap<Handle, String> = BTreeMap::new();
        let on_boards = [&ruling.after, &ruling.before]
            .into_iter()
            .flat_map(|board| &board.units);
        let named = on_boards.map(|(handle, UnitState { name, .. })| (handle, name));
        for (handle, name) in named.chain(
            situation
                .units
                .iter()
                .map(|unit| (&unit.id, &unit.facts.name)),
        ) {
            names.entry(handle.clone()).or_insert_with(|| clean(name));
        }
        let shared = shared(&names);
        for (handle, name) in &mut names {
            if name.is_empty() {
                handle.as_str().clone_into(name);
            } else if shared.contains(name) {
                *name = format!("{name} [{handle}]");
            }
        }
        Names(names)
    }

    /// The name of a unit; its handle if it has none.
    pub fn of<'a>(&'a self, handle: &'a Handle) -> &'a str {
        self.0.get(handle).map_or(handle.as_str(), String::as_str)
    }

    /// The name of a unit of this ruling.
    pub fn known(&self, handle: &Handle) -> Option<&str> {
        self.0.get(handle).map(String::as_str)
    }

    /// The name without its version letter, for lines that have little room.
    pub fn short<'a>(&'a self, handle: &'a Handle) -> &'a str {
        let name = self.of(handle);
        match name.rsplit_once(" (") {
            Some((before, after)) if after.len() <= 4 && after.ends_with(')') => before,
            _ => name,
        }
    }
}

fn shared(names: &BTreeMap<Handle, String>) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    names
        .values()
        .filter(|name| !seen.insert(*name))
        .cloned()
        .collect()
}
