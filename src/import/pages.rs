//! Pages of keyword entries per card: the card's name, the heading "Keywords", then each keyword's
//! name with its entry, in paragraphs divided by empty lines.

use super::Wording;
use super::text::{self, FileRefused};

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The card's name.
    pub card: String,
    /// The entries, in the order of the page.
    pub entries: Vec<Wording>,
}

/// Reads a page.
///
/// # Errors
/// If the file is too large, no text, empty, or not of this form.
pub fn parse(bytes: &[u8]) -> Result<Page, FileRefused> {
    let body = text::open(bytes)?;
    let mut paragraphs = paragraphs(&body)?.into_iter().peekable();
    let card = paragraphs.next().map(|p| p.text).unwrap_or_default();
    let heading = paragraphs.next().map(|p| p.text).unwrap_or_default();
    if !heading.eq_ignore_ascii_case("keywords") {
        return Err(FileRefused::Form(
            "the second paragraph is not the heading `Keywords`".to_owned(),
        ));
    }
    let mut entries: Vec<Wording> = Vec::new();
    while let Some(paragraph) = paragraphs.next() {
        let names_next = paragraphs
            .peek()
            .is_some_and(|next| opens(&paragraph.text, &next.text));
        match entries.last_mut() {
            _ if names_next => entries.push(Wording {
                name: paragraph.text,
                text: String::new(),
                line: paragraph.line,
            }),
            Some(entry) => append(&mut entry.text, &paragraph.text),
            None => {
                return Err(FileRefused::Form(format!(
                    "line {} is neither a keyword's name nor part of an entry",
                    paragraph.line
                )));
            }
        }
    }
    if entries.is_empty() {
        return Err(FileRefused::Form("the page has no entries".to_owned()));
    }
    Ok(Page { card, entries })
}

struct Paragraph {
    line: u32,
    text: String,
}

fn paragraphs(body: &[u8]) -> Result<Vec<Paragraph>, FileRefused> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut open = false;
    for line in text::lines(body) {
        if line.too_long {
            return Err(FileRefused::Form(format!(
                "line {} is too long",
                line.number
            )));
        }
        let text = line.text.trim();
        match paragraphs.last_mut() {
            _ if text.is_empty() => open = false,
            Some(paragraph) if open => {
                paragraph.text.push(' ');
                paragraph.text.push_str(text);
            }
            _ => {
                open = true;
                paragraphs.push(Paragraph {
                    line: line.number,
                    text: text.to_owned(),
                });
            }
        }
    }
    Ok(paragraphs)
}

/// Whether an entry begins with this keyword's name: `Parry X: ...`, `Bounty: [bonus]: ...`.
fn opens(name: &str, entry: &str) -> bool {
    let same = entry
        .get(..name.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(name));
    let after = entry.get(name.len()..).unwrap_or_default();
    same && after.starts_with([' ', ':']) && after.contains(':')
}

fn append(text: &mut String, paragraph: &str) {
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(paragraph);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_with_entries_of_several_paragraphs() {
        let page = parse(b"Some Card (A)\n\nKeywords\n\nLeap\n\nLeap X: Jumps\nfar.\n\nAnd more.\n\nDouble Leap\n\nDouble Leap: Twice.").unwrap();
        assert_eq!(page.card, "Some Card (A)");
        let entries: Vec<(&str, &str)> = page
            .entries
            .iter()
            .map(|e| (e.name.as_str(), e.text.as_str()))
            .collect();
        assert_eq!(
            entries,
            [
                ("Leap", "Leap X: Jumps far.\n\nAnd more."),
                ("Double Leap", "Double Leap: Twice.")
            ]
        );
    }

    #[test]
    fn another_text_is_refused() {
        for text in [
            "Some Card",
            "Some Card\n\nAbilities\n\nLeap",
            "Some Card\n\nKeywords\n\nfoo\n\nbar",
            "A\n\nKeywords",
        ] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
    }
}
