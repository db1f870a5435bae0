//! What is searched: clauses, keywords, cards and rulings, each as one document.

use super::asked::ways_to_ask;
use super::synonyms::{Lexicon, lexicon};
use crate::cardtext::report::{PrintedLine, judge_line};
use crate::game::{Card, CardSide};
use crate::render::Links;
use crate::rulebook::{ClauseId, Edition, Keyword, embedded, rulebook};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The kind of a document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A clause of the rulebook.
    Clause,
    /// A keyword's entry.
    Keyword,
    /// A card.
    Card,
    /// A precedent or a published ruling.
    Ruling,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Clause, Kind::Keyword, Kind::Card, Kind::Ruling];

    /// The word of the filter `kind:`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Clause => "clause",
            Kind::Keyword => "keyword",
            Kind::Card => "card",
            Kind::Ruling => "ruling",
        }
    }
}

/// A document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Document {
    /// Its kind.
    pub kind: Kind,
    /// What names it among its kind: a clause's id, a keyword's slug, a card's full name, a ruling's slug.
    pub id: String,
    /// The name or title; empty for most clauses.
    pub title: String,
    /// The text that is searched and shown.
    pub body: String,
    /// What surrounds it, searched at less weight: section and chapter, or the keyword's summary.
    pub context: String,
    /// Ways in which players put the question that it answers.
    #[serde(skip)]
    pub asked: Vec<String>,
    /// The keyword that a clause or keyword entry belongs to.
    pub keyword: Option<Keyword>,
    /// The clauses a ruling rests on.
    pub cites: Vec<ClauseId>,
    /// The answer of a ruling in one sentence; empty for other kinds.
    pub answer: String,
    /// Whether it is no rule by itself: an example, history, an older wording.
    pub informative: bool,
    /// A card's facts.
    #[serde(skip)]
    pub card: Option<CardFacts>,
}

/// What the filters ask of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardFacts {
    /// The printed facts.
    pub card: Card,
    /// The keywords in its text, each with the largest number printed after it.
    pub keywords: BTreeMap<Keyword, Option<u32>>,
    /// Whether the engine acts on all of its text.
    pub modelled: bool,
}

/// A ruling from outside the rulebook, as the search needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulingText {
    /// Its address.
    pub slug: String,
    /// Title.
    pub title: String,
    /// The question that was put.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// The clauses it rests on.
    pub cites: Vec<ClauseId>,
}

impl Document {
    fn new(kind: Kind, id: &str, title: &str, body: String) -> Document {
        Document {
            kind,
            id: id.to_owned(),
            title: title.to_owned(),
            body,
            context: String::new(),
            asked: Vec::new(),
            keyword: None,
            cites: Vec::new(),
            answer: String::new(),
            informative: false,
            card: None,
        }
    }

    /// The document of a card. `modelled` says whether the engine acts on all of its text.
    #[must_use]
    pub fn card(card: &Card, modelled: bool) -> Document {
        let mut body = card.text.join("\n");
        for part in [&card.subtypes.join(" "), &card.usage] {
            if !part.is_empty() {
                body.push('\n');
                body.push_str(part);
            }
        }
        let mut document = Document::new(Kind::Card, &card.name, &card.name, body);
        document.card = Some(CardFacts {
            card: card.clone(),
            keywords: keywords_of(&card.text),
            modelled,
        });
        document
    }

    /// The document of a ruling.
    #[must_use]
    pub fn ruling(ruling: &RulingText) -> Document {
        let body = format!("{} {}", ruling.question, ruling.answer);
        let mut document = Document::new(Kind::Ruling, &ruling.slug, &ruling.title, body);
        document.cites.clone_from(&ruling.cites);
        document.answer.clone_from(&ruling.answer);
        document
    }

    /// The page of the document, from the root of the site.
    #[must_use]
    pub fn address(&self) -> String {
        match self.kind {
            Kind::Clause => ClauseId::parse(&self.id)
                .map(clause_address)
                .unwrap_or_default(),
            Kind::Keyword => format!("/k/{}", self.id),
            Kind::Card => format!("/c/{}", crate::catalogue::slug(&self.id)),
            Kind::Ruling => format!("/rulings/{}", self.id),
        }
    }
}

