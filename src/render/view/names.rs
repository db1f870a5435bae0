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

    /// The text cleaned, with names for the handles that stand before a play: `ahsoka: Evade 2`,
    /// at the start, behind a quotation mark or behind a colon.
    pub fn spoken(&self, text: &str) -> String {
        let text = clean(text);
        let (mut spoken, mut rest) = (String::with_capacity(text.len()), text.as_str());
        loop {
            if let Some((name, after)) = self.before_play(rest) {
                spoken.push_str(name);
                rest = after;
            }
            let ends = ["“", "\"", "`", ": "].map(|mark| rest.find(mark).map(|at| at + mark.len()));
            let (now, later) = match ends.into_iter().flatten().min() {
                Some(end) => rest.split_at_checked(end).unwrap_or((rest, "")),
                None => (rest, ""),
            };
            spoken.push_str(now);
            rest = later;
            if rest.is_empty() {
                return spoken;
            }
        }
    }

    /// The name of the unit whose handle and a colon begin the text, and the text from the colon.
    fn before_play<'a>(&self, text: &'a str) -> Option<(&str, &'a str)> {
        let (handle, _) = text.split_once(": ")?;
        let name = self.0.get(&Handle::new(handle)?)?;
        Some((name, text.get(handle.len()..)?))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixture;

    #[test]
    fn handles_before_plays_become_names() {
        let (situation, ruling) = fixture::ruled();
        let names = Names::new(&situation, &ruling);
        let spoken = |text: &str| names.spoken(text);
        assert_eq!(spoken("ahsoka: Evade 2"), "Ahsoka Tano (H): Evade 2");
        assert_eq!(
            spoken("x takes 3. “ahsoka: Evade 2” is refused: inq: no (evade.2)."),
            "x takes 3. “Ahsoka Tano (H): Evade 2” is refused: Grand Inquisitor (E): no (evade.2)."
        );
        assert_eq!(spoken("the inq: and luke: stay"), "the inq: and luke: stay");
        assert_eq!(spoken("ends in “"), "ends in “");
    }
}
