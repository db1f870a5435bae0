//! oEmbed: how a ruling stands inside somebody else's page.

use serde::Serialize;

use super::html::escape;
use super::preview;
use super::{View, shorten};

/// The widest that an embed is made unless somebody asks for less.
const WIDEST: u32 = 600;

/// Widths from which an embed needs no more than that height; narrower ones need
/// [`NARROWEST`].
const HEIGHTS: [(u32, u32); 3] = [(600, 262), (480, 283), (320, 399)];

/// The height of an embed narrower than all of [`HEIGHTS`].
const NARROWEST: u32 = 431;

/// The room that a page gives, in pixels; `None`: it does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Room {
    /// The most width.
    pub width: Option<u32>,
    /// The most height.
    pub height: Option<u32>,
}

impl Room {
    /// Width and height of an embed in that room. One that gets less height than it needs scrolls.
    #[must_use]
    pub fn size(self) -> (u32, u32) {
        let width = self.width.unwrap_or(WIDEST).clamp(1, WIDEST);
        let needs = HEIGHTS
            .iter()
            .find(|(from, _)| width >= *from)
            .map_or(NARROWEST, |(_, height)| *height);
        (
            width,
            self.height.map_or(needs, |most| needs.min(most.max(1))),
        )
    }

    fn fits(self, width: u32, height: u32) -> bool {
        self.width.is_none_or(|most| width <= most) && self.height.is_none_or(|most| height <= most)
    }
}

/// The answer of `GET /oembed`, version 1.0, type `rich`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Oembed {
    /// Always `1.0`.
    pub version: &'static str,
    /// Always `rich`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The verdict sentence, at most [`Oembed::TITLE`] characters.
    pub title: String,
    /// The name of this service.
    pub provider_name: &'static str,
    /// Its address.
    pub provider_url: String,
    /// For how many seconds this answer may be kept.
    pub cache_age: u32,
    /// The frame to be put into the page.
    pub html: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The picture, if it fits into the room too.
    #[serde(flatten)]
    pub thumbnail: Option<Thumbnail>,
}

/// The picture of a ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Thumbnail {
    /// Its address.
    pub thumbnail_url: String,
    /// Its width in pixels.
    pub thumbnail_width: u32,
    /// Its height in pixels.
    pub thumbnail_height: u32,
}

impl Oembed {
    /// The most characters of a title.
    pub const TITLE: usize = 120;

    /// How a stored ruling stands in that room; `None` if it has no permalink. `base` is the
    /// address of the service.
    #[must_use]
    pub fn new(view: &View, base: &str, room: Room) -> Option<Oembed> {
        let permalink = view.permalink.as_ref()?;
        let (width, height) = room.size();
        let thumbnail = room
            .fits(preview::WIDTH, preview::HEIGHT)
            .then(|| Thumbnail {
                thumbnail_url: format!("{permalink}.png"),
                thumbnail_width: preview::WIDTH,
                thumbnail_height: preview::HEIGHT,
            });
        Some(Oembed {
            version: "1.0",
            kind: "rich",
            title: shorten(&view.summary, Oembed::TITLE),
            provider_name: "Arbiter",
            provider_url: base.to_owned(),
            cache_age: 86_400,
            html: frame(view, permalink, width, height),
            width,
            height,
            thumbnail,
        })
    }
}

/// The frame that people paste by hand; `None` if the ruling has no permalink.
#[must_use]
pub fn embed(view: &View) -> Option<String> {
    let (width, height) = Room::default().size();
    let permalink = view.permalink.as_ref()?;
    Some(frame(view, permalink, width, height))
}

fn frame(view: &View, permalink: &str, width: u32, height: u32) -> String {
    let title = escape(&shorten(
        &format!("Ruling: {}", view.summary),
        Oembed::TITLE,
    ));
    let address = escape(permalink);
    format!(
        "<iframe src=\"{address}/embed\" width=\"{width}\" height=\"{height}\" title=\"{title}\" \
         loading=\"lazy\" sandbox=\"allow-popups allow-top-navigation-by-user-activation\" \
         referrerpolicy=\"no-referrer\" style=\"border:0;max-width:100%\"></iframe>"
    )
}

/// The id of the stored ruling that an address of this service names: `BASE/r/ID`, with or
/// without `/embed`, query or fragment. `None` for any other address.
#[must_use]
pub fn ruling_id<'a>(base: &str, url: &'a str) -> Option<&'a str> {
    let path = url
        .strip_prefix(base.trim_end_matches('/'))?
        .strip_prefix("/r/")?;
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let id = path
        .strip_suffix("/embed")
        .unwrap_or(path)
        .trim_end_matches('/');
    let fits = !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric());
    fits.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixture;
    use crate::render::tests::{hostile_views, view};

    const BASE: &str = "https://arbiter.example";

    fn room(width: u32, height: u32) -> Room {
        Room {
            width: Some(width),
            height: Some(height),
        }
    }

    #[test]
    fn an_embed_keeps_to_its_room() {
        assert_eq!(Room::default().size(), (600, 262));
        assert_eq!(room(480, 900).size(), (480, 283));
        assert_eq!(room(479, 900).size(), (479, 399));
        assert_eq!(room(280, 900).size(), (280, 431));
        assert_eq!(room(1000, 200).size(), (600, 200));
        assert_eq!(room(0, 0).size(), (1, 1));
    }

    #[test]
    fn the_answer_has_what_oembed_asks_for() {
        let answer = Oembed::new(&view(fixture::ruled()), BASE, Room::default()).unwrap();
        let json = serde_json::to_value(&answer).unwrap();
        assert_eq!(json["type"], "rich");
        assert_eq!(json["version"], "1.0");
        assert_eq!(
            (&json["width"], &json["height"]),
            (&600.into(), &262.into())
        );
        assert_eq!(json["thumbnail_width"], 1200);
        assert!(
            json["html"]
                .as_str()
                .unwrap()
                .contains("/r/k7m2q4xvzdp3t6hw/embed\"")
        );
        let narrow = Oembed::new(&view(fixture::ruled()), BASE, room(320, 400)).unwrap();
        let json = serde_json::to_value(&narrow).unwrap();
        assert_eq!(json.get("thumbnail_url"), None);
    }

    #[test]
    fn a_frame_is_one_element_whatever_the_names() {
        for (name, view) in hostile_views() {
            let frame = embed(&view).unwrap();
            let page = scraper::Html::parse_fragment(&frame);
            let all = scraper::Selector::parse("html > *").unwrap();
            let elements: Vec<_> = page.select(&all).collect();
            assert_eq!(elements.len(), 1, "{name}");
            assert_eq!(elements[0].value().name(), "iframe", "{name}");
            assert_eq!(elements[0].value().attrs().count(), 8, "{name}");
        }
    }

    #[test]
    fn only_addresses_of_rulings_have_an_id() {
        let id = |url| ruling_id("https://arbiter.example/", url);
        assert_eq!(id("https://arbiter.example/r/abc"), Some("abc"));
        assert_eq!(
            id("https://arbiter.example/r/abc/embed?theme=dark"),
            Some("abc")
        );
        assert_eq!(id("https://arbiter.example/r/abc#s7"), Some("abc"));
        assert_eq!(id("https://arbiter.example/r/../x"), None);
        assert_eq!(id("https://arbiter.example/k/parry"), None);
        assert_eq!(id("https://arbiter.example.evil/r/abc"), None);
        assert_eq!(id("https://evil.example/r/abc"), None);
    }
}
