//! Writing a case back as a document: sections 1, 2 and 4 of the format.

use std::collections::BTreeMap;

use crate::catalogue::CardIndex;
use crate::game::{CardType, CounterKind, Side};
use crate::rulebook::ClauseId;
use crate::rules::situation::{
    About, CardSpec, Case, Expect, ExpectUnit, Facts, Pool, Situation, Status, UnitSpec,
};

use super::board::{STATUS, default_zone};
use super::expect::{CONTROL, REQUESTS, VERDICTS};
use super::facts::{ad_hoc, printed};
use super::form::{Form, Table};
use super::verbs::word_of;
use super::write_play::play;

/// How a case is written.
#[derive(Clone, Copy)]
pub(super) struct Writer<'c> {
    /// Facts that this catalogue prints on a named card are left out; without it, every fact
    /// that an ad-hoc card would not have is written.
    pub(super) cards: Option<&'c CardIndex>,
}

impl Writer<'_> {
    /// The whole document.
    pub(super) fn case(self, case: &Case) -> Table {
        let mut out = Table::default();
        about(&case.situation.about, &mut out);
        self.situation(&case.situation, &mut out);
        if let Some(expect) = &case.expect {
            out.put("expect", self::expect(expect));
        }
        out
    }

    /// What the engine reads: everything but title, question, ruling, source and status.
    pub(super) fn situation(self, situation: &Situation, out: &mut Table) {
        out.put_unless("edition", situation.edition.as_str(), &"2018");
        let readings = situation.readings.iter();
        let readings = readings.map(|(id, name)| (id.as_str().to_owned(), Form::from(name)));
        out.put_table("readings", Table(readings.collect()));
        let seed = situation.seed.and_then(|seed| i64::try_from(seed).ok());
        out.put_some("seed", seed.map(Form::Number));
        out.put_table("dark", pool(situation.dark));
        out.put_table("light", pool(situation.light));
        out.put_list("unit", situation.units.iter().map(|unit| self.unit(unit)));
        out.put_list("play", situation.plays.iter().map(|p| play(p, self)));
    }

    fn unit(self, unit: &UnitSpec) -> Table {
        let mut out = Table::default();
        out.put("id", unit.id.as_str());
        out.put("side", unit.side.word());
        let name = unit.id.as_str();
        self.facts(
            unit.card.as_deref(),
            &unit.facts,
            name,
            CardType::Character,
            &mut out,
        );
        if default_zone(&unit.facts) != Some(unit.zone) {
            out.put("zone", unit.zone.word());
        }
        out.put_unless("tapped", unit.tapped, &false);
        out.put_unless("damage", unit.damage, &0);
        out.put_table("counters", counters(&unit.counters));
        out.put_list("modifiers", &unit.modifiers);
        let under = unit
            .facts
            .types
            .first()
            .copied()
            .unwrap_or(CardType::Character);
        self.cards_on("under", &unit.under, under, &mut out);
        self.cards_on("attached", &unit.attached, CardType::Equipment, &mut out);
        self.cards_on("pilot", &unit.pilot, CardType::Character, &mut out);
        out
    }

    fn cards_on(self, key: &str, cards: &[CardSpec], card_type: CardType, out: &mut Table) {
        let card = |spec: &CardSpec| {
            let mut table = Table::default();
            self.facts(spec.card.as_deref(), &spec.facts, "", card_type, &mut table);
            table
        };
        out.put_list(key, cards.iter().map(card));
    }

    /// The facts that differ from what a reader would assume.
    fn facts(
        self,
        card: Option<&str>,
        facts: &Facts,
        name: &str,
        card_type: CardType,
        out: &mut Table,
    ) {
        out.put_some("card", card);
        let known = card.and_then(|card| self.cards.and_then(|cards| cards.get(card)));
        let base = match (card, known) {
            (Some(_), Some(card)) => printed(card),
            (Some(_), None) => Facts {
                // A print that is not known is overridden as a whole.
                subtypes: vec![String::new()],
                unique: !facts.unique,
                cost: !facts.cost,
                speed: !facts.speed,
                power: !facts.power,
                health: !facts.health,
                text: vec![String::new()],
                ..ad_hoc("", Vec::new())
            },
            (None, _) if facts.types == [card_type] => ad_hoc(name, vec![card_type]),
            (None, _) => Facts {
                types: Vec::new(),
                ..ad_hoc(name, facts.types.clone())
            },
        };
        out.put_unless("name", facts.name.as_str(), &base.name.as_str());
        if facts.types != base.types {
            let types: Vec<&str> = facts.types.iter().map(|t| t.name()).collect();
            out.put("type", types.join("/"));
        }
        if facts.subtypes != base.subtypes {
            out.put("subtypes", texts(&facts.subtypes));
        }
        out.put_unless("unique", facts.unique, &base.unique);
        out.put_unless("cost", facts.cost, &base.cost);
        out.put_unless("speed", facts.speed, &base.speed);
        out.put_unless("power", facts.power, &base.power);
        out.put_unless("health", facts.health, &base.health);
        if facts.text != base.text {
            out.put("text", texts(&facts.text));
        }
    }
}

