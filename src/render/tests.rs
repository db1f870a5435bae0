use std::collections::BTreeSet;

use pulldown_cmark::{Event, Options, Parser, Tag};
use scraper::{Html, Selector};

use super::*;
use crate::rules::situation::Situation;
use crate::rules::trace::Ruling;

const BASE: &str = "https://arbiter.example";

pub fn view((situation, ruling): (Situation, Ruling)) -> View {
    let links = Links {
        base: Some(BASE.to_owned()),
        permalink: Some(format!("{BASE}/r/k7m2q4xvzdp3t6hw")),
    };
    // What the rulebook says may change; how it is written may not.
    let mut view = View::new(&situation, &ruling, &links);
    view.footer.rules = "1.4".to_owned();
    for reading in &mut view.readings {
        "What is asked?".clone_into(&mut reading.question);
        "What we say.".clone_into(&mut reading.says);
    }
    view
}

/// Names that try to be more than names.
const HOSTILE: &[&str] = &[
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "[/quote][url=javascript:alert(1)]x[/url]",
    "[b]bold[/b] [img]http://x/y.png[/img]",
    "`code` **bold** _em_ ~~no~~ ||spoiler||",
    "](http://evil.example) ![i](http://evil.example/i.png)",
    "[a]: http://evil.example \"t\"",
    "# heading",
    "1. one\n2. two",
    "- - - ---",
    "> quote\n\n    code",
    "&lt;b&gt; &#60; &amp;",
    "\u{202e}evil\u{202c} \u{0}\u{7}\u{1b}[31m",
    "http://evil.example www.evil.example @everyone",
    "<http://evil.example> <a@evil.example>",
    "$x$ \\[x\\] ^up^ \\",
    "]]>--><!--",
    "' onmouseover='alert(1)",
];

pub fn hostile_views() -> impl Iterator<Item = (&'static str, View)> {
    let long = "Very long name ".repeat(20);
    let long: &'static str = Box::leak(long.into_boxed_str());
    HOSTILE.iter().copied().chain([long]).map(|name| {
        let (mut situation, mut ruling) = fixture::named(name, &format!("{name} too"));
        name.clone_into(&mut situation.about.title);
        name.clone_into(&mut situation.about.question);
        let (_, waiting) = fixture::waiting();
        ruling.request = waiting.request;
        ruling.unmodelled = waiting.unmodelled;
        for line in &mut ruling.unmodelled {
            name.clone_into(&mut line.line);
        }
        for option in ruling
            .request
            .iter_mut()
            .flat_map(|request| &mut request.options)
        {
            name.clone_into(&mut option.label);
        }
        for refusal in &mut ruling.refused {
            name.clone_into(&mut refusal.play);
        }
        (name, view((situation, ruling)))
    })
}

/// Markdown as the strictest and the most generous readers see it.
fn markdown_events(text: &str, options: Options) -> Vec<Event<'_>> {
    Parser::new_ext(text, options).collect()
}

