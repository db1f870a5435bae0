//! Addresses made from content: permalinks, short codes, drafts.

use std::fmt;

use serde_json::Value;

/// The letters of base32 (RFC 4648) in lower case.
const BASE32: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// Letters that nobody mistakes for another letter or a digit when reading them out.
const CLEAR: &[u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";

/// The address of a stored ruling: sixteen base32 letters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RulingId(String);

impl RulingId {
    /// The number of letters.
    pub const LENGTH: usize = 16;

    /// The id of a resolved situation: the same facts, edition, readings, seed and plays always have the same.
    #[must_use]
    pub fn of(resolved: &Value) -> RulingId {
        RulingId(content_id(resolved))
    }

    /// The id, if the text is one.
    #[must_use]
    pub fn parse(text: &str) -> Option<RulingId> {
        let fits = text.len() == RulingId::LENGTH && text.bytes().all(|b| BASE32.contains(&b));
        fits.then(|| RulingId(text.to_owned()))
    }

    /// The letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The `attempt`th short code of the ruling; later ones serve where an earlier one is taken.
    pub(super) fn short_code(&self, attempt: u32) -> ShortCode {
        let hash = blake3::hash(format!("{}/{attempt}", self.0).as_bytes());
        let letters = hash.as_bytes().iter().take(ShortCode::LENGTH);
        ShortCode(
            letters
                .map(|b| letter(CLEAR, usize::from(*b) % CLEAR.len()))
                .collect(),
        )
    }
}

impl fmt::Display for RulingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Six unambiguous letters that lead to a stored ruling.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShortCode(String);

impl ShortCode {
    /// The number of letters.
    pub const LENGTH: usize = 6;

    /// The code, if the text is one; case, blanks and hyphens do not matter.
    #[must_use]
    pub fn parse(text: &str) -> Option<ShortCode> {
        let letters: String = text
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '-')
            .map(|c| c.to_ascii_uppercase())
            .collect();
        let fits =
            letters.len() == ShortCode::LENGTH && letters.bytes().all(|b| CLEAR.contains(&b));
        fits.then_some(ShortCode(letters))
    }

    /// The letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ShortCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Sixteen letters for a JSON value, whatever the order of its keys.
pub(super) fn content_id(value: &Value) -> String {
    let mut text = String::new();
    canonical(value, &mut text);
    let hash = blake3::hash(text.as_bytes());
    let bits = hash
        .as_bytes()
        .iter()
        .take(10)
        .fold(0_u128, |bits, b| (bits << 8) | u128::from(*b));
    (0..16)
        .rev()
        .map(|at| {
            letter(
                BASE32,
                usize::try_from((bits >> (at * 5)) & 31).unwrap_or(0),
            )
        })
        .collect()
}

fn letter(alphabet: &[u8], at: usize) -> char {
    alphabet.get(at).map_or('a', |b| char::from(*b))
}

/// Writes a value with the keys of its objects in order and no blanks.
fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                canonical(item, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            let mut keys: Vec<(&String, &Value)> = map.iter().collect();
            keys.sort_by_key(|(key, _)| *key);
            out.push('{');
            for (at, (key, item)) in keys.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                canonical(item, out);
            }
            out.push('}');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_same_facts_have_the_same_address() {
        let a: Value =
            serde_json::from_str(r#"{"a": 1, "b": [1, {"d": "x", "c": null}]}"#).unwrap();
        let b: Value =
            serde_json::from_str(r#"{"b": [1, {"c": null, "d": "x"}], "a": 1}"#).unwrap();
        assert_eq!(RulingId::of(&a), RulingId::of(&b));
        assert_ne!(RulingId::of(&a), RulingId::of(&json!({"a": 1})));
        let id = RulingId::of(&a);
        assert_eq!(RulingId::parse(id.as_str()), Some(id.clone()));
        assert_eq!(RulingId::parse("UPPERCASEUPPERCA"), None);
        assert_ne!(id.short_code(0), id.short_code(1));
    }

    #[test]
    fn short_codes_are_read_as_people_type_them() {
        let code = RulingId::of(&json!(1)).short_code(0);
        let (a, b) = code.as_str().split_at(3);
        assert_eq!(
            ShortCode::parse(&format!(" {}-{}", a.to_lowercase(), b)),
            Some(code)
        );
        assert_eq!(ShortCode::parse("ABCDE0"), None);
        assert_eq!(ShortCode::parse("ABCDI-L"), None);
    }
}
