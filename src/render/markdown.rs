//! Markdown without HTML and without tables, so that it reads the same wherever it is pasted.

use super::View;
use super::article::{Block, Item, Length, Span, article};
use super::defuse::defuse;

/// The ruling as Markdown.
#[must_use]
pub fn markdown(view: &View, length: Length) -> String {
    let blocks: Vec<String> = article(view, length).iter().map(block).collect();
    format!("{}\n", blocks.join("\n\n"))
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(words) => format!("### {}", escape(words)),
        Block::Line(spans) | Block::Window(spans) => line(spans),
        Block::Quote(lines) => join(
            lines.iter().map(|spans| format!("> {}", line(spans))),
            "\n>\n",
        ),
        Block::List(items) => join(items.iter().map(item), "\n"),
        Block::Steps(steps) => {
            let step = |n: u32, spans: &[Span]| format!("{n}. {}", line(spans));
            join(steps.iter().map(|one| step(one.n, &one.line)), "\n")
        }
    }
}

fn join(lines: impl Iterator<Item = String>, between: &str) -> String {
    lines.collect::<Vec<_>>().join(between)
}

fn item(item: &Item) -> String {
    let below = item
        .below
        .iter()
        .map(|spans| format!("\n  - {}", line(spans)));
    std::iter::once(format!("- {}", line(&item.line)))
        .chain(below)
        .collect()
}

/// A line of spans that begins no block of its own.
fn line(spans: &[Span]) -> String {
    let words: String = spans.iter().map(span).collect();
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let after = words.get(digits..).unwrap_or_default();
    match digits > 0 && after.starts_with(['.', ')']) {
        true => format!("{}\\{after}", words.get(..digits).unwrap_or_default()),
        false if words.starts_with(['#', '+', '-', '=']) => format!("\\{words}"),
        false => words,
    }
}

fn span(span: &Span) -> String {
    match span {
        Span::Text(words) => escape(words),
        Span::Strong(words) => marked(words, "**"),
        Span::Em(words) => marked(words, "*"),
        Span::Link { label, href } => format!("[{}]({href})", escape(label)),
    }
}

/// Marks must touch the words: blanks at the ends stay outside.
fn marked(words: &str, mark: &str) -> String {
    let inner = words.trim();
    match words.split_once(inner) {
        Some((before, after)) if !inner.is_empty() => {
            format!("{before}{mark}{}{mark}{after}", escape(inner))
        }
        _ => escape(words),
    }
}

/// Everything that Markdown, or a dialect of it, reads as more than itself gets a backslash.
fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in defuse(words).chars() {
        if r"\`*_[]<>&~|$^".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