#[test]
fn markdown_has_no_html_and_no_links_but_ours() {
    for (name, view) in hostile_views() {
        for length in Length::ALL {
            let text = markdown(&view, length);
            for event in markdown_events(&text, Options::all()) {
                match &event {
                    Event::Html(_) | Event::InlineHtml(_) | Event::Code(_) | Event::Rule => {
                        panic!("{name}: {event:?}\n{text}")
                    }
                    Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_) => {
                        panic!("{name}: {event:?}\n{text}")
                    }
                    Event::Start(Tag::Link { dest_url, .. }) => {
                        assert!(dest_url.starts_with(BASE), "{name}: {dest_url}");
                    }
                    Event::Start(Tag::Image { .. } | Tag::CodeBlock(_) | Tag::Table(_)) => {
                        panic!("{name}: {event:?}\n{text}")
                    }
                    Event::Start(Tag::Strikethrough | Tag::Superscript | Tag::Subscript) => {
                        panic!("{name}: {event:?}\n{text}")
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn markdown_gives_the_words_back_as_they_were() {
    for (name, view) in hostile_views() {
        let text = markdown(&view, Length::Full);
        let words: String = markdown_events(&text, Options::empty())
            .into_iter()
            .map(|event| match event {
                Event::Text(words) => words.replace('\u{2060}', ""),
                Event::End(_) | Event::SoftBreak => " ".to_owned(),
                _ => String::new(),
            })
            .collect();
        let words = clean(&words);
        assert!(words.contains(&view.summary), "{name}\n{words}\n{text}");
        assert!(
            words.contains(&view.board.sides[0].units[0].name),
            "{name}\n{words}"
        );
        let headings = markdown_events(&text, Options::empty())
            .into_iter()
            .filter(|event| matches!(event, Event::Start(Tag::Heading { .. })));
        assert_eq!(headings.count(), text.matches("\n### ").count(), "{name}");
    }
}

#[test]
fn markdown_numbers_the_steps_as_the_ruling_does() {
    let text = markdown(&view(fixture::ruled()), Length::Full);
    let starts: Vec<Option<u64>> = markdown_events(&text, Options::empty())
        .into_iter()
        .filter_map(|event| match event {
            Event::Start(Tag::List(Some(start))) => Some(Some(start)),
            _ => None,
        })
        .collect();
    assert_eq!(starts, [1, 3, 4, 5, 7, 10, 11].map(Some));
}

/// Checks that tags are ours, closed in order, and links lead to us.
fn scan_bbcode(text: &str) -> Result<BTreeSet<&str>, String> {
    let (mut open, mut seen) = (Vec::new(), BTreeSet::new());
    for piece in text.split('[').skip(1) {
        let tag = piece
            .split_once(']')
            .ok_or(format!("an open bracket: [{piece}"))?
            .0;
        let (name, value) = tag.split_once('=').unwrap_or((tag, ""));
        match name {
            "*" if open.last() == Some(&"list") => {}
            "b" | "i" | "u" | "quote" | "list" if value.is_empty() => open.push(name),
            "url" if value.starts_with(BASE) => open.push(name),
            _ => {
                let closed = name
                    .strip_prefix('/')
                    .ok_or(format!("a foreign tag: [{tag}]"))?;
                if open.pop() != Some(closed) {
                    return Err(format!("[{tag}] closes nothing"));
                }
            }
        }
        seen.insert(name);
    }
    match open.as_slice() {
        [] => Ok(seen),
        open => Err(format!("{open:?} stay open")),
    }
}

#[test]
fn bbcode_has_our_tags_only() {
    for (name, view) in hostile_views() {
        for length in Length::ALL {
            let text = bbcode(&view, length);
            let scanned = scan_bbcode(&text);
            assert!(scanned.is_ok(), "{name}: {scanned:?}\n{text}");
            assert!(!text.contains("javascript:alert(1)]"), "{name}");
            let ours = text.matches("://").count() == text.matches(&format!("[url={BASE}")).count();
            assert!(ours, "{name}\n{text}");
        }
    }
}

fn select<'a>(page: &'a Html, selector: &str) -> Vec<scraper::ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn assert_harmless(name: &str, page: &Html) {
    for element in select(page, "*") {
        let value = element.value();
        let known = [
            "html",
            "head",
            "meta",
            "title",
            "link",
            "style",
            "body",
            "main",
            "header",
            "section",
            "footer",
            "h1",
            "h2",
            "h3",
            "p",
            "a",
            "b",
            "i",
            "ul",
            "ol",
            "li",
            "dl",
            "dt",
            "dd",
            "div",
            "span",
            "details",
            "summary",
            "blockquote",
        ];
        assert!(known.contains(&value.name()), "{name}: <{}>", value.name());
        for (attribute, content) in value.attrs() {
            let expected = [
                "lang", "charset", "name", "content", "rel", "href", "class", "id", "value",
                "start", "open",
            ];
            assert!(
                expected.contains(&attribute),
                "{name}: {attribute}={content}"
            );
            let ours = content.starts_with(BASE) || content.starts_with("#s");
            assert!(attribute != "href" || ours, "{name}: {content}");
        }
    }
    let comments = page.tree.nodes().filter(|node| node.value().is_comment());
    assert_eq!(comments.count(), 0, "{name}");
}

#[test]
fn html_has_nothing_that_somebody_typed_in() {
    for (name, view) in hostile_views() {
        let page = Html::parse_document(&html(&view));
        assert!(page.errors.is_empty(), "{name}: {:?}", page.errors);
        assert_harmless(name, &page);
        let said: String = select(&page, "h1")
            .into_iter()
            .flat_map(|h1| h1.text())
            .collect();
        assert_eq!(said.replace('\u{a0}', " "), view.summary, "{name}");
        for length in Length::ALL {
            assert_harmless(name, &Html::parse_fragment(&html::fragment(&view, length)));
        }
    }
}

#[test]
fn html_is_one_file_with_everything_unfolded() {
    let view = view(fixture::ruled());
    let text = html(&view);
    let page = Html::parse_document(&text);
    assert_eq!(select(&page, "details").len(), view.windows.len());
    assert_eq!(select(&page, "details[open]").len(), view.windows.len());
    assert_eq!(
        select(&page, "script, link[rel=stylesheet], img, iframe").len(),
        0
    );
    assert!(!html::STYLE.contains("url(") && !html::STYLE.contains("@import"));
    assert_eq!(select(&page, "li.step").len(), 11);
    assert_eq!(select(&page, "#s9").len(), 1);
    assert_eq!(select(&page, "h1").len(), 1);
    for cite in select(&page, ".cites > li") {
        let provenance = cite.select(&Selector::parse(".prov").unwrap()).count();
        assert_eq!(provenance, 1, "{}", cite.html());
    }
    assert!(text.len() < 40_000, "{}", text.len());
}

#[test]
fn plain_text_has_no_control_characters() {
    for (name, view) in hostile_views() {
        for length in Length::ALL {
            let text = text(&view, length);
            let control = text.chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(control, None, "{name}");
        }
    }
}

#[test]
fn short_forms_fit_where_they_are_pasted() {
    let view = view(fixture::ruled());
    for format in Format::ALL {
        let [short, full] = Length::ALL.map(|length| Share::new(&view, format, length));
        assert!(short.characters < full.characters);
        assert!(short.places().all(|(_, fits)| fits), "{}", short.text);
        assert_eq!(Format::find(format.as_str()), Some(format));
    }
}

#[test]
fn every_citation_names_its_provenance_in_every_format() {
    let view = view(fixture::ruled());
    for format in Format::ALL {
        let text = Share::new(&view, format, Length::Full).text;
        for cite in ["evade.2", "attack.placement", "parry.1", "11.4"] {
            assert!(text.contains(cite), "{format:?} {cite}");
        }
        for word in [
            "Glossary",
            "Published ruling",
            "Open question",
            "Card text",
            "Ruled by hand",
        ] {
            assert!(text.contains(word), "{format:?} {word}\n{text}");
        }
    }
}

#[test]
fn without_links_there_are_none() {
    let (situation, ruling) = fixture::ruled();
    let view = View::new(&situation, &ruling, &Links::default());
    for format in Format::ALL {
        let text = Share::new(&view, format, Length::Full).text;
        assert!(!text.contains("http") && !text.contains("href"), "{text}");
    }
}

#[test]
fn formats_stay_as_they_are() {
    let ruled = view(fixture::ruled());
    let waiting = view(fixture::waiting());
    for (name, view) in [("ruled", &ruled), ("waiting", &waiting)] {
        for format in Format::ALL {
            for length in Length::ALL {
                let share = Share::new(view, format, length);
                let name = format!("{name}-{}-{}", length.as_str(), format.as_str());
                insta::assert_snapshot!(name, share.text);
            }
        }
    }
}

/// Every precedent in every format, as its reader sees it.
#[test]
fn precedents_are_well_formed_in_every_format() {
    let cards = crate::catalogue::CardIndex::starter().unwrap();
    let files = crate::rulebook::embedded::files("cases/", ".toml");
    assert!(!files.is_empty());
    for (path, text) in files {
        let case = crate::rules::document::read_toml(&text, &cards).unwrap();
        let ruling = crate::rules::judge(&case.situation);
        let steps = ruling.steps.len();
        let view = view((case.situation, ruling));
        let shown = view.windows.iter().map(|window| window.steps.len());
        assert_eq!(shown.sum::<usize>(), steps, "{path}");
        let outcomes = view.windows.iter().map(|window| &window.outcome);
        assert!(
            outcomes.clone().all(|outcome| !outcome.is_empty()),
            "{path}"
        );
        let scanned = scan_bbcode(&bbcode(&view, Length::Full)).map(drop);
        assert_eq!(scanned, Ok(()), "{path}");
        assert_harmless(&path, &Html::parse_document(&html(&view)));
        let short = Share::new(&view, Format::Markdown, Length::Short);
        assert!(short.characters <= 2_000, "{path}: {}", short.characters);
    }
}