fn about(about: &About, out: &mut Table) {
    let texts = [
        ("title", &about.title),
        ("question", &about.question),
        ("ruling", &about.ruling),
        ("source", &about.source),
    ];
    for (key, text) in texts {
        out.put_unless(key, text.as_str(), &"");
    }
    if about.status != Status::default() {
        out.put("status", word_of(&STATUS, &about.status));
    }
}

/// A list of texts, written even if it is empty.
pub(super) fn texts(list: &[String]) -> Form {
    Form::List(list.iter().map(Form::from).collect())
}

fn pool(pool: Pool) -> Table {
    let mut out = Table::default();
    out.put_unless("force", pool.force, &0);
    out.put_unless("build_points", pool.build_points, &0);
    out.put_some("hand", pool.hand);
    out.put_some("deck", pool.deck);
    out.put_some("discard", pool.discard);
    out
}

fn counters(counters: &BTreeMap<CounterKind, i32>) -> Table {
    let entry = |(kind, n): (&CounterKind, &i32)| (kind.word().to_owned(), Form::from(*n));
    Table(counters.iter().map(entry).collect())
}

fn per_side(sides: &BTreeMap<Side, i32>) -> Table {
    let entry = |(side, n): (&Side, &i32)| (side.word().to_owned(), Form::from(*n));
    Table(sides.iter().map(entry).collect())
}

fn clauses(ids: &[ClauseId]) -> impl Iterator<Item = &'static str> {
    ids.iter().map(|id| id.as_str())
}

fn expect(expect: &Expect) -> Table {
    let mut out = Table::default();
    out.put_some("verdict", expect.verdict.map(|v| word_of(&VERDICTS, &v)));
    out.put_table("force", per_side(&expect.force));
    out.put_table("build_points", per_side(&expect.build_points));
    out.put_table("hand", per_side(&expect.hand));
    out.put_table("deck", per_side(&expect.deck));
    out.put_table("discard", per_side(&expect.discard));
    if let Some(rolls) = &expect.rolls {
        let dice = rolls
            .iter()
            .map(|n| Form::Number(i64::try_from(*n).unwrap_or(i64::MAX)));
        out.put("rolls", Form::List(dice.collect()));
    }
    out.put_some("hits", expect.hits);
    out.put_some("pending", expect.pending);
    out.put_list("cites", clauses(&expect.cites));
    out.put_list("never", clauses(&expect.never));
    if let Some(refused) = &expect.refused {
        let refusal = |r: &crate::rules::situation::ExpectRefusal| {
            let mut table = Table::default();
            table.put(&r.verb, &r.what);
            table.put_list("because", clauses(&r.because));
            Form::Table(table)
        };
        out.put("refused", Form::List(refused.iter().map(refusal).collect()));
    }
    out.put_some("request", expect.request.map(|r| word_of(&REQUESTS, &r)));
    let idle = expect.not_applied.iter().map(|n| {
        let mut table = Table::default();
        table.put("ability", &n.ability);
        table.put_list("because", clauses(&n.because));
        table
    });
    out.put_list("not_applied", idle);
    out.put_list("unmodelled", &expect.unmodelled);
    let control = expect.control.iter();
    let control = control.map(|(a, s)| (a.word().to_owned(), Form::from(word_of(&CONTROL, s))));
    out.put_table("control", Table(control.collect()));
    let units = expect.units.iter();
    let units = units.map(|(id, unit)| (id.clone(), Form::Table(expect_unit(unit))));
    out.put_table("units", Table(units.collect()));
    out
}

fn expect_unit(unit: &ExpectUnit) -> Table {
    let mut out = Table::default();
    out.put_some("damage", unit.damage);
    out.put_some("zone", unit.zone.map(|zone| zone.word()));
    out.put_some("power", unit.power);
    out.put_some("speed", unit.speed);
    out.put_some("health", unit.health);
    out.put_some("tapped", unit.tapped);
    out.put_some("bounty", unit.bounty);
    out.put_some("side", unit.side.map(Side::word));
    out.put_table("counters", counters(&unit.counters));
    out
}
