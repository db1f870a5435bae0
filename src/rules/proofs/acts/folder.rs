//! The cards of a folder of card set files, read as far as boards need them. The whole reader of
//! such files is in a layer above.

use std::ffi::OsStr;

use crate::game::{Card, CardSide, CardType, Printed};

/// The cards of the folder: columns by their names, the text parted by `|`.
pub fn cards_of(dir: &OsStr) -> Vec<Card> {
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .expect("the folder of ARBITER_LACKEY")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let read = |path| std::fs::read(path).unwrap_or_default();
    paths
        .iter()
        .flat_map(|path| cards_in(&String::from_utf8_lossy(&read(path))))
        .collect()
}

/// The cards of one file; rows without a type that is known are passed over.
fn cards_in(text: &str) -> Vec<Card> {
    let mut rows = text.lines();
    let names: Vec<&str> = rows.next().unwrap_or_default().split('\t').collect();
    let card = |row: &str| {
        let fields: Vec<&str> = row.split('\t').collect();
        card(|name| {
            let at = names.iter().position(|n| *n == name);
            at.and_then(|at| fields.get(at)).map_or("", |f| f.trim())
        })
    };
    rows.filter_map(card).collect()
}

fn card<'a>(field: impl Fn(&str) -> &'a str) -> Option<Card> {
    let types: Option<Vec<CardType>> = field("Type").split('/').map(CardType::find).collect();
    let types = types.filter(|types| !types.is_empty())?;
    let number = |name: &str| {
        let (whole, _) = field(name).split_once('.').unwrap_or((field(name), ""));
        whole.parse().ok().map(Printed::Number)
    };
    let body = field("Text");
    // A field with quotation marks in it is quoted as a whole, and they are doubled.
    let quoted = body.strip_prefix('"').and_then(|b| b.strip_suffix('"'));
    let body = quoted.map_or(body.to_owned(), |b| b.replace("\"\"", "\""));
    let lines = body.split('|').map(str::trim).filter(|t| !t.is_empty());
    let subtypes = field("Subtype").replace('\u{2013}', "-");
    Some(Card {
        set: field("Set").to_owned(),
        side: match field("Side") {
            "L" => CardSide::Light,
            "D" => CardSide::Dark,
            "Y" => CardSide::YuuzhanVong,
            _ => CardSide::Neutral,
        },
        types,
        subtypes: subtypes.split(" - ").map(|s| s.trim().to_owned()).collect(),
        cost: number("Cost"),
        speed: number("Speed"),
        power: number("Power"),
        health: number("Health"),
        text: lines.map(str::to_owned).collect(),
        ..Card::named(field("Name"))
    })
}
