//! The picture as PNG, drawn with the embedded fonts only: the same on every machine.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

use super::{HEIGHT, WIDTH, svg};
use crate::render::View;

/// DejaVu Sans, regular and bold, cut down to Latin, Greek and Cyrillic letters and the signs we
/// use; licence in `fonts/DejaVu-LICENSE.txt`.
const FONTS: [&[u8]; 2] = [
    include_bytes!("fonts/DejaVuSans.ttf"),
    include_bytes!("fonts/DejaVuSans-Bold.ttf"),
];

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG is none.
    #[error("the preview is not valid SVG: {0}")]
    Svg(String),
    /// No room for the pixels.
    #[error("no memory for a picture of {WIDTH} by {HEIGHT} pixels")]
    Memory,
    /// The pixels could not be written as PNG.
    #[error("the preview cannot be written as PNG: {0}")]
    Png(String),
}

/// The picture as PNG, 1200 by 630.
///
/// # Errors
/// If the SVG cannot be read or drawn, which tests with hostile names have not brought about.
pub fn png(view: &View) -> Result<Vec<u8>, PngError> {
    let tree = tree(&svg(view))?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or(PngError::Memory)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| PngError::Png(error.to_string()))
}

/// The SVG as a tree with laid-out text.
pub fn tree(svg: &str) -> Result<Tree, PngError> {
    let options = Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: fonts(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| PngError::Svg(error.to_string()))
}

fn fonts() -> Arc<Database> {
    static LOADED: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        FONTS
            .iter()
            .for_each(|font| fonts.load_font_data(font.to_vec()));
        Arc::new(fonts)
    };
    Arc::clone(LOADED.get_or_init(load))
}
