//! Where things can be read.

use crate::rulebook::{ClauseId, Keyword};

/// Addresses that a rendering may link to. Without them it has the same words and no links.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Links {
    /// What clause and card addresses start with, such as `https://arbiter.example`; empty for
    /// pages of the service itself; `None`: citations are not linked.
    pub base: Option<String>,
    /// The address of the stored ruling.
    pub permalink: Option<String>,
}

impl Links {
    /// Links inside the pages of the service: they start with `/`.
    #[must_use]
    pub fn inside() -> Links {
        Links {
            base: Some(String::new()),
            permalink: None,
        }
    }

    /// The same, with the address of the stored ruling.
    #[must_use]
    pub fn at(self, permalink: impl Into<String>) -> Links {
        Links {
            permalink: Some(permalink.into()),
            ..self
        }
    }

    /// Where a clause can be read: its keyword's page, the page of the attack, or its chapter.
    #[must_use]
    pub fn clause(&self, id: ClauseId) -> Option<String> {
        let text = id.as_str();
        let page = match id.keyword() {
            Some(keyword) => format!("/k/{}", keyword.slug()),
            None => format!("/rules/{}", text.split('.').next().unwrap_or(text)),
        };
        self.page(&format!("{page}#{text}"))
    }

    /// The page of a keyword.
    #[must_use]
    pub fn keyword(&self, keyword: Keyword) -> Option<String> {
        self.page(&format!("/k/{}", keyword.slug()))
    }

    /// The page of a card of the catalogue; `None` also if the slug is none.
    #[must_use]
    pub fn card(&self, slug: &str) -> Option<String> {
        let fits = !slug.is_empty() && slug.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        fits.then(|| self.page(&format!("/c/{slug}"))).flatten()
    }

    /// The stored ruling.
    #[must_use]
    pub fn ruling(&self) -> Option<String> {
        self.permalink.as_deref().and_then(address)
    }

    fn page(&self, path: &str) -> Option<String> {
        let base = self.base.as_ref()?.trim_end_matches('/');
        address(&format!("{base}{path}"))
    }
}

/// The address in characters that no format reads as mark-up; `None` for schemes other than
/// `http` and `https`.
fn address(url: &str) -> Option<String> {
    let known = ["https://", "http://", "/"]
        .iter()
        .any(|start| url.starts_with(start));
    known.then(|| url.bytes().map(encoded).collect())
}

fn encoded(byte: u8) -> String {
    let plain = byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&+,;=%".contains(&byte);
    match plain {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause;

    #[test]
    fn clauses_are_linked_to_the_page_that_has_them() {
        let links = Links {
            base: Some("https://a.example/".to_owned()),
            permalink: None,
        };
        let at = |id| links.clause(id).unwrap();
        assert_eq!(at(clause!("6.4.2")), "https://a.example/rules/6#6.4.2");
        assert_eq!(
            at(clause!("attack.hits")),
            "https://a.example/rules/attack#attack.hits"
        );
        assert_eq!(
            at(clause!("critical-hit.1")),
            "https://a.example/k/critical-hit#critical-hit.1"
        );
        assert_eq!(
            Links::inside().clause(clause!("3.1.3")).as_deref(),
            Some("/rules/3#3.1.3")
        );
        assert_eq!(Links::default().clause(clause!("3.1.3")), None);
    }

    #[test]
    fn only_slugs_become_card_links() {
        assert_eq!(
            Links::inside().card("nom-anor-b").as_deref(),
            Some("/c/nom-anor-b")
        );
        assert_eq!(Links::inside().card("../x"), None);
        assert_eq!(Links::inside().card("a\" onclick"), None);
    }

    #[test]
    fn addresses_are_harmless() {
        let at = |url: &str| Links::default().at(url).ruling();
        assert_eq!(at("https://a/r/x").as_deref(), Some("https://a/r/x"));
        assert_eq!(at("javascript:alert(1)"), None);
        assert_eq!(
            at("https://a/)\"]<b> é").as_deref(),
            Some("https://a/%29%22%5D%3Cb%3E%20%C3%A9")
        );
    }
}
