//! What a judge types, field by field, before anything is made of it.

use super::situation;
use super::words::{Run, difference};
use crate::catalogue::CardIndex;
use crate::rulebook::Edition;
use crate::rules::document;
use crate::rules::situation::Case;
use crate::store::{Content, LinkKind, Proposal, RulingStatus};
use crate::web::form::Form;

/// The fields of the form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Typed {
    /// A short title.
    pub title: String,
    /// The question.
    pub question: String,
    /// The short answer.
    pub answer: String,
    /// The explanation, Markdown.
    pub explanation: String,
    /// The word of the status.
    pub status: String,
    /// The edition.
    pub edition: String,
    /// The verdict in a few words.
    pub verdict: String,
    /// The situation, TOML or JSON.
    pub situation: String,
    /// Clause ids, with commas or blanks between them.
    pub clauses: String,
    /// Keywords, with commas between them.
    pub keywords: String,
    /// Cards, one in each line.
    pub cards: String,
    /// The place of the source.
    pub place: String,
    /// Who ruled.
    pub who: String,
    /// When.
    pub date: String,
    /// A link.
    pub link: String,
    /// The number of the authority.
    pub authority: String,
    /// What was changed.
    pub note: String,
    /// Whether today's outcome takes the place of the one the ruling was written with.
    pub accept: bool,
}

impl Typed {
    /// An empty form.
    #[must_use]
    pub fn blank() -> Typed {
        Typed {
            status: RulingStatus::Judge.word().to_owned(),
            edition: Edition::default().as_str().to_owned(),
            ..Typed::default()
        }
    }

    /// What was sent.
    #[must_use]
    pub fn sent(form: &Form) -> Typed {
        let text = |name: &str| form.get(name).to_owned();
        Typed {
            title: text("title"),
            question: text("question"),
            answer: text("answer"),
            explanation: text("explanation"),
            status: text("status"),
            edition: text("edition"),
            verdict: text("verdict"),
            situation: text("situation"),
            clauses: text("clauses"),
            keywords: text("keywords"),
            cards: text("cards"),
            place: text("place"),
            who: text("who"),
            date: text("date"),
            link: text("link"),
            authority: text("authority"),
            note: text("note"),
            accept: form.has("accept"),
        }
    }

    /// A ruling to be edited.
    #[must_use]
    pub fn of(content: &Content, cards: &CardIndex) -> Typed {
        let links = |kind: LinkKind, between: &str| {
            let of_kind = content.links.iter().filter(|l| l.kind == kind);
            of_kind
                .map(|l| l.target.as_str())
                .collect::<Vec<_>>()
                .join(between)
        };
        Typed {
            title: content.title.clone(),
            question: content.question.clone(),
            answer: content.answer.clone(),
            explanation: content.explanation.clone(),
            status: content.status.word().to_owned(),
            edition: content.edition.clone(),
            verdict: content.verdict.clone(),
            situation: written(content, cards),
            clauses: links(LinkKind::Clause, ", "),
            keywords: links(LinkKind::Keyword, ", "),
            cards: links(LinkKind::Card, "\n"),
            place: content.source.place.clone(),
            who: content.source.who.clone(),
            date: content.source.date.clone(),
            link: content.source.link.clone(),
            authority: content
                .authority
                .map(|id| id.to_string())
                .unwrap_or_default(),
            note: String::new(),
            accept: false,
        }
    }

    /// A ruling to be made of a situation.
    #[must_use]
    pub fn from_case(case: &Case, cards: &CardIndex) -> Typed {
        let about = &case.situation.about;
        Typed {
            title: about.title.clone(),
            question: about.question.clone(),
            answer: about.ruling.clone(),
            edition: case.situation.edition.as_str().to_owned(),
            situation: document::to_toml(case, Some(cards)),
            ..Typed::blank()
        }
    }

    /// A ruling to be made of a visitor's proposal, with the visitor's question.
    #[must_use]
    pub fn proposed(proposal: &Proposal, cards: &CardIndex) -> Typed {
        let sent = &proposal.sent;
        let board = sent.situation.as_ref().map(|board| {
            let read = document::read_json(&board.to_string(), cards);
            read.map_or_else(
                |_| board.to_string(),
                |case| document::to_toml(&case, Some(cards)),
            )
        });
        Typed {
            title: sent.title.clone(),
            question: sent.question.clone(),
            answer: sent.answer.clone(),
            situation: board.unwrap_or_default(),
            clauses: sent.clause.clone().unwrap_or_default(),
            ..Typed::blank()
        }
    }
}

/// The situation as a document to edit; as it is stored, where it cannot be read any more.
fn written(content: &Content, cards: &CardIndex) -> String {
    match situation(content, cards) {
        None => String::new(),
        Some(Ok(case)) => document::to_toml(&case, Some(cards)),
        Some(Err(_)) => content
            .situation
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
    }
}

/// A field that two revisions have differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The name of the field.
    pub field: &'static str,
    /// The words.
    pub runs: Vec<Run>,
}

impl Typed {
    /// Every field but the note, with its name.
    fn fields(&self) -> [(&'static str, &str); 16] {
        [
            ("Title", &self.title),
            ("Question", &self.question),
            ("Short answer", &self.answer),
            ("Explanation", &self.explanation),
            ("Status", &self.status),
            ("Edition", &self.edition),
            ("Verdict", &self.verdict),
            ("Situation", &self.situation),
            ("Clauses", &self.clauses),
            ("Keywords", &self.keywords),
            ("Cards", &self.cards),
            ("Place", &self.place),
            ("Who ruled", &self.who),
            ("Date", &self.date),
            ("Link", &self.link),
            ("Authority", &self.authority),
        ]
    }

    /// What a newer text changes, in words, field by field.
    #[must_use]
    pub fn changes_to(&self, newer: &Typed) -> Vec<Change> {
        let pairs = self.fields().into_iter().zip(newer.fields());
        pairs
            .filter(|((_, old), (_, new))| old != new)
            .map(|((field, old), (_, new))| Change {
                field,
                runs: difference(old, new),
            })
            .collect()
    }
}
