//! A ruling ready to be pasted, and the places it has to fit into.

use super::article::Length;
use super::{View, bbcode, html, markdown, text};

/// A format that is pasted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// BBCode.
    Bbcode,
    /// Markdown.
    Markdown,
    /// A piece of HTML.
    Html,
    /// Plain text.
    Text,
}

impl Format {
    /// Every format, in the order of the share panel.
    pub const ALL: [Format; 4] = [Format::Bbcode, Format::Markdown, Format::Html, Format::Text];

    /// The name for readers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Bbcode => "BBCode",
            Format::Markdown => "Markdown",
            Format::Html => "HTML",
            Format::Text => "Plain text",
        }
    }

    /// The word in addresses and forms, which is the ending of its file too.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Bbcode => "bbcode",
            Format::Markdown => "md",
            Format::Html => "html",
            Format::Text => "txt",
        }
    }

    /// The media type of the file.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Bbcode | Format::Text => "text/plain; charset=utf-8",
            Format::Markdown => "text/markdown; charset=utf-8",
            Format::Html => "text/html; charset=utf-8",
        }
    }

    /// The format of that word.
    #[must_use]
    pub fn find(word: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

/// A place that takes so many characters and no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Its name.
    pub place: &'static str,
    /// The most characters.
    pub most: usize,
    /// The format that is pasted there.
    pub format: Format,
}

const fn limit(place: &'static str, most: usize, format: Format) -> Limit {
    Limit {
        place,
        most,
        format,
    }
}

/// The places that rulings are pasted into, narrowest first.
pub const LIMITS: &[Limit] = &[
    limit("Mastodon post", 500, Format::Text),
    limit("Discord message", 2_000, Format::Markdown),
    limit("Discord embed", 4_096, Format::Markdown),
    limit("Reddit comment", 10_000, Format::Markdown),
    limit("phpBB post", 60_000, Format::Bbcode),
    limit("GitHub comment", 65_536, Format::Markdown),
];

/// A ruling ready to be pasted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// The format.
    pub format: Format,
    /// How much of it.
    pub length: Length,
    /// What is pasted.
    pub text: String,
    /// How many characters that is.
    pub characters: usize,
}

impl Share {
    /// The ruling in that format.
    #[must_use]
    pub fn new(view: &View, format: Format, length: Length) -> Share {
        let text = match format {
            Format::Bbcode => bbcode(view, length),
            Format::Markdown => markdown(view, length),
            Format::Html => html::fragment(view, length),
            Format::Text => text(view, length),
        };
        Share {
            format,
            length,
            characters: text.chars().count(),
            text,
        }
    }

    /// Every place that takes this format, and whether the text fits.
    pub fn places(&self) -> impl Iterator<Item = (&'static Limit, bool)> {
        LIMITS
            .iter()
            .filter(|limit| limit.format == self.format)
            .map(|limit| (limit, self.characters <= limit.most))
    }
}
