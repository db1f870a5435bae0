//! The plugin's keyword file: a name, a tab, the official wording; one keyword a line.

use super::text::{self, FileRefused, excerpt};
use super::{Doubt, Notes, Refusal, Wording};

/// What a keyword file holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeywordFile {
    /// The wordings, in the order of the file. Marks of bold type are taken off.
    pub wordings: Vec<Wording>,
    /// Lines kept with a doubt.
    pub doubts: Notes<Doubt>,
    /// Lines that are no entries.
    pub refused: Notes<Refusal>,
}

/// Reads a keyword file.
///
/// # Errors
/// If the file is too large, no text, empty, or has not a single entry.
pub fn parse(bytes: &[u8]) -> Result<KeywordFile, FileRefused> {
    let body = text::open(bytes)?;
    let mut file = KeywordFile::default();
    for line in text::lines(&body) {
        if line.text.trim().is_empty() {
            continue;
        }
        match entry(&line) {
            Ok(wording) => file.add(wording),
            Err(why) => file.refused.push(Refusal {
                line: line.number,
                why,
                excerpt: excerpt(&line.text),
            }),
        }
    }
    if file.wordings.is_empty() {
        return Err(FileRefused::Form(
            "the file has no line of the form `keyword, tab, wording`".to_owned(),
        ));
    }
    Ok(file)
}

impl KeywordFile {
    fn add(&mut self, wording: Wording) {
        let twice = self
            .wordings
            .iter()
            .any(|w| w.name.eq_ignore_ascii_case(&wording.name));
        if twice {
            self.doubts.push(Doubt {
                line: wording.line,
                column: String::new(),
                what: format!(
                    "`{}` has an entry already; this one is not used",
                    wording.name
                ),
            });
            return;
        }
        self.wordings.push(wording);
    }
}

fn entry(line: &text::Line<'_>) -> Result<Wording, String> {
    if line.too_long {
        return Err(format!(
            "the line is longer than {} bytes",
            text::LONGEST_LINE
        ));
    }
    let (name, wording) = line
        .text
        .split_once('\t')
        .ok_or("no tab behind the keyword's name")?;
    let (name, wording) = (name.trim(), wording.trim());
    if name.is_empty() || wording.is_empty() {
        return Err("the name or the wording is empty".to_owned());
    }
    Ok(Wording {
        name: name.to_owned(),
        text: wording.replace("**", ""),
        line: line.number,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_lose_their_bold_marks_and_bad_lines_are_named() {
        let file = parse(b"Leap\t**Leap X:** Jumps.\r\n\r\nnonsense\nLeap\tagain\n").unwrap();
        assert_eq!(file.wordings.len(), 1);
        assert_eq!(file.wordings[0].text, "Leap X: Jumps.");
        assert_eq!((file.refused.count, file.refused.kept[0].line), (1, 3));
        assert_eq!(file.doubts.count, 1);
        assert!(parse(b"no entries here").is_err());
    }
}
