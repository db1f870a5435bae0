//! The picture that a link to a ruling shows: an Open Graph image of 1200 by 630.
//!
//! It has the verdict, the dice, the first reason, and says that it is not official. Colour only
//! repeats what a word and the pattern of the top edge say.

mod fit;
#[cfg(feature = "server")]
mod png;
#[cfg(all(test, feature = "server"))]
mod tests;

#[cfg(all(test, feature = "server"))]
pub use png::tree;
#[cfg(feature = "server")]
pub use png::{PngError, png};

use fit::{fit, fit_line, width};

use super::View;
use super::html::escape;
use super::view::{DiceView, Die};
use crate::rules::trace::VerdictKind;

/// Width of the picture in pixels.
pub const WIDTH: u32 = 1200;
/// Height of the picture in pixels.
pub const HEIGHT: u32 = 630;

/// Blank space at the left and right.
const MARGIN: f32 = 60.0;
/// What lies between the margins.
const INNER: f32 = WIDTH as f32 - 2.0 * MARGIN;
/// The most dice shown.
const DICE: usize = 12;

/// The picture as SVG.
#[must_use]
pub fn svg(view: &View) -> String {
    let colour = match view.kind {
        VerdictKind::Ruled => "#0a623b",
        VerdictKind::Depends => "#714a00",
        VerdictKind::Cannot => "#8c1b3b",
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"'DejaVu Sans',Verdana,sans-serif\">\n\
         <title>{}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#f8f8f6\"/>\n{}{}{}{}{}{}</svg>\n",
        escape(&view.summary),
        edge(view.kind, colour),
        head(view, colour),
        summary(view),
        dice(view),
        reason(view),
        foot(view)
    )
}

/// The top edge: solid, dashed or double.
fn edge(kind: VerdictKind, colour: &str) -> String {
    let line = |y: u32, thick: u32, dashes: &str| {
        format!(
            "<path d=\"M0 {y}H{WIDTH}\" stroke=\"{colour}\" stroke-width=\"{thick}\"{dashes}/>\n"
        )
    };
    match kind {
        VerdictKind::Ruled => line(9, 18, ""),
        VerdictKind::Depends => line(9, 18, " stroke-dasharray=\"40 20\""),
        VerdictKind::Cannot => line(3, 6, "") + &line(15, 6, ""),
    }
}

fn head(view: &View, colour: &str) -> String {
    let badge = width(view.word()) * 34.0 + 44.0;
    let left = MARGIN + badge + 24.0;
    let title = fit_line(&view.title, 28.0, WIDTH as f32 - MARGIN - left);
    let rect = format!(
        "<rect x=\"{MARGIN}\" y=\"62\" width=\"{badge:.0}\" height=\"60\" rx=\"10\" fill=\"{colour}\"/>\n"
    );
    let centre = MARGIN + badge / 2.0;
    rect + &text(
        centre,
        104.0,
        34.0,
        "font-weight=\"700\" text-anchor=\"middle\" fill=\"#fff\"",
        view.word(),
    ) + &text(left, 102.0, 28.0, "fill=\"#4f565e\"", &title)
}

fn summary(view: &View) -> String {
    let (size, lines) = fit(&view.summary, &[66.0, 56.0, 48.0, 40.0, 34.0], INNER, 270.0);
    let styled = "font-weight=\"700\" fill=\"#14171b\"";
    let rows = lines.iter().enumerate();
    rows.map(|(at, line)| {
        let below = 150.0 + size + at as f32 * size * 1.2;
        text(MARGIN, below, size, styled, line)
    })
    .collect()
}

/// The last roll as counted, or as far as it has come.
fn dice(view: &View) -> String {
    let Some((roll, row)) = view.dice.last().and_then(latest) else {
        return String::new();
    };
    let shown = row.iter().take(DICE).enumerate();
    let faces: String = shown
        .map(|(at, die)| die_at(MARGIN + at as f32 * 66.0, die))
        .collect();
    let more = row.len().saturating_sub(DICE);
    let more = if more > 0 {
        format!("and {more} more, ")
    } else {
        String::new()
    };
    let [.., counted] = &roll.rows;
    let note = format!("{more}{}", counted.note);
    let left = MARGIN + row.len().min(DICE) as f32 * 66.0 + 14.0;
    let note = fit_line(&note, 26.0, WIDTH as f32 - MARGIN - left);
    faces + &text(left, 470.0, 26.0, "fill=\"#4f565e\"", &note)
}

fn latest(roll: &DiceView) -> Option<(&DiceView, &[Die])> {
    let last = roll.rows.iter().rev().find(|row| !row.dice.is_empty());
    last.map(|row| (roll, row.dice.as_slice()))
}

fn die_at(left: f32, die: &Die) -> String {
    let (ground, ink) = if die.hit {
        ("#14171b", "#f8f8f6")
    } else {
        ("#fff", "#14171b")
    };
    let rect = format!(
        "<rect x=\"{left:.0}\" y=\"432\" width=\"56\" height=\"56\" rx=\"8\" fill=\"{ground}\" stroke=\"#14171b\" stroke-width=\"3\"/>\n"
    );
    let styled = format!("font-weight=\"700\" text-anchor=\"middle\" fill=\"{ink}\"");
    rect + &text(left + 28.0, 472.0, 32.0, &styled, &die.face.to_string())
}

/// The first reason with its clause; failing that, the first sum.
fn reason(view: &View) -> String {
    let said = view
        .reasons
        .first()
        .map(|reason| match reason.cites.first() {
            Some(cite) => format!("{}, {}: {}", cite.label, cite.ground.word(), reason.text),
            None => reason.text.clone(),
        });
    let sum = || {
        view.sums
            .first()
            .map(|sum| format!("{}: {}", sum.unit, sum.words()))
    };
    let line = said.or_else(sum).unwrap_or_default();
    let line = fit_line(&line, 26.0, INNER);
    text(MARGIN, 534.0, 26.0, "fill=\"#14171b\"", &line)
}

fn foot(view: &View) -> String {
    let note = format!(
        "Edition {}. A fan project, not official.",
        view.footer.edition
    );
    let right = WIDTH as f32 - MARGIN;
    let rule =
        format!("<path d=\"M{MARGIN} 568H{right}\" stroke=\"#737b83\" stroke-width=\"2\"/>\n");
    rule + &text(
        MARGIN,
        604.0,
        26.0,
        "font-weight=\"700\" fill=\"#14171b\"",
        "Arbiter",
    ) + &text(
        right,
        604.0,
        22.0,
        "text-anchor=\"end\" fill=\"#4f565e\"",
        &note,
    )
}

fn text(x: f32, y: f32, size: f32, styled: &str, words: &str) -> String {
    match words {
        "" => String::new(),
        words => format!(
            "<text x=\"{x:.0}\" y=\"{y:.0}\" font-size=\"{size}\" {styled}>{}</text>\n",
            escape(words)
        ),
    }
}
