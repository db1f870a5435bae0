//! The index on disk and in memory.
//!
//! The folder `index/` holds one folder named by a fingerprint of the schema's version, tantivy's
//! version and the data. It is read whole into memory and served from there, so that nothing that
//! happens to the files can stop or falsify a running search. A folder that is missing, damaged or
//! of other data is rebuilt: written beside the old one and put in place by a rename.

use super::document::Document;
use super::names::Names;
use super::prose::Prose;
use super::schema::{Fields, SCHEMA_VERSION, indexed, schema};
use super::synonyms::lexicon;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use tantivy::columnar::Column;
use tantivy::directory::{Directory, RamDirectory};
use tantivy::{DocAddress, IndexReader, IndexWriter, Searcher};

/// Memory for building, in bytes.
const BUILD_MEMORY: usize = 16_000_000;

/// The name of the file that says what the others should hold.
const SEAL: &str = "seal";

/// The beginning of the name of a folder that is being written.
const BUILDING: &str = ".building-";

/// Why there is no index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// tantivy refused.
    #[error("the search index cannot be built: {0}")]
    Engine(#[from] tantivy::TantivyError),
    /// The folder cannot be read or written.
    #[error("the search index in `{folder}` cannot be {what}: {source}")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// `read` or `written`.
        what: &'static str,
        /// What the system says.
        source: std::io::Error,
    },
}

/// What is wrong with an index folder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// There is none.
    #[error("there is no index folder for today's data")]
    Missing,
    /// Its files are not what was written.
    #[error("the index folder is damaged: {0}")]
    Damaged(String),
}

/// Everything a search needs, unchanging.
pub struct Snapshot {
    /// All documents; places in the index point here.
    pub documents: Vec<Document>,
    /// The names of cards.
    pub names: Names,
    /// Clauses and rulings.
    pub prose: Prose,
    /// The fields of the index.
    pub fields: Fields,
    /// The fingerprint of schema, tantivy and data.
    pub fingerprint: String,
    files: BTreeMap<PathBuf, Vec<u8>>,
    reader: IndexReader,
}

impl Snapshot {
    /// Builds everything in memory.
    ///
    /// # Errors
    /// If tantivy refuses, which it does only when memory or threads run out.
    pub fn build(documents: Vec<Document>) -> Result<Snapshot, IndexError> {
        let (schema, fields) = schema();
        let directory = RamDirectory::create();
        let index = tantivy::IndexBuilder::new()
            .schema(schema)
            .open_or_create(directory.clone())?;
        let mut writer: IndexWriter = index.writer_with_num_threads(1, BUILD_MEMORY)?;
        for (place, document) in documents.iter().enumerate() {
            writer.add_document(indexed(place, document, &fields, lexicon()))?;
        }
        writer.commit()?;
        writer.wait_merging_threads()?;
        let files = contents(&index)?;
        Snapshot::assemble(documents, &index, fields, files)
    }

    /// Opens the files of an index that was built from the same documents.
    fn open(
        documents: Vec<Document>,
        files: BTreeMap<PathBuf, Vec<u8>>,
    ) -> Result<Snapshot, IndexError> {
        let (_, fields) = schema();
        let directory = RamDirectory::create();
        for (path, bytes) in &files {
            directory
                .atomic_write(path, bytes)
                .map_err(|source| folder_error(path, "read", source))?;
        }
        let index = tantivy::Index::open(directory)?;
        Snapshot::assemble(documents, &index, fields, files)
    }

    fn assemble(
        documents: Vec<Document>,
        index: &tantivy::Index,
        fields: Fields,
        files: BTreeMap<PathBuf, Vec<u8>>,
    ) -> Result<Snapshot, IndexError> {
        Ok(Snapshot {
            names: Names::new(&documents),
            prose: Prose::new(&documents, lexicon()),
            fingerprint: fingerprint(&documents),
            documents,
            fields,
            files,
            reader: index.reader()?,
        })
    }

    /// A searcher over the index.
    #[must_use]
    pub fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }
}

/// The places of the documents that a searcher finds: one column for each of its segments, opened
/// once and not for every hit.
pub struct Places(Vec<Column<u64>>);

