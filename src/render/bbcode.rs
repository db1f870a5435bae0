//! BBCode in the six tags that every forum knows: b, i, u, url, quote, list.

use super::View;
use super::article::{Block, Item, Length, Span, article};
use super::defuse::defuse;

/// The ruling as BBCode.
#[must_use]
pub fn bbcode(view: &View, length: Length) -> String {
    let blocks: Vec<String> = article(view, length).iter().map(block).collect();
    blocks.concat()
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(words) => format!("\n[u]{}[/u]\n", escape(words)),
        Block::Line(spans) | Block::Window(spans) => format!("{}\n", line(spans)),
        Block::Quote(lines) => {
            let lines: Vec<String> = lines.iter().map(|spans| line(spans)).collect();
            format!("[quote]{}[/quote]\n", lines.join("\n"))
        }
        Block::List(items) => format!("{}\n", list(items.iter().map(item))),
        Block::Steps(steps) => steps
            .iter()
            .map(|step| format!("{}. {}\n", step.n, line(&step.line)))
            .collect(),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("[*]{item}\n")).collect();
    format!("[list]\n{items}[/list]")
}

fn item(item: &Item) -> String {
    match item.below.as_slice() {
        [] => line(&item.line),
        below => {
            let below = list(below.iter().map(|spans| line(spans)));
            format!("{}\n{below}", line(&item.line))
        }
    }
}

fn line(spans: &[Span]) -> String {
    spans.iter().map(span).collect()
}

fn span(span: &Span) -> String {
    match span {
        Span::Text(words) => escape(words),
        Span::Strong(words) => format!("[b]{}[/b]", escape(words)),
        Span::Em(words) => format!("[i]{}[/i]", escape(words)),
        Span::Link { label, href } => format!("[url={href}]{}[/url]", escape(label)),
    }
}

/// No forum agrees with the next on how a square bracket is escaped, so round ones stand in.
fn escape(words: &str) -> String {
    defuse(words).replace('[', "(").replace(']', ")")
}
