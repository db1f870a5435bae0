//! Dice as three rows, always all of them and in the same order: first roll, after rerolls, counted.

use std::collections::BTreeSet;

use crate::rules::trace::{Board, RollKind, RollRecord};

/// One roll.
#[derive(Clone, Debug)]
pub struct RollView {
    /// What was rolled, such as "Luke attacks".
    pub title: String,
    /// The step that rolled.
    pub step: u32,
    /// The rows.
    pub rows: Vec<RowView>,
}

/// One row.
#[derive(Clone, Debug)]
pub struct RowView {
    /// Its name.
    pub name: &'static str,
    /// Who reads it, or the count.
    pub note: String,
    /// The dice.
    pub dice: Vec<DieView>,
}

/// One die.
#[derive(Clone, Debug)]
pub struct DieView {
    /// What it shows.
    pub face: String,
    /// Its class: `hit`, `read`, `new`, `gone` or nothing.
    pub class: &'static str,
    /// What the class means, for those who do not see it.
    pub says: String,
}

impl RollView {
    /// The rows of a roll.
    #[must_use]
    pub fn of(roll: &RollRecord, board: &Board) -> RollView {
        let name = roll.unit.as_ref().map(|u| {
            board
                .units
                .get(u)
                .map_or_else(|| u.to_string(), |s| s.name.clone())
        });
        let what = match roll.kind {
            RollKind::Attack => "Attack dice",
            RollKind::Damage => "Dice of damage",
            RollKind::Other => "A die",
        };
        RollView {
            title: name.map_or_else(|| what.to_owned(), |name| format!("{what}, {name}")),
            step: roll.n,
            rows: rows(roll),
        }
    }
}

fn rows(roll: &RollRecord) -> Vec<RowView> {
    let mut rows = vec![
        RowView {
            name: "First roll",
            note: first_note(roll),
            dice: first_dice(roll),
        },
        RowView {
            name: "After rerolls",
            note: readers(roll, false),
            dice: last_dice(roll),
        },
    ];
    if roll.kind != RollKind::Other {
        rows.push(RowView {
            name: "Counted",
            note: count_note(roll),
            dice: counted_dice(roll),
        });
    }
    rows
}

fn first_note(roll: &RollRecord) -> String {
    let dice = roll.first.len();
    let base = match (roll.added, dice) {
        (0, 1) => "1 die".to_owned(),
        (0, n) => format!("{n} dice"),
        (added, n) => format!("{} + {added} dice", n.saturating_sub(added)),
    };
    match readers(roll, true) {
        readers if readers.is_empty() => base,
        readers => format!("{base}; {readers}"),
    }
}

/// Who reads the first row, or the second.
fn readers(roll: &RollRecord, first: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    for read in roll.read.iter().filter(|r| r.first == first) {
        let part = format!("{}: the {}", read.keyword, read.face);
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.join(", ")
}

fn read_faces(roll: &RollRecord, first: bool) -> BTreeSet<u8> {
    roll.read
        .iter()
        .filter(|r| r.first == first)
        .map(|r| r.face)
        .collect()
}

fn read_by(roll: &RollRecord, first: bool, face: u8) -> String {
    let names: Vec<String> = roll
        .read
        .iter()
        .filter(|r| r.first == first && r.face == face)
        .map(|r| r.keyword.clone())
        .collect();
    format!("read by {}", super::said(&names))
}

fn first_dice(roll: &RollRecord) -> Vec<DieView> {
    let read = read_faces(roll, true);
    let after = |at: usize| roll.last.get(at).copied();
    let view = |(at, face): (usize, &u8)| {
        if after(at).is_some_and(|new| new != *face) {
            die(face, "gone", "rerolled".to_owned())
        } else if read.contains(face) {
            die(face, "read", read_by(roll, true, *face))
        } else {
            die(face, "", String::new())
        }
    };
    roll.first.iter().enumerate().map(view).collect()
}

fn last_dice(roll: &RollRecord) -> Vec<DieView> {
    let read = read_faces(roll, false);
    let before = |at: usize| roll.first.get(at).copied();
    let view = |(at, face): (usize, &u8)| {
        if read.contains(face) {
            die(face, "read", read_by(roll, false, *face))
        } else if before(at).is_some_and(|old| old != *face) {
            die(face, "new", "new face".to_owned())
        } else {
            die(face, "", String::new())
        }
    };
    roll.last.iter().enumerate().map(view).collect()
}

fn count_note(roll: &RollRecord) -> String {
    match roll.hits {
        None => "not counted yet".to_owned(),
        Some(1) => format!("1 hit, {} or more hits", roll.needs),
        Some(hits) => format!("{hits} hits, {} or more hits", roll.needs),
    }
}

fn counted_dice(roll: &RollRecord) -> Vec<DieView> {
    let view = |value: &i32| {
        if *value >= roll.needs {
            die(value, "hit", "hit".to_owned())
        } else {
            die(value, "", String::new())
        }
    };
    roll.counted.iter().map(view).collect()
}

fn die(face: &impl ToString, class: &'static str, says: String) -> DieView {
    DieView {
        face: face.to_string(),
        class,
        says,
    }
}
