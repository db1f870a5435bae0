//! One row to one card.

use std::collections::BTreeMap;

use crate::game::{Card, CardSide, CardType, OpenNumber, Printed};
use crate::import::text::excerpt;
use crate::import::{Doubt, Notes};

use super::columns::{Column, Columns};
use super::field::{self, Clean};
use super::{ParsedCard, Reminder, subtypes};

/// The longest name a card may have, in letters. The longest real one has fewer than 60.
const LONGEST_NAME: usize = 200;
/// The largest number on a card that is believed.
const LARGEST_NUMBER: i32 = 999;

/// What a row is.
pub(super) enum Made {
    Card(Box<ParsedCard>),
    Reminder(Reminder),
}

/// Makes the card of a row; the error says why there is none.
pub(super) fn make(
    stem: &str,
    line: u32,
    text: &str,
    columns: &Columns,
    doubts: &mut Notes<Doubt>,
) -> Result<Made, String> {
    let mut reader = Reader::new(line, text, columns, doubts);
    reader.check_width();
    let name = reader.name()?;
    let (types, mut kinds) = reader.types()?;
    let set = reader.set(stem);
    if types == [CardType::Reminder] {
        return Ok(Made::Reminder(Reminder {
            name,
            set,
            text: reader.clean(Column::Text),
            line,
        }));
    }
    let (name, label) = split_label(&name);
    reader.check_version(&name);
    kinds.extend(reader.subtypes());
    let (types, kinds) = arena_of_subordinate(types, kinds);
    let (text, usage) = reader.texts();
    let card = Card {
        name,
        set,
        number: reader.collector_number(),
        side: reader.side(),
        types,
        subtypes: kinds,
        cost: reader.printed(Column::Cost),
        speed: reader.printed(Column::Speed),
        power: reader.printed(Column::Power),
        health: reader.printed(Column::Health),
        rarity: reader.clean(Column::Rarity),
        text,
        usage,
    };
    Ok(Made::Card(Box::new(ParsedCard {
        card,
        label,
        line,
        raw: reader.raw(),
    })))
}

/// A Subordinate's arena stands in front of its subtypes; on the card it is a type.
fn arena_of_subordinate(
    mut types: Vec<CardType>,
    mut kinds: Vec<String>,
) -> (Vec<CardType>, Vec<String>) {
    if types == [CardType::Subordinate]
        && let Some(arenas) = kinds.first().and_then(|k| subtypes::arenas(k))
    {
        types.extend(arenas);
        kinds.remove(0);
    }
    (types, kinds)
}

/// Divides `Homing Missile (Promo)` into the card's name and the printing's label.
fn split_label(name: &str) -> (String, String) {
    let labelled = name
        .strip_suffix(')')
        .and_then(|n| n.rsplit_once('('))
        .filter(|(_, label)| {
            let first = label.split_whitespace().next().unwrap_or_default();
            ["promo", "preview", "alt"]
                .iter()
                .any(|word| first.eq_ignore_ascii_case(word))
        });
    match labelled {
        Some((name, label)) if !name.trim().is_empty() => {
            (name.trim().to_owned(), label.trim().to_owned())
        }
        _ => (name.to_owned(), String::new()),
    }
}

struct Reader<'a> {
    line: u32,
    fields: Vec<&'a str>,
    columns: &'a Columns,
    doubts: &'a mut Notes<Doubt>,
}

