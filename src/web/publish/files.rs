//! Published rulings as files in the format of `rulings/cases/`, so that they can be kept in git
//! and checked with `arbiter check`. What the case format has no word for stands in a table
//! `[published]` of its own, which readers of cases pass over.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Typed, situation};
use crate::catalogue::CardIndex;
use crate::rulebook::{ClauseId, Edition};
use crate::rules::check::{cited, compare};
use crate::rules::document;
use crate::rules::situation::{About, Case, Expect, ExpectUnit, Status};
use crate::rules::trace::Ruling;
use crate::store::{Authority, Content, LinkKind, Published, RulingStatus};
use crate::web::engine;

/// A case that shows more clauses than this shows none.
const CITES: usize = 4;

/// The table `[published]`.
#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default, deny_unknown_fields)]
struct Table {
    address: String,
    status: String,
    edition: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    verdict: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    explanation: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    place: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    who: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    date: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    link: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    authority: String,
    clauses: Vec<String>,
    keywords: Vec<String>,
    cards: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    superseded_by: String,
}

/// A ruling read from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct FromFile {
    /// Its address.
    pub address: String,
    /// What it says; of a superseded one as it was before.
    pub content: Content,
    /// The address of the ruling that took its place.
    pub superseded_by: Option<String>,
}

/// What is wrong with a file, one line for each fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct FileProblem(pub Vec<String>);

/// A ruling as a file.
#[must_use]
pub fn to_file(ruling: &Published, authorities: &[Authority], cards: &CardIndex) -> String {
    let content = &ruling.revision.content;
    let head = About {
        title: content.title.clone(),
        question: content.question.clone(),
        ruling: content.answer.clone(),
        source: crate::web::library::source_words(ruling).unwrap_or_default(),
        status: match content.status {
            RulingStatus::Official => Status::Official,
            RulingStatus::Derived => Status::Derived,
            _ => Status::Community,
        },
    };
    let then = content
        .outcome
        .as_ref()
        .and_then(|outcome| Ruling::deserialize(outcome).ok());
    let mut case = match situation(content, cards) {
        Some(Ok(case)) => case,
        _ => Case::default(),
    };
    case.situation.about = head;
    case.situation.edition = edition(&content.edition).unwrap_or_default();
    case.expect = then.map(|then| expected(&then, content));
    let targets = |kind: LinkKind| {
        let of_kind = content.links.iter().filter(|l| l.kind == kind);
        of_kind.map(|l| l.target.clone()).collect()
    };
    let authority = authorities.iter().find(|a| Some(a.id) == content.authority);
    let table = Table {
        address: ruling.slug.clone(),
        status: content.status.word().to_owned(),
        edition: content.edition.clone(),
        verdict: content.verdict.clone(),
        explanation: content.explanation.clone(),
        place: content.source.place.clone(),
        who: content.source.who.clone(),
        date: content.source.date.clone(),
        link: content.source.link.clone(),
        authority: authority.map(|a| a.name.clone()).unwrap_or_default(),
        clauses: targets(LinkKind::Clause),
        keywords: targets(LinkKind::Keyword),
        cards: targets(LinkKind::Card),
        superseded_by: ruling.successor.clone().unwrap_or_default(),
    };
    let document = document::to_toml(&case, Some(cards));
    let wrapped = BTreeMap::from([("published", table)]);
    // Texts and lists of texts are always TOML.
    let tail = toml::to_string_pretty(&wrapped).unwrap_or_default();
    format!("{}\n\n{tail}", document.trim_end())
}

/// What the case expects: the verdict, and where every unit ends with how much damage.
fn expected(then: &Ruling, content: &Content) -> Expect {
    let units = then.after.units.iter().map(|(handle, unit)| {
        let end = ExpectUnit {
            damage: Some(unit.damage),
            zone: Some(unit.zone),
            ..ExpectUnit::default()
        };
        (handle.to_string(), end)
    });
    let known = cited(then);
    let clauses = content.links.iter().filter(|l| l.kind == LinkKind::Clause);
    let cites: Vec<ClauseId> = clauses
        .filter_map(|l| ClauseId::parse(&l.target))
        .filter(|id| known.contains(id))
        .collect();
    Expect {
        verdict: Some(then.verdict.kind),
        units: units.collect(),
        cites: if cites.len() > CITES {
            Vec::new()
        } else {
            cites
        },
        ..Expect::default()
    }
}

