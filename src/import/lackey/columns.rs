//! The columns of a set file, as its first line names them.

use crate::import::text::{FileRefused, excerpt};
use crate::import::{Doubt, Notes};

/// A column that Arbiter reads; the others are kept as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    Name,
    Set,
    Side,
    Type,
    Subtype,
    Cost,
    Speed,
    Power,
    Health,
    Rarity,
    Number,
    Usage,
    Text,
}

impl Column {
    const ALL: [Column; 13] = [
        Column::Name,
        Column::Set,
        Column::Side,
        Column::Type,
        Column::Subtype,
        Column::Cost,
        Column::Speed,
        Column::Power,
        Column::Health,
        Column::Rarity,
        Column::Number,
        Column::Usage,
        Column::Text,
    ];

    /// Without these a file is no set file.
    const REQUIRED: [Column; 3] = [Column::Name, Column::Type, Column::Text];

    pub(super) const fn title(self) -> &'static str {
        match self {
            Column::Name => "Name",
            Column::Set => "Set",
            Column::Side => "Side",
            Column::Type => "Type",
            Column::Subtype => "Subtype",
            Column::Cost => "Cost",
            Column::Speed => "Speed",
            Column::Power => "Power",
            Column::Health => "Health",
            Column::Rarity => "Rarity",
            Column::Number => "Number",
            Column::Usage => "Usage",
            Column::Text => "Text",
        }
    }
}

/// Columns of the plugin that have no meaning for the rules.
const PLUGIN_ONLY: [&str; 4] = ["ImageFile", "Script", "Classification", "DraftRarity"];

/// The names of a file's columns, in order.
pub(super) struct Columns {
    names: Vec<String>,
    known: Vec<(Column, usize)>,
}

impl Columns {
    /// Reads the first line.
    pub(super) fn read(
        header: &str,
        line: u32,
        doubts: &mut Notes<Doubt>,
    ) -> Result<Columns, FileRefused> {
        let names: Vec<String> = header.split('\t').map(|n| n.trim().to_owned()).collect();
        let place = |column: Column| {
            names
                .iter()
                .position(|n| n.eq_ignore_ascii_case(column.title()))
        };
        for column in Column::REQUIRED {
            if place(column).is_none() {
                return Err(FileRefused::NoHeader {
                    missing: column.title(),
                    found: excerpt(header),
                });
            }
        }
        let known: Vec<(Column, usize)> = Column::ALL
            .into_iter()
            .filter_map(|c| Some((c, place(c)?)))
            .collect();
        let mut doubt = |column: &str, what: &str| {
            doubts.push(Doubt {
                line,
                column: column.to_owned(),
                what: what.to_owned(),
            });
        };
        for column in Column::ALL {
            if place(column).is_none() {
                doubt(
                    column.title(),
                    "the file has no such column; it stays empty",
                );
            }
        }
        for (at, name) in names.iter().enumerate() {
            let read = known.iter().any(|(_, place)| *place == at);
            if !read
                && !name.is_empty()
                && !PLUGIN_ONLY.iter().any(|p| p.eq_ignore_ascii_case(name))
            {
                doubt(name, "unknown or repeated column; kept as it is, not read");
            }
        }
        Ok(Columns { names, known })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Where a column stands.
    pub(super) fn place(&self, column: Column) -> Option<usize> {
        self.known
            .iter()
            .find(|(c, _)| *c == column)
            .map(|(_, at)| *at)
    }

    /// The name of the column at a place; beyond the last one its number.
    pub(super) fn name_at(&self, at: usize) -> String {
        match self.names.get(at).filter(|n| !n.is_empty()) {
            Some(name) if self.names.iter().position(|n| n == name) == Some(at) => name.clone(),
            _ => format!("column {}", at + 1),
        }
    }
}
