//! Plain text: what `arbiter rule` prints and what is pasted where nothing else works.

use super::View;
use super::article::{Block, Item, Length, Span, article};

/// The ruling as plain text. Links are written out once, at the end; citations keep their ids.
#[must_use]
pub fn text(view: &View, length: Length) -> String {
    let blocks = article(view, length);
    let mut out = String::new();
    let mut before = None;
    for block in &blocks {
        if parted(before, block) {
            out.push('\n');
        }
        write(&mut out, block);
        before = Some(block);
    }
    out
}

/// Whether an empty line stands between two blocks.
const fn parted(before: Option<&Block>, block: &Block) -> bool {
    !matches!(
        (before, block),
        (None | Some(Block::Heading(_)), _)
            | (
                Some(Block::Line(_)),
                Block::Quote(_) | Block::List(_) | Block::Steps(_)
            )
            | (Some(Block::Window(_)), Block::Steps(_) | Block::Window(_))
            | (Some(Block::Steps(_)), Block::Window(_))
    )
}

fn write(out: &mut String, block: &Block) {
    match block {
        Block::Heading(words) => line(out, "", &words.to_uppercase()),
        Block::Line(spans) | Block::Window(spans) => line(out, "", &words(spans)),
        Block::Quote(lines) => lines
            .iter()
            .for_each(|spans| line(out, "  ", &words(spans))),
        Block::List(items) => items.iter().for_each(|one| item(out, one)),
        Block::Steps(steps) => steps
            .iter()
            .for_each(|step| line(out, &format!("{:>4}  ", step.n), &words(&step.line))),
    }
}

fn item(out: &mut String, item: &Item) {
    line(out, "- ", &words(&item.line));
    for below in &item.below {
        line(out, "    ", &words(below));
    }
}

fn line(out: &mut String, start: &str, words: &str) {
    out.push_str(start);
    out.push_str(words);
    out.push('\n');
}

/// The words; a link to the ruling is followed by its address, a citation is not.
fn words(spans: &[Span]) -> String {
    let alone = spans.len() == 1;
    let word = |span: &Span| match span {
        Span::Text(words) | Span::Strong(words) | Span::Em(words) => words.clone(),
        Span::Link { label, href } if alone => format!("{label}: {href}"),
        Span::Link { label, .. } => label.clone(),
    };
    spans.iter().map(word).collect()
}
