//! What is known about a card besides its facts: how its lines are read, what it refers to, what
//! refers to it.

pub(super) mod lines;
pub(super) mod related;

use crate::catalogue::slug;
use crate::game::{Card, CardSide, OpenNumber, Printed};

/// A card in running text or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardLink {
    /// Its full name.
    pub name: String,
    /// Its page.
    pub href: String,
}

impl CardLink {
    /// Of the card of that full name.
    #[must_use]
    pub fn to(name: &str) -> CardLink {
        CardLink {
            name: name.to_owned(),
            href: href(name),
        }
    }
}

/// The address of a card's page.
#[must_use]
pub fn href(name: &str) -> String {
    format!("/c/{}", slug(name))
}

/// The type line: `Character · Jedi, Togruta`.
#[must_use]
pub fn type_line(card: &Card) -> String {
    let types: Vec<&str> = card.types.iter().map(|t| t.name()).collect();
    let mut line = types.join("/");
    if !card.subtypes.is_empty() {
        line.push_str(" · ");
        line.push_str(&card.subtypes.join(", "));
    }
    line
}

/// The printed side in words.
#[must_use]
pub const fn side(card: &Card) -> &'static str {
    match card.side {
        CardSide::Light => "Light Side",
        CardSide::Dark => "Dark Side",
        CardSide::Neutral => "Neutral",
        CardSide::YuuzhanVong => "Yuuzhan Vong",
    }
}

/// The printed numbers that the card has, by name.
#[must_use]
pub fn numbers(card: &Card) -> Vec<(&'static str, String)> {
    let all = [
        ("Cost", card.cost),
        ("Speed", card.speed),
        ("Power", card.power),
        ("Health", card.health),
    ];
    all.into_iter()
        .filter_map(|(name, number)| Some((name, printed(number?))))
        .collect()
}

fn printed(number: Printed) -> String {
    match number {
        Printed::Number(n) => n.to_string(),
        Printed::Open(OpenNumber::Star) => "*".to_owned(),
        Printed::Open(OpenNumber::X) => "X".to_owned(),
    }
}
