//! Which cards have a keyword, and how they come by it.

use crate::catalogue::{CardIndex, slug};
use crate::rulebook::Keyword;
use crate::web::moments;

/// Cards that have a keyword in the same way.
#[derive(Clone, Debug)]
pub struct CardGroup {
    /// In which way, such as "Always".
    pub name: &'static str,
    /// Name, number behind the keyword, address.
    pub cards: Vec<CardEntry>,
    /// How many more there are.
    pub more: usize,
}

/// One card of a group.
#[derive(Clone, Debug)]
pub struct CardEntry {
    /// Its name.
    pub name: String,
    /// The number behind the keyword; empty if there is none.
    pub number: String,
    /// Its address.
    pub href: String,
}

/// The most cards shown in a group.
const MOST: usize = 48;

/// The cards with that keyword, by the shape of the line that has it.
#[must_use]
pub fn with_keyword(keyword: Keyword, index: &CardIndex) -> Vec<CardGroup> {
    let mut groups: Vec<CardGroup> = ["Always", "For a cost", "Given to others or on a condition"]
        .map(|name| CardGroup {
            name,
            cards: Vec::new(),
            more: 0,
        })
        .into();
    for card in index.iter() {
        let line = card
            .text
            .iter()
            .find(|line| moments::mentions(line, keyword.name()));
        let Some(line) = line else { continue };
        if let Some(group) = groups.get_mut(way(line, keyword)) {
            let href = format!("/c/{}", slug(&card.name));
            group.cards.push(CardEntry {
                name: card.name.clone(),
                number: number(line, keyword),
                href,
            });
        }
    }
    for group in &mut groups {
        group.more = group.cards.len().saturating_sub(MOST);
        group.cards.truncate(MOST);
    }
    groups.retain(|g| !g.cards.is_empty());
    groups
}

/// 0: the line is the keyword; 1: a cost stands before it; 2: anything else.
fn way(line: &str, keyword: Keyword) -> usize {
    let starts = |part: &str| part.trim_start().starts_with(keyword.name());
    match line.split_once("->").or_else(|| line.split_once('→')) {
        _ if starts(line) => 0,
        Some((_, effect)) if starts(effect) => 1,
        _ => 2,
    }
}

fn number(line: &str, keyword: Keyword) -> String {
    let rest = line
        .split(keyword.name())
        .nth(1)
        .unwrap_or_default()
        .trim_start();
    rest.chars()
        .take_while(|c| c.is_ascii_digit() || *c == '-')
        .collect()
}