/// Where a clause stands: on its keyword's page, the page of the attack, or its chapter's.
#[must_use]
pub fn clause_address(id: ClauseId) -> String {
    Links::inside().clause(id).unwrap_or_default()
}

/// The clauses and keywords of the embedded rulebook, and the embedded precedents.
#[must_use]
pub fn rules() -> Vec<Document> {
    let book = rulebook();
    let lexicon = lexicon();
    let mut documents: Vec<Document> = book
        .clauses()
        .iter()
        .filter(|clause| !clause.is_heading())
        .map(|clause| {
            let title = clause.title.as_deref().unwrap_or_default();
            let text = without_marks(clause.text(Edition::E2018));
            let mut document = Document::new(Kind::Clause, clause.id.as_str(), title, text);
            document.keyword = clause.id.keyword();
            document.informative = !clause.is_normative();
            document.context = context(clause.id, lexicon);
            document.asked = ways_to_ask(clause.id.as_str()).to_vec();
            document
        })
        .collect();
    documents.extend(book.keywords().iter().map(|entry| {
        let slug = entry.keyword.slug();
        let mut document = Document::new(Kind::Keyword, slug, &entry.name, entry.summary.clone());
        document.keyword = Some(entry.keyword);
        document.context = entry.aliases.join(" ");
        document
    }));
    documents.extend(precedents().iter().map(Document::ruling));
    documents
}

/// Lets an official wording of a keyword be found by its words, beside the keyword's own entry.
pub fn add_official(documents: &mut [Document], keyword: &str, text: &str) {
    let entry = documents
        .iter_mut()
        .find(|document| document.kind == Kind::Keyword && document.id == keyword);
    if let Some(entry) = entry {
        entry.body.push('\n');
        entry.body.push_str(text);
    }
}

/// Markdown's marks of emphasis and code left out: the search shows plain text.
fn without_marks(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '*' | '`')).collect()
}

/// The titles above a clause, with the players' words for them.
fn context(id: ClauseId, lexicon: &Lexicon) -> String {
    let mut parts: Vec<String> = Vec::new();
    let add_hints =
        |parts: &mut Vec<String>, id: &str| parts.extend(lexicon.hints(id).iter().cloned());
    if let Some(keyword) = id.keyword() {
        parts.push(rulebook().keyword(keyword).summary.clone());
        add_hints(&mut parts, keyword.slug());
        return parts.join(". ");
    }
    let mut rest = id.as_str();
    while let Some(above) = above(rest) {
        if let Some(section) = ClauseId::parse(above).map(|id| rulebook().clause(id)) {
            parts.extend(section.title.clone());
        }
        add_hints(&mut parts, above);
        rest = above;
    }
    let number = rest.parse::<u8>().ok();
    let chapter = rulebook()
        .chapters()
        .iter()
        .find(|c| Some(c.number) == number);
    parts.extend(chapter.map(|c| c.title.clone()));
    parts.join(". ")
}

/// The id of what a clause stands in: `6.4` for `6.4.2`, `6` for `6.4`, the section for a step of the attack.
fn above(id: &str) -> Option<&str> {
    match id.rsplit_once('.') {
        Some(("attack", _)) => Some("3.2"),
        Some((above, _)) => Some(above),
        None => None,
    }
}

#[derive(Deserialize)]
struct CaseFile {
    title: String,
    question: String,
    ruling: String,
    #[serde(default)]
    expect: toml::Table,
}

/// The embedded precedents. A file that is no precedent is left out: the cases' own test names it.
#[must_use]
pub fn precedents() -> Vec<RulingText> {
    embedded::files("cases/", ".toml")
        .into_iter()
        .filter_map(|(path, text)| precedent(&path, &text))
        .collect()
}

fn precedent(path: &str, text: &str) -> Option<RulingText> {
    let case: CaseFile = toml::from_str(text).ok()?;
    let slug = path.rsplit('/').next()?.strip_suffix(".toml")?;
    let mut cites = Vec::new();
    collect_clauses(&toml::Value::Table(case.expect), &mut cites);
    Some(RulingText {
        slug: slug.to_owned(),
        title: case.title,
        question: case.question,
        answer: case.ruling,
        cites,
    })
}

