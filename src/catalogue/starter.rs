//! The cards that come with Arbiter: `rulings/cards/*.toml`, one `[[card]]` table each.

use rust_embed::Embed;
use serde::Deserialize;

use crate::game::Card;

#[derive(Embed)]
#[folder = "rulings/cards/"]
#[allow_missing = true]
struct Files;

/// An embedded file of cards that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StarterError {
    /// It is not UTF-8.
    #[error("the embedded card file `{file}` is not utf-8")]
    NotText {
        /// The file's name.
        file: String,
    },
    /// It is not a list of cards.
    #[error("the embedded card file `{file}` is not a list of cards: {source}")]
    NotCards {
        /// The file's name.
        file: String,
        /// What the reader says, with line and column.
        source: toml::de::Error,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    #[serde(default)]
    card: Vec<Card>,
}

/// All cards of the starter catalogue, by file name and then as they stand in the file.
///
/// # Errors
/// If a file is not a list of cards.
pub fn starter_cards() -> Result<Vec<Card>, StarterError> {
    let mut files: Vec<String> = Files::iter()
        .filter(|f| f.ends_with(".toml"))
        .map(|f| f.to_string())
        .collect();
    files.sort();
    let mut cards = Vec::new();
    for file in files {
        let Some(embedded) = Files::get(&file) else {
            continue;
        };
        let Ok(text) = std::str::from_utf8(&embedded.data) else {
            return Err(StarterError::NotText { file });
        };
        let parsed: CardFile = match toml::from_str(text) {
            Ok(parsed) => parsed,
            Err(source) => return Err(StarterError::NotCards { file, source }),
        };
        cards.extend(parsed.card);
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_is_a_list_of_different_cards() {
        let mut names: Vec<String> = starter_cards()
            .unwrap()
            .into_iter()
            .map(|c| c.name)
            .collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