impl Places {
    /// Opens the columns.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn of(searcher: &Searcher) -> tantivy::Result<Places> {
        let segments = searcher.segment_readers().iter();
        let columns = segments.map(|segment| segment.fast_fields().u64("place"));
        Ok(Places(columns.collect::<tantivy::Result<_>>()?))
    }

    /// The place of what was found at an address.
    #[must_use]
    pub fn at(&self, address: DocAddress) -> Option<usize> {
        let column = self.0.get(address.segment_ord as usize)?;
        usize::try_from(column.first(address.doc_id)?).ok()
    }
}

/// The index that is served, and its folder.
pub struct Search {
    root: Option<PathBuf>,
    served: RwLock<Arc<Snapshot>>,
}

impl Search {
    /// An index in memory only.
    ///
    /// # Errors
    /// As [`Snapshot::build`].
    pub fn in_memory(documents: Vec<Document>) -> Result<Search, IndexError> {
        Ok(Search {
            root: None,
            served: RwLock::new(Arc::new(Snapshot::build(documents)?)),
        })
    }

    /// The index of these documents in the folder `root`: opened if it is there and sound, built
    /// and written otherwise. Where the folder cannot be written it is served from memory all the
    /// same, and the log says so.
    ///
    /// # Errors
    /// As [`Snapshot::build`].
    pub fn open(root: &Path, documents: Vec<Document>) -> Result<Search, IndexError> {
        let search = Search {
            root: Some(root.to_owned()),
            served: RwLock::new(Arc::new(open_or_build(root, documents)?)),
        };
        Ok(search)
    }

    /// What is served now.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.served.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Serves other documents from now on; searches that are running finish with the old ones.
    ///
    /// # Errors
    /// As [`Snapshot::build`]; the old documents are then served on.
    pub fn replace(&self, documents: Vec<Document>) -> Result<(), IndexError> {
        let fresh = match &self.root {
            Some(root) => open_or_build(root, documents)?,
            None => Snapshot::build(documents)?,
        };
        *self.served.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
        Ok(())
    }

    /// Writes the index of these documents anew into the folder, whatever is there.
    ///
    /// # Errors
    /// As [`Snapshot::build`], or if the folder cannot be written.
    pub fn rebuild(root: &Path, documents: Vec<Document>) -> Result<Search, IndexError> {
        let snapshot = Snapshot::build(documents)?;
        write_folder(root, &snapshot)?;
        Ok(Search {
            root: Some(root.to_owned()),
            served: RwLock::new(Arc::new(snapshot)),
        })
    }

    /// Whether the folder still holds what is served; writes it again if not. Searches go on from
    /// memory meanwhile. Tells what was wrong. `thorough` reads all files; otherwise a file of the
    /// right size is taken to be right.
    pub fn look_after(&self, thorough: bool) -> Option<Fault> {
        let root = self.root.as_deref()?;
        let snapshot = self.snapshot();
        let folder = root.join(&snapshot.fingerprint);
        let looked = if thorough {
            read_folder(&folder).map(drop)
        } else {
            sizes_fit(&folder, &snapshot.files)
        };
        let fault = looked.err()?;
        tracing::warn!(fault = %fault, "the search index is written again");
        keep(root, &snapshot);
        Some(fault)
    }
}

fn open_or_build(root: &Path, documents: Vec<Document>) -> Result<Snapshot, IndexError> {
    let wanted = fingerprint(&documents);
    let documents = match read_folder(&root.join(&wanted)) {
        Ok(files) => match Snapshot::open(documents.clone(), files) {
            Ok(snapshot) => return Ok(snapshot),
            Err(error) => {
                tracing::warn!(%error, "the search index cannot be opened and is rebuilt");
                documents
            }
        },
        Err(fault) => {
            tracing::warn!(fault = %fault, documents = documents.len(), "the search index is rebuilt");
            documents
        }
    };
    let snapshot = Snapshot::build(documents)?;
    keep(root, &snapshot);
    Ok(snapshot)
}

/// Writes the snapshot's files; a failure costs only the next start some time.
fn keep(root: &Path, snapshot: &Snapshot) {
    match write_folder(root, snapshot) {
        Ok(()) => tracing::info!(
            fingerprint = snapshot.fingerprint,
            "the search index is written"
        ),
        Err(error) => tracing::error!(%error, "the search index is served from memory only"),
    }
}

