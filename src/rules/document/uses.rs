//! Plays that use an ability or a card, with their aims.

use crate::catalogue::Found;
use crate::game::{Card, CardSide, CardType, Printed, Side};
use crate::rules::situation::{Against, Aim, Play, Use};

use super::limits;
use super::place::Place;
use super::reader::{Fields, Reader, quoted};
use super::tree::Node;

impl Reader<'_> {
    /// `use = "luke: Evade 2 #2"` or `use = "draw"`.
    pub(super) fn ability_use(&mut self, fields: &mut Fields) -> Option<Use> {
        let named = fields.get(self, "use", Reader::ability);
        let aim = self.aim(fields);
        named.map(|named| Use { aim, ..named })
    }

    fn ability(&mut self, node: Node) -> Option<Use> {
        let place = node.place.clone();
        let text = self.line(node)?;
        if text.eq_ignore_ascii_case("draw") {
            return Some(Use {
                unit: None,
                ability: "draw".to_owned(),
                nth: None,
                aim: Aim::default(),
            });
        }
        let parts = text
            .split_once(':')
            .map(|(unit, line)| (unit.trim(), line.trim()));
        let Some((unit, line)) = parts.filter(|(unit, line)| !unit.is_empty() && !line.is_empty())
        else {
            let what = format!(
                "{} names no ability: write `unit: ability`, or `draw`",
                quoted(&text)
            );
            self.wrong(&place, what);
            return None;
        };
        let unit = self.handle_in(&place, unit)?;
        let (line, nth) = copy(line);
        Some(Use {
            unit: Some(unit),
            ability: line.to_owned(),
            nth,
            aim: Aim::default(),
        })
    }

    /// A Battle card, Mission or Trap: one of the catalogue, or ad hoc with its text.
    pub(super) fn card_play(&mut self, fields: &mut Fields) -> Option<Play> {
        let place = fields.place.key("play");
        let name = fields.get(self, "play", Reader::line);
        let by_given = fields.has("by");
        let by = fields.get(self, "by", Reader::side);
        let text = fields.get(self, "text", Reader::abilities);
        let cost = fields.get(self, "cost", Reader::count);
        let given = fields.get(self, "type", Reader::types);
        let aim = self.aim(fields);
        let name = name?;
        let (name, text, cost, printed, types) = match text {
            Some(text) => (name, text, cost, None, Vec::new()),
            None => {
                let card = self.battle_card(&place, &name)?;
                let printed = card.cost.and_then(Printed::number);
                let side = player(card.side);
                (card.name, card.text, cost.or(printed), side, card.types)
            }
        };
        let mut types = given.unwrap_or(types);
        let usual = |t: &CardType| matches!(t, CardType::Battle | CardType::Mission);
        if types.iter().any(usual) {
            types.clear();
        }
        self.names.add_card(&name);
        if !by_given && printed.is_none() {
            self.wrong(&fields.place, "`by` is missing: who plays the card?");
        }
        Some(Play::Card {
            name,
            by: by.or(printed)?,
            text,
            cost,
            types,
            aim,
        })
    }

    fn battle_card(&mut self, place: &Place, name: &str) -> Option<Card> {
        if self.full() {
            return None;
        }
        match self.cards.find(name) {
            Found::One(card) => Some(card.clone()),
            Found::Many(names) => {
                let what = format!("{} could be `{}`", quoted(name), names.join("`, `"));
                self.wrong(place, what);
                None
            }
            Found::None { nearest } => {
                self.no_card(place, name, &nearest);
                let what = format!(
                    "give the `text` of {}, which is not in the catalogue",
                    quoted(name)
                );
                self.wrong(place, what);
                None
            }
        }
    }

    fn aim(&mut self, fields: &mut Fields) -> Aim {
        let handles = |r: &mut Self, node| r.one_or_more(node, limits::UNITS, Reader::handle);
        let words = |r: &mut Self, node| r.one_or_more(node, limits::UNITS, Reader::line);
        let dice = |r: &mut Self, node| r.one_or_more(node, limits::LIST, Reader::ordinal);
        Aim {
            amount: fields.get(self, "amount", Reader::signed),
            on: fields.get(self, "on", handles).unwrap_or_default(),
            against: fields.get(self, "against", Reader::against),
            pay: fields.get(self, "pay", words).unwrap_or_default(),
            dice: fields.get(self, "dice", dice).unwrap_or_default(),
            roll: fields.get(self, "roll", Reader::faces),
        }
    }

    /// `"d"`, or `"b>d"`: the damage of b to d.
    fn against(&mut self, node: Node) -> Option<Against> {
        let place = node.place.clone();
        let text = self.line(node)?;
        let Some((source, target)) = text.split_once('>') else {
            let target = self.handle_in(&place, &text)?;
            return Some(Against {
                source: None,
                target,
            });
        };
        let source = self.handle_in(&place, source);
        let target = self.handle_in(&place, target);
        Some(Against {
            source: Some(source?),
            target: target?,
        })
    }
}

/// The seat that plays cards of this printed side, where only one can.
const fn player(side: CardSide) -> Option<Side> {
    match side {
        CardSide::Light => Some(Side::Light),
        CardSide::Dark => Some(Side::Dark),
        CardSide::Neutral | CardSide::YuuzhanVong => None,
    }
}

/// `Evade 2 #2`: the ability, and which of equal ones.
fn copy(line: &str) -> (&str, Option<u8>) {
    let last = line.rsplit_once('#').and_then(|(ability, n)| {
        let n = n.trim().parse::<u8>().ok().filter(|n| *n > 0)?;
        let ability = ability.trim_end();
        (!ability.is_empty()).then_some((ability, n))
    });
    last.map_or((line, None), |(ability, n)| (ability, Some(n)))
}