impl<'a> Reader<'a> {
    fn new(
        line: u32,
        text: &'a str,
        columns: &'a Columns,
        doubts: &'a mut Notes<Doubt>,
    ) -> Reader<'a> {
        Reader {
            line,
            fields: text.split('\t').collect(),
            columns,
            doubts,
        }
    }

    fn doubt(&mut self, column: &str, what: impl Into<String>) {
        self.doubts.push(Doubt {
            line: self.line,
            column: column.to_owned(),
            what: what.into(),
        });
    }

    fn field(&self, column: Column) -> &'a str {
        self.columns
            .place(column)
            .and_then(|at| self.fields.get(at))
            .copied()
            .unwrap_or_default()
    }

    fn clean(&mut self, column: Column) -> String {
        let Clean { text, doubts } = field::clean(self.field(column));
        for what in doubts {
            self.doubt(column.title(), what);
        }
        text
    }

    fn check_width(&mut self) {
        let (have, want) = (self.fields.len(), self.columns.count());
        let surplus = self.fields.iter().skip(want).any(|f| !f.trim().is_empty());
        let text_missing = self
            .columns
            .place(Column::Text)
            .is_some_and(|at| at >= have);
        if surplus {
            self.doubt(
                "",
                format!("{have} fields for {want} columns; the surplus ones are kept, not read"),
            );
        } else if text_missing {
            self.doubt(
                "",
                format!("{have} fields for {want} columns; the missing ones stay empty"),
            );
        }
    }

    fn name(&mut self) -> Result<String, String> {
        let clean = self.clean(Column::Name);
        let (name, changed) = field::single_blanks(&clean);
        if changed {
            self.doubt("Name", "several blanks in a row; read as one");
        }
        if name.is_empty() {
            return Err("the row has no name".to_owned());
        }
        if name.chars().count() > LONGEST_NAME {
            return Err(format!("the name is longer than {LONGEST_NAME} letters"));
        }
        Ok(name)
    }

    fn check_version(&mut self, name: &str) {
        let bracket = name.ends_with(')').then(|| name.rfind('(')).flatten();
        let Some(at) = bracket else { return };
        let inner = name.get(at..).unwrap_or_default();
        let version = name.get(..at).is_some_and(|n| n.ends_with(' '))
            && inner.len() <= 5
            && inner
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "()".contains(c));
        if !version {
            self.doubt(
                "Name",
                format!(
                    "`{}` is no version letter; kept as part of the name",
                    excerpt(inner)
                ),
            );
        }
    }

    fn types(&mut self) -> Result<(Vec<CardType>, Vec<String>), String> {
        let line = self.clean(Column::Type);
        let (mut parts, _) = subtypes::segments(&line);
        if parts.is_empty() {
            return Err("the row has no type".to_owned());
        }
        let kinds = parts.split_off(1);
        let types = parts
            .first()
            .map(|p| subtypes::types(p))
            .unwrap_or(Ok(Vec::new()));
        types
            .map(|types| (types, kinds))
            .map_err(|word| format!("`{}` is no card type", excerpt(&word)))
    }

    fn set(&mut self, stem: &str) -> String {
        let set = self.clean(Column::Set);
        if set.is_empty() {
            self.doubt(
                "Set",
                format!("empty; taken from the file's name, `{stem}`"),
            );
            return stem.to_owned();
        }
        set
    }

    fn subtypes(&mut self) -> Vec<String> {
        let line = self.clean(Column::Subtype);
        let (parts, uneven) = subtypes::segments(&line);
        if uneven {
            self.doubt(
                "Subtype",
                "a dash without a blank on both sides, or a long one; read as a division",
            );
        }
        parts
    }

    fn side(&mut self) -> CardSide {
        let side = self.clean(Column::Side);
        match side.to_ascii_uppercase().as_str() {
            "L" => CardSide::Light,
            "D" => CardSide::Dark,
            "N" => CardSide::Neutral,
            "Y" => CardSide::YuuzhanVong,
            _ => {
                self.doubt(
                    "Side",
                    format!(
                        "`{}` is none of L, D, N, Y; taken as neutral",
                        excerpt(&side)
                    ),
                );
                CardSide::Neutral
            }
        }
    }

    fn printed(&mut self, column: Column) -> Option<Printed> {
        let text = self.clean(column);
        match text.as_str() {
            "" => None,
            "*" => Some(Printed::Open(OpenNumber::Star)),
            "X" | "x" => Some(Printed::Open(OpenNumber::X)),
            number => {
                let value = whole_number(number).filter(|n| (0..=LARGEST_NUMBER).contains(n));
                if value.is_none() {
                    self.doubt(
                        column.title(),
                        format!(
                            "`{}` is no number of a card; left empty, kept with the row",
                            excerpt(number)
                        ),
                    );
                }
                value.map(Printed::Number)
            }
        }
    }

    fn collector_number(&mut self) -> String {
        let text = self.clean(Column::Number);
        match whole_number(&text) {
            Some(number) => number.to_string(),
            None => text,
        }
    }

    /// The ability lines and the rulings beside the card. Some rows have their text one column too early.
    fn texts(&mut self) -> (Vec<String>, String) {
        let mut text = self.clean(Column::Text);
        let mut usage = self.clean(Column::Usage);
        if text.is_empty() && reads_like_abilities(&usage) {
            self.doubt(
                "Usage",
                "the text stands in this column; read as the card's text",
            );
            std::mem::swap(&mut text, &mut usage);
        }
        let (lines, by_semicolon) = field::ability_lines(&text);
        if by_semicolon {
            self.doubt("Text", "abilities divided by `;`; read as separate lines");
        }
        (lines, usage)
    }

    fn raw(&self) -> BTreeMap<String, String> {
        self.fields
            .iter()
            .enumerate()
            .filter(|(_, field)| !field.is_empty())
            .map(|(at, field)| (self.columns.name_at(at), (*field).to_owned()))
            .collect()
    }
}

/// Rulings are sentences; abilities have bars between them or arrows behind their costs.
fn reads_like_abilities(usage: &str) -> bool {
    usage.contains('|') || usage.contains("->")
}

/// The whole number of `7` or `7.0`.
fn whole_number(text: &str) -> Option<i32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    fraction
        .chars()
        .all(|c| c == '0')
        .then(|| whole.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_several_forms() {
        for (text, number) in [
            ("7", Some(7)),
            ("7.0", Some(7)),
            ("7.5", None),
            ("", None),
            ("seven", None),
            ("7.", Some(7)),
        ] {
            assert_eq!(whole_number(text), number, "{text}");
        }
    }

    #[test]
    fn labels_of_printings_are_no_part_of_the_name() {
        for (name, card, label) in [
            ("Jango Fett (D) (Promo 1)", "Jango Fett (D)", "Promo 1"),
            ("Homing Missile (Promo)", "Homing Missile", "Promo"),
            ("Jango Fett (D)", "Jango Fett (D)", ""),
            ("(Promo)", "(Promo)", ""),
        ] {
            assert_eq!(split_label(name), (card.to_owned(), label.to_owned()));
        }
    }
}