/// Changes with the schema, with tantivy and with every document.
#[must_use]
pub fn fingerprint(documents: &[Document]) -> String {
    let mut hash = blake3::Hasher::new();
    hash.update(&SCHEMA_VERSION.to_le_bytes());
    hash.update(tantivy::version_string().as_bytes());
    for document in documents {
        // Cards are numbers and strings too; their debug form names all of them.
        hash.update(format!("{document:?}\n").as_bytes());
        for hint in lexicon().hints(&document.id) {
            hash.update(hint.as_bytes());
        }
    }
    hash.update(lexicon().version().as_bytes());
    hash.finalize().to_hex().chars().take(16).collect()
}

/// The files of an index in memory.
fn contents(index: &tantivy::Index) -> Result<BTreeMap<PathBuf, Vec<u8>>, IndexError> {
    let mut paths: Vec<PathBuf> = index.directory().list_managed_files().into_iter().collect();
    paths.extend(["meta.json", ".managed.json"].map(PathBuf::from));
    let mut files = BTreeMap::new();
    for path in paths {
        match index.directory().atomic_read(&path) {
            Ok(bytes) => drop(files.insert(path, bytes)),
            // A managed file may already have been collected.
            Err(tantivy::directory::error::OpenReadError::FileDoesNotExist(_)) => {}
            Err(error) => return Err(tantivy::TantivyError::from(error).into()),
        }
    }
    Ok(files)
}

fn seal(files: &BTreeMap<PathBuf, Vec<u8>>) -> String {
    let mut hash = blake3::Hasher::new();
    for (path, bytes) in files {
        hash.update(path.as_os_str().as_encoded_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    hash.finalize().to_hex().to_string()
}

/// The files of a folder, if they are what was written.
fn read_folder(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, Fault> {
    let damaged = |error: std::io::Error| Fault::Damaged(error.to_string());
    let wanted = match std::fs::read_to_string(folder.join(SEAL)) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !folder.exists() => {
            return Err(Fault::Missing);
        }
        Err(error) => return Err(damaged(error)),
    };
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(damaged)? {
        let entry = entry.map_err(damaged)?;
        if entry.file_name() != SEAL {
            let bytes = std::fs::read(entry.path()).map_err(damaged)?;
            files.insert(PathBuf::from(entry.file_name()), bytes);
        }
    }
    if seal(&files) == wanted {
        Ok(files)
    } else {
        Err(Fault::Damaged(
            "its files are not those that were written".to_owned(),
        ))
    }
}

/// Whether every file is there with the size it was written with.
fn sizes_fit(folder: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) -> Result<(), Fault> {
    if !folder.exists() {
        return Err(Fault::Missing);
    }
    for (path, bytes) in files {
        let size = std::fs::metadata(folder.join(path)).map(|meta| meta.len());
        if size.ok() != u64::try_from(bytes.len()).ok() {
            let what = format!("`{}` is not what was written", path.display());
            return Err(Fault::Damaged(what));
        }
    }
    Ok(())
}

/// Writes the files beside the old folder, renames, and removes folders of other data.
fn write_folder(root: &Path, snapshot: &Snapshot) -> Result<(), IndexError> {
    let written = |source| folder_error(root, "written", source);
    let building = root.join(format!("{BUILDING}{}", std::process::id()));
    let target = root.join(&snapshot.fingerprint);
    let _ = std::fs::remove_dir_all(&building);
    std::fs::create_dir_all(&building).map_err(written)?;
    for (path, bytes) in &snapshot.files {
        std::fs::write(building.join(path), bytes).map_err(written)?;
    }
    std::fs::write(building.join(SEAL), seal(&snapshot.files)).map_err(written)?;
    if target.exists() {
        std::fs::remove_dir_all(&target).map_err(written)?;
    }
    std::fs::rename(&building, &target).map_err(written)?;
    for entry in std::fs::read_dir(root).map_err(written)?.flatten() {
        if entry.path() != target && is_ours(&entry.file_name().to_string_lossy()) {
            // What is left behind costs room only.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}

/// Whether a folder's name is a fingerprint or that of a folder being written.
fn is_ours(name: &str) -> bool {
    name.starts_with(BUILDING) || (name.len() == 16 && name.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn folder_error(folder: &Path, what: &'static str, source: std::io::Error) -> IndexError {
    IndexError::Folder {
        folder: folder.to_owned(),
        what,
        source,
    }
}
