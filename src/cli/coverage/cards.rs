//! `arbiter coverage cards`: how many ability lines of card set files are modelled.

use std::io::Write;
use std::path::Path;

use anyhow::bail;

use crate::cardtext::report::{PrintedLine, coverage};
use crate::cli::input;
use crate::game::Card;

/// Reads the set files of a folder and prints the shares, the set with the least coverage first.
pub fn run(folder: &Path, shapes: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let cards = input::cards_of(folder)?;
    if cards.is_empty() {
        bail!("`{}` holds no card set files", folder.display());
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
    for (shape, times) in report.shapes.iter().take(shapes) {
        writeln!(out, "{times} not modelled: {shape}")?;
    }
    writeln!(out, "lines modelled {}", report.all)?;
    writeln!(out, "battle lines modelled {}", report.battle)?;
    Ok(())
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
