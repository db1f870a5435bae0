//! Section 4 of the format: what a case expects.

use std::collections::BTreeMap;

use crate::game::{Arena, Side};
use crate::rules::situation::{Expect, ExpectNotApplied, ExpectRefusal, ExpectUnit, Handle};
use crate::rules::trace::{RequestKind, VerdictKind};

use super::limits;
use super::reader::{Fields, Reader, quoted};
use super::tree::Node;
use super::verbs::VERBS;

/// The words for verdicts.
pub(super) const VERDICTS: [(&str, VerdictKind); 3] = [
    ("ruled", VerdictKind::Ruled),
    ("depends", VerdictKind::Depends),
    ("cannot", VerdictKind::Cannot),
];

/// The words for what a run waits for.
pub(super) const REQUESTS: [(&str, RequestKind); 3] = [
    ("roll", RequestKind::Roll),
    ("choice", RequestKind::Choice),
    ("pop", RequestKind::Pop),
];

/// Who controls an arena.
pub(super) const CONTROL: [(&str, Option<Side>); 3] = [
    ("dark", Some(Side::Dark)),
    ("light", Some(Side::Light)),
    ("none", None),
];

impl Reader<'_> {
    /// The table `[expect]`.
    pub(super) fn expect(&mut self, node: Node) -> Option<Expect> {
        let mut fields = self.table(node)?;
        let dice = |r: &mut Self, node| r.list(node, limits::LIST, Reader::dice_count);
        let refusals = |r: &mut Self, node| r.list(node, limits::LIST, Reader::refusal);
        let idle = |r: &mut Self, node| r.list(node, limits::LIST, Reader::not_applied);
        let lines = |r: &mut Self, node| r.list(node, limits::LIST, Reader::unit_line);
        let expect = Expect {
            verdict: fields.get(self, "verdict", |r, n| r.word(n, "verdict", &VERDICTS)),
            force: self.per_side(&mut fields, "force"),
            build_points: self.per_side(&mut fields, "build_points"),
            hand: self.per_side(&mut fields, "hand"),
            deck: self.per_side(&mut fields, "deck"),
            discard: self.per_side(&mut fields, "discard"),
            rolls: fields.get(self, "rolls", dice),
            hits: fields.get(self, "hits", Reader::count),
            pending: fields.get(self, "pending", Reader::count),
            cites: fields
                .get(self, "cites", Reader::clauses)
                .unwrap_or_default(),
            never: fields
                .get(self, "never", Reader::clauses)
                .unwrap_or_default(),
            refused: fields.get(self, "refused", refusals),
            request: fields.get(self, "request", |r, n| r.word(n, "request", &REQUESTS)),
            not_applied: fields.get(self, "not_applied", idle).unwrap_or_default(),
            unmodelled: fields.get(self, "unmodelled", lines).unwrap_or_default(),
            control: fields
                .get(self, "control", Reader::control)
                .unwrap_or_default(),
            units: fields
                .get(self, "units", Reader::expect_units)
                .unwrap_or_default(),
        };
        fields.finish(self);
        Some(expect)
    }

    fn dice_count(&mut self, node: Node) -> Option<usize> {
        self.whole(node, 0..=limits::DICE)
            .and_then(|n| usize::try_from(n).ok())
    }

    /// Numbers of the two players. In hand, deck and discard pile, cards are counted from 0
    /// where the board says nothing, so a number may be negative.
    fn per_side(&mut self, fields: &mut Fields, key: &'static str) -> BTreeMap<Side, i32> {
        let Some(mut sides) = fields.get(self, key, Reader::table) else {
            return BTreeMap::new();
        };
        let mut numbers = BTreeMap::new();
        for side in Side::BOTH {
            if let Some(n) = sides.get(self, side.word(), Reader::signed) {
                numbers.insert(side, n);
            }
        }
        sides.finish(self);
        numbers
    }

    fn refusal(&mut self, node: Node) -> Option<ExpectRefusal> {
        let mut fields = self.table(node)?;
        let because = fields
            .get(self, "because", Reader::clauses)
            .unwrap_or_default();
        let given: Vec<&'static str> = VERBS
            .iter()
            .map(|(key, _)| *key)
            .filter(|key| fields.has(key))
            .collect();
        let [verb] = given.as_slice() else {
            self.wrong(
                &fields.place,
                "name the refused play by one verb, such as `use`",
            );
            return None;
        };
        let what = fields.get(self, verb, Reader::line);
        fields.finish(self);
        Some(ExpectRefusal {
            verb: (*verb).to_owned(),
            what: what?,
            because,
        })
    }

    fn not_applied(&mut self, node: Node) -> Option<ExpectNotApplied> {
        let mut fields = self.table(node)?;
        let ability = fields.need(self, "ability", Reader::unit_line);
        let because = fields
            .get(self, "because", Reader::clauses)
            .unwrap_or_default();
        fields.finish(self);
        Some(ExpectNotApplied {
            ability: ability?,
            because,
        })
    }

    /// `luke: Parry 2`.
    fn unit_line(&mut self, node: Node) -> Option<String> {
        let place = node.place.clone();
        let text = self.line(node)?;
        let Some((unit, _)) = text.split_once(':') else {
            self.wrong(
                &place,
                format!("{} is not of the form `unit: line`", quoted(&text)),
            );
            return None;
        };
        self.handle_in(&place, unit).map(|_| text)
    }

    fn control(&mut self, node: Node) -> Option<BTreeMap<Arena, Option<Side>>> {
        let mut fields = self.table(node)?;
        let mut control = BTreeMap::new();
        for arena in Arena::ALL {
            let read = |r: &mut Self, node| r.word(node, "side", &CONTROL);
            if let Some(side) = fields.get(self, arena.word(), read) {
                control.insert(arena, side);
            }
        }
        fields.finish(self);
        Some(control)
    }

    fn expect_units(&mut self, node: Node) -> Option<BTreeMap<String, ExpectUnit>> {
        let mut units = BTreeMap::new();
        for (key, node) in self.table(node)?.drain() {
            let id: Option<Handle> = self.handle_in(&node.place.clone(), &key);
            if let (Some(id), Some(unit)) = (id, self.expect_unit(node)) {
                units.insert(id.as_str().to_owned(), unit);
            }
        }
        Some(units)
    }

    fn expect_unit(&mut self, node: Node) -> Option<ExpectUnit> {
        let mut fields = self.table(node)?;
        let unit = ExpectUnit {
            damage: fields.get(self, "damage", Reader::count),
            zone: fields.get(self, "zone", Reader::zone),
            power: fields.get(self, "power", Reader::signed),
            speed: fields.get(self, "speed", Reader::signed),
            health: fields.get(self, "health", Reader::signed),
            tapped: fields.get(self, "tapped", Reader::flag),
            bounty: fields.get(self, "bounty", Reader::count),
            side: fields.get(self, "side", Reader::side),
            counters: fields
                .get(self, "counters", Reader::counters)
                .unwrap_or_default(),
        };
        fields.finish(self);
        Some(unit)
    }
}
