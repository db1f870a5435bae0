//! Reading values out of the tree: every getter notes what is wrong and goes on.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::catalogue::CardIndex;
use crate::game::{CounterKind, Side, Zone};
use crate::rulebook::{ClauseId, nearest};

use super::limits;
use super::names::Names;
use super::place::{Place, Problem};
use super::tree::{Node, Value};

/// What reading needs and what it has found wrong so far.
pub(super) struct Reader<'c> {
    pub(super) cards: &'c CardIndex,
    pub(super) names: Names,
    /// The document was read before: what it has on its units is not asked again.
    pub(super) kept: bool,
    problems: Vec<Problem>,
}

/// A text in backticks, shortened and without control characters.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let plain = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    let mut short: String = text.chars().take(LONGEST).map(plain).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    format!("`{short}`")
}

/// `; did you mean ...?`, if there is something near.
fn hint<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    // The edit distance of long words costs time and helps nobody.
    let near = (word.len() <= Names::LONGEST)
        .then(|| nearest(word, known))
        .flatten();
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// Words in backticks, divided by commas and a last "or".
fn choices(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

impl<'c> Reader<'c> {
    pub(super) const fn new(cards: &'c CardIndex) -> Reader<'c> {
        Reader {
            cards,
            names: Names::new(),
            kept: false,
            problems: Vec::new(),
        }
    }

    /// Whether enough is wrong: looking for the nearest names takes time.
    pub(super) const fn full(&self) -> bool {
        self.problems.len() >= limits::PROBLEMS
    }

    /// Notes a problem.
    pub(super) fn wrong(&mut self, place: &Place, what: impl Into<String>) {
        if self.full() {
            return;
        }
        self.problems.push(Problem {
            place: place.clone(),
            what: what.into(),
        });
    }

    /// Notes that a word is not known, with the nearest one that is.
    pub(super) fn unknown(&mut self, place: &Place, what: &str, word: &str, known: &[&str]) {
        if self.full() {
            return;
        }
        let near = hint(word, known.iter().copied());
        let all = match known {
            few if near.is_empty() && (1..=12).contains(&few.len()) => {
                format!("; use {}", choices(few))
            }
            _ => near,
        };
        self.wrong(place, format!("{what} {}{all}", quoted(word)));
    }

    /// All problems, in the order of the document.
    pub(super) fn into_problems(mut self) -> Vec<Problem> {
        self.problems.sort_by_key(|problem| problem.place.line);
        self.problems
    }

    fn mismatch(&mut self, node: &Node, wanted: &str) {
        self.wrong(
            &node.place,
            format!("expected {wanted}, found {}", node.value.kind()),
        );
    }

    /// A text of one line.
    pub(super) fn line(&mut self, node: Node) -> Option<String> {
        let place = node.place.clone();
        let text = self.prose(node)?;
        if text.contains('\n') {
            self.wrong(&place, "this text must be one line");
            return None;
        }
        if text.is_empty() {
            self.wrong(&place, "this text is empty");
            return None;
        }
        Some(text)
    }

    /// A text of any number of lines, without blanks around it.
    pub(super) fn prose(&mut self, node: Node) -> Option<String> {
        let Value::Text(text) = node.value else {
            self.mismatch(&node, "a text");
            return None;
        };
        if text.lines().any(|line| line.chars().count() > limits::LINE) {
            let what = format!("a line of more than {} characters", limits::LINE);
            self.wrong(&node.place, what);
            return None;
        }
        if text.contains(|c: char| c.is_control() && c != '\n' && c != '\t' && c != '\r') {
            self.wrong(&node.place, "a control character");
            return None;
        }
        Some(text.trim().replace('\r', ""))
    }

    /// A number inside a range.
    pub(super) fn whole(&mut self, node: Node, range: RangeInclusive<i64>) -> Option<i64> {
        let Value::Number(n) = node.value else {
            self.mismatch(&node, "a whole number");
            return None;
        };
        if !range.contains(&n) {
            let what = format!(
                "`{n}` is out of range: {} to {}",
                range.start(),
                range.end()
            );
            self.wrong(&node.place, what);
            return None;
        }
        Some(n)
    }

    /// A number from 0 up.
    pub(super) fn count(&mut self, node: Node) -> Option<i32> {
        self.whole(node, 0..=limits::NUMBER)
            .and_then(|n| i32::try_from(n).ok())
    }

    /// A number that may be negative.
    pub(super) fn signed(&mut self, node: Node) -> Option<i32> {
        self.whole(node, -limits::NUMBER..=limits::NUMBER)
            .and_then(|n| i32::try_from(n).ok())
    }

    /// The number of something in a list.
    pub(super) fn ordinal(&mut self, node: Node) -> Option<u8> {
        self.whole(node, 1..=limits::DICE)
            .and_then(|n| u8::try_from(n).ok())
    }

    /// The face of a die.
    pub(super) fn face(&mut self, node: Node) -> Option<u8> {
        self.whole(node, 1..=6).and_then(|n| u8::try_from(n).ok())
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, node: Node) -> Option<bool> {
        if let Value::Bool(yes) = node.value {
            return Some(yes);
        }
        self.mismatch(&node, "true or false");
        None
    }

    /// A list whose entries are read one by one.
    pub(super) fn list<T>(
        &mut self,
        node: Node,
        most: usize,
        mut read: impl FnMut(&mut Self, Node) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Value::List(items) = node.value else {
            self.mismatch(&node, "a list");
            return None;
        };
        if items.len() > most {
            let what = format!("{} entries, but at most {most} are allowed", items.len());
            self.wrong(&node.place, what);
            return None;
        }
        let wanted = items.len();
        let read: Vec<T> = items
            .into_iter()
            .filter_map(|item| read(self, item))
            .collect();
        (read.len() == wanted).then_some(read)
    }

    /// One entry, or a list of them.
    pub(super) fn one_or_more<T>(
        &mut self,
        node: Node,
        most: usize,
        mut read: impl FnMut(&mut Self, Node) -> Option<T>,
    ) -> Option<Vec<T>> {
        match node.value {
            Value::List(_) => self.list(node, most, read),
            _ => read(self, node).map(|one| vec![one]),
        }
    }

    /// The keys of a table.
    pub(super) fn table(&mut self, node: Node) -> Option<Fields> {
        let Value::Table(entries) = node.value else {
            self.mismatch(&node, "a table");
            return None;
        };
        let given = |(_, entry): &(String, Node)| !matches!(entry.value, Value::Null);
        Some(Fields {
            place: node.place,
            rest: entries.into_iter().filter(given).collect(),
            asked: Vec::new(),
        })
    }

    /// One of a few words.
    pub(super) fn word<T: Copy>(
        &mut self,
        node: Node,
        what: &str,
        known: &[(&'static str, T)],
    ) -> Option<T> {
        let place = node.place.clone();
        let text = self.line(node)?;
        let found = known.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            self.unknown(&place, &format!("unknown {what}"), &text, &words);
        }
        found.map(|(_, value)| *value)
    }

    pub(super) fn side(&mut self, node: Node) -> Option<Side> {
        self.word(node, "side", &Side::BOTH.map(|side| (side.word(), side)))
    }

    pub(super) fn zone(&mut self, node: Node) -> Option<Zone> {
        self.word(node, "zone", &ZONES.map(|zone| (zone.word(), zone)))
    }

    /// The id of a clause that exists.
    pub(super) fn clause(&mut self, node: Node) -> Option<ClauseId> {
        let place = node.place.clone();
        let text = self.line(node)?;
        let found = ClauseId::parse(&text);
        if found.is_none() && !self.full() {
            let near = hint(&text, ClauseId::all().map(ClauseId::as_str));
            self.wrong(&place, format!("no clause {}{near}", quoted(&text)));
        }
        found
    }

    /// A list of clauses.
    pub(super) fn clauses(&mut self, node: Node) -> Option<Vec<ClauseId>> {
        self.list(node, limits::LIST, Self::clause)
    }

    /// A table from counter kinds to numbers, without damage counters, which have their own key.
    pub(super) fn counters(&mut self, node: Node) -> Option<BTreeMap<CounterKind, i32>> {
        let mut fields = self.table(node)?;
        let mut counters = BTreeMap::new();
        for kind in CounterKind::ALL {
            if kind == CounterKind::Damage {
                continue;
            }
            if let Some(n) = fields.get(self, kind.word(), Reader::count) {
                counters.insert(kind, n);
            }
        }
        fields.finish(self);
        Some(counters)
    }
}

/// Every zone.
const ZONES: [Zone; 9] = [
    Zone::Space,
    Zone::Ground,
    Zone::Character,
    Zone::Build,
    Zone::Discard,
    Zone::Hand,
    Zone::Deck,
    Zone::Removed,
    Zone::Supply,
];

/// The keys of one table, taken out one by one; what is left at the end is unknown.
pub(super) struct Fields {
    pub(super) place: Place,
    rest: Vec<(String, Node)>,
    asked: Vec<&'static str>,
}

impl Fields {
    /// Whether the key is there and has not been taken.
    pub(super) fn has(&self, key: &str) -> bool {
        self.rest.iter().any(|(name, _)| name == key)
    }

    /// The keys that have not been taken, with their places.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, &Place)> {
        self.rest
            .iter()
            .map(|(key, node)| (key.as_str(), &node.place))
    }

    /// Takes the value of a key.
    pub(super) fn take(&mut self, key: &'static str) -> Option<Node> {
        self.asked.push(key);
        let at = self.rest.iter().position(|(name, _)| name == key)?;
        Some(self.rest.swap_remove(at).1)
    }

    /// Takes and reads the value of a key; `None` too if it could not be read.
    pub(super) fn get<'c, T>(
        &mut self,
        reader: &mut Reader<'c>,
        key: &'static str,
        read: impl FnOnce(&mut Reader<'c>, Node) -> Option<T>,
    ) -> Option<T> {
        let node = self.take(key)?;
        read(reader, node)
    }

    /// The same for a key that must be there.
    pub(super) fn need<'c, T>(
        &mut self,
        reader: &mut Reader<'c>,
        key: &'static str,
        read: impl FnOnce(&mut Reader<'c>, Node) -> Option<T>,
    ) -> Option<T> {
        if !self.has(key) {
            reader.wrong(&self.place, format!("`{key}` is missing"));
        }
        self.get(reader, key, read)
    }

    /// Everything that is left, for tables whose keys are names.
    pub(super) fn drain(&mut self) -> Vec<(String, Node)> {
        std::mem::take(&mut self.rest)
    }

    /// Notes every key that nobody asked for.
    pub(super) fn finish(self, reader: &mut Reader<'_>) {
        for (key, node) in &self.rest {
            reader.unknown(&node.place, "unknown key", key, &self.asked);
        }
    }
}
