//! Sections 1 and 2 of the format: the head, the two players, the units.

use std::collections::BTreeMap;

use crate::game::{CardType, Zone};
use crate::rulebook::{ClauseId, Edition, rulebook};
use crate::rules::situation::{About, Facts, Handle, Pool, Situation, Status, UnitSpec};

use super::limits;
use super::on_unit::OnUnit;
use super::reader::{Fields, Reader, quoted};
use super::tree::Node;

/// The words for how much a ruling binds.
pub(super) const STATUS: [(&str, Status); 3] = [
    ("official", Status::Official),
    ("community", Status::Community),
    ("derived", Status::Derived),
];

impl Reader<'_> {
    /// The head and the board; no plays yet.
    pub(super) fn board(&mut self, fields: &mut Fields) -> Situation {
        Situation {
            about: self.about(fields),
            edition: fields
                .get(self, "edition", Reader::edition)
                .unwrap_or_default(),
            readings: fields
                .get(self, "readings", Reader::readings)
                .unwrap_or_default(),
            seed: fields.get(self, "seed", Reader::seed),
            dark: fields.get(self, "dark", Reader::pool).unwrap_or_default(),
            light: fields.get(self, "light", Reader::pool).unwrap_or_default(),
            units: fields.get(self, "unit", Reader::units).unwrap_or_default(),
            plays: Vec::new(),
        }
    }

    fn about(&mut self, fields: &mut Fields) -> About {
        let mut text = |key| fields.get(self, key, Reader::prose).unwrap_or_default();
        About {
            title: text("title"),
            question: text("question"),
            ruling: text("ruling"),
            source: text("source"),
            status: fields
                .get(self, "status", |reader, node| {
                    reader.word(node, "status", &STATUS)
                })
                .unwrap_or_default(),
        }
    }

    fn edition(&mut self, node: Node) -> Option<Edition> {
        self.word(
            node,
            "edition",
            &Edition::ALL.map(|edition| (edition.as_str(), edition)),
        )
    }

    fn seed(&mut self, node: Node) -> Option<u64> {
        self.whole(node, 0..=limits::SEED)
            .and_then(|n| u64::try_from(n).ok())
    }

    /// Other readings of open questions; only those that section 11 names.
    fn readings(&mut self, node: Node) -> Option<BTreeMap<ClauseId, String>> {
        let mut chosen = BTreeMap::new();
        for (key, node) in self.table(node)?.drain() {
            let place = node.place.clone();
            let Some(name) = self.line(node) else {
                continue;
            };
            let reading = ClauseId::parse(&key).and_then(|id| rulebook().reading(id));
            let Some(reading) = reading else {
                let open: Vec<&str> = rulebook()
                    .readings()
                    .iter()
                    .map(|r| r.id.as_str())
                    .collect();
                self.unknown(&place, "no open question has the number", &key, &open);
                continue;
            };
            if reading.alternative(&name).is_some() {
                chosen.insert(reading.id, name);
                continue;
            }
            let names: Vec<&str> = reading
                .alternatives
                .iter()
                .map(|a| a.name.as_str())
                .collect();
            if names.is_empty() {
                let what = format!("{} has no other reading", quoted(&key));
                self.wrong(&place, what);
            } else {
                self.unknown(&place, "unknown reading", &name, &names);
            }
        }
        Some(chosen)
    }

    fn pool(&mut self, node: Node) -> Option<Pool> {
        let mut fields = self.table(node)?;
        let pool = Pool {
            force: fields.get(self, "force", Reader::count).unwrap_or(0),
            build_points: fields.get(self, "build_points", Reader::count).unwrap_or(0),
            hand: fields.get(self, "hand", Reader::count),
            deck: fields.get(self, "deck", Reader::count),
            discard: fields.get(self, "discard", Reader::count),
        };
        fields.finish(self);
        Some(pool)
    }

    fn units(&mut self, node: Node) -> Option<Vec<UnitSpec>> {
        self.list(node, limits::UNITS, Reader::unit)
    }

    fn unit(&mut self, node: Node) -> Option<UnitSpec> {
        let mut fields = self.table(node)?;
        let id = fields.need(self, "id", Reader::unit_id);
        let side = fields.need(self, "side", Reader::side);
        let name = id.as_ref().map_or("", Handle::as_str);
        let facts = self.facts(&mut fields, name, CardType::Character);
        let zone = match &facts {
            Some((_, facts)) => self.where_it_lies(&mut fields, facts),
            None => fields.get(self, "zone", Reader::zone),
        };
        let tapped = fields.get(self, "tapped", Reader::flag).unwrap_or(false);
        let damage = fields.get(self, "damage", Reader::count).unwrap_or(0);
        let counters = fields
            .get(self, "counters", Reader::counters)
            .unwrap_or_default();
        let modifiers = fields
            .get(self, "modifiers", Reader::abilities)
            .unwrap_or_default();
        let under_type = facts
            .as_ref()
            .and_then(|(_, facts)| facts.types.first().copied());
        let under_type = under_type.unwrap_or(CardType::Character);
        let top = facts.as_ref().map(|(_, facts)| facts);
        let mut cards = |key, part, card_type| {
            let read = |reader: &mut Self, node| reader.cards_on(node, part, card_type, top);
            fields.get(self, key, read).unwrap_or_default()
        };
        let under = cards("under", OnUnit::Under, under_type);
        let attached = cards("attached", OnUnit::Attached, CardType::Equipment);
        let pilot = cards("pilot", OnUnit::Pilot, CardType::Character);
        fields.finish(self);
        let (card, facts) = facts?;
        Some(UnitSpec {
            id: id?,
            side: side?,
            card,
            facts,
            zone: zone?,
            tapped,
            damage,
            counters,
            modifiers,
            under,
            attached,
            pilot,
        })
    }

    fn unit_id(&mut self, node: Node) -> Option<Handle> {
        let place = node.place.clone();
        let id = self.new_handle(node)?;
        if !self.names.add(id.clone()) {
            let what = format!("the handle {} is used twice", quoted(id.as_str()));
            self.wrong(&place, what);
        }
        Some(id)
    }

    /// The zone: as given, else the arena of the first type. Other cards have no place of
    /// their own and must say where they lie.
    fn where_it_lies(&mut self, fields: &mut Fields, facts: &Facts) -> Option<Zone> {
        if fields.has("zone") {
            return fields.get(self, "zone", Reader::zone);
        }
        let own = default_zone(facts);
        if own.is_none() {
            let kind = facts.types.first().map_or("card", |t| t.name());
            let what = format!("`zone` is missing: a card of type {kind} has no arena of its own");
            self.wrong(&fields.place, what);
        }
        own
    }
}

/// The arena of the first type that has one.
pub(super) fn default_zone(facts: &Facts) -> Option<Zone> {
    facts.types.iter().find_map(|t| t.arena()).map(Zone::from)
}
