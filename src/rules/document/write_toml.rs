//! The layout of a TOML document: the head, then a section for each table and entry.

use super::form::{Form, Table, write_key};

/// The text of a document.
pub(super) fn document(table: &Table) -> String {
    let mut out = String::new();
    section(&mut Vec::new(), table, &mut out);
    out
}

/// The plain keys of a table, then its sections below their headings.
fn section<'t>(path: &mut Vec<&'t str>, table: &'t Table, out: &mut String) {
    let (sections, keys): (Vec<_>, Vec<_>) = table
        .0
        .iter()
        .partition(|(key, value)| is_section(path, key, value));
    for (key, value) in keys {
        write_key(key, out);
        out.push_str(" = ");
        entry(value, out);
        out.push('\n');
    }
    for (key, value) in sections {
        path.push(key);
        match value {
            Form::List(items) => {
                for item in items {
                    if let Form::Table(table) = item {
                        heading("[[", path, "]]", out);
                        section(path, table, out);
                    }
                }
            }
            Form::Table(table) => {
                // A heading over sections alone says nothing.
                if table
                    .0
                    .iter()
                    .any(|(key, value)| !is_section(path, key, value))
                    || table.0.is_empty()
                {
                    heading("[", path, "]", out);
                }
                section(path, table, out);
            }
            _ => {}
        }
        path.pop();
    }
}

/// `[dark]`, `[[unit]]`, `[expect]`, `[expect.units.luke]`: everything else stays on its line.
fn is_section(path: &[&str], key: &str, value: &Form) -> bool {
    match path {
        [] => match value {
            Form::Table(_) => key != "readings",
            Form::List(_) => matches!(key, "unit" | "play"),
            _ => false,
        },
        ["expect"] => key == "units",
        ["expect", "units"] => true,
        _ => false,
    }
}

fn heading(open: &str, path: &[&str], close: &str, out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(open);
    for (index, key) in path.iter().enumerate() {
        if index > 0 {
            out.push('.');
        }
        write_key(key, out);
    }
    out.push_str(close);
    out.push('\n');
}

/// A value; lists of tables get a line for each table.
fn entry(value: &Form, out: &mut String) {
    match value {
        Form::List(items) if items.len() > 1 && matches!(items.first(), Some(Form::Table(_))) => {
            out.push_str("[\n");
            for item in items {
                out.push_str("  ");
                item.write_inline(out);
                out.push_str(",\n");
            }
            out.push(']');
        }
        other => other.write_inline(out),
    }
}
