//! QR codes, to take a ruling from one phone to the next.

use qrcode::types::QrError;
use qrcode::{Color, QrCode};

use super::html::escape;

/// Blank modules around a code, which readers need.
const QUIET: usize = 4;

/// A QR code of an address as SVG that can stand inside a page: black on white in light and dark
/// schemes alike, named by `label`.
///
/// # Errors
/// If the text is longer than a QR code holds (about 2,300 bytes).
pub fn qr_svg(text: &str, label: &str) -> Result<String, QrError> {
    let code = QrCode::new(text)?;
    let size = code.width() + 2 * QUIET;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{0}\" height=\"{0}\" \
         role=\"img\" aria-label=\"{1}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/><path d=\"{2}\" fill=\"#000\"/></svg>",
        size * 4,
        escape(label),
        path(&code)
    ))
}

/// Each run of dark modules in a row as one rectangle.
fn path(code: &QrCode) -> String {
    let mut path = String::new();
    for (row, colours) in code.to_colors().chunks(code.width()).enumerate() {
        let mut column = 0;
        for run in colours.chunk_by(|one, next| one == next) {
            if run.first() == Some(&Color::Dark) {
                let (x, y, long) = (column + QUIET, row + QUIET, run.len());
                path.push_str(&format!("M{x} {y}h{long}v1h-{long}z"));
            }
            column += run.len();
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_one_small_picture() {
        let svg = qr_svg(
            "https://arbiter.example/r/k7m2q4xvzdp3t6hw",
            "Link \"here\"",
        )
        .unwrap();
        let drawn = crate::render::preview::tree(&svg).unwrap();
        assert_eq!(drawn.size().width(), drawn.size().height());
        assert!(
            svg.contains("Link &quot;here&quot;") && svg.len() < 8_000,
            "{}",
            svg.len()
        );
        assert!(qr_svg(&"x".repeat(5_000), "").is_err());
    }

    #[test]
    fn every_dark_module_is_drawn() {
        let code = QrCode::new("arbiter").unwrap();
        let dark = code
            .to_colors()
            .iter()
            .filter(|colour| **colour == Color::Dark)
            .count();
        let path = path(&code);
        let runs = path.split('h').skip(1).step_by(2);
        let drawn: usize = runs
            .map(|run| run.split('v').next().unwrap().parse::<usize>().unwrap())
            .sum();
        assert_eq!(drawn, dark);
    }
}
