//! Breaking words into lines that fit, without a font at hand.

/// Widths of the printable ASCII characters in DejaVu Sans Bold, in hundredths of the font size.
const ASCII: [u8; 95] = [
    35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70,
    70, 70, 70, 40, 40, 84, 84, 84, 58, 100, 78, 77, 74, 83, 69, 69, 83, 84, 38, 38, 78, 64, 100,
    84, 85, 74, 85, 77, 73, 69, 82, 78, 111, 78, 73, 73, 46, 37, 46, 84, 50, 50, 68, 72, 60, 72,
    68, 44, 72, 72, 35, 35, 67, 35, 105, 72, 69, 72, 72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72,
    37, 72, 84,
];

/// Width of any other character: wider than all but a few.
const OTHER: u8 = 105;

/// The width of a line in multiples of the font size; the bold face, so never too little.
pub fn width(text: &str) -> f32 {
    let one = |c: char| {
        let at = u32::from(c)
            .checked_sub(32)
            .and_then(|at| usize::try_from(at).ok());
        f32::from(at.and_then(|at| ASCII.get(at)).copied().unwrap_or(OTHER))
    };
    text.chars().map(one).sum::<f32>() / 100.0
}

/// One line of that size in that width, closed with an ellipsis if it is cut.
pub fn fit_line(text: &str, size: f32, room: f32) -> String {
    if width(text) * size <= room {
        return text.to_owned();
    }
    let mut line = String::new();
    for c in text.chars() {
        line.push(c);
        if (width(&line) + width("…")) * size > room {
            line.pop();
            break;
        }
    }
    format!("{}…", line.trim_end())
}

/// The largest of the sizes at which the text fits into width and height, and its lines. If it
/// fits at none, it is cut at the smallest.
pub fn fit(text: &str, sizes: &[f32], room: f32, height: f32) -> (f32, Vec<String>) {
    let mut smallest = (0.0, Vec::new());
    for &size in sizes {
        let most = (height / (size * 1.2)) as usize;
        let mut lines = wrap(text, room / size);
        if lines.len() <= most {
            return (size, lines);
        }
        let rest = lines.split_off(most.saturating_sub(1)).join(" ");
        lines.push(fit_line(&rest, size, room));
        smallest = (size, lines);
    }
    smallest
}

/// Lines of at most that width, in multiples of the font size; words longer than a line are cut.
fn wrap(text: &str, room: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        for (at, piece) in pieces(word, room).into_iter().enumerate() {
            let line = lines.last().map(String::as_str).unwrap_or_default();
            let longer = match line {
                "" => piece.clone(),
                line => format!("{line} {piece}"),
            };
            match lines.last_mut() {
                Some(line) if at == 0 && (line.is_empty() || width(&longer) <= room) => {
                    *line = longer
                }
                _ => lines.push(piece),
            }
        }
    }
    lines
}

/// A word in pieces of at most that width.
fn pieces(word: &str, room: f32) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for c in word.chars() {
        match pieces.last_mut() {
            Some(piece)
                if piece.is_empty() || width(piece) + width(c.encode_utf8(&mut [0; 4])) <= room =>
            {
                piece.push(c);
            }
            _ => pieces.push(c.to_string()),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words() {
        assert_eq!(wrap("aaa bbb ccc", 5.0), ["aaa bbb", "ccc"]);
        assert_eq!(wrap("aaaaaaaaaa b", 2.1), ["aaa", "aaa", "aaa", "a b"]);
    }

    #[test]
    fn takes_the_largest_size_that_fits() {
        let (size, lines) = fit("a short line", &[40.0, 20.0], 400.0, 100.0);
        assert_eq!((size, lines.len()), (40.0, 1));
        let (size, lines) = fit(&"word ".repeat(100), &[40.0, 20.0], 400.0, 100.0);
        assert_eq!((size, lines.len()), (20.0, 4));
        assert!(lines[3].ends_with('…'), "{lines:?}");
    }

    #[test]
    fn cuts_one_line_with_an_ellipsis() {
        let line = fit_line(&"w".repeat(300), 20.0, 200.0);
        assert!(
            line.ends_with('…') && width(&line) * 20.0 <= 200.0,
            "{line}"
        );
    }
}
