//! Addresses typed or pasted into the search box: they lead straight to their page.

use super::document::clause_address;
use crate::rulebook::ClauseId;

/// The letters of a stored ruling's id.
const ID_LETTERS: usize = 16;

/// The letters of a short code.
const CODE_LETTERS: usize = 6;

/// What an address leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A page of this site, from its root.
    Page(String),
    /// What may be the id of a stored ruling; whether there is one, the store knows.
    RulingId(String),
    /// What may be the short code of a stored ruling, or only a word of six letters.
    ShortCode(String),
}

/// The address that a text is, if it is one.
#[must_use]
pub fn address(text: &str) -> Option<Address> {
    let text = text.trim();
    if text.is_empty() || text.contains(char::is_whitespace) || text.len() > 300 {
        return None;
    }
    if let Some(id) = clause(text) {
        return Some(Address::Page(clause_address(id)));
    }
    if let Some(page) = pasted(text) {
        return Some(page);
    }
    let lower = text.to_lowercase();
    let plain = lower
        .bytes()
        .all(|b| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b));
    match lower.len() {
        ID_LETTERS if plain => Some(Address::RulingId(lower)),
        CODE_LETTERS if plain && lower.bytes().all(|b| b.is_ascii_lowercase()) => {
            Some(Address::ShortCode(lower))
        }
        _ => None,
    }
}

/// `6.4.2`, `Parry.4`, `RULES` left aside, a final full stop forgiven.
fn clause(text: &str) -> Option<ClauseId> {
    let text = text.strip_suffix('.').unwrap_or(text);
    ClauseId::parse(text)
        .or_else(|| ClauseId::parse(&text.to_lowercase()))
        .filter(|id| {
            // A bare number is more likely a number than a chapter.
            id.as_str().contains('.')
        })
}

/// A link to a page of this site, whatever host it names: hosts change, paths do not.
fn pasted(text: &str) -> Option<Address> {
    let path = match text.split_once("://") {
        Some((_, rest)) => rest.find('/').and_then(|at| rest.get(at..))?,
        None => text.starts_with('/').then_some(text)?,
    };
    let known = ["/r/", "/k/", "/c/", "/rules/", "/rulings/"];
    let safe = |c: char| c.is_ascii_alphanumeric() || "/-_.#%?=&".contains(c);
    let inside = known.iter().any(|start| path.starts_with(start)) && path.chars().all(safe);
    (inside && !path.starts_with("//") && !path.contains(".."))
        .then(|| Address::Page(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Option<String> {
        match address(text) {
            Some(Address::Page(page)) => Some(page),
            _ => None,
        }
    }

    #[test]
    fn clauses_and_links_lead_straight_there() {
        assert_eq!(page("6.4.2").as_deref(), Some("/rules/6#6.4.2"));
        assert_eq!(page(" parry.4 ").as_deref(), Some("/k/parry#parry.4"));
        assert_eq!(
            page("Attack.Reroll").as_deref(),
            Some("/rules/attack#attack.reroll")
        );
        assert_eq!(page("2.2.R3").as_deref(), Some("/rules/2#2.2.R3"));
        assert_eq!(
            page("https://example.net/r/abcdefghijklmnop#s7").as_deref(),
            Some("/r/abcdefghijklmnop#s7")
        );
        assert_eq!(page("/k/parry").as_deref(), Some("/k/parry"));
        assert_eq!(
            address("abcdefghijklmnop"),
            Some(Address::RulingId("abcdefghijklmnop".to_owned()))
        );
        assert_eq!(
            address("KXBRTW"),
            Some(Address::ShortCode("kxbrtw".to_owned()))
        );
    }

    #[test]
    fn words_and_foreign_links_do_not() {
        for text in [
            "",
            "6",
            "parry",
            "9.9.9",
            "//evil/r/x",
            "https://example.net/other",
            "/r/../x",
            "/r/<b>",
            "a b.c",
        ] {
            assert_eq!(page(text), None, "{text}");
        }
    }
}
