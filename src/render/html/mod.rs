//! HTML: one self-contained file for printing and keeping, and a fragment for pasting.

mod fragment;
mod sections;

pub use fragment::fragment;

use super::View;
use super::clean::{shorten, tie};
use super::view::Footer;

/// The style inside the file, so that a content security policy can name its hash.
pub const STYLE: &str = include_str!("print.css");

/// The ruling as one file: no script, nothing loaded from elsewhere, every window unfolded.
#[must_use]
pub fn html(view: &View) -> String {
    let summary = escape(&view.summary);
    let title = escape(&shorten(&view.summary, View::TITLE));
    let canonical = view
        .permalink
        .as_ref()
        .map(|href| format!("<link rel=\"canonical\" href=\"{}\">\n", escape(href)))
        .unwrap_or_default();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Arbiter</title>\n<meta name=\"description\" content=\"{summary}\">\n\
         {canonical}<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n{}</body>\n</html>\n",
        sections::all(view),
        footer(view)
    )
}

fn footer(view: &View) -> String {
    let link = view
        .permalink
        .as_ref()
        .map(|href| format!("<p><a href=\"{0}\">{0}</a></p>\n", escape(href)))
        .unwrap_or_default();
    format!(
        "<footer>\n{link}<p>{}. Rests on {}.</p>\n<p>{}</p>\n</footer>\n",
        escape(&view.footer.line()),
        view.footer.rests_on(),
        Footer::NOTE
    )
}

/// The words as HTML text or attribute value, with numbers tied to their words.
fn words(text: &str) -> String {
    escape(&tie(text))
}

/// Everything that HTML reads as more than itself, inside text and quoted attribute values.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
