//! The files of `rulings/` inside the binary.

use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "rulings/"]
struct Rulings;

/// Paths below `rulings/` in the folder `folder` that end in `ending`, sorted, with their text:
/// `files("keywords/", ".toml")`. Bytes that are not UTF-8 are replaced.
pub fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut paths: Vec<Cow<'static, str>> = Rulings::iter()
        .filter(|path| path.starts_with(folder) && path.ends_with(ending))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .filter_map(|path| {
            let file = Rulings::get(&path)?;
            Some((
                path.into_owned(),
                String::from_utf8_lossy(&file.data).into_owned(),
            ))
        })
        .collect()
}
