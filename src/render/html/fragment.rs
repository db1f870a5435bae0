//! A piece of HTML to be pasted into somebody else's page: plain elements, no classes, no style.

use super::escape;
use crate::render::View;
use crate::render::article::{Block, Item, Length, Span, article};

/// The ruling as a piece of HTML.
#[must_use]
pub fn fragment(view: &View, length: Length) -> String {
    article(view, length).iter().map(block).collect()
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(words) => format!("<h3>{}</h3>\n", escape(words)),
        Block::Line(spans) | Block::Window(spans) => format!("<p>{}</p>\n", line(spans)),
        Block::Quote(lines) => {
            let lines: String = lines
                .iter()
                .map(|spans| format!("<p>{}</p>", line(spans)))
                .collect();
            format!("<blockquote>{lines}</blockquote>\n")
        }
        Block::List(items) => format!("{}\n", list(items.iter().map(item))),
        Block::Steps(steps) => {
            let start = steps.first().map_or(1, |step| step.n);
            let steps = steps
                .iter()
                .map(|step| format!("<li value=\"{}\">{}</li>", step.n, line(&step.line)));
            format!("<ol start=\"{start}\">{}</ol>\n", steps.collect::<String>())
        }
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("<li>{item}</li>")).collect();
    format!("<ul>{items}</ul>")
}

fn item(item: &Item) -> String {
    match item.below.as_slice() {
        [] => line(&item.line),
        below => format!(
            "{}{}",
            line(&item.line),
            list(below.iter().map(|spans| line(spans)))
        ),
    }
}

fn line(spans: &[Span]) -> String {
    spans.iter().map(span).collect()
}

fn span(span: &Span) -> String {
    match span {
        Span::Text(words) => escape(words),
        Span::Strong(words) => format!("<b>{}</b>", escape(words)),
        Span::Em(words) => format!("<i>{}</i>", escape(words)),
        Span::Link { label, href } => {
            format!("<a href=\"{}\">{}</a>", escape(href), escape(label))
        }
    }
}
