//! What several subcommands read: documents and catalogues.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use super::data::{DataFolder, block_on};
use crate::catalogue::CardIndex;
use crate::game::Card;
use crate::import::lackey;
use crate::rules::document::{self, limits};
use crate::rules::situation::Case;

/// The catalogue that documents name cards of.
#[derive(clap::Args, Debug)]
pub struct Cards {
    /// A folder of card set files, beside the cards that come with Arbiter; may be repeated
    #[arg(long = "cards", value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The data folder of a service, whose imported cards are known too
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Cards {
    /// Reads the catalogue. A card of a folder goes before one that comes with Arbiter.
    ///
    /// # Errors
    /// If a folder or one of its files cannot be read.
    pub fn index(&self) -> anyhow::Result<CardIndex> {
        let mut cards = Vec::new();
        for folder in &self.folders {
            cards.extend(cards_of(folder)?);
        }
        if let Some(folder) = &self.data {
            cards.extend(imported(folder)?.iter().cloned());
        }
        let starter = crate::catalogue::starter_cards()?;
        Ok(CardIndex::from_cards(cards.into_iter().chain(starter)))
    }
}

/// The catalogue of a service.
fn imported(data: &Path) -> anyhow::Result<CardIndex> {
    let data = DataFolder {
        data: data.to_owned(),
    };
    if !data.file().is_file() {
        bail!("`{}` holds no database of cards", data.data.display());
    }
    block_on(async { Ok(data.open().await?.card_index().await?) })
}

/// The cards of all set files in a folder.
///
/// # Errors
/// If the folder or one of its files cannot be read.
pub fn cards_of(folder: &Path) -> anyhow::Result<Vec<Card>> {
    let mut cards = Vec::new();
    for path in files(folder, "txt")? {
        let bytes = fs::read(&path).with_context(|| unreadable(&path))?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        // Other text files of the folder are no sets.
        if let Ok(set) = lackey::parse(&stem, &bytes) {
            cards.extend(set.cards.into_iter().map(|parsed| parsed.card));
        }
    }
    Ok(cards)
}

/// The files of a folder with that ending, by name.
///
/// # Errors
/// If the folder cannot be read.
pub fn files(folder: &Path, ending: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| unreadable(folder))? {
        let path = entry.with_context(|| unreadable(folder))?.path();
        if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case(ending))
        {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The text of a document; `-` is the standard input.
///
/// # Errors
/// If it cannot be read, is larger than a document may be, or no UTF-8.
pub fn text(path: &Path) -> anyhow::Result<String> {
    // One byte more than allowed tells a large document from one that just fits.
    let most = u64::try_from(limits::BYTES).unwrap_or(u64::MAX) + 1;
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().take(most).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.with_context(|| unreadable(path))?;
    if bytes.len() > limits::BYTES {
        bail!("`{}` has more than {} bytes", path.display(), limits::BYTES);
    }
    String::from_utf8(bytes).with_context(|| format!("`{}` is no UTF-8", path.display()))
}

/// The case that a document is.
///
/// # Errors
/// If it cannot be read, or everything that is wrong with it.
pub fn case(path: &Path, cards: &CardIndex) -> anyhow::Result<Case> {
    document::read(&text(path)?, cards)
        .map_err(|problems| anyhow!("`{}` is not a case:\n{problems}", path.display()))
}

fn unreadable(path: &Path) -> String {
    format!("`{}` cannot be read", path.display())
}
