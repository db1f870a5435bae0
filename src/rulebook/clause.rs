//! Clauses and their ids.

use super::{Edition, Keyword, ids, nearest};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of a clause that exists, such as `6.4.2`, `attack.prevention` or `parry.4`.
///
/// Ids are ordered as in the rulebook. In serialised form an id is its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClauseId(u16);

const _: () = assert!(
    ids::CLAUSES.len() <= u16::MAX as usize,
    "ids fit their type"
);

/// A [`ClauseId`](crate::rulebook::ClauseId) checked by the compiler: an id that does not exist
/// does not compile.
///
/// ```
/// use arbiter::clause;
/// assert_eq!(clause!("parry.4").as_str(), "parry.4");
/// ```
/// ```compile_fail
/// arbiter::clause!("parry.400");
/// ```
#[macro_export]
macro_rules! clause {
    ($id:literal) => {
        const { $crate::rulebook::ClauseId::known($id) }
    };
}

impl ClauseId {
    /// The clause with this id, for ids written in code; use it through [`clause!`](crate::clause).
    ///
    /// # Panics
    /// If there is no such clause; in a `const` that is a compile error.
    #[expect(clippy::panic, reason = "evaluated by the compiler, through `clause!`")]
    pub const fn known(id: &str) -> Self {
        match position(ids::CLAUSES, id) {
            Some(index) => Self(index as u16),
            None => panic!("no clause has this id"),
        }
    }

    /// The clause with this id, if there is one.
    pub fn parse(id: &str) -> Option<Self> {
        position(ids::CLAUSES, id.trim()).and_then(Self::at)
    }

    /// The id as text.
    pub fn as_str(self) -> &'static str {
        ids::CLAUSES.get(self.index()).copied().unwrap_or_default()
    }

    /// All ids, in rulebook order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ids::CLAUSES.len()).filter_map(Self::at)
    }

    /// Whether `other` is this clause or lies below it: `6.3` contains `6.3.1` but not `6.30`,
    /// and `3.2` contains the steps of an attack.
    pub fn contains(self, other: Self) -> bool {
        let (outer, inner) = (self.as_str(), other.as_str());
        let below = inner
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        below || (outer == "3.2" && inner.starts_with("attack."))
    }

    /// The keyword that the clause belongs to, if it is a keyword's clause.
    pub fn keyword(self) -> Option<Keyword> {
        self.as_str()
            .split_once('.')
            .and_then(|(slug, _)| Keyword::from_slug(slug))
    }

    /// Place in [`ids::CLAUSES`].
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    fn at(index: usize) -> Option<Self> {
        u16::try_from(index).ok().map(Self)
    }
}

impl std::fmt::Display for ClauseId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// An id that no clause has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no clause `{id}`{}", .nearest.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default())]
pub struct UnknownClause {
    /// What was asked for.
    pub id: String,
    /// The known id closest to it.
    pub nearest: Option<&'static str>,
}

impl std::str::FromStr for ClauseId {
    type Err = UnknownClause;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        Self::parse(id).ok_or_else(|| UnknownClause {
            id: id.to_owned(),
            nearest: nearest(id, ids::CLAUSES.iter().copied()),
        })
    }
}

impl Serialize for ClauseId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ClauseId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// The place of `wanted` in `list`, computable by the compiler.
#[expect(
    clippy::indexing_slicing,
    reason = "iterators do not run in constants; every index is below a length"
)]
pub(super) const fn position(list: &[&str], wanted: &str) -> Option<usize> {
    let mut index = 0;
    while index < list.len() {
        if equal(list[index].as_bytes(), wanted.as_bytes()) {
            return Some(index);
        }
        index += 1;
    }
    None
}

#[expect(
    clippy::indexing_slicing,
    reason = "iterators do not run in constants; both lengths are equal"
)]
const fn equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    // Ids differ most often at their end, so the comparison starts there.
    let mut index = left.len();
    while index > 0 {
        index -= 1;
        if left[index] != right[index] {
            return false;
        }
    }
    true
}

/// What a clause rests on. The product shows it and never presents an inference as official.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// The keyword glossary.
    Glossary,
    /// A published ruling, rules column, card text or rulebook.
    Published,
    /// Our inference.
    Inference,
    /// A question that the sources leave open; the clause says which reading we adopt.
    Open,
}

