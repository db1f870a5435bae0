//! The handles of a document, and which texts name one.

use std::collections::BTreeSet;

use crate::rules::situation::Handle;

use super::place::Place;
use super::reader::{Reader, quoted};
use super::tree::Node;

/// The handles of the units read so far.
#[derive(Default)]
pub(super) struct Names {
    units: BTreeSet<Handle>,
    /// Cards that are played: units they make are called by them.
    makers: BTreeSet<Handle>,
}

impl Names {
    /// The longest word for which a near one is sought.
    pub(super) const LONGEST: usize = Handle::MAX;

    pub(super) const fn new() -> Names {
        Names {
            units: BTreeSet::new(),
            makers: BTreeSet::new(),
        }
    }

    /// Adds a handle; false if it was there.
    pub(super) fn add(&mut self, handle: Handle) -> bool {
        self.units.insert(handle)
    }

    /// Adds a card that is played.
    pub(super) fn add_card(&mut self, name: &str) {
        self.makers.insert(Handle::from_name(name));
    }

    /// Whether a unit has this handle, or could get it by being made during the run:
    /// `<maker>-1` and so on.
    pub(super) fn knows(&self, handle: &Handle) -> bool {
        let mut name = handle.as_str();
        loop {
            let here = Handle::new(name);
            let made = name.len() < handle.as_str().len();
            if here.is_some_and(|h| self.units.contains(&h) || made && self.makers.contains(&h)) {
                return true;
            }
            match name.rsplit_once('-') {
                Some((maker, n)) if is_ordinal(n) => name = maker,
                _ => return false,
            }
        }
    }

    fn all(&self) -> Vec<&str> {
        self.units.iter().map(Handle::as_str).collect()
    }
}

fn is_ordinal(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit())
}

impl Reader<'_> {
    /// A well-formed handle, new or known.
    pub(super) fn new_handle(&mut self, node: Node) -> Option<Handle> {
        let place = node.place.clone();
        let text = self.line(node)?;
        let handle = Handle::new(&text);
        if handle.is_none() {
            let what = format!(
                "{} is no handle: use up to {} of the letters a-z, 0-9 and -",
                quoted(&text),
                Handle::MAX
            );
            self.wrong(&place, what);
        }
        handle
    }

    /// The handle of a unit.
    pub(super) fn handle(&mut self, node: Node) -> Option<Handle> {
        let place = node.place.clone();
        let text = self.line(node)?;
        self.handle_in(&place, &text)
    }

    /// The handle that a text is.
    pub(super) fn handle_in(&mut self, place: &Place, text: &str) -> Option<Handle> {
        let text = text.trim();
        let known = Handle::new(text).filter(|handle| self.names.knows(handle));
        if known.is_none() {
            let names: Vec<String> = self.names.all().into_iter().map(str::to_owned).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            self.unknown(place, "no unit has the handle", text, &names);
        }
        known
    }
}