/// Every clause that what is expected of a case names under `cites` or `because`.
fn collect_clauses(value: &toml::Value, cites: &mut Vec<ClauseId>) {
    match value {
        toml::Value::Table(table) => {
            for (key, inner) in table {
                match (key.as_str(), inner) {
                    ("cites" | "because", toml::Value::Array(ids)) => {
                        let ids = ids.iter().filter_map(toml::Value::as_str);
                        for id in ids.filter_map(ClauseId::parse) {
                            if !cites.contains(&id) {
                                cites.push(id);
                            }
                        }
                    }
                    _ => collect_clauses(inner, cites),
                }
            }
        }
        toml::Value::Array(values) => values.iter().for_each(|v| collect_clauses(v, cites)),
        _ => {}
    }
}

/// The keywords in ability lines, each with the largest number printed after it. A line that takes
/// a keyword away ("can't use Intercept") does not count.
#[must_use]
pub fn keywords_of(lines: &[String]) -> BTreeMap<Keyword, Option<u32>> {
    let mut found: BTreeMap<Keyword, Option<u32>> = BTreeMap::new();
    for line in lines.iter().filter(|line| !takes_away(line)) {
        for keyword in Keyword::all() {
            for (at, name) in line.match_indices(keyword.name()) {
                let after = line.get(at + name.len()..).unwrap_or_default();
                let before = line.get(..at).and_then(|text| text.chars().next_back());
                let whole = !before.is_some_and(char::is_alphanumeric)
                    && !after.starts_with(char::is_alphanumeric);
                if whole {
                    let present = Keyword::find(keyword.name()).unwrap_or(keyword);
                    let entry = found.entry(present).or_default();
                    *entry = (*entry).max(number_after(after));
                }
            }
        }
    }
    found
}

fn takes_away(line: &str) -> bool {
    let line = line.to_lowercase();
    ["can't use", "can't have", "loses", "lose "]
        .iter()
        .any(|words| line.contains(words))
}

fn number_after(text: &str) -> Option<u32> {
    let text = text.strip_prefix(' ')?;
    let text = text.strip_prefix('+').unwrap_or(text);
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

/// Whether the engine acts on every line of the card.
#[must_use]
pub fn is_modelled(card: &Card) -> bool {
    card.text.iter().all(|text| {
        let line = PrintedLine {
            set: &card.set,
            card: &card.name,
            types: &card.types,
            subtypes: &card.subtypes,
            text,
        };
        judge_line(&line).is_none_or(|judged| judged.modelled)
    })
}

/// The side as the filter `side:` names it.
#[must_use]
pub const fn side_word(side: CardSide) -> &'static str {
    match side {
        CardSide::Light => "light",
        CardSide::Dark => "dark",
        CardSide::Neutral => "neutral",
        CardSide::YuuzhanVong => "vong",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword;

    #[test]
    fn keywords_are_read_with_their_numbers() {
        let lines = [
            "Pay 2 Force -> Evade 2".to_owned(),
            "Evade 1".to_owned(),
            "Critical Hit 3 and Armor".to_owned(),
            "Jedi can't use Intercept.".to_owned(),
            "Elude".to_owned(),
        ];
        let found = keywords_of(&lines);
        let expected = [
            (keyword!("armor"), None),
            (keyword!("critical-hit"), Some(3)),
            (keyword!("evade"), Some(2)),
            (keyword!("precision"), None),
        ];
        assert_eq!(found, expected.into_iter().collect());
    }

    #[test]
    fn every_document_has_an_address_of_its_kind() {
        for document in rules() {
            assert!(!document.id.is_empty());
            let address = document.address();
            assert!(address.starts_with('/'), "{address}");
        }
        assert_eq!(clause_address(crate::clause!("6.4.2")), "/rules/6#6.4.2");
    }

    #[test]
    fn context_names_what_a_clause_stands_in() {
        let context = context(crate::clause!("6.4.2"), lexicon());
        assert!(
            context.contains("Deflect") && context.ends_with("Damage"),
            "{context}"
        );
    }

    #[test]
    fn a_precedent_cites_what_it_expects_and_what_refuses() {
        let text = "title='t'\nquestion='q'\nruling='No.'\n[expect]\nrefused=[{use='x', because=['lucky.r3']}]\ncites=['overkill.1', 'lucky.r3', 'none.1']\n";
        let case = precedent("cases/too-late.toml", text).unwrap();
        assert_eq!(case.slug, "too-late");
        assert_eq!(case.cites.len(), 2);
    }
}