fn edition(word: &str) -> Option<Edition> {
    Edition::ALL.into_iter().find(|e| e.as_str() == word)
}

/// Reads a file.
///
/// # Errors
/// Everything that is wrong with it, and where the engine gives another outcome than it expects.
pub fn from_file(
    text: &str,
    authorities: &[Authority],
    cards: &CardIndex,
) -> Result<FromFile, FileProblem> {
    let case = document::read_toml(text, cards)
        .map_err(|problems| FileProblem(problems.0.iter().map(ToString::to_string).collect()))?;
    let table = table(text)?;
    let has_board = !case.situation.units.is_empty() || !case.situation.plays.is_empty();
    if has_board && let Some(expect) = &case.expect {
        let found = compare(&engine::rule(&case.situation), expect, false);
        if !found.is_empty() {
            return Err(FileProblem(found.iter().map(ToString::to_string).collect()));
        }
    }
    let authority = match table.authority.as_str() {
        "" => String::new(),
        name => authorities
            .iter()
            .find(|a| a.name == name)
            .map(|a| a.id.to_string())
            .ok_or_else(|| FileProblem(vec![format!("there is no authority `{name}`")]))?,
    };
    let superseded = table.status == RulingStatus::Superseded.word();
    let about = &case.situation.about;
    let typed = Typed {
        title: about.title.clone(),
        question: about.question.clone(),
        answer: about.ruling.clone(),
        explanation: table.explanation.trim().to_owned(),
        status: if superseded {
            RulingStatus::Judge.word().to_owned()
        } else {
            table.status.clone()
        },
        edition: table.edition.clone(),
        verdict: table.verdict.clone(),
        situation: if has_board {
            board(&case, cards)
        } else {
            String::new()
        },
        clauses: table.clauses.join(", "),
        keywords: table.keywords.join(", "),
        cards: table.cards.join("\n"),
        place: table.place.clone(),
        who: table.who.clone(),
        date: table.date.clone(),
        link: table.link.clone(),
        authority,
        ..Typed::blank()
    };
    let content = typed.check(cards, authorities, None).map_err(|faults| {
        FileProblem(
            faults
                .iter()
                .map(|f| format!("{}: {}", f.place, f.detail))
                .collect(),
        )
    })?;
    Ok(FromFile {
        address: table.address,
        content,
        superseded_by: (superseded && !table.superseded_by.is_empty())
            .then_some(table.superseded_by),
    })
}

/// The situation alone, as a document.
fn board(case: &Case, cards: &CardIndex) -> String {
    let mut bare = case.clone();
    bare.situation.about = About::default();
    bare.expect = None;
    document::to_toml(&bare, Some(cards))
}

/// The table `[published]`; a plain precedent has none and is published as its head says.
fn table(text: &str) -> Result<Table, FileProblem> {
    #[derive(Deserialize)]
    struct File {
        published: Option<Table>,
        #[serde(default)]
        status: String,
        #[serde(default)]
        edition: String,
        #[serde(default)]
        source: String,
        expect: Option<Cited>,
    }
    #[derive(Deserialize, Default)]
    struct Cited {
        #[serde(default)]
        cites: Vec<String>,
    }
    let file: File =
        toml::from_str(text).map_err(|error| FileProblem(vec![error.message().to_owned()]))?;
    let or = |text: String, other: &str| {
        if text.is_empty() {
            other.to_owned()
        } else {
            text
        }
    };
    let mut table = file.published.unwrap_or_else(|| Table {
        place: file.source.clone(),
        clauses: file.expect.unwrap_or_default().cites,
        ..Table::default()
    });
    table.status = or(table.status, &or(file.status, RulingStatus::Derived.word()));
    table.edition = or(
        table.edition,
        &or(file.edition, Edition::default().as_str()),
    );
    Ok(table)
}
