//! The filter language: `k:evade t:character side:light cost<=5 -st:jedi "whole words" or ...`.
//!
//! Parsing never fails. What is not understood becomes words to search for, and a [`Warning`].

use super::filters::{FILTERS, Filter, build, divide};
use crate::catalogue::name_key;
use crate::rulebook::nearest;
use serde::Serialize;

/// The longest query that is read, in characters; the rest is left out with a warning.
pub const LONGEST_QUERY: usize = 500;

/// Up to this many parts "or" stands between alternatives.
const FEW_PARTS: usize = 4;

/// The most parts of a query that are read.
const MOST_PARTS: usize = 40;

/// A query, read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// All of these must hold.
    pub groups: Vec<Group>,
    /// What was not understood.
    pub warnings: Vec<Warning>,
}

/// Alternatives, of which one must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group(pub Vec<Part>);

/// One part of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Whether it must not hold.
    pub negated: bool,
    /// What it asks for.
    pub what: What,
}

/// What a part asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A word in name or text.
    Word(String),
    /// Words in this order in name or text.
    Phrase(String),
    /// A filter.
    Filter(Filter),
}

/// Something that was not understood, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning(pub String);

impl Query {
    /// Reads a query.
    #[must_use]
    pub fn parse(text: &str) -> Query {
        let mut query = Query::default();
        let text = match text.char_indices().nth(LONGEST_QUERY) {
            Some((end, _)) => {
                query.warn(format!(
                    "only the first {LONGEST_QUERY} characters were searched for"
                ));
                text.get(..end).unwrap_or(text)
            }
            None => text,
        };
        let mut join = false;
        for piece in pieces(text).into_iter().take(MOST_PARTS) {
            if !piece.quoted && piece.text.eq_ignore_ascii_case("or") {
                join = !query.groups.is_empty();
                continue;
            }
            let Some(part) = query.part(&piece) else {
                continue;
            };
            match query.groups.last_mut() {
                Some(group) if join => group.0.push(part),
                _ => query.groups.push(Group(vec![part])),
            }
            join = false;
        }
        query
    }

    fn warn(&mut self, text: String) {
        self.warnings.push(Warning(text));
    }

    fn part(&mut self, piece: &Piece) -> Option<Part> {
        let (negated, text) = match piece.text.strip_prefix('-') {
            // "Accuracy -1" and "Pay 1 -> Evade 2" leave nothing out.
            Some(rest) if !piece.quoted && rest.starts_with(char::is_alphabetic) => (true, rest),
            _ => (false, piece.text.as_str()),
        };
        let text = text.trim_matches('"');
        if piece.quoted {
            return (!name_key(text).is_empty()).then(|| Part {
                negated: piece.negated,
                what: What::Phrase(text.to_owned()),
            });
        }
        let what = match self.filter(text) {
            Some(filter) => What::Filter(filter),
            None if name_key(text).is_empty() => return None,
            None => What::Word(text.to_owned()),
        };
        Some(Part { negated, what })
    }

    /// The filter that a piece is; nothing, with a warning where it looks like one, if it is none.
    fn filter(&mut self, text: &str) -> Option<Filter> {
        let (name, compare, value) = divide(text)?;
        let name = name.to_lowercase();
        let Some((_, filter)) = FILTERS.iter().find(|(known, _)| *known == name) else {
            // "he said: no" and clock times are no filters that somebody misspelt.
            if !value.is_empty()
                && let Some(near) = nearest(&name, FILTERS.iter().map(|(known, _)| *known))
                && name.len() >= 3
            {
                self.warn(format!("there is no filter `{name}`: did you mean `{near}`? It was searched for as words"));
            }
            return None;
        };
        let made = build(filter, compare, value.trim_matches('"').trim());
        if let Err(why) = &made {
            self.warn(format!("`{text}` was searched for as words: {why}"));
        }
        made.ok()
    }

    /// The free words and phrases that must be there, in order: what is ranked.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words: Vec<&str> = Vec::new();
        for group in &self.groups {
            if let [
                Part {
                    negated: false,
                    what: What::Word(text) | What::Phrase(text),
                },
            ] = group.0.as_slice()
            {
                words.push(text);
            }
        }
        words.join(" ")
    }

    /// Whether it is more than words: a filter, a negation, or alternatives of a few words. The
    /// "or" of a whole sentence is only a word.
    #[must_use]
    pub fn has_filters(&self) -> bool {
        let parts = || self.groups.iter().flat_map(|group| &group.0);
        let alternatives = self.groups.iter().any(|group| group.0.len() > 1);
        parts().any(|part| part.negated || matches!(part.what, What::Filter(_)))
            || (alternatives && parts().count() <= FEW_PARTS)
    }

    /// The query without its group at `index`, as text of the same language.
    #[must_use]
    pub fn without(&self, index: usize) -> String {
        let rest: Vec<String> = self
            .groups
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != index)
            .map(|(_, group)| group.to_string())
            .collect();
        rest.join(" ")
    }
}