impl Provenance {
    /// The word used in the files: `glossary`, `published`, `inference` or `open`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Glossary => "glossary",
            Self::Published => "published",
            Self::Inference => "inference",
            Self::Open => "open",
        }
    }

    /// A few words for readers.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Glossary => "official glossary",
            Self::Published => "published ruling or rules text",
            Self::Inference => "our inference",
            Self::Open => "open question, our reading",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Self> {
        [Self::Glossary, Self::Published, Self::Inference, Self::Open]
            .into_iter()
            .find(|provenance| provenance.as_str() == word)
    }
}

/// Whether the engine has to follow a clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A rule: at least one precedent should cite it.
    Normative,
    /// Not a rule by itself: a heading, an example, history. The text says which.
    Informative(String),
}

/// One clause of the rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Clause {
    /// Its id.
    pub id: ClauseId,
    /// A short name, for sections, steps of an attack and rows of tables.
    pub title: Option<String>,
    /// What it rests on.
    pub provenance: Provenance,
    /// Source codes, each with a card name where one matters: `K`, `U:RAS Boba Fett F`.
    pub sources: Vec<String>,
    /// Rule or remark.
    pub status: Status,
    pub(super) text: String,
    pub(super) text_2018: Option<String>,
    pub(super) only_2025: bool,
}

/// The reason that marks a section without text of its own.
pub(super) const HEADING: &str = "heading";

impl Clause {
    /// The text in an edition, as Markdown. A heading's text is its title.
    pub fn text(&self, edition: Edition) -> &str {
        match (edition, &self.text_2018) {
            (Edition::E2018, Some(text)) => text,
            _ => &self.text,
        }
    }

    /// Whether the two editions say different things.
    pub fn differs(&self) -> bool {
        self.text_2018.is_some()
    }

    /// A note for readers of an edition whose own wording is not known.
    pub fn edition_note(&self, edition: Edition) -> Option<&'static str> {
        (self.only_2025 && edition == Edition::E2018).then_some("text of 2025")
    }

    /// Whether it is a section without text of its own.
    pub fn is_heading(&self) -> bool {
        matches!(&self.status, Status::Informative(reason) if reason == HEADING)
    }

    /// Whether it is a rule.
    pub fn is_normative(&self) -> bool {
        self.status == Status::Normative
    }

    /// Whether part of a clause that has official sources is our inference.
    pub fn partly_inferred(&self) -> bool {
        self.provenance != Provenance::Inference
            && self
                .sources
                .iter()
                .any(|source| source == "I" || source == "B")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_round_trip() {
        for id in ClauseId::all() {
            assert_eq!(ClauseId::parse(id.as_str()), Some(id), "{id}");
            let json = serde_json::to_string(&id).unwrap();
            assert_eq!(serde_json::from_str::<ClauseId>(&json).unwrap(), id);
        }
    }

    #[test]
    fn an_id_contains_what_lies_below_it() {
        let contains = |outer, inner| {
            ClauseId::parse(outer)
                .unwrap()
                .contains(ClauseId::parse(inner).unwrap())
        };
        assert!(contains("6.3", "6.3.1"));
        assert!(contains("6.3", "6.3"));
        assert!(contains("3.1.3", "3.1.3.5"));
        assert!(contains("3.2", "attack.pop"));
        assert!(contains("3.2", "3.2.7"));
        assert!(contains("4.3", "4.3.a"));
        assert!(!contains("6.3.1", "6.3"));
        assert!(!contains("6.3.1", "6.3.10"));
        assert!(!contains("11.4", "11.44"));
        assert!(!contains("parry.1", "parry.12"));
        assert!(!contains("3.1", "attack.pop"));
    }

    #[test]
    fn a_bare_keyword_is_not_an_id() {
        assert_eq!(ClauseId::parse("parry"), None);
    }

    #[test]
    fn knows_the_keyword_of_a_clause() {
        assert_eq!(
            clause!("critical-hit.1").keyword().map(Keyword::slug),
            Some("critical-hit")
        );
        assert_eq!(clause!("attack.pop").keyword(), None);
        assert_eq!(clause!("6.4.2").keyword(), None);
    }

    #[test]
    fn an_unknown_id_is_answered_with_the_nearest() {
        let error = "retalliate.4".parse::<ClauseId>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "no clause `retalliate.4`: did you mean `retaliate.4`?"
        );
    }
}
