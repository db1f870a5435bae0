//! `arbiter coverage cards`: how many ability lines of card set files are modelled.

use std::io::Write;
use std::path::Path;

use anyhow::bail;

use crate::cardtext::report::{PrintedLine, coverage, sample};
use crate::cli::input;
use crate::game::Card;
use crate::rules::boards::board_share;

/// What is printed beside the shares.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many of the commonest shapes of unmodelled lines, and of what keeps boards open.
    pub shapes: usize,
    /// How many boards are judged.
    pub boards: u64,
    /// Their seed.
    pub seed: u64,
    /// The seed of the lines printed with their reading.
    pub sample: Option<u64>,
}

/// Reads the set files of a folder and prints the shares, the set with the least coverage first.
pub fn run(folder: &Path, wanted: &Wanted, out: &mut dyn Write) -> anyhow::Result<()> {
    let cards = input::cards_of(folder)?;
    if cards.is_empty() {
        bail!("`{}` holds no card set files", folder.display());
    }
    if let Some(seed) = wanted.sample {
        for read in sample(cards.iter().flat_map(lines), seed) {
            writeln!(out, "{}: {}", read.card, read.text)?;
            for part in &read.reading {
                writeln!(out, "    {part}")?;
            }
        }
    }
    let report = coverage(cards.iter().flat_map(lines));
    let mut sets = report.sets;
    sets.sort_by_key(|(_, share)| share.thousandths());
    for (set, share) in sets {
        writeln!(out, "set {set}: {share}")?;
    }
    for (kind, share) in report.kinds {
        writeln!(out, "{} lines: {share}", kind.name())?;
    }
    for (shape, times) in report.shapes.iter().take(wanted.shapes) {
        writeln!(out, "{times} not modelled: {shape}")?;
    }
    let boards = board_share(&cards, wanted.boards, wanted.seed);
    for (why, times) in boards.open.iter().take(wanted.shapes) {
        writeln!(out, "{times} boards open: {why}")?;
    }
    writeln!(out, "lines modelled {}", report.all)?;
    writeln!(out, "battle lines modelled {}", report.battle)?;
    writeln!(
        out,
        "of {} seeded attack boards of six imported units {} end ruled",
        grouped(boards.of),
        grouped(boards.ruled)
    )?;
    Ok(())
}

/// The number with a comma in front of each three digits.
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn lines(card: &Card) -> impl Iterator<Item = PrintedLine<'_>> {
    card.text.iter().map(|text| PrintedLine {
        set: &card.set,
        card: &card.name,
        types: &card.types,
        subtypes: &card.subtypes,
        text,
    })
}