struct Piece {
    text: String,
    /// Whether the whole piece stood in quotes.
    quoted: bool,
    negated: bool,
}

/// Cuts a query at blanks outside quotes. A quote that is never closed is a plain character.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (piece, after) = next_piece(rest);
        let body = piece.strip_prefix('-').unwrap_or(piece);
        let inner = body
            .strip_prefix('"')
            .and_then(|body| body.strip_suffix('"'));
        pieces.push(match inner {
            Some(inner) if !inner.contains('"') => Piece {
                text: inner.to_owned(),
                quoted: true,
                negated: body.len() < piece.len(),
            },
            _ => Piece {
                text: piece.to_owned(),
                quoted: false,
                negated: false,
            },
        });
        rest = after.trim_start();
    }
    pieces
}

fn next_piece(text: &str) -> (&str, &str) {
    let mut open = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => {
                let closes = text.get(at + 1..).is_some_and(|rest| rest.contains('"'));
                open = !open && closes;
            }
            c if c.is_whitespace() && !open => {
                return text.split_at_checked(at).unwrap_or((text, ""));
            }
            _ => {}
        }
    }
    (text, "")
}

impl std::fmt::Display for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, part) in self.0.iter().enumerate() {
            let joint = if at == 0 { "" } else { " or " };
            write!(f, "{joint}{part}")?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.negated {
            f.write_str("-")?;
        }
        match &self.what {
            What::Word(word) => f.write_str(word),
            What::Phrase(phrase) => write!(f, "\"{phrase}\""),
            What::Filter(filter) => write!(f, "{filter}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::filters::Compare;
    use super::*;
    use crate::keyword;

    fn shown(text: &str) -> String {
        let query = Query::parse(text);
        let groups: Vec<String> = query.groups.iter().map(Group::to_string).collect();
        groups.join(" | ")
    }

    #[test]
    fn filters_are_read() {
        let text = "k:evade k:\"critical hit\">=2 t:character st:jedi side:light set:bl cost<=5 power>=4 \
                    speed=30 health:3 rarity:r text:\"untap\" is:modelled is:unique kind:card";
        let query = Query::parse(text);
        assert_eq!(query.warnings, []);
        assert!(query.groups.iter().all(|g| matches!(
            g.0.as_slice(),
            [Part {
                what: What::Filter(_),
                ..
            }]
        )));
        assert_eq!(query.groups.len(), 15);
        let strong = Filter::Keyword(keyword!("critical-hit"), Some((Compare::AtLeast, 2)));
        assert_eq!(
            query
                .groups
                .get(1)
                .map(|g| g.0.first().map(|p| p.what.clone())),
            Some(Some(What::Filter(strong)))
        );
        assert_eq!(query.words(), "");
    }

    #[test]
    fn negation_quotes_and_alternatives() {
        assert_eq!(
            shown("-st:jedi evade or k:parry \"tap it\" -\"no way\""),
            "-st:jedi | evade or k:parry | \"tap it\" | -\"no way\""
        );
        assert_eq!(shown("or or x or"), "x");
        assert_eq!(
            Query::parse("luke -leia \"two words\"").words(),
            "luke two words"
        );
        assert_eq!(shown("cost:<=5 elude -"), "cost<=5 | elude");
    }

    #[test]
    fn what_is_not_understood_is_said_and_searched_for() {
        let query = Query::parse("k:evada");
        assert_eq!(query.words(), "k:evada");
        let warning = &query.warnings.first().unwrap().0;
        assert_eq!(
            warning,
            "`k:evada` was searched for as words: there is no keyword `evada`: did you mean `Evade`?"
        );
        assert_eq!(Query::parse("cost<=many").warnings.len(), 1);
        assert_eq!(Query::parse("rarety:r").warnings.len(), 1);
        assert_eq!(Query::parse("at 10:30 he said: no").warnings, []);
        assert_eq!(Query::parse("t:jedi>2").warnings.len(), 1);
    }

    #[test]
    fn a_query_is_written_as_it_is_read() {
        for text in [
            "k:\"critical hit\">=2 -t:battle side:vong",
            "cost<3 or cost>7 is:unique",
            "text:\"when this\" luke",
        ] {
            let query = Query::parse(text);
            let again = Query::parse(
                &query
                    .groups
                    .iter()
                    .map(Group::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
            );
            assert_eq!(query.groups, again.groups, "{text}");
        }
        assert_eq!(Query::parse("a k:evade b").without(1), "a b");
    }
}
