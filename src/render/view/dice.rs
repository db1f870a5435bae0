//! Rolls in three rows: first roll, after rerolls, counted.

use super::{count, names::Names};
use crate::rules::trace::{FaceRead, RollKind, RollRecord, Ruling};

/// One roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceView {
    /// The step that rolled.
    pub step: u32,
    /// Whose dice they are.
    pub heading: String,
    /// First roll, after rerolls, counted; always all three and in this order.
    pub rows: [DiceRow; 3],
}

/// One row of a roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceRow {
    /// `First roll`, `After rerolls` or `Counted`.
    pub label: &'static str,
    /// Who reads the row, or what it comes to.
    pub note: String,
    /// The dice; none if it has not come to that.
    pub dice: Vec<Die>,
}

/// One die in a row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Die {
    /// Its face or counted result.
    pub face: i32,
    /// It hits.
    pub hit: bool,
    /// Names of the keywords that read this face; empty: none does.
    pub read: Vec<String>,
    /// It was rerolled and this is the new face.
    pub new: bool,
    /// It was rerolled and this face is gone.
    pub gone: bool,
    /// A die that another die or a keyword added.
    pub added: bool,
}

impl Die {
    /// The style class: `die` and its marks.
    #[must_use]
    pub fn class(&self) -> String {
        let marks = [
            (self.hit, "hit"),
            (!self.read.is_empty(), "read"),
            (self.new, "new"),
            (self.gone, "gone"),
        ];
        let marks = marks
            .into_iter()
            .filter(|(on, _)| *on)
            .map(|(_, mark)| mark);
        std::iter::once("die")
            .chain(marks)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Its marks in words, such as `hit` or `read by Critical Hit`; empty if it has none.
    #[must_use]
    pub fn words(&self) -> String {
        let read = format!("read by {}", self.read.join(" and "));
        let marks = [
            (self.hit, "hit"),
            (!self.read.is_empty(), read.as_str()),
            (self.new, "rerolled"),
            (self.gone, "rerolled away"),
            (self.added, "added"),
        ];
        marks
            .into_iter()
            .filter(|(on, _)| *on)
            .map(|(_, mark)| mark)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

pub fn dice(ruling: &Ruling, names: &Names) -> Vec<DiceView> {
    ruling.rolls.iter().map(|roll| view(roll, names)).collect()
}

fn view(roll: &RollRecord, names: &Names) -> DiceView {
    let whose = roll
        .unit
        .as_ref()
        .map(|unit| format!(" of {}", names.of(unit)))
        .unwrap_or_default();
    let what = match roll.kind {
        RollKind::Attack => "Attack dice",
        RollKind::Additional => "Additional attack dice",
        RollKind::Damage => "Dice of damage",
        RollKind::Other => "Dice",
    };
    DiceView {
        step: roll.n,
        heading: format!("{what}{whose}"),
        rows: [first(roll), last(roll), counted(roll)],
    }
}

fn first(roll: &RollRecord) -> DiceRow {
    let plain = roll.first.len().saturating_sub(roll.added);
    let dice = roll.first.iter().enumerate().map(|(at, &face)| Die {
        face: i32::from(face),
        read: readers(roll, face, true),
        gone: roll.last.get(at).is_some_and(|last| *last != face),
        added: at >= plain,
        ..Die::default()
    });
    let added = (roll.added > 0).then(|| format!("{} added", roll.added));
    let notes = std::iter::once(count(plain, "die", "dice"))
        .chain(added)
        .chain(reads(roll, true));
    DiceRow {
        label: "First roll",
        note: notes.collect::<Vec<_>>().join("; "),
        dice: dice.collect(),
    }
}

fn last(roll: &RollRecord) -> DiceRow {
    let dice = roll.last.iter().enumerate().map(|(at, &face)| Die {
        face: i32::from(face),
        read: readers(roll, face, false),
        new: roll.first.get(at).is_some_and(|first| *first != face),
        ..Die::default()
    });
    let pairs = roll.first.iter().zip(&roll.last);
    let changed = pairs.filter(|(first, last)| first != last).count();
    let state = match (roll.last.len(), changed) {
        (0, _) => "not yet".to_owned(),
        (_, 0) => "no face changed".to_owned(),
        (_, n) => format!("{} changed", count(n, "face", "faces")),
    };
    let notes = std::iter::once(state).chain(reads(roll, false));
    DiceRow {
        label: "After rerolls",
        note: notes.collect::<Vec<_>>().join("; "),
        dice: dice.collect(),
    }
}

fn counted(roll: &RollRecord) -> DiceRow {
    let hits = |face: i32| roll.hits.is_some() && face >= roll.needs;
    let dice = roll.counted.iter().map(|&face| Die {
        face,
        hit: hits(face),
        ..Die::default()
    });
    let note = match roll.hits {
        None if roll.kind == RollKind::Other => "not counted for hits".to_owned(),
        None if roll.kind == RollKind::Additional => "among the attack dice".to_owned(),
        None => "not yet".to_owned(),
        Some(n) => {
            let hits = count(usize::try_from(n).unwrap_or_default(), "hit", "hits");
            format!("{hits}; {} or more hits{}", roll.needs, shift(roll))
        }
    };
    DiceRow {
        label: "Counted",
        note,
        dice: dice.collect(),
    }
}

/// By how much every result was changed, if all were by the same.
fn shift(roll: &RollRecord) -> String {
    let mut by = roll
        .counted
        .iter()
        .zip(&roll.last)
        .map(|(counted, last)| counted - i32::from(*last));
    let first = by.next().unwrap_or_default();
    match first != 0 && by.all(|other| other == first) {
        true => format!(", each die {first:+}").replace('-', "−"),
        false => String::new(),
    }
}

/// The keywords that read this face in the first or the last row.
fn readers(roll: &RollRecord, face: u8, first: bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for read in roll
        .read
        .iter()
        .filter(|read| read.face == face && read.first == first)
    {
        if !names.contains(&read.keyword) {
            names.push(crate::render::clean(&read.keyword));
        }
    }
    names
}

/// `Critical Hit reads the 6`, for each keyword that reads the row.
fn reads(roll: &RollRecord, first: bool) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for FaceRead { face, keyword, .. } in roll.read.iter().filter(|read| read.first == first) {
        let note = format!("{} reads {face}", crate::render::clean(keyword));
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}
