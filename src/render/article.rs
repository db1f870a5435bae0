//! A ruling as blocks of words: the form between [`View`] and the formats that are read as
//! running text. What is said and in which order is decided here, how it is marked is decided by
//! the format.

mod parts;

use super::View;
use super::view::{CiteView, ReasonView};

/// How much of a ruling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// The verdict, why, and the link.
    Short,
    /// Everything.
    Full,
}

impl Length {
    /// Both, shorter first.
    pub const ALL: [Length; 2] = [Length::Short, Length::Full];

    /// The word in addresses and forms.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Length::Short => "short",
            Length::Full => "full",
        }
    }
}

/// Words with one kind of mark. The words are not escaped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Span {
    /// Plain.
    Text(String),
    /// Bold.
    Strong(String),
    /// Italic.
    Em(String),
    /// A link to a page of ours.
    Link {
        /// The words.
        label: String,
        /// The address, made by [`Links`](super::Links).
        href: String,
    },
}

/// An entry of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Item {
    /// Its line.
    pub line: Vec<Span>,
    /// Lines below it.
    pub below: Vec<Vec<Span>>,
}

impl From<Vec<Span>> for Item {
    fn from(line: Vec<Span>) -> Item {
        Item {
            line,
            below: Vec::new(),
        }
    }
}

/// A numbered step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbered {
    /// Its number.
    pub n: u32,
    /// Its line.
    pub line: Vec<Span>,
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// The heading of a window: its name and what came of it.
    Window(Vec<Span>),
    /// A paragraph.
    Line(Vec<Span>),
    /// A quotation, one or more lines.
    Quote(Vec<Vec<Span>>),
    /// A list.
    List(Vec<Item>),
    /// Numbered steps, one number after the other.
    Steps(Vec<Numbered>),
}

/// The ruling in blocks.
#[must_use]
pub fn article(view: &View, length: Length) -> Vec<Block> {
    match length {
        Length::Short => short(view),
        Length::Full => full(view),
    }
}

fn short(view: &View) -> Vec<Block> {
    let link = parts::permalink(view).map(Block::Line);
    [Some(parts::verdict(view)), parts::why(view), link]
        .into_iter()
        .flatten()
        .collect()
}

fn full(view: &View) -> Vec<Block> {
    let head = [
        parts::title(view),
        parts::question(view),
        Some(parts::verdict(view)),
        parts::why(view),
    ];
    let sections = [
        parts::request(view),
        parts::board(view),
        parts::dice(view),
        parts::sums(view),
        parts::steps(view),
        parts::refused(view),
        parts::nothing(view),
        parts::readings(view),
        parts::unmodelled(view),
        parts::footer(view),
    ];
    let sections = sections.into_iter().flatten();
    head.into_iter().flatten().chain(sections).collect()
}

/// Plain words.
fn text(words: impl Into<String>) -> Span {
    Span::Text(words.into())
}

/// A citation with its provenance: `evade.2, Glossary`.
pub fn cite(cite: &CiteView) -> Vec<Span> {
    let label = match &cite.href {
        Some(href) => Span::Link {
            label: cite.label.clone(),
            href: href.clone(),
        },
        None => text(&cite.label),
    };
    let note = cite
        .note
        .map(|note| format!(", {note}"))
        .unwrap_or_default();
    vec![label, text(format!(", {}{note}", cite.ground.word()))]
}

/// Citations in brackets behind a sentence; nothing if there are none.
fn cites(cites: &[CiteView]) -> Vec<Span> {
    let Some((last, others)) = cites.split_last() else {
        return Vec::new();
    };
    let mut spans = vec![text(" (")];
    for one in others {
        spans.extend(cite(one));
        spans.push(text("; "));
    }
    spans.extend(cite(last));
    spans.push(text(")"));
    spans
}

/// A reason with its ground.
fn reason(reason: &ReasonView) -> Vec<Span> {
    let said = std::iter::once(text(&reason.text));
    said.chain(cites(&reason.cites)).collect()
}

/// Reasons in one line, parted by semicolons.
fn reasons(all: &[ReasonView]) -> Vec<Span> {
    let mut line = Vec::new();
    for (at, one) in all.iter().enumerate() {
        if at > 0 {
            line.push(text("; "));
        }
        line.extend(reason(one));
    }
    line
}
