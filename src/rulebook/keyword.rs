//! Keywords as values.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{KeywordEntry, clause::position, ids, nearest, rulebook};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A keyword of the glossary. In serialised form it is its slug, such as `critical-hit`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Keyword(u8);

const _: () = assert!(
    ids::KEYWORDS.len() <= u8::MAX as usize,
    "keywords fit their type"
);

/// A [`Keyword`](crate::rulebook::Keyword) checked by the compiler.
///
/// ```
/// use arbiter::keyword;
/// assert_eq!(keyword!("critical-hit").name(), "Critical Hit");
/// ```
#[macro_export]
macro_rules! keyword {
    ($slug:literal) => {
        const { $crate::rulebook::Keyword::named($slug) }
    };
}

impl Keyword {
    /// The keyword with this slug, for slugs written in code; use it through
    /// [`keyword!`](crate::keyword).
    ///
    /// # Panics
    /// If there is no such keyword; in a `const` that is a compile error.
    #[expect(
        clippy::panic,
        reason = "evaluated by the compiler, through `keyword!`"
    )]
    pub const fn named(slug: &str) -> Self {
        match position(ids::KEYWORDS, slug) {
            Some(index) => Self(index as u8),
            None => panic!("no keyword has this slug"),
        }
    }

    /// The keyword with exactly this slug. `elude` is the entry of the old name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        position(ids::KEYWORDS, slug).and_then(Self::at)
    }

    /// The keyword a reader means: letter case, blanks, hyphens and a plural ending do not
    /// matter, and a former name gives the present keyword (Elude gives Precision).
    pub fn find(text: &str) -> Option<Self> {
        let wanted = plain(text);
        let spellings = spellings();
        singular_forms(&wanted)
            .chain([wanted.clone()])
            .filter_map(|form| spellings.get(&form))
            .min_by_key(|(rank, _)| *rank)
            .map(|(_, keyword)| *keyword)
    }

    /// The name in addresses and files: `critical-hit`.
    pub fn slug(self) -> &'static str {
        ids::KEYWORDS.get(self.index()).copied().unwrap_or_default()
    }

    /// The name for readers: `Critical Hit`.
    pub fn name(self) -> &'static str {
        ids::KEYWORD_NAMES
            .get(self.index())
            .copied()
            .unwrap_or_default()
    }

    /// The keyword's entry in the glossary.
    pub fn entry(self) -> &'static KeywordEntry {
        rulebook().keyword(self)
    }

    /// All keywords, by name.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ids::KEYWORDS.len()).filter_map(Self::at)
    }

    /// Place in [`ids::KEYWORDS`].
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    fn at(index: usize) -> Option<Self> {
        u8::try_from(index).ok().map(Self)
    }
}

/// Every keyword by its plain spelling, with its rank among keywords that one text could mean:
/// former names come first. Lines of cards ask for keywords word by word, so the spellings are
/// made once.
fn spellings() -> &'static BTreeMap<String, (usize, Keyword)> {
    static ALL: OnceLock<BTreeMap<String, (usize, Keyword)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let former = ids::FORMER_NAMES.iter().copied();
        let present = ids::KEYWORDS.iter().map(|slug| (*slug, *slug));
        let mut all = BTreeMap::new();
        for (rank, (spelling, slug)) in former.chain(present).enumerate() {
            if let Some(keyword) = Keyword::from_slug(slug) {
                all.entry(plain(spelling)).or_insert((rank, keyword));
            }
        }
        all
    })
}

/// Letters and digits only, in lower case.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// What a plural may be the plural of: `parries` gives `parrie`, `parr` and `parry`.
fn singular_forms(word: &str) -> impl Iterator<Item = String> {
    let cut = |ending: &str, instead: &str| {
        word.strip_suffix(ending)
            .map(|stem| format!("{stem}{instead}"))
    };
    [cut("s", ""), cut("es", ""), cut("ies", "y")]
        .into_iter()
        .flatten()
        .chain(Some(format!("{word}s")))
}

impl std::fmt::Display for Keyword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no keyword.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no keyword `{text}`{}", .nearest.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default())]
pub struct UnknownKeyword {
    /// What was asked for.
    pub text: String,
    /// The known name closest to it.
    pub nearest: Option<&'static str>,
}

impl std::str::FromStr for Keyword {
    type Err = UnknownKeyword;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::find(text).ok_or_else(|| UnknownKeyword {
            text: text.to_owned(),
            nearest: nearest(text, ids::KEYWORD_NAMES.iter().copied()),
        })
    }
}

impl Serialize for Keyword {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

impl<'de> Deserialize<'de> for Keyword {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_slug(&text).map_or_else(|| text.parse().map_err(serde::de::Error::custom), Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_round_trip() {
        for keyword in Keyword::all() {
            assert_eq!(Keyword::from_slug(keyword.slug()), Some(keyword));
            let json = serde_json::to_string(&keyword).unwrap();
            assert_eq!(serde_json::from_str::<Keyword>(&json).unwrap(), keyword);
        }
    }

    #[test]
    fn finds_what_a_reader_means() {
        let slug = |text| Keyword::find(text).map(Keyword::slug);
        assert_eq!(slug("critical hits"), Some("critical-hit"));
        assert_eq!(slug("CRITICAL-HIT"), Some("critical-hit"));
        assert_eq!(slug("damagecontrol"), Some("damage-control"));
        assert_eq!(slug("parries"), Some("parry"));
        assert_eq!(slug("Shield"), Some("shields"));
        assert_eq!(slug("Reserves"), Some("reserves"));
        assert_eq!(slug("Insert"), Some("insert"));
        assert_eq!(slug("elude"), Some("precision"));
        assert_eq!(slug("dodge"), None);
        assert_eq!(slug(""), None);
    }

    #[test]
    fn names_are_as_printed() {
        assert_eq!(keyword!("insert").name(), "INSERT");
        assert_eq!(keyword!("last-stand").to_string(), "Last Stand");
        let error = "Retalliate".parse::<Keyword>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "no keyword `Retalliate`: did you mean `Retaliate`?"
        );
    }
}
