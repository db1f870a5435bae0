//! A value of the document form: what is written as TOML, as JSON, and as the canonical text.

use serde_json::{Map, Value};

/// A value with its keys in the order in which a person would write them.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Form {
    Text(String),
    Number(i64),
    Bool(bool),
    List(Vec<Form>),
    Table(Table),
}

/// Keys and values.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Table(pub(super) Vec<(String, Form)>);

impl Table {
    /// Adds a key.
    pub(super) fn put(&mut self, key: &str, value: impl Into<Form>) {
        self.0.push((key.to_owned(), value.into()));
    }

    /// Adds a key unless its value is the one that counts when the key is left out.
    pub(super) fn put_unless<T: PartialEq + Into<Form>>(
        &mut self,
        key: &str,
        value: T,
        default: &T,
    ) {
        if value != *default {
            self.put(key, value);
        }
    }

    /// Adds a key if there is a value.
    pub(super) fn put_some<T: Into<Form>>(&mut self, key: &str, value: Option<T>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Adds a list unless it is empty.
    pub(super) fn put_list<T: Into<Form>>(&mut self, key: &str, list: impl IntoIterator<Item = T>) {
        let list: Vec<Form> = list.into_iter().map(Into::into).collect();
        if !list.is_empty() {
            self.put(key, Form::List(list));
        }
    }

    /// Adds a table unless it is empty.
    pub(super) fn put_table(&mut self, key: &str, table: Table) {
        if !table.0.is_empty() {
            self.put(key, Form::Table(table));
        }
    }
}

impl From<&str> for Form {
    fn from(text: &str) -> Form {
        Form::Text(text.to_owned())
    }
}

impl From<String> for Form {
    fn from(text: String) -> Form {
        Form::Text(text)
    }
}

impl From<&String> for Form {
    fn from(text: &String) -> Form {
        Form::Text(text.clone())
    }
}

impl From<i32> for Form {
    fn from(n: i32) -> Form {
        Form::Number(n.into())
    }
}

impl From<u8> for Form {
    fn from(n: u8) -> Form {
        Form::Number(n.into())
    }
}

impl From<bool> for Form {
    fn from(yes: bool) -> Form {
        Form::Bool(yes)
    }
}

impl From<Table> for Form {
    fn from(table: Table) -> Form {
        Form::Table(table)
    }
}

impl Form {
    /// As a JSON value.
    pub(super) fn to_json(&self) -> Value {
        match self {
            Form::Text(text) => Value::from(text.as_str()),
            Form::Number(n) => Value::from(*n),
            Form::Bool(yes) => Value::from(*yes),
            Form::List(items) => items.iter().map(Form::to_json).collect(),
            Form::Table(Table(entries)) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| (key.clone(), value.to_json()));
                Value::Object(entries.collect::<Map<_, _>>())
            }
        }
    }

    /// As JSON text without blanks and with sorted keys, so that equal values give equal texts.
    pub(super) fn write_sorted(&self, out: &mut String) {
        match self {
            Form::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write_sorted(out);
                }
                out.push(']');
            }
            Form::Table(Table(entries)) => {
                let mut entries: Vec<_> = entries.iter().collect();
                entries.sort_by(|(a, _), (b, _)| a.cmp(b));
                out.push('{');
                for (index, (key, value)) in entries.into_iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    out.push_str(&Value::from(key.as_str()).to_string());
                    out.push(':');
                    value.write_sorted(out);
                }
                out.push('}');
            }
            leaf => out.push_str(&leaf.to_json().to_string()),
        }
    }

    /// As a TOML value on one line.
    pub(super) fn write_inline(&self, out: &mut String) {
        match self {
            Form::Text(text) => out.push_str(&toml::Value::from(text.as_str()).to_string()),
            Form::Number(n) => out.push_str(&n.to_string()),
            Form::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
            Form::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    item.write_inline(out);
                }
                out.push(']');
            }
            Form::Table(Table(entries)) => {
                out.push_str("{ ");
                for (index, (key, value)) in entries.iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    write_key(key, out);
                    out.push_str(" = ");
                    value.write_inline(out);
                }
                out.push_str(" }");
            }
        }
    }
}

/// A key, in quotes where TOML wants them.
pub(super) fn write_key(key: &str, out: &mut String) {
    let bare = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    if !key.is_empty() && key.bytes().all(bare) {
        out.push_str(key);
    } else {
        out.push_str(&toml::Value::from(key).to_string());
    }
}
