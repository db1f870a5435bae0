//! How Arbiter reads the ability lines on a board, beside the lines themselves.

use crate::cardtext::{Ability, ReadContext, read_line};
use crate::rules::situation::{CardSpec, Facts, UnitSpec};

/// One line with how it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineView {
    /// The words.
    pub line: String,
    /// Whether all of it is understood.
    pub understood: bool,
    /// What it is, such as `Evade 2 for a cost`; for a line that is not understood what to do.
    pub says: String,
}

/// The lines of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardLines {
    /// The card's name.
    pub name: String,
    /// Its page; absent for a card that no catalogue has.
    pub href: Option<String>,
    /// `its own`, `Equipment`, `Pilot` or `under it`.
    pub role: &'static str,
    /// Its lines.
    pub lines: Vec<LineView>,
}

/// All lines of a unit and of the cards on it.
#[must_use]
pub fn of(unit: &UnitSpec) -> Vec<CardLines> {
    let card = |facts: &Facts, known: Option<&str>, role| CardLines {
        name: facts.name.clone(),
        href: known.map(crate::web::card::href),
        role,
        lines: facts.text.iter().map(|line| read(line, facts)).collect(),
    };
    let parts = |list: &[CardSpec], role| {
        list.iter()
            .map(|c| card(&c.facts, c.card.as_deref(), role))
            .collect::<Vec<_>>()
    };
    let mut all = vec![card(&unit.facts, unit.card.as_deref(), "its own")];
    all.extend(parts(&unit.attached, "Equipment"));
    all.extend(parts(&unit.pilot, "Pilot"));
    all.extend(parts(&unit.under, "under it"));
    all.retain(|c| !c.lines.is_empty());
    all
}

fn read(line: &str, facts: &Facts) -> LineView {
    let context = ReadContext {
        name: &facts.name,
        types: &facts.types,
        subtypes: &facts.subtypes,
    };
    let reading = read_line(line, &context);
    let understood = reading.is_modelled();
    let says = if understood {
        let parts: Vec<String> = reading.abilities.iter().map(kind).collect();
        parts.join("; ")
    } else {
        "not understood: rule it by hand where it matters".to_owned()
    };
    LineView {
        line: line.to_owned(),
        understood,
        says,
    }
}

fn kind(ability: &Ability) -> String {
    match ability {
        Ability::Keyword(k) => format!("the keyword {}", k.keyword.name()),
        Ability::Activated(_) => "a player may use it for its cost".to_owned(),
        Ability::Triggered(_) => "it happens by itself on its event".to_owned(),
        Ability::Static(_) => "it holds all the time".to_owned(),
        _ => "read".to_owned(),
    }
}
