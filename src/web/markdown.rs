//! Our own Markdown (clauses, short answers of precedents) as HTML. Raw HTML in it is shown as
//! text; links keep only addresses of the web and of our own pages.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// The text as HTML blocks.
#[must_use]
pub fn blocks(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    html::push_html(
        &mut out,
        Parser::new_ext(text, Options::ENABLE_TABLES).map(harmless),
    );
    out
}

/// Somebody else's text as HTML blocks: cleaned once more, and without headings, which would stand
/// among the page's own.
#[must_use]
pub fn foreign(text: &str) -> String {
    let unheaded = |event| match event {
        Event::Start(Tag::Heading { .. }) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::Heading(_)) => Event::End(TagEnd::Paragraph),
        other => other,
    };
    let mut out = String::with_capacity(text.len() + 32);
    let events = Parser::new(text).map(harmless).map(unheaded);
    html::push_html(&mut out, events);
    ammonia::Builder::default()
        .rm_tags(["img", "map", "area"])
        .clean(&out)
        .to_string()
}

/// The text as HTML inside a paragraph: the paragraph marks are left out where there is one only.
#[must_use]
pub fn inline(text: &str) -> String {
    let html = blocks(text);
    let inner = html
        .trim()
        .strip_prefix("<p>")
        .and_then(|h| h.strip_suffix("</p>"));
    match inner {
        Some(inner) if !inner.contains("<p>") => inner.to_owned(),
        _ => html,
    }
}

/// The text without any mark-up, in one line.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for event in Parser::new(text) {
        match event {
            Event::Text(t) | Event::Code(t) | Event::Html(t) | Event::InlineHtml(t) => {
                out.push_str(&t)
            }
            Event::SoftBreak | Event::HardBreak | Event::End(_) if !out.ends_with(' ') => {
                out.push(' ')
            }
            _ => {}
        }
    }
    // Marks end inside sentences too; a blank before a stop or comma is never meant.
    let mut text = out.split_whitespace().collect::<Vec<_>>().join(" ");
    for stop in [".", ",", ";", ":", "?", "!", ")"] {
        text = text.replace(&format!(" {stop}"), stop);
    }
    text
}

fn harmless(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let dest_url = if is_harmless(&dest_url) {
                dest_url
            } else {
                CowStr::Borrowed("#")
            };
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            })
        }
        Event::Start(Tag::Image { .. }) => Event::Text(CowStr::Borrowed("")),
        other => other,
    }
}

fn is_harmless(address: &str) -> bool {
    address.starts_with('/')
        || address.starts_with('#')
        || address.starts_with("https://")
        || address.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_html_and_script_links_are_inert() {
        let html = blocks(
            "See <script>alert(1)</script> [x](javascript:alert(1)) ![y](http://x/y.png) <b onclick=x>",
        );
        assert!(!html.contains("<script"), "{html}");
        assert!(!html.contains("<b "), "{html}");
        assert!(!html.contains("<img"), "{html}");
        assert!(!html.contains("javascript:"), "{html}");
    }

    #[test]
    fn foreign_text_keeps_its_words_and_loses_its_claws() {
        let html = foreign(
            "# Big\n\nSee *this* [x](javascript:alert(1)) <iframe src=//evil.example></iframe> <script>alert(1)</script>",
        );
        assert!(
            html.contains("Big") && html.contains("<em>this</em>"),
            "{html}"
        );
        for claw in ["<h1", "<script", "<iframe", "javascript:"] {
            assert!(!html.contains(claw), "{html}");
        }
    }

    #[test]
    fn one_paragraph_loses_its_marks() {
        assert_eq!(inline("a *b* c"), "a <em>b</em> c");
        assert!(inline("- a\n- b").contains("<ul>"));
        assert_eq!(plain("damage *done by* it."), "damage done by it.");
    }
}
