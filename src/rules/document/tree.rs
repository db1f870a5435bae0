//! A document as a tree of values that know their places: what TOML and JSON have in common.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::limits;
use super::place::{Place, Problem, Problems};
use super::reader::quoted;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) value: Value,
}

/// What can stand in a document.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    Bool(bool),
    List(Vec<Node>),
    Table(Vec<(String, Node)>),
    /// `null`, which in a table means that the key is left out.
    Null,
    /// Something the format never uses, in words: a fraction, a date.
    Other(&'static str),
}

impl Value {
    /// What it is, for messages.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Number(_) => "a number",
            Value::Bool(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Null => "null",
            Value::Other(what) => what,
        }
    }
}

/// The tree of a TOML document.
pub(super) fn from_toml(text: &str) -> Result<Node, Problems> {
    let lines = Lines::of(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        let line = lines.at(table.span().start);
        let place = Place::default().at_line(Some(line));
        return Ok(Node {
            value: lines.table(table.get_ref(), &place),
            place,
        });
    }
    let problem = |error: &toml::de::Error| Problem {
        place: Place::default().at_line(error.span().map(|span| lines.at(span.start))),
        what: format!("not TOML: {}", error.message()),
    };
    Err(Problems(
        errors.iter().take(limits::PROBLEMS).map(problem).collect(),
    ))
}

/// The line ends of a text.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        Lines(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// The line of a byte, counted from 1.
    fn at(&self, byte: usize) -> usize {
        self.0.partition_point(|end| *end < byte) + 1
    }

    fn table(&self, table: &DeTable<'_>, place: &Place) -> Value {
        let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
            let name: &toml::de::DeString<'_> = key.get_ref();
            let place = place.key(name).at_line(Some(self.at(key.span().start)));
            (name.to_string(), self.node(value, place))
        };
        let mut entries: Vec<(String, Node)> = table.iter().map(entry).collect();
        entries.sort_by(|(_, a), (_, b)| a.place.cmp(&b.place));
        Value::Table(entries)
    }

    fn node(&self, value: &Spanned<DeValue<'_>>, place: Place) -> Node {
        let value = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix())
                .map_or(Value::Other("a number too large"), Value::Number),
            DeValue::Float(_) => Value::Other("a fraction"),
            DeValue::Boolean(yes) => Value::Bool(*yes),
            DeValue::Datetime(_) => Value::Other("a date"),
            DeValue::Array(list) => {
                let item = |(index, item): (usize, &Spanned<DeValue<'_>>)| {
                    let line = self.at(item.span().start);
                    self.node(item, place.index(index).at_line(Some(line)))
                };
                Value::List(list.iter().enumerate().map(item).collect())
            }
            DeValue::Table(table) => self.table(table, &place),
        };
        Node { place, value }
    }
}

/// The tree of a JSON document.
pub(super) fn from_json(text: &str) -> Result<Node, Problems> {
    let bare: Bare = serde_json::from_str(text).map_err(|error| {
        let place = Place::default().at_line(Some(error.line()).filter(|line| *line > 0));
        let what = format!("not JSON: {error}");
        Problems(vec![Problem { place, what }])
    })?;
    let mut doubles = Vec::new();
    let node = bare.placed(Place::default(), &mut doubles);
    if doubles.is_empty() {
        Ok(node)
    } else {
        Err(Problems(doubles))
    }
}

/// A JSON value with its keys in the order in which they were written.
enum Bare {
    Leaf(Value),
    List(Vec<Bare>),
    Table(Vec<(String, Bare)>),
}

impl Bare {
    fn placed(self, place: Place, doubles: &mut Vec<Problem>) -> Node {
        let value = match self {
            Bare::Leaf(value) => value,
            Bare::List(items) => {
                let placed = |(i, item): (usize, Bare)| item.placed(place.index(i), doubles);
                Value::List(items.into_iter().enumerate().map(placed).collect())
            }
            Bare::Table(entries) => {
                let mut seen = BTreeSet::new();
                let mut placed = Vec::with_capacity(entries.len());
                for (key, item) in entries {
                    let place = place.key(&key);
                    if seen.insert(key.clone()) {
                        placed.push((key, item.placed(place, doubles)));
                    } else if doubles.len() < limits::PROBLEMS {
                        let what = format!("{} is given twice", quoted(&key));
                        doubles.push(Problem { place, what });
                    }
                }
                Value::Table(placed)
            }
        };
        Node { place, value }
    }
}

impl<'de> Deserialize<'de> for Bare {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bare, D::Error> {
        deserializer.deserialize_any(BareVisitor)
    }
}

struct BareVisitor;

impl<'de> Visitor<'de> for BareVisitor {
    type Value = Bare;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E: de::Error>(self, yes: bool) -> Result<Bare, E> {
        Ok(Bare::Leaf(Value::Bool(yes)))
    }

    fn visit_i64<E: de::Error>(self, n: i64) -> Result<Bare, E> {
        Ok(Bare::Leaf(Value::Number(n)))
    }

    fn visit_u64<E: de::Error>(self, n: u64) -> Result<Bare, E> {
        let number = i64::try_from(n);
        Ok(Bare::Leaf(
            number.map_or(Value::Other("a number too large"), Value::Number),
        ))
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Bare, E> {
        Ok(Bare::Leaf(Value::Other("a fraction")))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Bare, E> {
        Ok(Bare::Leaf(Value::Text(text.to_owned())))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Bare, E> {
        Ok(Bare::Leaf(Value::Null))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Bare, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Bare::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Bare, A::Error> {
        let mut table = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            table.push(entry);
        }
        Ok(Bare::Table(table))
    }
}
