//! What a card is: a card of the catalogue with the fields that override its print, or an
//! ad-hoc card.

use crate::catalogue::Found;
use crate::game::{Card, CardType, Printed};
use crate::rules::situation::{CardSpec, Facts};

use super::limits;
use super::on_unit::OnUnit;
use super::place::Place;
use super::reader::{Fields, Reader, quoted};
use super::tree::{Node, Value};

/// The facts of an ad-hoc card that gives none.
pub(super) fn ad_hoc(name: &str, types: Vec<CardType>) -> Facts {
    let fights = types
        .iter()
        .any(|t| t.arena().is_some() || *t == CardType::Subordinate);
    let (speed, power, health) = if fights { (30, 1, 5) } else { (0, 0, 0) };
    Facts {
        name: name.to_owned(),
        types,
        subtypes: Vec::new(),
        card_side: None,
        unique: false,
        cost: 0,
        speed,
        power,
        health,
        text: Vec::new(),
    }
}

/// The facts printed on a card. A number that the text works out counts as 0 here.
pub(in crate::rules) fn printed(card: &Card) -> Facts {
    let number = |n: Option<Printed>| n.and_then(Printed::number).unwrap_or(0);
    Facts {
        name: card.name.clone(),
        types: card.types.clone(),
        subtypes: card.subtypes.clone(),
        card_side: Some(card.side),
        unique: card.is_unique(),
        cost: number(card.cost),
        speed: number(card.speed),
        power: number(card.power),
        health: number(card.health),
        text: card.text.clone(),
    }
}

impl Reader<'_> {
    /// The card that the key `card` names, and its facts with what overrides them. Without
    /// `card`, an ad-hoc card of that name and type unless its keys say otherwise.
    pub(super) fn facts(
        &mut self,
        fields: &mut Fields,
        name: &str,
        card_type: CardType,
    ) -> Option<(Option<String>, Facts)> {
        let named = fields.has("card");
        let card = fields.get(self, "card", Reader::card);
        let types = fields.get(self, "type", Reader::types);
        let (base, types) = match (&card, types) {
            (Some(card), types) => (printed(card), types.unwrap_or_else(|| card.types.clone())),
            (None, types) => {
                let types = types.unwrap_or_else(|| vec![card_type]);
                (ad_hoc(name, types.clone()), types)
            }
        };
        let facts = Facts {
            name: fields.get(self, "name", Reader::line).unwrap_or(base.name),
            types,
            subtypes: fields
                .get(self, "subtypes", Reader::subtypes)
                .unwrap_or(base.subtypes),
            card_side: base.card_side,
            unique: fields
                .get(self, "unique", Reader::flag)
                .unwrap_or(base.unique),
            cost: fields.get(self, "cost", Reader::count).unwrap_or(base.cost),
            speed: fields
                .get(self, "speed", Reader::signed)
                .unwrap_or(base.speed),
            power: fields
                .get(self, "power", Reader::signed)
                .unwrap_or(base.power),
            health: fields
                .get(self, "health", Reader::signed)
                .unwrap_or(base.health),
            text: fields
                .get(self, "text", Reader::abilities)
                .unwrap_or(base.text),
        };
        // A card that was named but not found is already among the problems.
        (named == card.is_some()).then_some((card.map(|card| card.name), facts))
    }

    /// A card of the catalogue.
    fn card(&mut self, node: Node) -> Option<Card> {
        let place = node.place.clone();
        let name = self.line(node)?;
        if self.full() {
            return None;
        }
        match self.cards.find(&name) {
            Found::One(card) => Some(card.clone()),
            Found::Many(names) => {
                let what = format!("{} could be {}", quoted(&name), listed(&names));
                self.wrong(&place, what);
                None
            }
            Found::None { nearest } => {
                self.no_card(&place, &name, &nearest);
                None
            }
        }
    }

    /// Notes that a card is not in the catalogue.
    pub(super) fn no_card(&mut self, place: &Place, name: &str, nearest: &[&str]) {
        let near = match nearest {
            [] => String::new(),
            near => format!("; did you mean {}?", listed(near)),
        };
        self.wrong(place, format!("no card is named {}{near}", quoted(name)));
    }

    /// Card types: `Ground/Character`, or a list.
    pub(super) fn types(&mut self, node: Node) -> Option<Vec<CardType>> {
        let known = CardType::ALL.map(|t| (t.name(), t));
        let place = node.place.clone();
        if matches!(node.value, Value::List(_)) {
            let types = self.list(node, known.len(), |reader, item| {
                reader.word(item, "card type", &known)
            })?;
            if types.is_empty() {
                self.wrong(&place, "a card has at least one type");
            }
            return Some(types).filter(|types| !types.is_empty());
        }
        let text = self.line(node)?;
        let parts: Vec<&str> = text.split('/').map(str::trim).collect();
        let types: Vec<CardType> = parts
            .iter()
            .filter_map(|word| CardType::find(word))
            .collect();
        if types.len() == parts.len() {
            return Some(types);
        }
        let words = known.map(|(word, _)| word);
        for word in parts.iter().filter(|word| CardType::find(word).is_none()) {
            self.unknown(&place, "unknown card type", word, &words);
        }
        None
    }

    fn subtypes(&mut self, node: Node) -> Option<Vec<String>> {
        self.list(node, limits::ABILITIES, Reader::line)
    }

    /// Ability lines: one, or a list.
    pub(super) fn abilities(&mut self, node: Node) -> Option<Vec<String>> {
        self.one_or_more(node, limits::ABILITIES, Reader::line)
    }

    /// Cards under, attached to or piloting a unit; an ad-hoc one is of that type. A card of the
    /// catalogue must be able to play that part.
    pub(super) fn cards_on(
        &mut self,
        node: Node,
        part: OnUnit,
        card_type: CardType,
        top: Option<&Facts>,
    ) -> Option<Vec<CardSpec>> {
        self.list(node, limits::CARDS_ON_UNIT, |reader, item| {
            let mut fields = reader.table(item)?;
            if !fields.has("card") && !fields.has("name") {
                reader.wrong(&fields.place, "give `card` or `name`");
            }
            let place = fields.place.clone();
            let facts = reader.facts(&mut fields, "", card_type);
            fields.finish(reader);
            let (card, facts) = facts?;
            let asked = card.is_some() && !reader.kept;
            if let Some(why) = part.refuses(&facts, top).filter(|_| asked) {
                reader.wrong(&place, why);
            }
            Some(CardSpec { card, facts })
        })
    }
}

/// Names in backticks with commas between them.
fn listed(names: &[&str]) -> String {
    const MOST: usize = 5;
    let mut shown: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect();
    if names.len() > MOST {
        shown.push("others".to_owned());
    }
    match shown.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
