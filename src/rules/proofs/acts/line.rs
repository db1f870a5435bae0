//! Printed lines, and what each of them speaks of.

use crate::cardtext::report::{LineKind, PrintedLine, judge_line};
use crate::game::{Arena, Card, CardSide, CardType};
use crate::rulebook::Keyword;

/// A line with what its card is.
pub struct Line {
    pub set: String,
    pub name: String,
    pub types: Vec<CardType>,
    pub subtypes: Vec<String>,
    pub text: String,
    /// The first line of the card, which a line on it may go on from.
    pub first: String,
}

impl Line {
    pub fn is(&self, t: CardType) -> bool {
        self.types.contains(&t)
    }
}

/// Where the line stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Own,
    Build,
    /// In the build zone, with enough counters to be deployed.
    Late,
    Under,
    Attached,
    Pilot,
    /// A Battle card that is played.
    Card,
    /// Beside the first line of a Battle card that is played, for a further cost.
    Enhance,
    /// In the discard pile.
    Pile,
}

/// What the line speaks of.
#[derive(Clone)]
pub struct Spoken {
    pub subtypes: Vec<String>,
    pub names: String,
    pub places: Vec<Place>,
    pub arenas: Vec<Arena>,
    pub side: Option<CardSide>,
    pub subordinates: bool,
    /// Lines with the keywords it names.
    pub keywords: Vec<String>,
    /// The keywords it names.
    pub named: Vec<&'static str>,
}

/// The words behind `Subtype("` and the like in the parsed form.
fn mentioned(parsed: &str, kind: &str) -> Vec<String> {
    let start = format!("{kind}(\"");
    let mut found: Vec<String> = parsed
        .split(&start)
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(str::to_owned)
        .collect();
    found.sort();
    found.dedup();
    found
}

/// The places a line of that card can stand in, the likeliest first.
fn places(line: &Line) -> Vec<Place> {
    let low = line.text.to_lowercase();
    if low.contains("meditate") && low.contains("->") {
        return vec![Place::Pile];
    }
    if line.is(CardType::Battle) {
        return vec![if low.starts_with("enhance") {
            Place::Enhance
        } else {
            Place::Card
        }];
    }
    if line.is(CardType::Equipment) {
        return vec![Place::Attached];
    }
    if low.contains("pilot. ") || low.contains("pilot: ") {
        return vec![Place::Pilot];
    }
    if low.starts_with("insert") || low.contains("beneath the top card") {
        return vec![Place::Under];
    }
    if low.starts_with("reserves") {
        return vec![Place::Build];
    }
    if low.contains("deploy") || low.contains("finish building") {
        return vec![Place::Late, Place::Own];
    }
    vec![Place::Own, Place::Own, Place::Own, Place::Build]
}

/// A line with the keyword, as cards have it.
fn keyword_line(keyword: Keyword) -> Option<String> {
    let name = keyword.name();
    let activated = [
        "Evade",
        "Deflect",
        "Intercept",
        "Retaliate",
        "Protect",
        "Absorb",
        "Redirect",
        "Persuade",
        "Ambush",
    ];
    let bare = [
        "Armor",
        "Stealth",
        "Precision",
        "Overkill",
        "Double Damage",
        "Double Strike",
        "Cunning",
    ];
    let numbered = [
        "Shields",
        "Fury",
        "Stun",
        "Focus",
        "Lucky",
        "Critical Hit",
        "Parry",
        "Damage Control",
        "Accuracy",
        "Avenge",
        "Riposte",
        "Velocity",
        "Bombard",
    ];
    let pays = |rest: &str| Some(format!("Pay 1 Force -> {name}{rest}"));
    match name {
        "Intercept" | "Redirect" => pays(""),
        name if activated.contains(&name) => pays(" 1"),
        "Bounty" => Some("Bounty: Gain 1 Force.".to_owned()),
        "Upkeep" => Some("Upkeep: Pay 1 Force.".to_owned()),
        "Pilot" => Some("Walker Pilot. The Walker gets: Armor".to_owned()),
        name if bare.contains(&name) => Some(name.to_owned()),
        name if numbered.contains(&name) => Some(format!("{name} 1")),
        _ => None,
    }
}

/// What the line speaks of; nothing for a line that is not modelled or has no business in battle.
pub fn spoken_of(line: &Line) -> Option<Spoken> {
    let printed = PrintedLine {
        set: &line.set,
        card: &line.name,
        types: &line.types,
        subtypes: &line.subtypes,
        text: &line.text,
    };
    let judged = judge_line(&printed)?;
    if !judged.modelled || judged.kind == LineKind::OutsideBattle {
        return None;
    }
    let mut parsed = if judged.abilities.is_empty() {
        let read = crate::cardtext::read_effect(&line.text, &printed.context());
        format!("{read:?}")
    } else {
        format!("{:?}", judged.abilities)
    };
    if line.is(CardType::Battle) && line.first != line.text {
        // A further cost speaks of whom the card's own line has chosen.
        let first = crate::cardtext::read_effect(&line.first, &printed.context());
        parsed.push_str(&format!("{first:?}"));
    }
    let arena = |a: &Arena| line.text.contains(&format!("{} ", a.name()));
    let sides = [CardSide::Neutral, CardSide::Light, CardSide::Dark];
    Some(Spoken {
        subtypes: mentioned(&parsed, "Subtype"),
        names: mentioned(&parsed, "Name").join(" and "),
        places: places(line),
        arenas: Arena::ALL.into_iter().filter(arena).collect(),
        side: sides
            .into_iter()
            .find(|s| parsed.contains(&format!("Side({s:?})"))),
        subordinates: parsed.contains("Type(Subordinate)"),
        named: Keyword::all()
            .map(Keyword::name)
            .filter(|name| line.text.contains(name))
            .collect(),
        keywords: Keyword::all()
            .filter(|k| line.text.contains(k.name()))
            .filter_map(keyword_line)
            .collect(),
    })
}

/// All lines of the starter catalogue.
pub fn starter() -> Vec<Line> {
    lines(crate::catalogue::starter_cards().expect("the starter catalogue"))
}

/// The lines of those cards, in printed order.
pub fn lines(cards: Vec<Card>) -> Vec<Line> {
    let lines = cards.into_iter().flat_map(|card| {
        let (set, name, types, subtypes) = (card.set, card.name, card.types, card.subtypes);
        let first = card.text.first().cloned().unwrap_or_default();
        card.text.into_iter().map(move |text| Line {
            set: set.clone(),
            name: name.clone(),
            types: types.clone(),
            subtypes: subtypes.clone(),
            text,
            first: first.clone(),
        })
    });
    lines.collect()
}
