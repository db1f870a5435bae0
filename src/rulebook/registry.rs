//! Keeps `ids.rs` in step with `rulings/`.

use super::raw::RawBook;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files on disk, which may be newer than the embedded ones.
fn files(folder: &str) -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root().join("rulings").join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let name = |path: &Path| format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
    paths
        .iter()
        .map(|path| (name(path), std::fs::read_to_string(path).unwrap()))
        .collect()
}

fn list(out: &mut String, doc: &str, name: &str, kind: &str, items: impl Iterator<Item = String>) {
    write!(
        out,
        "\n/// {doc}\n#[rustfmt::skip]\npub const {name}: &[{kind}] = &[\n"
    )
    .unwrap();
    items.for_each(|item| writeln!(out, "    {item},").unwrap());
    out.push_str("];\n");
}

fn generate(book: &RawBook) -> String {
    let heads = || book.keywords.iter().map(|keyword| &keyword.head);
    let former = heads().flat_map(|head| {
        head.aliases
            .iter()
            .map(move |old| format!("({:?}, {:?})", old.to_lowercase(), head.slug))
    });
    let mut out =
        "//! Every id of the rulebook. Written by the test `ids_are_up_to_date`; do not edit.\n"
            .to_owned();
    list(
        &mut out,
        "Ids of all clauses, in rulebook order.",
        "CLAUSES",
        "&str",
        book.clauses().map(|(_, clause)| format!("{:?}", clause.id)),
    );
    list(
        &mut out,
        "Slugs of all keywords.",
        "KEYWORDS",
        "&str",
        heads().map(|head| format!("{:?}", head.slug)),
    );
    list(
        &mut out,
        "Names of all keywords as printed, in the order of [`KEYWORDS`].",
        "KEYWORD_NAMES",
        "&str",
        heads().map(|head| format!("{:?}", head.name)),
    );
    list(
        &mut out,
        "Former names with the slug of the present one.",
        "FORMER_NAMES",
        "(&str, &str)",
        former,
    );
    out
}

#[test]
fn ids_are_up_to_date() {
    let mut all = files("rules");
    all.extend(files("keywords"));
    let (book, problems) = RawBook::read(&all);
    assert_eq!(problems, [], "faults in `rulings/`");
    let path = root().join("src/rulebook/ids.rs");
    let wanted = generate(&book);
    if std::fs::read_to_string(&path).unwrap_or_default() != wanted {
        std::fs::write(&path, wanted).unwrap();
        panic!("src/rulebook/ids.rs was stale and has been rewritten: run the tests again");
    }
}
