//! Imports point down only: read off the sources, module by module.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the bottom. A module may name only modules of lower rows: not its neighbours,
/// and nothing above.
const LAYERS: &[&[&str]] = &[
    &["game"],
    &["catalogue", "rulebook"],
    &["cardtext"],
    &["rules"],
    &["pairs", "render"],
    &["import"],
    &["search", "store"],
    &["web"],
    &["cli"],
];

/// The crate's own macros: `clause!` and `keyword!` belong to the rulebook.
const MACROS: &[&str] = &["clause", "keyword"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&module))
}

/// The modules a source names by `crate::`.
fn named(code: &str) -> BTreeSet<&str> {
    code.match_indices("crate::")
        .map(|(at, found)| {
            let rest = &code[at + found.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            &rest[..end.unwrap_or(rest.len())]
        })
        .collect()
}

fn module_of(path: &Path, root: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap();
    let first = inside.components().next().unwrap().as_os_str();
    first.to_str().unwrap().trim_end_matches(".rs").to_owned()
}

#[test]
fn imports_point_down_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    assert!(paths.len() > 100, "only {} sources found", paths.len());
    let mut wrong = Vec::new();
    for path in paths {
        let module = module_of(&path, &root);
        if module == "lib" || module == "main" {
            continue;
        }
        let Some(own) = layer_of(&module) else {
            wrong.push(format!("`{module}` stands in no layer"));
            continue;
        };
        let code = fs::read_to_string(&path).unwrap();
        for other in named(&code) {
            if other == module || MACROS.contains(&other) || other.starts_with(char::is_uppercase) {
                continue;
            }
            if layer_of(other).is_none_or(|layer| layer >= own) {
                wrong.push(format!(
                    "{} names `{other}`",
                    path.strip_prefix(&root).unwrap().display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_upward_import_would_be_found() {
    let code = "use crate::web::State;\nfn f() -> crate::game::Side { crate::clause!(\"6.1\") }";
    let found: Vec<&str> = named(code).into_iter().collect();
    assert_eq!(found, ["clause", "game", "web"]);
    assert!(layer_of("web") > layer_of("store"));
}
