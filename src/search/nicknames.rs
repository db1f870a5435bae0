//! What players call cards: data in `rulings/nicknames.toml`.

use super::tables::file;
use crate::catalogue::name_key;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The file of nicknames.
const NICKNAMES: &str = "nicknames.toml";

/// The typed words with nicknames replaced; nothing if there are none.
pub(super) fn spelled_out(words: &[String]) -> Option<Vec<String>> {
    let table = nicknames();
    let mut spelled = Vec::new();
    let mut found = false;
    let mut rest = words;
    while let Some((first, after)) = rest.split_first() {
        let pair = after.first().map(|second| format!("{first} {second}"));
        let two = pair.as_ref().and_then(|pair| table.get(pair));
        if let Some(meant) = two.or_else(|| table.get(first)) {
            spelled.extend(meant.split(' ').map(str::to_owned));
            found = true;
            rest = after.get(usize::from(two.is_some())..).unwrap_or_default();
        } else {
            spelled.push(first.clone());
            rest = after;
        }
    }
    found.then_some(spelled)
}

#[derive(Deserialize)]
struct NicknameFile {
    nicknames: BTreeMap<String, String>,
}

/// The embedded nicknames, folded. A faulty file gives none; a test reads it.
pub(super) fn nicknames() -> &'static BTreeMap<String, String> {
    static TABLE: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let table: Option<NicknameFile> = toml::from_str(&file(NICKNAMES)).ok();
        let pairs = table.map(|table| table.nicknames).unwrap_or_default();
        pairs
            .into_iter()
            .map(|(nick, name)| (name_key(&nick), name_key(&name)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nicknames_load() {
        assert!(nicknames().len() > 10);
    }
}
