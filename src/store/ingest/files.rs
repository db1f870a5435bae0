//! The files of an import.

use std::path::{Path, PathBuf};

use crate::import::{FileRefused, LARGEST_FILE};
use crate::store::{StoreError, StoreResult};

/// The files named, and the `*.txt` of the folders named, in the order of their names.
pub(super) async fn text_files(paths: &[PathBuf]) -> StoreResult<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let kind = tokio::fs::metadata(path).await.map_err(|e| at(path, e))?;
        if !kind.is_dir() {
            files.push(path.clone());
            continue;
        }
        let sets = path.join("sets");
        let folder = if sets.is_dir() { &sets } else { path };
        files.extend(texts_in(folder).await?);
    }
    Ok(files)
}

async fn texts_in(folder: &Path) -> StoreResult<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut entries = tokio::fs::read_dir(folder)
        .await
        .map_err(|e| at(folder, e))?;
    while let Some(entry) = entries.next_entry().await.map_err(|e| at(folder, e))? {
        let path = entry.path();
        let text = path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("txt"));
        if text && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The bytes of a file, or why they are not read.
pub(super) async fn read(path: &Path) -> StoreResult<Result<Vec<u8>, FileRefused>> {
    let size = tokio::fs::metadata(path)
        .await
        .map_err(|e| at(path, e))?
        .len();
    if size > LARGEST_FILE as u64 {
        return Ok(Err(FileRefused::TooLarge { size }));
    }
    Ok(Ok(tokio::fs::read(path).await.map_err(|e| at(path, e))?))
}

/// A file's name without its folder.
pub(super) fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The names of files and folders, for the log; without their folders, which say something about the machine.
pub(super) fn names(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|p| name(p)).collect();
    names.join(", ")
}

fn at(path: &Path, source: std::io::Error) -> StoreError {
    StoreError::File {
        path: path.to_owned(),
        source,
    }
}
