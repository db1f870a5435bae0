//! Bytes to lines: encodings, line ends, and the limits of a file.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// The largest file that is read, in bytes. Real set files are smaller than 100 kB.
pub const LARGEST_FILE: usize = 64 * 1024 * 1024;
/// The longest line that is read, in bytes. Real lines are shorter than 3 kB.
pub const LONGEST_LINE: usize = 256 * 1024;

/// Why a whole file was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileRefused {
    /// Larger than [`LARGEST_FILE`].
    #[error("the file has {size} bytes; more than {LARGEST_FILE} are not read")]
    TooLarge {
        /// Its size in bytes.
        size: u64,
    },
    /// It holds a zero byte, which no text does.
    #[error("the file is no text: byte {at} is zero")]
    Binary {
        /// Where, counted from 0.
        at: usize,
    },
    /// Nothing but blanks.
    #[error("the file is empty")]
    Empty,
    /// More rows than a set can have.
    #[error("the file has more than {limit} rows; a set has a few hundred")]
    TooManyRows {
        /// The most rows that are read.
        limit: usize,
    },
    /// The first line names no columns of a set file.
    #[error(
        "the first line does not name the columns of a set file: `{missing}` is missing in `{found}`"
    )]
    NoHeader {
        /// A column that every set file has.
        missing: &'static str,
        /// The beginning of the line.
        found: String,
    },
    /// Not the form it should have.
    #[error("{0}")]
    Form(String),
}

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: u32,
    pub(super) text: Cow<'a, str>,
    /// Not UTF-8, so read as windows-1252.
    pub(super) old_encoding: bool,
    /// Longer than [`LONGEST_LINE`]; `text` is its beginning only.
    pub(super) too_long: bool,
}

/// The file's bytes as UTF-8 or, where its lines are not, windows-1252, without a byte order mark.
pub(super) fn open(bytes: &[u8]) -> Result<Cow<'_, [u8]>, FileRefused> {
    if bytes.len() > LARGEST_FILE {
        return Err(FileRefused::TooLarge {
            size: bytes.len() as u64,
        });
    }
    let body = match Encoding::for_bom(bytes) {
        Some((encoding, skip)) if encoding == UTF_8 => {
            Cow::Borrowed(bytes.get(skip..).unwrap_or_default())
        }
        Some((encoding, _)) => Cow::Owned(encoding.decode(bytes).0.into_owned().into_bytes()),
        None => Cow::Borrowed(bytes),
    };
    if let Some(at) = body.iter().position(|b| *b == 0) {
        return Err(FileRefused::Binary { at });
    }
    if body.iter().all(u8::is_ascii_whitespace) {
        return Err(FileRefused::Empty);
    }
    Ok(body)
}

/// The lines, whether they end with CR LF, LF or CR.
pub(super) fn lines(body: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut rest = Some(body);
    let mut number = 0;
    std::iter::from_fn(move || {
        let here = rest.take().filter(|r| !r.is_empty())?;
        number += 1;
        let end = here.iter().position(|b| matches!(b, b'\n' | b'\r'));
        let (line, after) = match end {
            Some(end) => {
                let (line, tail) = here.split_at(end);
                let mark = if tail.starts_with(b"\r\n") { 2 } else { 1 };
                (line, tail.get(mark..).unwrap_or_default())
            }
            None => (here, &[][..]),
        };
        rest = Some(after);
        Some(decode(number, line))
    })
}

fn decode(number: u32, line: &[u8]) -> Line<'_> {
    let too_long = line.len() > LONGEST_LINE;
    let line = if too_long {
        line.get(..LONGEST_LINE).unwrap_or(line)
    } else {
        line
    };
    let (text, old_encoding) = match std::str::from_utf8(line) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (WINDOWS_1252.decode_without_bom_handling(line).0, true),
    };
    Line {
        number,
        text,
        old_encoding,
        too_long,
    }
}

/// The beginning of a text, for a report.
pub(super) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 80;
    let mut short: String = text
        .chars()
        .take(LENGTH)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().nth(LENGTH).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<String> {
        let body = open(bytes).unwrap();
        lines(&body).map(|l| l.text.into_owned()).collect()
    }

    #[test]
    fn every_line_end_is_one() {
        assert_eq!(read(b"a\r\nb\nc\rd\r\r\n"), ["a", "b", "c", "d", ""]);
        assert_eq!(read(b"a\n\nb"), ["a", "", "b"]);
    }

    #[test]
    fn encodings_are_told_apart_line_by_line() {
        assert_eq!(
            read(b"\xef\xbb\xbfName\nPadm\xc3\xa9\nPadm\xe9 \x96 x"),
            ["Name", "Padmé", "Padmé – x"]
        );
        let wide: Vec<u8> = "\u{feff}Name\nPadmé"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(read(&wide), ["Name", "Padmé"]);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        assert_eq!(open(b"ab\0c"), Err(FileRefused::Binary { at: 2 }));
        assert_eq!(open(b" \r\n"), Err(FileRefused::Empty));
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let long = vec![b'x'; LONGEST_LINE + 1];
        let line = lines(&long).next().unwrap();
        assert!(line.too_long);
        assert_eq!(line.text.len(), LONGEST_LINE);
    }
}
